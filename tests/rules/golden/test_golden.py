"""A golden log, resolved anew under the rules version that wrote it, gives exactly its changes, facts and forms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import pytest

from rules.core import engine, log
from rules.core.changes import fold
from rules.core.facts import Explanation
from rules.core.fight import Head
from rules.core.registry import SYSTEMS, get_system
from rules.core.stored import load_entry
from rules.core.system import AnySystem
from tests.rules.demands import Emitted, demands_on_words
from tests.rules.golden import FIGHTS, lines, read, shown_path_of, slug_of

AGAIN = "write the golden log anew: .venv/bin/python -m tests.rules.golden {slug}"
TOLD = "the rules tell step {place} ({what}) differently: if that is meant, " + AGAIN
SHOWN = "the forms differ from this line on: if that is meant, " + AGAIN + "\n- {kept}\n+ {now}"
CHANGED = "the rules resolve step {place} ({what}) differently: raise rules_version if that is meant, and " + AGAIN

every_fight = pytest.mark.parametrize("slug", sorted(FIGHTS))


def entries_of(slug: str) -> list[log.Entry]:
    return [load_entry(entry) for entry in read(slug)["entries"]]


def test_every_system_has_a_golden_log() -> None:
    assert {slug_of(name) for name in FIGHTS} == set(SYSTEMS)


@every_fight
def test_it_was_written_by_these_rules(slug: str) -> None:
    assert read(slug)["rules_version"] == get_system(slug_of(slug)).rules_version, AGAIN.format(slug=slug)


@every_fight
def test_resolved_anew_it_changes_and_tells_the_same(slug: str) -> None:
    system, kept = get_system(slug_of(slug)), read(slug)
    state, entries = kept["first"], entries_of(slug)
    for place, entry in enumerate(entries):
        head: Head[Any, Any] = system.codec.load(state)
        what = entry.command.action if entry.command else entry.key or entry.kind
        after, told = resolved(system, head, entries[:place], entry)
        changes = system.codec.diff(head, after)
        assert changes == entry.changes, CHANGED.format(place=place, what=what, slug=slug)
        assert told == entry.facts, TOLD.format(place=place, what=what, slug=slug)
        state = fold(state, changes)


@every_fight
def test_on_its_way_it_shows_the_same_forms_and_refusals(slug: str) -> None:
    kept = shown_path_of(slug).read_text(encoding="utf-8").splitlines()
    for before, now in zip_longest(kept, lines(slug)):
        assert before == now, SHOWN.format(kept=before, now=now, slug=slug)


@every_fight
def test_what_it_tells_can_still_be_said(slug: str) -> None:
    """Old fights are read from their entries: words that they need must stay."""
    emitted = Emitted()
    for entry in entries_of(slug):
        for fact in entry.facts:
            emitted.fact(fact)
    demands_on_words(slug_of(slug), emitted)


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_they_hold_every_action_that_the_system_offers(slug: str) -> None:
    entries = [entry for name in FIGHTS if slug_of(name) == slug for entry in entries_of(name)]
    begun = {entry.command.action for entry in entries if entry.command}
    assert sorted(set(get_system(slug).actions) - begun) == []


def resolved(
    system: AnySystem, head: Head[Any, Any], before: Sequence[log.Entry], entry: log.Entry
) -> tuple[Head[Any, Any], Explanation]:
    """The head after this entry and what it tells, worked out by the rules as they are."""
    viewer = head.fight.viewer(entry.by, game_master=entry.by == "gm")
    if entry.kind in ("undo", "redo"):
        targets = [other for other in before if other.id in entry.targets]
        undone = entry.kind == "undo"
        return (log.undo(system, head, before, targets) if undone else log.redo(system, head, targets[0])), ()
    if entry.kind == "command":
        assert entry.command is not None
        internal = engine.action(system, entry.command.action).internal
        step = engine.begin(system, head, entry.command, viewer, internal=internal)
    elif entry.kind == "answer":
        assert entry.answer is not None
        step = engine.answer(
            system, head, entry.key, entry.answer, viewer, rolled=entry.rolled, by_order=entry.by_order
        )
    elif entry.kind == "cancel":
        step = engine.cancel(system, head, viewer)
    else:
        step = engine.let_stand(system, head, viewer)
    return step.head, step.facts

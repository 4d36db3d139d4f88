"""The demand that every die explains itself cannot be met by accident: it finds what is missing, and dice do fall."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module

import pytest

from rules.core.facts import Fact
from rules.core.registry import SYSTEMS, get_system
from rules.core.words import ROOT, told
from tests.fights.runner import play
from tests.fights.story import load, stories
from tests.rules.explained import unexplained
from tests.rules.recorder import Recorder

NEVER_ALONE: dict[str, frozenset[str]] = {"d20": frozenset({"will"})}
"""Dice that have a word and that no rule throws: the table asks for them as any check."""


@cache
def recorders(slug: str) -> tuple[Recorder, ...]:
    return tuple(play(load(path), showing=False).recorder for path in stories(slug))


def bare(fact: Fact) -> Fact:
    return replace(fact, terms=())


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_dice_without_their_terms_are_found(slug: str) -> None:
    missed = []
    for recorder in recorders(slug):
        kept = list(recorder.entries)
        recorder.entries[:] = [replace(one, facts=tuple(map(bare, one.facts))) for one in kept]
        missed += list(unexplained(recorder))
        recorder.entries[:] = kept
    purposes = {request.label for recorder in recorders(slug) for request in recorder.fallen.values()}
    assert {purpose for purpose, _ in missed} >= purposes


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_all_dice_of_a_system_fall_in_its_written_fights(slug: str) -> None:
    named = {code.removeprefix("dice.") for code in told(ROOT / "systems" / slug, "es") if code.startswith("dice.")}
    fallen = {request.label for recorder in recorders(slug) for request in recorder.fallen.values()}
    assert sorted(named - {one.removeprefix("dice.") for one in fallen} - NEVER_ALONE.get(slug, frozenset())) == []


STABILISING = {
    "d20": "dice.treat_injury",
    "tactico": "dice.care",
    "tapiz": "dice.stabilise",
    "tumbas": "dice.dying",
}
"""What dice are called that keep someone from dying, or, where nothing is stabilised, that treat."""


@pytest.mark.parametrize("slug", STABILISING)
def test_stabilising_falls_in_written_fights(slug: str) -> None:
    fallen = {request.label for recorder in recorders(slug) for request in recorder.fallen.values()}
    assert STABILISING[slug] in fallen


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_a_roll_of_any_dice_explains_itself_in_every_system(slug: str) -> None:
    """Random play seldom rolls at the table: so it does here."""
    system = get_system(slug)
    recorder = Recorder(system, import_module(f"tests.rules.scenarios.{slug}").scenario(system))
    recorder.begin("roll", notation="2d6+1", reason="rumours")
    recorder.answer(recorder.keys[0], faces=[3, 4])
    assert list(unexplained(recorder)) == []
    recorder.entries[:] = [replace(one, facts=tuple(map(bare, one.facts))) for one in recorder.entries]
    assert [purpose for purpose, _ in unexplained(recorder)] == ["dice.any"]

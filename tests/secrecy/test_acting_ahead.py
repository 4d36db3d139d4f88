"""Who acts while a hidden one has the turn acts before it: the game master alone is told, and it acts afterwards."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from combat.board import Board, board
from rules.core import unseen
from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import visible
from rules.core.fight import Fight, Open
from rules.core.registry import get_system
from rules.core.stage import Stage, stage
from rules.systems.tactico.state import Planned, Turn
from tests.rules.recorder import GM, Recorder
from tests.rules.test_stage import SYSTEMS, given

from .ahead import HIDDEN, QUICK, hidden_first


def begun(slug: str, *, declaring: bool = False) -> Recorder:
    recorder = Recorder(get_system(slug), hidden_first(slug, declaring=declaring))
    assert recorder.system.whose_turn(recorder.fight)[0] == HIDDEN
    return recorder


def acts(recorder: Recorder) -> None:
    """The quick one takes its whole turn."""
    viewer = recorder.fight.viewer("p1", game_master=False)
    found = stage(recorder.system, recorder.head, viewer)
    assert found.ending is not None
    recorder.begin(found.ending.action, QUICK, viewer=viewer, **found.ending.inputs)


@pytest.mark.parametrize("declaring", [False, True])
@pytest.mark.parametrize("slug", SYSTEMS)
def test_it_acts_afterwards(slug: str, *, declaring: bool) -> None:
    recorder = begun(slug, declaring=declaring)
    before = recorder.head
    acts(recorder)
    assert recorder.system.whose_turn(recorder.fight)[0] == HIDDEN
    assert HIDDEN not in recorder.system.acted(recorder.fight)
    facts, after = recorder.entries[-1].facts, recorder.head
    assert unseen.ACTED_AHEAD in [fact.code for fact in visible(facts, GM)]
    assert all(HIDDEN not in fact.refs() for fact in visible(facts, PUBLIC))
    recorder.undo()
    assert recorder.head == before
    recorder.redo()
    assert recorder.head == after


@pytest.mark.parametrize("last", [False, True], ids=["first", "alone"])
@pytest.mark.parametrize("slug", SYSTEMS)
def test_others_do_not_see_it_leave_on_its_turn(slug: str, *, last: bool) -> None:
    """Also when nobody else acts in this round, phase or segment."""
    recorder = begun(slug)
    if last:
        recorder.head = replace(recorder.head, fight=alone(recorder.fight, slug))
    assert unseen.acts(recorder.system, recorder.fight)
    people = (PUBLIC, recorder.fight.viewer("p1", game_master=False))
    before = [shown(recorder, viewer) for viewer in people]
    entry = recorder.begin("dismiss", who=HIDDEN)
    assert [shown(recorder, viewer) for viewer in people] == before
    assert all(visible(entry.facts, viewer) == () for viewer in people)


def alone(fight: Fight[Any, Any], slug: str) -> Fight[Any, Any]:
    """The fight in which all others have had their turn, or do nothing in this segment."""
    others = frozenset(fight.combatants) - {HIDDEN}
    if slug == "tactico":
        still = Planned()
        turns = {**fight.round.turns, QUICK: Turn((still, Planned("test"), still))}
        return replace(fight, round=replace(fight.round, turns=turns))
    if slug == "tumbas":
        return replace(fight, round=replace(fight.round, groups=fight.round.groups[:1]))
    return replace(fight, round=replace(fight.round, **{"acted" if slug == "tapiz" else "done": others}))


def shown(recorder: Recorder, viewer: Viewer) -> tuple[Board, Stage]:
    """What a viewer sees of the fight, and what the viewer is told to do."""
    return board(recorder.system, recorder.head, viewer), stage(recorder.system, recorder.head, viewer)


@pytest.mark.parametrize("slug", ["tapiz", "d20"])
def test_of_a_turn_that_has_begun_it_does_the_rest_out_of_order(slug: str) -> None:
    """What it has done is not done twice; what it has open goes on."""
    recorder = begun(slug)
    found = stage(recorder.system, recorder.head, GM)
    assert found.proposed is not None
    recorder.begin(found.proposed.action, HIDDEN, **found.proposed.inputs)
    asked = recorder.asked
    assert asked
    acts(recorder)
    assert HIDDEN in recorder.system.acted(recorder.fight)
    assert recorder.system.whose_turn(recorder.fight)[0] != HIDDEN
    assert recorder.asked == asked


def interrupted(slug: str) -> tuple[Recorder, Viewer, Open]:
    """What the quick one has begun, under what the hidden one has; its player, and what waits for it."""
    recorder = begun(slug)
    found = stage(recorder.system, recorder.head, GM)
    assert found.proposed is not None
    recorder.begin(found.proposed.action, HIDDEN, **found.proposed.inputs)
    player = recorder.fight.viewer("p1", game_master=False)
    mine = stage(recorder.system, recorder.head, player).proposed
    assert mine is not None
    recorder.begin(mine.action, QUICK, viewer=player, **mine.inputs)
    theirs, own = recorder.head.open
    recorder.head = replace(recorder.head, open=(own, theirs))
    return recorder, player, theirs


@pytest.mark.parametrize("slug", ["tapiz", "d20"])
def test_what_a_hidden_one_has_open_keeps_nobody_from_answering(slug: str) -> None:
    """As when it interrupts: it waits until what players know of is through."""
    recorder, player, theirs = interrupted(slug)
    asked = stage(recorder.system, recorder.head, player).request
    assert asked is not None
    recorder.reply(asked.key, given(asked, random.Random(1)), viewer=player)
    assert recorder.head.open[0] == theirs
    assert all(one.command.actor == QUICK for one in recorder.head.open[1:])


def test_their_own_is_cancelled_from_under_it() -> None:
    recorder, player, theirs = interrupted("tapiz")
    recorder.cancel(viewer=player)
    assert recorder.head.open == (theirs,)


def test_the_turn_stays_where_another_hidden_one_has_it_too() -> None:
    """Only the last hidden one that leaves hands the turn to those whom others see."""
    system, fight = get_system("tapiz"), hidden_first("tapiz")
    both = fight.with_combatant(replace(fight.combatants[QUICK], hidden=True, controllers=frozenset()))
    assert unseen.gone(system, both, QUICK, ()) == (both, ())
    after, _told = unseen.gone(system, fight, HIDDEN, ())
    assert system.whose_turn(after)[0] == QUICK

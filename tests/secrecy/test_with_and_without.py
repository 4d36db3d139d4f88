"""The same fight with a hidden creature and without: after each step others have the same, in every system.

The creature declares, lets its turns go and is hurt. What pages make of it is held by the worlds, in one system.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from combat import board
from rules.core import engine, unseen
from rules.core.audience import PUBLIC, Viewer
from rules.core.fight import Fight
from rules.core.registry import get_system
from rules.core.stage import known, stage
from tests.rules.recorder import GM, Recorder
from tests.rules.test_stage import SYSTEMS, given, played, viewers
from tests.sizes import examples, one_in

from .ahead import HIDDEN, hidden_first

PRESSES = examples(90) // one_in(2)
HURT_EVERY = 7
DECLARED: dict[str, Sequence[dict[str, str]]] = {
    "tumbas": [
        {"what": "move"},
        {"what": "charge", "target": "aa"},
        {"what": "test"},
        {"what": "shoot", "target": "bb"},
    ],
    "tactico": [
        {"first": "move", "second": "test", "third": "give_up"},
        {"first": "give_up", "second": "give_up", "third": "test"},
        {"first": "test", "second": "give_up", "third": "give_up"},
    ],
}
"""What the hidden creature declares, one after the other: also where nobody else acts in that phase or segment."""


def without(slug: str, fight: Fight[Any, Any]) -> Recorder:
    """A fight as if the hidden creature had never been: others act."""
    system = get_system(slug)
    fight, _told = unseen.passed(system, fight)
    people = {who: one for who, one in fight.combatants.items() if who != HIDDEN}
    fight = replace(fight, combatants=people, order=tuple(who for who in fight.order if who != HIDDEN))
    if slug == "d20":
        fight = replace(
            fight, round=replace(fight.round, aware=tuple(one for one in fight.round.aware if one in people))
        )
    return Recorder(system, fight)


def got(recorder: Recorder, viewer: Viewer) -> dict[str, object]:
    """Everything that a viewer can get of a fight now."""
    system, fight = recorder.system, known(recorder.system, recorder.head, viewer).fight
    verbs = [(name, verb) for name, verb in sorted(engine.actions(system).items())
             if not verb.internal and not verb.for_game_master]  # fmt: skip
    return {
        "board": board.board(system, recorder.head, viewer),
        "stage": stage(system, recorder.head, viewer),
        "told": [fact for entry in recorder.entries for fact in board.told(entry, viewer)],
        "offers": [system.offers(fight, who, viewer) for who in sorted(viewer.controls)],
        "forms": [(name, verb.inputs(fight, who, viewer)) for who in sorted(viewer.controls) for name, verb in verbs],
    }


def _lets_go(recorder: Recorder, turn: int) -> None:
    """The hidden creature declares something or does nothing; what is there for it alone goes on."""
    declared = DECLARED.get(recorder.system.slug, ())
    if not recorder.system.whose_turn(recorder.fight):
        recorder.begin("next_step")
    elif ":declaration" in recorder.system.moment(recorder.fight):
        recorder.begin("declare", HIDDEN, **declared[turn % len(declared)])
    else:
        recorder.begin("end_turn", HIDDEN)


def secretly(recorder: Recorder, others: list[Viewer], turns_so_far: int, *, hurt: bool) -> int:
    """What the hidden creature does and suffers before others go on; the number of turns that it lets go."""
    before, turns = len(recorder.entries), 0
    if hurt and not recorder.head.open:
        inputs = {one.name: one.default for one in recorder.system.actions["damage"].inputs(recorder.fight, None, GM)}
        recorder.begin("damage", **{**inputs, "amount": 1, "targets": {HIDDEN: "full"}})
    while True:
        dice = [one for one in recorder.asked if one.key.endswith(HIDDEN)]
        if dice:
            recorder.reply(dice[0].key, given(dice[0], random.Random(0)))
        elif unseen.acts(recorder.system, recorder.fight) and not recorder.head.open:
            turns += 1
            _lets_go(recorder, turns_so_far + turns)
        else:
            break
    assert not any(board.told(entry, viewer) for entry in recorder.entries[before:] for viewer in others)
    # commands are named by the number of those before them
    del recorder.entries[before:]
    return turns


@pytest.mark.parametrize("slug", SYSTEMS)
def test_others_have_the_same_after_each_step(slug: str) -> None:
    turns, _ahead = compare(played(slug), without(slug, played(slug).fight), random.Random(1), hurry=0)
    assert turns


@pytest.mark.parametrize("slug", SYSTEMS)
def test_players_who_act_before_a_hidden_one_are_answered_as_if_it_were_not_there(slug: str) -> None:
    fight = hidden_first(slug)
    _turns, ahead = compare(Recorder(get_system(slug), fight), without(slug, fight), random.Random(1), hurry=0.7)
    assert ahead


def compare(with_it: Recorder, without_it: Recorder, chance: random.Random, *, hurry: float) -> tuple[int, int]:
    """Play both; how many turns the hidden one has had, and how many acts came before one of its turns.

    hurry: how often players act while the hidden one has the turn.
    """
    turns = ahead = 0
    others = [PUBLIC, *(viewer for viewer in viewers(without_it) if viewer != GM)]

    def compared() -> None:
        for viewer in others:
            one, other = got(with_it, viewer), got(without_it, viewer)
            assert one.keys() == other.keys()
            for name in one:
                assert one[name] == other[name], (name, viewer)

    for press in range(PRESSES):
        compared()
        able = [(viewer, stage(without_it.system, without_it.head, viewer)) for viewer in viewers(without_it)]
        able = [(viewer, one) for viewer, one in able if one.proposed or one.ending or one.request]
        viewer, found = able[0]
        command = found.ending if found.ending and chance.random() < 0.7 else found.proposed
        answer = given(found.request, chance) if found.request and command is None else None
        if command is None or viewer == GM or not hurry or (press and chance.random() >= hurry):
            turns += secretly(with_it, others, turns, hurt=press % HURT_EVERY == 3)
            compared()
        ahead += command is not None and unseen.acts(with_it.system, with_it.fight)
        for recorder in (without_it, with_it):
            if command is not None:
                recorder.begin(command.action, command.actor, viewer=viewer, **command.inputs)
            else:
                assert found.request is not None
                assert answer is not None
                recorder.reply(found.request.key, answer, viewer=viewer)
    return turns, ahead

"""Two fights of people of Táctico that differ in a secret alone: what players, and everybody else, can get is the same.

The pages are held by the worlds beside this; here it is what they are made of: boards, what is told, forms and offers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from combat.board import board, told
from rules.core.audience import PUBLIC, Viewer
from rules.core.engine import actions, may_answer
from rules.core.errors import RuleError
from rules.systems.tactico.system import SYSTEM
from tests.rules.tactico.scene import ANA, BRUNO, Scene, scene

Play = Callable[[], Scene]


def got(play: Scene, viewer: Viewer) -> tuple[object, ...]:
    """Everything that a viewer can get of a fight now."""
    fight = play.fight
    forms = []
    for who in sorted(viewer.controls):
        offers = SYSTEM.offers(fight, who, viewer)
        shown = [(name, verb.inputs(fight, who, viewer)) for name, verb in sorted(actions(SYSTEM).items())
                 if not verb.internal and not verb.for_game_master]  # fmt: skip
        forms.append((who, offers, shown))
    asked = [request for request in play.requests if may_answer(request, viewer)]
    said = [told(entry, viewer) for entry in play.entries]
    return board(SYSTEM, play.head, viewer), [facts for facts in said if facts], forms, asked


def same(first: Play, second: Play, *viewers: Viewer) -> None:
    one, other = first(), second()
    for viewer in viewers:
        assert got(one, viewer) == got(other, viewer), viewer


def hidden_acts(*, does: bool) -> Play:
    """A turn in which a hidden foe stands beside Ana, declares against her and is hurt; or nothing of that."""

    def play() -> Scene:
        made = scene()
        if does:
            made.begin("relate", of="shade", to="ana", what="engaged:melee")
        made.declare("ana", "move", "test", viewer=ANA)
        made.declare("shade", *(("shoot",) if does else ()), at="ana" if does else None)
        if does:
            made.begin("damage", amount=3, verb="harm", location="torso", protected=False, targets={"shade": "full"})
        return made

    return play


def test_what_befalls_a_hidden_combatant_stays_secret() -> None:
    """TAC-TURN-03, TAC-MEL-02: no player is held by a foe unknown to that player."""
    same(hidden_acts(does=True), hidden_acts(does=False), PUBLIC, ANA, BRUNO)


def with_hidden_tank(*, there: bool) -> Play:
    """A turn that begins and ends, with a machine out of sight or without."""

    def play() -> Scene:
        made = scene(number=0)
        if there:
            tank = {"id": "tank", "name": "Carro", "kind": "vehicle", "sheet": {}, "hidden": True}
            made.begin("enlist", internal=True, combatants=[tank])
        made.begin("next_step")
        made.declare_all(ana=("test",))
        made.begin("next_step")
        return made

    return play


def test_hidden_machine_makes_no_other_turn_and_no_other_forms() -> None:
    """TAC-VEH-01: neither the course of the turn nor what may be hit or declared tells of it."""
    same(with_hidden_tank(there=True), with_hidden_tank(there=False), PUBLIC, ANA, BRUNO)


def aims(target: str) -> Play:
    """The hidden one shoots at one or the other and misses."""

    def play() -> Scene:
        made = scene()
        made.declare_all(shade=("shoot", target))
        made.strike("shade", target, action="shoot")
        made.dice(1, 1)
        return made

    return play


def test_a_missed_shot_from_a_hidden_shooter_is_told_to_no_player() -> None:
    same(aims("ana"), aims("raider1"), PUBLIC, ANA, BRUNO)


def of_a_raider(**body: Any) -> Play:
    """Ana strikes a raider of these numbers and hits."""

    def play() -> Scene:
        made = scene(near=[("ana", "raider1")], raider1=body)
        made.declare_all(ana=("attack", "raider1"))
        made.strike("ana", "raider1", viewer=ANA)
        made.answer("answer", {"defence": "none"})
        made.dice(4, 4, 6, 3)
        return made

    return play


def test_numbers_of_a_foe_are_the_game_masters() -> None:
    """TAC-DMG-02, TAC-DMG-04, TAC-HOUSE-14: points, skills and shots; the attacker knows how much went through."""
    plain = {"life": 30, "life_max": 31, "protection": {}}
    same(of_a_raider(**plain), of_a_raider(**{**plain, "life": 40, "life_max": 41}), PUBLIC, BRUNO, ANA)
    skilled = {"skills": {"brawl": 9, "melee_weapons": 9}}
    same(of_a_raider(**plain), of_a_raider(**plain, **skilled), PUBLIC, BRUNO, ANA)


def test_the_shots_of_others_are_not_counted_at_the_table() -> None:
    """TAC-ACT-05."""

    def shooting(left: int) -> Play:
        def play() -> Scene:
            made = scene()
            arms = made.body("shade").arms
            assert arms["w01"].left
            made.begin("reveal", who="shade")
            made.declare_all(shade=("shoot", "ana"))
            made.begin(
                "shoot", "shade", target="ana", weapon="w01", shots=left, aim=None, difficulty="ruled", modifiers=[]
            )
            made.dice(1, 1)
            return made

        return play

    same(shooting(1), shooting(3), PUBLIC, ANA, BRUNO)


def test_an_act_that_was_refused_tells_nothing_of_the_hidden() -> None:
    play = hidden_acts(does=True)()
    as_ever = r"core\.input\.option|core\.relation\.not_yours|declare_first|not_your_turn"
    for action, who, inputs in (
        ("relate", "ana", {"of": "shade", "what": "engaged:melee"}),
        ("relate", "ana", {"of": "ana", "to": "shade", "what": "engaged:apart"}),
        ("move", "ana", {"way": "move", "closing": "shade", "difficulty": "no_roll"}),
    ):
        with pytest.raises(RuleError, match=as_ever):
            play.begin(action, who, viewer=ANA, **inputs)

"""The heat of machines: what it adds up to, and what it brings about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.errors import RuleError
from rules.core.fight import Command
from rules.core.inputs import Allocation
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.situation import with_machine
from rules.systems.tactico.vehicles.state import MachineTurn
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, field
from tests.rules.tactico.vehicles.playing import broken, ended, heated, machine, thrown, told, under_way


def test_heat_is_spoken_of_where_a_machine_keeps_it() -> None:
    """TAC-HEAT-01: mechs and fighters do, a tank does not."""
    play = under_way({"aa": ("1010", 0), "cb": ("1007", 3)})
    speaker = Speaker("tactico", "es", str)
    for who, target, hot in (("cb", "aa", False), ("aa", "cb", True)):
        offered = engine.action(SYSTEM, "fire").inputs(play.fight, who, GM)[0]
        assert isinstance(offered, Allocation)
        weapons = [speaker.text(option.label) for option in offered.options]
        command = Command("one", "fire", who, {"shots": {offered.options[0].value: target}}, "")
        told_so = engine.action(SYSTEM, "fire").says(play.fight, command)
        assert told_so is not None
        assert {"calor" in words for words in (*weapons, speaker.text(told_so))} == {hot}


def hot(movement: str = "run", **more: Any) -> MachineTurn:
    return MachineTurn(movement=movement, way=("1009",), moved=True, declared=True, **more)  # type: ignore[arg-type]


def test_heat_of_the_turn_less_radiators() -> None:
    """TAC-HEAT-01 to -03, TAC-HOUSE-25."""
    fired = ("w01", "w02", "w03", "w04")
    play = under_way({}, {"aa": hot(fired=fired, piloting=(3, 4))})
    ended(play)
    told_heat = told(play, "heat.end")[0]
    assert (told_heat.params["who"].combatant, told_heat.value) == ("aa", 2)  # type: ignore[union-attr]
    assert {term.code: term.value for term in told_heat.terms} == {
        "heat.movement": 2,
        "heat.weapons": 12,
        "heat.sinks": -12,
    }


def test_avoidable_events_are_asked_for_in_order() -> None:
    """TAC-HEAT-07, TAC-HOUSE-26, TAC-HOUSE-27: shutdown, then ammunition, each with its number."""
    play = heated(23)
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")
    play.begin("next_step")
    assert play.keys == ["heat:shutdown:ca"]
    play.answer("heat:shutdown:ca", {"faces": [4, 3]})
    assert play.keys == ["heat:ammo_explosion:ca"]
    play.answer("heat:ammo_explosion:ca", {"faces": [2, 2]})
    thrown(play)
    one = machine(play, "ca")
    assert one.offline, "8 or more avoids it: 7 does not"
    assert one.armour["center_torso"] == 30 - 15
    assert not one.carries_ammunition
    assert (one.heat, one.points("walk")) == (23, 0)
    # shut down it declares nothing in the whole next turn, nobody moves it, and it is an easy target
    assert "ca" not in SYSTEM.whose_turn(play.fight)
    for action, inputs in (("drive", {"mode": "walk", "to": "1010", "facing": None}), ("fire", {"twist": "0"})):
        with pytest.raises(RuleError, match=r"tactico\.vehicle\.offline"):
            play.begin(action, "ca", **inputs)
    assert one.stopped
    ended(play)
    assert not machine(play, "ca").offline


def test_shutdown_at_thirty_is_not_asked_for() -> None:
    """TAC-HEAT-04, TAC-HEAT-07."""
    play = heated(30)
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")
    play.begin("next_step")
    assert play.keys == ["heat:ammo_explosion:ca"]
    thrown(play, [6, 6])
    assert machine(play, "ca").offline


def test_heat_is_not_carried_over_unless_the_house_says_so() -> None:
    """TAC-HOUSE-25."""
    play = under_way({})
    fight = with_machine(play.fight, "ca", replace(machine(play, "ca"), heat=25))
    play = Recorder(SYSTEM, fight)
    ended(play)
    assert machine(play, "ca").heat == 0


def test_shut_down_and_out_of_control_is_shut_down() -> None:
    """TAC-HOUSE-27."""
    fight = field()
    one = fight.combatants["dd"].body.machine
    play = Recorder(SYSTEM, with_machine(fight, "dd", replace(one, wild=True, offline=True, at="0505")))
    play.begin("next_step")
    thrown(play)
    assert "dd" not in SYSTEM.whose_turn(play.fight)
    assert machine(play, "dd").stopped


def test_ammunition_lost_with_its_location_explodes_no_more() -> None:
    """TAC-HOUSE-26, TAC-HOUSE-31."""
    play = broken(under_way({}), "ca", "right_torso", "left_torso")
    # the machine gun in the centre is left
    assert machine(play, "ca").carries_ammunition
    spent = replace(machine(play, "ca").weapons["w05"], fired=30)
    one = replace(machine(play, "ca"), weapons={**machine(play, "ca").weapons, "w05": spent})
    assert not one.carries_ammunition

"""What takes a full round is spread over two turns, and what was begun may be left undone."""

import pytest

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.outfit import dump_gear
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, NEAR, THUG, move, scene, weapon_thing
from tests.rules.scenarios.d20 import PISTOL, SOLDIER
from tests.rules.things import gear, thing


def test_a_full_round_action_over_two_turns():
    """D20C-MVA-07, D20C-MVA-08."""
    table = scene()
    move(table, "ana")
    table.begin("two_turns", "ana", what="use_skill_full_round")
    next_turn_of_ana(table)
    assert table.why_not("attack", "ana") == "d20.turn.must_complete"
    table.begin("two_turns", "ana", kind="skill:tumble", dc=15)
    table.dice(10)
    assert table.told("test.succeeds")
    assert table.body("ana").started == ""
    assert table.why_not("move", "ana") is None


def next_turn_of_ana(table):
    """The turns of all others pass."""
    table.pass_turn("shade")
    table.begin("end_turn", None)
    while table.requests:
        table.dice(20)


def test_only_what_can_be_completed_is_spread_over_two_turns():
    """D20C-HOUSE-13: not the charges; flames only while one burns, a magazine only while rounds are missing."""
    table = scene()
    (what,) = table.system.actions["two_turns"].inputs(table.fight, "ana", ANA)
    assert [one.value for one in what.options] == ["use_skill_full_round", "coup_de_grace"]
    for name in ("overrun_charge", "bull_rush_charge", "extinguish_flames", "reload_internal_magazine"):
        with pytest.raises(UnknownValue):
            table.begin("two_turns", "ana", what=name)


def test_a_coup_de_grace_over_two_turns_is_one():
    """D20C-CDG-02 to -04, D20C-MVA-07: begun and completed it draws blows as it does at once."""
    table = scene(near=(("ana", "thug"), ("ana", "other")), thug={**THUG, "hp_max": 40})
    table.state["fight"]["combatants"]["thug"]["body"]["effects"] = {
        "helpless": {"id": "helpless", "kind": "condition", "what": "helpless"}
    }
    table.begin("two_turns", "ana", what="coup_de_grace")
    table.answer("opportunity:other", {"strikes": False})
    next_turn_of_ana(table)
    table.begin("two_turns", "ana", target="thug", blow="coup_de_grace", weapon="espada")
    table.answer("opportunity:other", {"strikes": False})
    table.dice(4, 4, 15, 10)
    assert (table.body("thug").hp, table.body("thug").vital) == (40 - 12, "dead")
    assert table.why_not("move", "ana") is None


def test_flames_are_put_out_over_two_turns():
    """D20H-FIRE-03, D20C-MVA-07."""
    table = scene()
    table.begin("fire", None, targets=["ana"])
    table.dice(1, 1)
    table.begin("two_turns", "ana", what="extinguish_flames")
    table.pass_turn("shade")
    table.begin("end_turn", None)
    table.dice(1, 1)
    table.begin("quench", "ana", how="water")
    assert "burning" not in table.body("ana").timers
    assert table.body("ana").started == ""


def test_what_was_begun_may_be_left_undone():
    """D20C-MVA-08: it takes the action all the same; else nothing could be done where it cannot be completed."""
    table = scene()
    table.begin("two_turns", "ana", what="coup_de_grace")
    next_turn_of_ana(table)
    with pytest.raises(NotAllowed):
        table.begin("two_turns", "ana", target="thug", viewer=ANA)
    table.begin("two_turns", "ana", gives_up=True, viewer=ANA)
    assert table.told("act.given_up")
    assert table.why_not("attack", "ana") == "d20.turn.second_attack_action"
    assert table.why_not("move", "ana") is None


def test_a_magazine_filled_over_two_turns_is_full():
    """D20C-AOT-03, D20C-MVA-07: offered only while rounds are missing."""
    shotgun = {**PISTOL, "name": "Escopeta", "capacity": 6, "reload": "internal", "properties": ["two_handed"]}
    table = scene(ana={**SOLDIER, "weapons": [shotgun]})
    with pytest.raises(UnknownValue):
        table.begin("two_turns", "ana", what="reload_internal_magazine")
    table.strike("ana", "thug", 1, feet=10)
    table.pass_turn("shade")
    table.begin("end_turn", None)
    table.begin("two_turns", "ana", what="reload_internal_magazine")
    assert table.body("ana").loaded("escopeta") == 5
    table.pass_turn("shade")
    table.begin("end_turn", None)
    table.begin("two_turns", "ana")
    assert table.body("ana").loaded("escopeta") == 6
    assert table.told("gear.done_reload")


def test_a_magazine_filled_beside_a_foe_draws_blows_and_takes_what_is_carried():
    """D20C-AOT-03, D20C-AOT-01, D20S-GUN-01: begun and completed; no more rounds than there are in the box."""
    shotgun = weapon_thing("gun", "Escopeta", capacity=6, reload="internal", ammunition="shotgun")
    box = thing(SYSTEM, "box", "ammunition", "Cartuchos", ammunition="shotgun", charges=2)
    table = scene(ana={**SOLDIER, "weapons": []}, near=NEAR)
    sheet = table.fight.combatants["ana"].sheet
    table.begin("resheet", None, who="ana", sheet=sheet, gear=dump_gear(gear(shotgun, box)), internal=True)
    table.state["fight"]["combatants"]["ana"]["body"]["arms"] = {"gun": {"spent": 5}}
    table.begin("two_turns", "ana", what="reload_internal_magazine")
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": False})
    next_turn_of_ana(table)
    table.begin("two_turns", "ana", weapon="gun")
    table.answer("opportunity:thug", {"strikes": False})
    assert table.body("ana").loaded("gun") == 1 + 2
    assert not table.fight.combatants["ana"].gear.of("ammunition")

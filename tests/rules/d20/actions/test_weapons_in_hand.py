"""Weapons in hand, drawn, dropped, thrown and picked up."""

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.outfit import dump_gear
from rules.systems.d20.gear.using import GEAR
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, NEAR, scene
from tests.rules.scenarios.d20 import SOLDIER
from tests.rules.things import gear, thing


def test_drawing_and_dropping():
    """D20C-MVA-04, D20C-AOT-04."""
    table = scene()
    table.begin("gear", "ana", verb="drop", weapon="espada")
    assert table.body("ana").main == "unarmed"
    table.begin("gear", "ana", verb="draw", weapon="garrote")
    table.begin("gear", "ana", verb="pick_up", weapon="espada")
    assert (table.body("ana").main, table.body("ana").off) == ("garrote", "espada")
    assert table.why_not("attack", "ana") == "d20.turn.too_many_actions"


def test_the_button_of_weapons_says_what_is_done_with_which_and_what_lies_there_is_proposed():
    """D20C-ACT-06: a combatant with nothing else to draw picks up what was knocked from its hand."""
    table = scene()
    table.begin("gear", "ana", verb="drop", weapon="espada")
    said = GEAR.says(table.fight, Command("c", "gear", "ana", {"verb": "pick_up", "weapon": "espada"}))
    assert said == Fact("gear_says.pick_up", params={"name": table.body("ana").weapon("espada").name})
    body = table.body("ana")
    alone = table.fight.with_body("ana", replace(body, weapons=(body.weapon("espada"),)))
    assert [one.default for one in GEAR.inputs(alone, "ana", ANA)] == ["pick_up", "espada"]


def test_the_form_of_weapons_begins_with_what_can_be_done():
    """D20C-MVA-04: what is in hand is not drawn again."""

    def begins(table):
        verb, weapon = GEAR.inputs(table.fight, "ana", ANA)
        return verb.default, weapon.default

    table = scene()
    assert begins(table) == ("draw_off", "garrote"), "the only weapon in hand is seldom put away"
    table.begin("gear", "ana", verb="draw_off", weapon="garrote")
    assert begins(table) == ("sheathe", "espada"), "both hands are full"
    table.begin("gear", "ana", verb="drop", weapon="espada")
    table.begin("gear", "ana", verb="drop", weapon="garrote")
    assert begins(table)[0] == "draw"


def refusal(table, action, who, **inputs):
    """Why an act is refused."""
    with pytest.raises(NotAllowed) as refused:
        table.begin(action, who, **inputs)
    return refused.value.reason


def test_only_what_is_in_hand_strikes():
    """D20C-ACT-06, D20C-MVA-04, D20C-AOT-02: what is at the belt is shown with the reason, to be drawn."""
    table = scene(near=NEAR)
    for action, inputs in (
        ("attack", {"target": "thug", "weapon": "pistola"}),
        ("charge", {"target": "dog", "weapon": "garrote", "feet": 20}),
        ("volley", {"target": "thug", "weapon": "pistola"}),
        ("autofire", {"weapon": "fusil"}),
    ):
        assert refusal(table, action, "ana", **inputs) == "d20.weapon.not_in_hand"
    choice = next(one for one in table.system.actions["attack"].inputs(table.fight, "ana", ANA) if one.name == "weapon")
    open_ones = [one.value for one in choice.options if one.reason is None]
    assert open_ones == ["espada", "unarmed"]
    assert choice.default == "espada"
    table.begin("ready", "ana", what="attack", trigger="")
    assert refusal(table, "trigger", "ana", by="thug", target="thug", weapon="garrote") == "d20.weapon.not_in_hand"


def test_drawing_takes_a_free_hand():
    """D20C-MVA-04, D20C-AOT-02, D20C-AOT-04: what is held goes to the ground for nothing, or away by a move action."""
    table = scene(near=NEAR)
    assert refusal(table, "gear", "ana", verb="draw", weapon="pistola") == "d20.gear.hands_full"
    table.begin("gear", "ana", verb="draw_off", weapon="navaja")
    assert refusal(table, "gear", "ana", verb="draw_off", weapon="garrote") == "d20.gear.hands_full"
    table = scene(near=NEAR)
    table.begin("gear", "ana", verb="sheathe", weapon="espada")
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": False})
    table.begin("gear", "ana", verb="draw", weapon="fusil")
    assert (table.body("ana").main, table.body("ana").both) == ("fusil", True)
    assert table.why_not("attack", "ana") == "d20.turn.too_many_actions"
    table = scene(near=NEAR)
    table.in_hand("ana", "fusil")
    assert refusal(table, "gear", "ana", verb="draw_off", weapon="navaja") == "d20.gear.hands_full"


def test_what_is_not_in_hand_says_how_it_gets_there():
    """D20C-MVA-04: a button each; drawing where a hand is free, else what makes room."""

    def ways(table, weapon):
        inputs = table.system.actions["attack"].inputs(table.fight, "ana", ANA)
        choice = next(one for one in inputs if one.name == "weapon")
        option = next(one for one in choice.options if one.value == weapon)
        return [(one["verb"], one["weapon"]) for one in option.extra.get("instead", ())]

    table = scene()
    assert ways(table, "espada") == []
    assert ways(table, "fusil") == [("drop", "espada"), ("sheathe", "espada")]
    assert ways(table, "navaja") == [("draw_off", "navaja"), ("drop", "espada"), ("sheathe", "espada")]
    table.begin("gear", "ana", verb="drop", weapon="espada")
    assert ways(table, "fusil") == [("draw", "fusil")]


def test_where_nobody_takes_turns_there_is_time_to_draw():
    """D20C-MVA-04."""
    table = scene(ordered=False)
    table.strike("ana", "thug", 1, weapon="garrote")
    assert table.body("ana").main == "garrote"


SPEAR = {"dice": "1d8", "use": "thrown", "weapon_kind": "thrown", "increment": 20}


def with_things(*things):
    """Ana carries these and has nothing written on her sheet; one in hand where its place says so."""
    table = scene(ana={**SOLDIER, "weapons": []})
    sheet = table.fight.combatants["ana"].sheet
    table.begin("resheet", None, who="ana", sheet=sheet, gear=dump_gear(gear(*things)), internal=True)
    return table


def owned(table, key):
    """How many of a thing Ana has."""
    return table.fight.combatants["ana"].gear.things[key].quantity


def test_a_thrown_spear_lies_there_and_is_picked_up():
    """D20C-AOT-02: it leaves what she carries, and comes back with it; nobody else could throw it meanwhile."""
    table = with_things(replace(thing(SYSTEM, "spear", "weapon", "Lanza", **SPEAR), place="hand"))
    table.strike("ana", "thug", 1, weapon="spear", mode="ranged", feet=10)
    assert (owned(table, "spear"), table.body("ana").main) == (0, "unarmed")
    assert refusal(table, "gear", "ana", verb="draw", weapon="spear") == "d20.gear.not_there"
    table.begin("gear", "ana", verb="pick_up", weapon="spear")
    assert (owned(table, "spear"), table.body("ana").main) == (1, "spear")
    assert refusal(table, "gear", "ana", verb="pick_up", weapon="spear") == "d20.gear.not_on_ground"
    table.undo()
    assert owned(table, "spear") == 0


def test_of_several_pieces_one_is_gone_with_each_throw():
    """D20C-AOT-02: three knives in the ledger, and of those on a sheet as many as are written there."""
    knives = replace(thing(SYSTEM, "knife", "weapon", "Cuchillo", **SPEAR), place="hand", quantity=3)
    table = with_things(knives)
    table.strike("ana", "thug", 1, weapon="knife", mode="ranged", feet=10)
    assert (owned(table, "knife"), table.body("ana").main) == (2, "knife")
    table.begin("gear", "ana", verb="pick_up", weapon="knife")
    assert (owned(table, "knife"), table.body("ana").arm("knife").lying) == (3, 0)
    table = scene()
    table.in_hand("ana", "navaja")
    table.strike("ana", "thug", 1, weapon="navaja", mode="ranged", feet=10)
    assert table.body("ana").arm("navaja").spent == 1
    table.begin("gear", "ana", verb="pick_up", weapon="navaja")
    assert table.body("ana").arm("navaja").spent == 0


def test_what_bursts_is_gone_from_the_gear_for_good():
    """D20S-EXP-01, D20S-SPL-01."""
    values = {**SPEAR, "dice": "4d6", "increment": 10, "radius": 20, "save_dc": 15, "properties": ["explosive"]}
    table = with_things(replace(thing(SYSTEM, "grenade", "weapon", "Granada", **values), place="hand", quantity=2))
    table.begin("throw_explosive", "ana", weapon="grenade", feet=10)
    table.dice(2)
    table.answer("burst:caught", {"caught": {}})
    assert owned(table, "grenade") == 1
    assert refusal(table, "gear", "ana", verb="pick_up", weapon="grenade") == "d20.gear.not_on_ground"

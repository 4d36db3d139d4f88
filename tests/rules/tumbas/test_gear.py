"""What gear does to a sheet, what it takes of the load, what a sheet lists as things (TUM-LOAD-01, TUM-HOUSE-09)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.core.equipment import checked, faults_of
from rules.core.facts import Fact
from rules.core.gear import NO_GEAR, Gear
from rules.core.outfit import fresh_body, outfitted
from rules.core.types import Json
from rules.systems.tumbas.load import spaces_taken
from rules.systems.tumbas.system import SYSTEM
from tests.rules.things import gear, thing

BARE: Mapping[str, Json] = {"equipment_points": 0, "coins": 0}
SABRE = thing(SYSTEM, "sabre", "weapon", "Sable", place="hand", attribute="either", damage_die="8")
BOW = thing(SYSTEM, "bow", "weapon", "Arco", place="worn", use="ranged", hands="2", attribute="agility")
SCALES = thing(SYSTEM, "scales", "armour", "Escamas", place="worn", armour=2, spaces=2)
SHIELD = thing(SYSTEM, "shield", "shield", "Tablacho", place="worn")


def sheet_of(**values: Json) -> Mapping[str, Json]:
    return SYSTEM.sheet_kinds["person"].load({"strength": 1, "agility": 2, **BARE, **values})


def value(code: str, sheet: Mapping[str, Json], carried: Gear = NO_GEAR, kind: str = "person") -> Fact:
    whole = outfitted(SYSTEM, kind, sheet, carried, {})
    return next(fact for fact in SYSTEM.values(kind, whole, {}) if fact.code == code)


def body_of(sheet: Mapping[str, Json], carried: Gear, kind: str = "person") -> Any:
    return fresh_body(SYSTEM, kind, sheet, carried, {})


def test_worn_armour_counts_by_its_own_name() -> None:
    """TUM-HOUSE-09."""
    found = value("value.armour", sheet_of(armour="leather"), gear(SCALES))
    assert (found.value, found.terms[0].params["armour"]) == (2, "Escamas")
    assert value("value.armour", sheet_of(armour="plate"), gear(SCALES)).value == 3


def test_weapons_in_hand_come_first_then_those_at_the_belt_and_what_the_sheet_lists() -> None:
    """TUM-HOUSE-08."""
    body = body_of(sheet_of(weapons=[{"weapon": "mace"}]), gear(BOW, SABRE))
    assert body.arms() == ("sabre", "bow", "mace", "unarmed")
    assert body.in_hand == "sabre"
    assert body.best(body.weapon("sabre")) == "agility"
    assert body.weapon("sabre").damage_die == 8


def test_weapon_in_the_backpack_is_not_at_hand() -> None:
    packed = thing(SYSTEM, "sabre", "weapon", damage_die="8")
    assert body_of(sheet_of(), gear(packed)).arms() == ("unarmed",)


def test_shield_serves_while_a_hand_is_free() -> None:
    """TUM-HOUSE-09."""
    assert body_of(sheet_of(), gear(SABRE, SHIELD)).shield_serves
    both = thing(SYSTEM, "pike", "weapon", place="hand", hands="2")
    assert not body_of(sheet_of(), gear(both, SHIELD)).shield_serves


def test_things_take_spaces_beside_what_the_sheet_lists() -> None:
    """TUM-LOAD-01, TUM-LOAD-05: units of sheet and gear are added before full groups are counted."""
    carried = gear(
        SABRE,
        SCALES,
        thing(SYSTEM, "coins", "coin", quantity=60, coin="gold"),
        thing(SYSTEM, "food", "provisions", quantity=1),
        thing(SYSTEM, "points", "equipment_point", quantity=2),
        rest={"spaces": 1},
    )
    found = value("value.load", sheet_of(coins=40, provisions=1), carried)
    assert {term.code: term.value for term in found.terms} == {
        "load.points": 2,
        "load.provisions": 1,
        "load.money": 1,
        "load.spaces": 4,
    }
    assert found.value == 8


def test_too_much_overloads() -> None:
    """TUM-LOAD-02, TUM-LOAD-03: capacity 6."""
    exact = gear(thing(SYSTEM, "anvil", "object", spaces=6))
    assert not body_of(sheet_of(), exact).overloaded
    assert body_of(sheet_of(), gear(thing(SYSTEM, "anvil", "object", spaces=7))).overloaded


def test_groups_are_counted_full_or_rounded_up() -> None:
    """TUM-LOAD-05."""
    units = {"provisions": 3, "money": 199}
    assert spaces_taken(units, round_up=False) == 2
    assert spaces_taken(units, round_up=True) == 4


def test_what_a_sheet_lists_becomes_things_of_the_same_effect() -> None:
    """TUM-EQP-01, TUM-LOAD-01, TUM-HOUSE-08 to -10."""
    sheet = sheet_of(
        weapons=[{"weapon": "axe"}, {"weapon": "unarmed"}, {"weapon": "dagger", "note": "de la bota"}],
        armour="mail",
        shield=True,
        equipment_points=2,
        provisions=5,
        coins=15,
        jewels=2,
        items=[{"name": "Cuerda", "declared": True}, {"name": "Cofre", "spaces": 3, "kind": "campaign"}],
    )
    rest, things = SYSTEM.equipment.unpack("person", sheet)
    assert [(one.id, one.kind, one.name, one.quantity, one.place) for one in things] == [
        ("1", "weapon", "Hacha", 1, "hand"),
        ("2", "weapon", "Daga (de la bota)", 1, "worn"),
        ("3", "armour", "Malla", 1, "worn"),
        ("4", "shield", "Escudo", 1, "worn"),
        ("5", "equipment_point", "Punto de equipo", 2, "packed"),
        ("6", "provisions", "Provisiones", 5, "packed"),
        ("7", "coin", "Monedas de oro", 15, "packed"),
        ("8", "jewel", "Joyas", 2, "packed"),
        ("9", "object", "Cuerda", 1, "packed"),
        ("10", "object", "Cofre", 1, "packed"),
    ]
    carried = gear(*things)
    for code in ("value.armour", "value.load", "value.capacity"):
        assert value(code, rest, carried).value == value(code, sheet).value
    assert body_of(rest, carried).shield
    for one in things:
        assert checked(SYSTEM.equipment.kinds[one.kind], one.values) == one.values
    assert SYSTEM.equipment.unpack("person", rest) == (rest, ())


def test_a_creature_may_be_armed_and_keeps_what_it_fights_with() -> None:
    """TUM-HOUSE-27."""
    wolf = SYSTEM.sheet_kinds["creature"].load({"template": "bandit"})
    body = body_of(wolf, gear(BOW, SABRE, SCALES), "creature")
    assert body.arms() == ("sabre", "bow", "natural")
    assert body.armour == 2
    assert value("value.armour", wolf, gear(SCALES), "creature").terms[0].params["armour"] == "Escamas"
    assert SYSTEM.equipment.unpack("creature", wolf) == (wolf, ())


@pytest.mark.parametrize(
    ("kind", "values", "fields"),
    [
        ("class", {"gives": {"character_class": "thief", "talents": ["quick"]}}, []),
        ("class", {"gives": {"character_class": "acrobat"}}, ["gives.character_class"]),
        ("weapon", {"damage_die": "7"}, ["damage_die"]),
        ("object", {"weight": 2}, ["weight"]),
    ],
)
def test_entries_are_checked(kind: str, values: dict[str, Json], fields: list[str]) -> None:
    inputs = SYSTEM.sheet_kinds["person"].inputs
    assert [fault.field for fault in faults_of(SYSTEM.equipment.kinds[kind], values, inputs)] == fields

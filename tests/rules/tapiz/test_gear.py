"""What gear does to a sheet, what things weigh, and a sheet's own armour as things (TAP-HOUSE-07, TAP-LOAD-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.creation import propose
from rules.core.equipment import checked, faults_of
from rules.core.facts import Fact
from rules.core.gear import NO_GEAR, Gear, Thing
from rules.core.outfit import fresh_body, outfitted
from rules.core.types import Json
from rules.systems.tapiz.archetypes import ARCHETYPES
from rules.systems.tapiz.creation import CREATION
from rules.systems.tapiz.gear.measures import kilograms
from rules.systems.tapiz.system import SYSTEM
from tests.rules.things import gear, thing

MAIL = thing(SYSTEM, "mail", "armour", "Cota del abuelo", place="worn", armour="medium", weight=9_400)
SHIELD = thing(SYSTEM, "shield", "shield", "Rodela", place="hand", weight=2_600)


def sheet_of(**values: Json) -> Mapping[str, Json]:
    return SYSTEM.sheet_kinds["person"].load({"strength": 14, "dexterity": 12, **values})


def value(code: str, sheet: Mapping[str, Json], carried: Gear = NO_GEAR) -> Fact:
    whole = outfitted(SYSTEM, "person", sheet, carried, {})
    return next(fact for fact in SYSTEM.values("person", whole, {}) if fact.code == code)


def test_worn_armour_and_shield_count_by_their_own_names() -> None:
    """TAP-ROLL-09, TAP-HOUSE-07: 10, Dexterity +1, mail +4, shield +1."""
    found = value("value.armour_class", sheet_of(), gear(MAIL, SHIELD))
    assert found.value == 16
    assert [term.params.get("armour") or term.params.get("shield") for term in found.terms[-2:]] == [
        "Cota del abuelo",
        "Rodela",
    ]


def test_armour_in_the_bag_does_not_protect() -> None:
    packed = thing(SYSTEM, "mail", "armour", armour="heavy", weight=20_000)
    assert value("value.armour_class", sheet_of(), gear(packed)).value == 11


@pytest.mark.parametrize(("written", "counts"), [("light", 15), ("heavy", 17)])
def test_the_better_of_hide_and_armour_counts(written: str, counts: int) -> None:
    assert value("value.armour_class", sheet_of(armour=written), gear(MAIL)).value == counts


def test_everything_weighs_and_kilograms_are_rounded_up() -> None:
    """TAP-LOAD-01, TAP-LOAD-02: capacity 26; 26 kg and 1 gram are too much."""
    exact = thing(SYSTEM, "1", "gear", weight=13_000, quantity=2)
    assert value("value.load_capacity", sheet_of(), gear(exact)).params["key"] == "normal"
    coin = thing(SYSTEM, "2", "coin", coin="gold")
    over = value("value.load_capacity", sheet_of(), gear(exact, coin))
    assert (over.params["weight"], over.params["key"]) == (27, "loaded")


def test_what_is_in_no_fight_weighs_too_and_the_sheet_adds_to_it() -> None:
    found = value("value.load_capacity", sheet_of(weight=10), gear(rest={"grams": 2_500}))
    assert found.params["weight"] == 13


@pytest.mark.parametrize(("grams", "kilos"), [(0, 0), (1, 1), (999, 1), (1000, 1), (1001, 2)])
def test_kilograms(grams: int, kilos: int) -> None:
    assert kilograms(grams) == kilos


def test_a_sheets_own_armour_becomes_things_of_the_same_effect() -> None:
    sheet = sheet_of(armour="medium", shield=True, weight=15)
    rest, things = SYSTEM.equipment.unpack("person", sheet)
    assert [(one.id, one.kind, one.name, one.place) for one in things] == [
        ("1", "armour", "Armadura media", "worn"),
        ("2", "shield", "Escudo", "hand"),
        ("3", "gear", "Otras cosas", "packed"),
    ]
    carried = gear(*things)
    for code in ("value.armour_class", "value.load_capacity"):
        assert value(code, rest, carried).value == value(code, sheet).value
    assert value("value.load_capacity", rest, carried).params["weight"] == 15
    assert SYSTEM.equipment.unpack("person", rest) == (rest, ())


@pytest.mark.parametrize(("written", "grams"), [(0, [10_000, 3_000]), (12, [10_000, 2_000]), (4, [4_000, 0])])
def test_armour_weighs_what_is_usual_or_its_share_of_what_was_written(written: int, grams: list[int]) -> None:
    things = SYSTEM.equipment.unpack("person", sheet_of(armour="medium", shield=True, weight=written))[1]
    assert [one.values["weight"] for one in things] == grams


def test_no_armour_of_a_character_made_at_once_is_weightless() -> None:
    """The ready-made rogue wore 0 kg of leather."""
    for name in ARCHETYPES:
        made = propose(CREATION, name, lambda sides: sides - 1, str, {})
        assert made.things
        for one in made.things:
            assert one.values["weight"] > 0, (name, one.name)


def test_what_was_unpacked_are_values_of_their_kinds() -> None:
    for one in SYSTEM.equipment.unpack("person", sheet_of(armour="heavy", shield=True, weight=3))[1]:
        assert checked(SYSTEM.equipment.kinds[one.kind], one.values) == one.values


def test_a_creature_keeps_its_hide() -> None:
    sheet = SYSTEM.sheet_kinds["creature"].load({"armour": "heavy"})
    assert SYSTEM.equipment.unpack("creature", sheet) == (sheet, ())


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        ({"size": "two_handed"}, ("2", "strength", "inmediato")),
        ({"use": "ranged"}, ("1", "dexterity", "lejos")),
        ({"use": "ranged", "reach": "medio", "attribute": "wisdom", "hands": "2"}, ("2", "wisdom", "medio")),
    ],
)
def test_what_a_weapon_does_not_say_follows_from_the_rest(given: dict[str, Any], becomes: tuple[str, ...]) -> None:
    """TAP-HOUSE-18, TAP-HOUSE-19."""
    found = checked(SYSTEM.equipment.kinds["weapon"], given)
    assert (found["hands"], found["attribute"], found["reach"]) == becomes


def test_a_class_writes_only_what_a_sheet_has() -> None:
    kind, inputs = SYSTEM.equipment.kinds["class"], SYSTEM.sheet_kinds["person"].inputs
    good = {"gives": {"physical_die": "10", "traits": [{"text": "Guardia del vado"}]}}
    assert list(faults_of(kind, good, inputs)) == []
    bad = {"gives": {"physical_die": "7", "armor": "light"}}
    assert [fault.field for fault in faults_of(kind, bad, inputs)] == ["gives.physical_die", "gives.armor"]


def test_the_body_of_a_fight_starts_from_the_gear() -> None:
    body = fresh_body(SYSTEM, "person", sheet_of(), gear(MAIL, SHIELD), {})
    assert (body.armour, body.armour_name, body.shield_name, body.weight) == ("medium", "Cota del abuelo", "Rodela", 12)


def test_charges_are_those_of_the_one_in_use() -> None:
    flasks = gear(Thing("f", "consumable", "Redoma", quantity=2, charges=2))
    once = flasks.use_charge("f", 2)
    assert (once.things["f"].quantity, once.things["f"].charges) == (2, 1)
    twice = once.use_charge("f", 2)
    assert (twice.things["f"].quantity, twice.things["f"].charges) == (1, 2)
    empty = twice.use_charge("f", 2).use_charge("f", 2)
    assert (empty.things["f"].quantity, empty.things["f"].charges) == (0, 0)


def test_what_a_fallen_creature_leaves_is_its_shield_and_no_hide() -> None:
    """TAP-HOUSE-07: armour without a shield may be the hide."""
    load = SYSTEM.sheet_kinds["creature"].load
    assert SYSTEM.equipment.spoils("creature", load({"armour": "heavy"})) == ()
    things = SYSTEM.equipment.spoils("creature", load({"armour": "medium", "shield": True}))
    assert [(one.kind, one.name, one.place) for one in things] == [
        ("armour", "Armadura media", "packed"),
        ("shield", "Escudo", "packed"),
    ]
    assert SYSTEM.equipment.spoils("person", sheet_of(armour="medium", shield=True)) == ()


@pytest.mark.parametrize(
    ("place", "beside", "serves"),
    [
        ("hand", (), True),
        ("hand", ("1",), True),
        ("hand", ("2",), False),
        ("hand", ("1", "1"), False),
        ("worn", (), False),
        ("packed", (), False),
    ],
)
def test_a_shield_serves_in_a_hand_that_holds_nothing_else(place: Any, beside: tuple[str, ...], serves: bool) -> None:
    """TAP-HOUSE-07."""
    weapons = [
        thing(SYSTEM, f"weapon{number}", "weapon", place="hand", hands=hands) for number, hands in enumerate(beside)
    ]
    carried = gear(replace(SHIELD, place=place), *weapons)
    bare = value("value.armour_class", sheet_of(), gear(*weapons)).value
    assert value("value.armour_class", sheet_of(), carried).value == (bare or 0) + serves

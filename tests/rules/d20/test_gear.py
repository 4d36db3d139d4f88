"""What gear does to a sheet of d20: weapons, armour, weight; what is reloaded, spent, unpacked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.core.equipment import checked, faults_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.gear import NO_GEAR, Gear
from rules.core.outfit import fresh_body, outfitted
from rules.core.types import Json
from rules.systems.d20.bearing import load_of
from rules.systems.d20.system import SYSTEM
from tests.content.duel import FOE, HERO, do, duel
from tests.rules.recorder import Recorder
from tests.rules.things import gear, thing

SHOOTS: Mapping[str, Json] = {"use": "projectile", "weapon_kind": "firearm", "increment": 30}
PISTOL = thing(
    SYSTEM, "p", "weapon", "Pistola", place="hand", weight=250, **SHOOTS, dice="2d6", capacity=6, reload="box",
    ammunition="pistol",
)  # fmt: skip
KNIFE = thing(SYSTEM, "k", "weapon", "Navaja", place="worn", weight=75, dice="1d4", properties=["light"])
BOW = thing(
    SYSTEM, "b", "weapon", "Arco", place="hand", use="projectile", weapon_kind="bow", dice="1d8", increment=40,
    ammunition="arrow", properties=["two_handed"],
)  # fmt: skip
VEST = thing(
    SYSTEM, "v", "armour", "Chaleco del tío", place="worn", weight=400, armour_bonus=1, armour_proficient_bonus=3,
    armour_max_dexterity=4,
)  # fmt: skip
BOX = thing(SYSTEM, "x", "ammunition", "Caja", weight=100, ammunition="pistol", charges=20)
FOE_SHEET: Mapping[str, Json] = {"hp_max": 60, "base_attack": 0}


def sheet_of(**values: Json) -> Mapping[str, Json]:
    return SYSTEM.sheet_kinds["person"].load({"strength": 12, "dexterity": 14, **values})


def value(code: str, sheet: Mapping[str, Json], carried: Gear = NO_GEAR) -> Fact:
    whole = outfitted(SYSTEM, "person", sheet, carried, {})
    return next(fact for fact in SYSTEM.values("person", whole, {}) if fact.code == code)


def body_of(sheet: Mapping[str, Json], carried: Gear = NO_GEAR) -> Any:
    return fresh_body(SYSTEM, "person", sheet, carried, {})


def play_with(carried: Gear, **hero: Json) -> Recorder:
    return duel(SYSTEM, FOE_SHEET, hero=hero, gear=carried, ordered=False)


def body(play: Recorder) -> Any:
    return play.fight.combatants[HERO].body


def test_worn_armour_counts_by_its_own_name_and_the_better_one_wins() -> None:
    """D20C-DEF-04."""
    found = value("value.defense", sheet_of(), gear(VEST))
    assert found.value == 10 + 2 + 3
    assert [term.params["armour"] for term in found.terms if term.code == "term.worn"] == ["Chaleco del tío"]
    assert value("value.defense", sheet_of(armour="Placas", armour_bonus=6), gear(VEST)).value == 10 + 2 + 6
    packed = thing(SYSTEM, "v", "armour", armour_bonus=5)
    assert value("value.defense", sheet_of(), gear(packed)).value == 12


def test_weapons_in_hand_come_first_then_the_belt_then_the_sheet() -> None:
    """D20C-CRT-05."""
    found = body_of(sheet_of(weapons=[{"name": "Porra"}]), gear(KNIFE, PISTOL))
    assert [one.key for one in found.weapons] == ["p", "k", "porra"]
    assert (found.main, found.off, found.both) == ("p", "", False)
    assert found.weapon("p").dice == "2d6"
    assert found.loaded("p") == 6
    assert body_of(sheet_of(), gear(KNIFE)).main == "unarmed"
    assert body_of(sheet_of(), gear(BOW)).both


def test_weight_is_added_exactly() -> None:
    """D20H-LOAD-02, D20H-HOUSE-16: 2.5 + 0.75 + 4 + 3 boxes of 1 + a rest of 1/4, beside 1/2 of the sheet."""
    boxes = thing(SYSTEM, "x", "ammunition", weight=100, quantity=3)
    carried = gear(PISTOL, KNIFE, VEST, boxes, rest={"centipounds": 25})
    assert body_of(sheet_of(items=[{"name": "Radio", "weight": "1/2"}]), carried).weight == "11"


def test_too_much_is_a_heavier_load() -> None:
    """D20H-LOAD-02: Strength 12 carries 43 pounds lightly."""
    assert load_of(body_of(sheet_of(), gear(thing(SYSTEM, "a", "gear", weight=4300)))) == "light"
    assert load_of(body_of(sheet_of(), gear(thing(SYSTEM, "a", "gear", weight=4301)))) == "medium"


def test_reloading_takes_rounds_of_what_is_carried() -> None:
    """D20S-GUN-01: two shots, two rounds of a box of twenty."""
    play = play_with(gear(PISTOL, BOX), feats=["personal_firearms"])
    dice = Random("shots")
    for _ in range(2):
        do(play, "attack", HERO, dice, weapon="p", target=FOE)
    assert body(play).loaded("p") == 4
    play.begin("gear", HERO, verb="reload", weapon="p")
    assert body(play).loaded("p") == 6
    assert play.fight.combatants[HERO].gear.things["x"].charges == 18
    told = next(fact for fact in play.facts if fact.code == "gear.ammunition_left")
    assert (told.value, told.audience.everyone) == (18, False)


def test_a_box_that_is_almost_empty_fills_what_it_can() -> None:
    """D20S-GUN-01."""
    last = thing(SYSTEM, "x", "ammunition", ammunition="pistol", charges=1)
    play = play_with(gear(PISTOL, last))
    for _ in range(2):
        do(play, "attack", HERO, Random("shots"), weapon="p", target=FOE)
    play.begin("gear", HERO, verb="reload", weapon="p")
    assert body(play).loaded("p") == 5
    assert play.fight.combatants[HERO].gear.things["x"].quantity == 0
    with pytest.raises(NotAllowed) as refused:
        play.begin("gear", HERO, verb="reload", weapon="p")
    assert refused.value.reason == "d20.gear.no_ammunition"


def test_each_arrow_is_taken_from_the_quiver() -> None:
    """D20S-GUN-01: without any, nothing can be shot."""
    quiver = thing(SYSTEM, "q", "ammunition", weight=10, ammunition="arrow", charges=1)
    play = play_with(gear(BOW, quiver))
    do(play, "attack", HERO, Random("arrow"), weapon="b", target=FOE)
    assert play.fight.combatants[HERO].gear.things["q"].quantity == 0
    assert body(play).weight == "0"
    with pytest.raises(NotAllowed) as refused:
        do(play, "attack", HERO, Random("arrow"), weapon="b", target=FOE)
    assert refused.value.reason == "d20.gear.no_ammunition"


def test_hands_and_gear_agree_after_drawing() -> None:
    """D20C-ACT-06."""
    play = play_with(gear(PISTOL, KNIFE))
    play.begin("gear", HERO, verb="sheathe", weapon="p")
    play.begin("gear", HERO, verb="draw", weapon="k")
    places = {name: one.place for name, one in play.fight.combatants[HERO].gear.things.items()}
    assert places == {"p": "worn", "k": "hand"}
    assert (body(play).main, body(play).held) == ("k", ("k",))


def test_taking_something_else_in_hand_on_the_inventory_changes_hands() -> None:
    """D20C-ACT-06: what is moved there between fights counts, and all that was shot stays shot."""
    play = play_with(gear(PISTOL, KNIFE))
    do(play, "attack", HERO, Random("shot"), weapon="p", target=FOE)
    kept = SYSTEM.lasting(play.fight, HERO)
    same = SYSTEM.with_lasting(body_of(sheet_of(), gear(PISTOL, KNIFE)), kept)
    assert (same.main, same.loaded("p")) == ("p", 5)
    other = gear(replace(PISTOL, place="worn"), replace(KNIFE, place="hand"))
    moved = SYSTEM.with_lasting(body_of(sheet_of(), other), kept)
    assert (moved.main, moved.loaded("p")) == ("k", 5)


def test_a_consumable_gives_back_hit_points_and_is_used_up() -> None:
    """D20H-HEAL-01."""
    play = play_with(gear(thing(SYSTEM, "c", "consumable", "Gasas", charges=2, restores=3)), hp_max=20)
    play.begin("damage", None, targets={HERO: "full"}, verb="harm", amount=4)
    assert body(play).hp == 16
    play.begin("consume", HERO, thing="c", target=HERO)
    assert play.fight.combatants[HERO].gear.things["c"].charges == 1
    assert body(play).hp == 19
    play.begin("consume", HERO, thing="c", target=FOE)
    assert play.fight.combatants[HERO].gear.things["c"].quantity == 0
    with pytest.raises(NotAllowed):
        play.begin("consume", HERO, thing="c", target=FOE)


def test_what_a_sheet_lists_becomes_things_of_the_same_effect() -> None:
    """D20H-LOAD-02, D20C-DEF-04."""
    sheet = sheet_of(
        weapons=[
            {"name": "Pistola", **SHOOTS, "capacity": 15, "reload": "box", "weight": "3"},
            {"name": "Puños de hierro", "use": "natural"},
            {"name": "Cuchillo", "use": "thrown", "pieces": 3, "weight": "1/2"},
        ],
        armour="Chaleco",
        armour_bonus=1,
        armour_proficient_bonus=3,
        armour_weight="4",
        items=[{"name": "Linterna", "number": 2, "weight": "1,5"}],
    )
    rest, things = SYSTEM.equipment.unpack("person", sheet)
    assert [(one.id, one.kind, one.name, one.quantity, one.place) for one in things] == [
        ("1", "weapon", "Pistola", 1, "hand"),
        ("2", "weapon", "Cuchillo", 3, "worn"),
        ("3", "armour", "Chaleco", 1, "worn"),
        ("4", "gear", "Linterna", 2, "packed"),
    ]
    carried = gear(*things)
    for code in ("value.defense", "value.load", "value.speed"):
        before, after = value(code, sheet), value(code, rest, carried)
        assert (before.value, before.params) == (after.value, after.params)
    assert body_of(rest, carried).weapon("2").pieces == 3
    for one in things:
        assert checked(SYSTEM.equipment.kinds[one.kind], one.values) == one.values
    assert SYSTEM.equipment.unpack("person", rest) == (rest, ())


@pytest.mark.parametrize(
    ("kind", "values", "fields"),
    [
        ("class", {"gives": {"hit_die": "8", "attack_growth": "fast"}}, []),
        ("background", {"gives": {"skills": [{"skill": "nothing"}]}}, ["gives.skill"]),
        ("weapon", {"dice": "many"}, ["dice"]),
        ("gear", {"spaces": 2}, ["spaces"]),
    ],
)
def test_entries_are_checked(kind: str, values: dict[str, Json], fields: list[str]) -> None:
    inputs = SYSTEM.sheet_kinds["person"].inputs
    found = [fault.field for fault in faults_of(SYSTEM.equipment.kinds[kind], values, inputs)]
    assert found == fields


def test_a_fallen_creature_leaves_weapons_and_armour_and_no_claws() -> None:
    """D20C-DEF-04."""
    sheet = SYSTEM.sheet_kinds["creature"].load(
        {
            "weapons": [{"name": "Palanca", "dice": "1d6"}, {"name": "Garras", "use": "natural"}],
            "armour": "Chaleco",
            "armour_bonus": 1,
        }
    )
    things = SYSTEM.equipment.spoils("creature", sheet)
    assert [(one.kind, one.name, one.place) for one in things] == [
        ("weapon", "Palanca", "packed"),
        ("armour", "Chaleco", "packed"),
    ]
    for one in things:
        assert checked(SYSTEM.equipment.kinds[one.kind], one.values) == one.values

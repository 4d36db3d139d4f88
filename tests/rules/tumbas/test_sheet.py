"""Sheets: what follows by itself, creatures of the table, values by hand."""

from rules.core.fight import Combatant, Fight
from rules.core.overrides import FIELD
from rules.core.registry import get_system
from tests.rules.tumbas.scene import scene

SYSTEM = get_system("tumbas")


def values(kind: str = "person", **written: object) -> dict[str, int | None]:
    loaded = SYSTEM.sheet_kinds[kind].load(written)
    return {fact.code: fact.value for fact in SYSTEM.values(kind, loaded, {})}


def test_hit_points_and_capacity_follow_from_class_and_attributes():
    """TUM-HOUSE-03, TUM-HOUSE-05, TUM-LOAD-02, TUM-HOUSE-06, TUM-HOUSE-04."""
    found = values(character_class="thief", strength=1, resistance=-1, talents=["pack_mule"], level=3)
    assert found["value.hp_max"] == 5
    assert found["value.capacity"] == 7
    assert found["value.aptitude"] == 2


def test_hit_points_are_never_below_one():
    """TUM-HOUSE-05."""
    assert values(character_class="wizard", resistance=-5)["value.hp_max"] == 1


def test_terms_add_up_and_values_by_hand_say_why():
    by_hand = [{"value": "value.hp_max", "number": 30, "reason": "bendición"}]
    loaded = SYSTEM.sheet_kinds["person"].load({"strength": 2, "coins": 230, "provisions": 5, FIELD: by_hand})
    for fact in SYSTEM.values("person", loaded, {}):
        if fact.terms:
            assert sum(term.value or 0 for term in fact.terms) == fact.value, fact.code
    assert SYSTEM.body("person", loaded, {}).hp_max == 30


def test_creature_takes_from_the_table_what_was_left_empty():
    """TUM-HOUSE-27."""
    loaded = SYSTEM.sheet_kinds["creature"].load({"template": "ogre", "hp_max": 30})
    assert (loaded["hp_max"], loaded["strength"], loaded["damage_die"], loaded["armour_value"]) == (30, 4, "10", 1)
    assert SYSTEM.sheet_kinds["creature"].load(loaded) == loaded
    body = SYSTEM.body("creature", loaded, {})
    assert (body.creature, body.defence(), body.hp) == (True, "strength", 30)


def test_creature_of_no_table_is_improvised():
    assert SYSTEM.body("creature", SYSTEM.sheet_kinds["creature"].load({}), {}).hp == 5


def test_condition_outlives_the_fight_with_the_maxima_of_the_new_sheet():
    fresh = SYSTEM.body("person", SYSTEM.sheet_kinds["person"].load({"hp_max": 20}), {})
    one = Combatant("a", "Ana", fresh)
    hurt = SYSTEM.settle(Fight(SYSTEM.begin({}), {"a": one}, ("a",))).with_body(
        "a", SYSTEM.with_lasting(fresh, {**SYSTEM.lasting(Fight(SYSTEM.begin({}), {"a": one}), "a"), "hp": 7})
    )
    condition = SYSTEM.lasting(hurt, "a")
    again = SYSTEM.with_lasting(SYSTEM.body("person", SYSTEM.sheet_kinds["person"].load({"hp_max": 25}), {}), condition)
    assert (again.hp, again.hp_max) == (7, 25)


def test_backpack_takes_no_space_and_armour_takes_those_of_its_table():
    """TUM-HOUSE-10, TUM-HOUSE-09: two equipment points, a weapon, plate and a shield."""
    loaded = SYSTEM.sheet_kinds["person"].load({"armour": "plate", "shield": True, "weapons": [{"weapon": "axe"}]})
    assert SYSTEM.body("person", loaded, {}).spaces == 2 + 1 + 3 + 1


def test_a_class_of_a_setting_has_its_own_hit_die() -> None:
    """TUM-HOUSE-03, TUM-HOUSE-05: named as the setting names it, with the aptitude of a class of the house."""
    sheet = SYSTEM.sheet_kinds["person"].load(
        {"character_class": "thief", "class_name": "Abretumbas", "class_die": "8", "resistance": 1}
    )
    body = SYSTEM.body("person", sheet, {})
    assert (body.hp_max, body.hit_die, body.character_class) == (9, 8, "thief")


def test_the_taps_of_a_sheet_say_the_damage_with_all_that_is_added():
    """TUM-HOUSE-16: Strength and strong arm in melee; a crossbow adds nothing of the body."""
    play = scene()
    told = {tap.key: tap.notes[0].params["dice"] for who in ("ana", "bruno") for tap in SYSTEM.taps(play.fight, who)
            if tap.notes and tap.notes[0].code == "tap.damage"}  # fmt: skip
    assert "d8+3" in told.values()
    assert "d8" in told.values()

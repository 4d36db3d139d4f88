"""Objects: Defense, sturdiness, damage, breaking, repair, saves."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.objects import (
    DEFENSE,
    MATERIALS,
    OBJECT_DAMAGE_TYPES,
    Sturdiness,
    break_dc_now,
    break_object,
    damage_object,
    energy_damage,
    held_defense,
    material,
    material_hit_points,
    object_defense,
    object_save,
    repair_object,
    sturdiness,
)
from rules.systems.d20.sizes import SIZES
from tests.rules.d20.special.pieces import Holder, ObjectAttack, attack_object

amounts = st.integers(0, 80)


def strike(faces: list[int], **changes: object) -> ObjectAttack:
    usual = {"holder": None, "immobile": True, "weapon": "melee", "full_round": True, "attack_bonus": 1}
    return resolved(attack_object("large", **usual | changes), faces)


def test_every_size_has_a_defense_and_larger_things_are_easier_to_hit():
    """D20S-OBJ-02."""
    assert tuple(DEFENSE) == SIZES
    assert list(DEFENSE.values()) == sorted(DEFENSE.values(), reverse=True)


@pytest.mark.parametrize(
    ("name", "hardness", "hit_points", "break_dc"),
    [
        ("lock_high_security", 10, 120, 35),
        ("manufactured_diminutive", 0, 1, 10),
        ("manufactured_small", 3, 3, 12),
        ("manufactured_huge", 8, 10, 20),
        ("manufactured_colossal", 10, 30, 50),
        ("steel_door", 10, 120, 35),
        ("handcuffs", 10, 10, 30),
    ],
)
def test_objects_that_the_worked_cases_leave_out(name: str, hardness: int, hit_points: int, break_dc: int):
    """D20S-OBJ-08."""
    assert sturdiness(name) == Sturdiness(hardness, hit_points, break_dc)


def test_defenses_that_the_worked_cases_leave_out():
    """D20S-OBJ-02."""
    assert [object_defense(size) for size in ("tiny", "diminutive", "gargantuan")] == [7, 9, 1]


def test_a_named_object_is_as_sturdy_as_its_material():
    """D20S-OBJ-07, -08: two inches of wood make a strong door, four of steel a steel one, six of concrete a wall."""
    for name, made_of, inches in (
        ("strong_wooden_door", "wood", 2),
        ("steel_door", "steel", 4),
        ("concrete_wall", "concrete", 6),
    ):
        known = material(made_of)
        assert (sturdiness(name).hardness, sturdiness(name).hit_points) == (
            known.hardness,
            material_hit_points(known, inches),
        )


def test_only_leisure_makes_a_hit_automatic():
    """D20S-OBJ-03, -04: a full-round action against a door that stays where it is."""
    assert strike([]) == ObjectAttack(4, auto_hit=True, attack_total=None, hit=True)
    assert strike([2], immobile=False).attack_total == 3
    assert strike([2], full_round=False).attack_total == 3
    assert strike([2], weapon="ranged").attack_total == 8
    assert strike([2], holder=Holder(-1, 2)) == ObjectAttack(10, auto_hit=False, attack_total=3, hit=False)


@given(st.sampled_from(SIZES), st.integers(-5, 5), st.integers(0, 12))
def test_a_held_object_is_as_hard_to_hit_as_its_holder_is_quick(size: str, dexterity: int, class_bonus: int):
    assert held_defense(size, dexterity, class_bonus) - object_defense(size) == 5 + dexterity + class_bonus


def test_an_attack_refuses_words_before_numbers():
    with pytest.raises(UnknownValue):
        strike([], weapon="glare", holder=Holder(0, -1))
    with pytest.raises(OutOfRange):
        strike([], holder=Holder(0, -1))


@given(st.sampled_from(sorted(MATERIALS)), st.fractions(Fraction(1, 100), 40))
def test_hit_points_of_a_thickness_are_whole_and_at_least_one(name: str, inches: Fraction):
    """D20S-OBJ-07, D20S-HOUSE-14."""
    known = material(name)
    points = material_hit_points(known, inches)
    assert points == max(1, known.hp_per_inch * inches // 1)


def test_no_thickness_is_none():
    with pytest.raises(OutOfRange):
        material_hit_points(material("wood"), Fraction(-1, 2))


@given(amounts, st.sampled_from(OBJECT_DAMAGE_TYPES), st.integers(0, 20), st.integers(0, 60), st.booleans())
def test_only_what_goes_beyond_hardness_is_taken(damage: int, kind: str, hardness: int, hp: int, full: bool):
    """D20S-OBJ-06, -09 to -12, D20S-HOUSE-09."""
    result = damage_object(
        hp=hp,
        hp_max=60,
        hardness=hardness,
        damage=damage,
        damage_type=kind,
        energy_full=full,
    )
    assert result.damage_after_energy == energy_damage(damage, kind, energy_full=full) <= damage
    assert result.damage_dealt == max(0, result.damage_after_energy - hardness)
    assert result.hp == max(0, hp - result.damage_dealt)
    assert result.destroyed == (result.hp == 0)


@pytest.mark.parametrize(
    ("kind", "left"), [("weapon", 13), ("acid", 13), ("sonic", 13), ("electricity", 6), ("fire", 6), ("cold", 3)]
)
def test_energy_is_divided_before_hardness(kind: str, left: int):
    """D20S-OBJ-09 to -11, D20S-HOUSE-03."""
    assert energy_damage(13, kind) == left


@given(amounts, st.sampled_from(OBJECT_DAMAGE_TYPES), st.sampled_from(["nonlethal", "weapon_ineffective"]))
def test_some_blows_do_nothing_at_all(damage: int, kind: str, why: str):
    """D20S-OBJ-13, -14."""
    result = damage_object(hp=5, hp_max=9, hardness=0, damage=damage, damage_type=kind, **{why: True})
    assert (result.damage_after_energy, result.damage_dealt, result.hp) == (0, 0, 5)


@pytest.mark.parametrize("wrong", [{"hp": 10}, {"hp": -1}, {"hp_max": 0, "hp": 0}, {"hardness": -1}])
def test_damage_refuses_numbers_that_no_object_has(wrong: dict[str, int]):
    usual = {"hp": 5, "hp_max": 9, "hardness": 2, "damage": 4, "damage_type": "weapon"}
    with pytest.raises(OutOfRange):
        damage_object(**usual | wrong)
    with pytest.raises(UnknownValue):
        damage_object(**usual | wrong | {"damage_type": "spite"})


@given(st.integers(1, 100), st.data())
def test_half_broken_things_break_more_easily(hp_max: int, data: st.DataObject):
    """D20S-BRK-03."""
    hp = data.draw(st.integers(0, hp_max))
    assert break_dc_now(20, hp, hp_max) == (18 if hp_max - hp >= hp else 20)


@given(st.integers(1, 20), st.integers(-5, 12), st.integers(1, 40))
def test_breaking_knows_only_totals(face: int, strength: int, dc: int):
    """D20S-BRK-01, D20S-HOUSE-02."""
    result = resolved(break_object(break_dc=dc, hp=9, hp_max=9, strength_modifier=strength), [face])
    assert (result.dc, result.total, result.broken) == (dc, face + strength, face + strength >= dc)


@given(st.integers(0, 19), st.integers(1, 20), st.integers(1, 6), st.integers(1, 6), st.booleans())
def test_an_hour_of_repair(hp: int, face: int, one: int, two: int, tools: bool):
    """D20S-REP-01 to -03."""
    total = face + 8 - (0 if tools else 4)
    faces = [face, one, two] if total >= 20 else [face]
    result = resolved(repair_object(hp=hp, hp_max=20, repair_bonus=8, has_tools=tools), faces)
    assert (result.total, result.success, result.hours) == (total, total >= 20, 1)
    assert result.hp == min(20, hp + sum(faces[1:])) == hp + result.restored
    assert result.more_work == (result.hp < 20)


@pytest.mark.parametrize("faces", [[20, 7, 1], [20, 1, 7]])
def test_repair_restores_with_six_sided_dice(faces: list[int]):
    with pytest.raises(OutOfRange):
        resolved(repair_object(hp=1, hp_max=20, repair_bonus=8, has_tools=True), faces)


def test_there_is_nothing_to_repair_in_a_whole_object():
    with pytest.raises(NotAllowed):
        resolved(repair_object(hp=20, hp_max=20, repair_bonus=8, has_tools=True))
    with pytest.raises(OutOfRange):
        resolved(repair_object(hp=21, hp_max=20, repair_bonus=8, has_tools=True))


def test_an_object_saves_only_through_its_holder():
    """D20S-OBJ-15, -16."""
    assert resolved(object_save(dc=5, holder_save_bonus=None)) is None
    saved = resolved(object_save(dc=15, holder_save_bonus=0), [15])
    assert saved is not None
    assert saved.success

"""Characteristics, skills, new characters, weapons and load."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, RuleError, UnknownValue, raise_first
from rules.core.throws import resolved
from rules.systems.tactico.attributes import CHARACTERISTICS, attributes
from rules.systems.tactico.load import ITEM_CATEGORIES, Container, Item, Slot, check_load
from rules.systems.tactico.scores import characteristic_points_left, overspent, skill_points_left
from rules.systems.tactico.sheet import characteristics_of, load_creature, load_person
from rules.systems.tactico.skills import CHARACTERISTIC_OF_SKILL, SKILLS
from rules.systems.tactico.state import Body
from rules.systems.tactico.weapons import WEAPON_CATEGORIES, damage, reload, weapon_of

characteristics = st.fixed_dictionaries({name: st.integers(1, 10) for name in CHARACTERISTICS})
items = st.builds(Item, st.integers(0, 9), st.integers(1, 5), st.sampled_from(ITEM_CATEGORIES))
AVERAGE = dict.fromkeys(CHARACTERISTICS, 5)


@given(characteristics)
def test_resistance_is_a_part_of_life_and_rounded_up(values: dict[str, int]):
    """TAC-HOUSE-05."""
    worked_out = attributes(values)
    life, resistance = worked_out.life_points, worked_out.resistance
    for location, parts in (("head", 4), ("left_arm", 4), ("right_leg", 3), ("torso", 2)):
        assert life <= resistance[location] * parts < life + parts


@pytest.mark.parametrize(
    ("change", "refusal"), [({"will": None}, Missing), ({"luck": 5}, UnknownValue), ({"will": 0}, OutOfRange)]
)
def test_six_characteristics_from_1_to_10(change: dict[str, int | None], refusal: type[RuleError]):
    values = {name: value for name, value in {**AVERAGE, **change}.items() if value is not None}
    with pytest.raises(refusal):
        attributes(values)


def test_a_skill_takes_its_characteristic_and_0_when_it_is_not_listed():
    """TAC-HOUSE-02."""
    values = {**AVERAGE, "perception": 8, "strength": 2}
    body = Body(values, {"gunnery": 4})
    gunner = body.competence("gunnery", modifier=-1)
    assert (gunner.characteristic, gunner.skill, gunner.sum) == (8, 4, 11)
    assert body.competence("athletics").sum == 2
    assert set(CHARACTERISTIC_OF_SKILL) == set(SKILLS)


def test_a_skill_has_a_range():
    with pytest.raises(OutOfRange):
        load_person({"athletics": 11})
    with pytest.raises(UnknownValue):
        skill_points_left({"cooking": 1})


def test_the_quick_character_stays_within_the_points_of_a_new_one():
    """TAC-HOUSE-03."""
    sheet = load_creature({"trained": "brawl"})
    assert characteristic_points_left(characteristics_of(sheet)) == 0
    assert skill_points_left({name: sheet[name] for name in SKILLS}) == 20


@pytest.mark.parametrize(
    ("values", "skills", "refusal"),
    [
        ({**AVERAGE, "will": 6}, {}, NotAllowed),
        ({**AVERAGE, "will": 9}, {}, OutOfRange),
        (AVERAGE, dict.fromkeys(SKILLS, 3), NotAllowed),
        (AVERAGE, {"brawl": 7}, OutOfRange),
        (AVERAGE, {"cooking": 1}, UnknownValue),
    ],
)
def test_a_new_character_spends_no_more_than_there_is(
    values: dict[str, int], skills: dict[str, int], refusal: type[RuleError]
):
    with pytest.raises(refusal):
        raise_first((*overspent(characteristic_points_left(values)), *overspent(skill_points_left(skills))))


@pytest.mark.parametrize(
    ("armament", "faces", "points"),
    [("precision_rifles", (3, 4), 9), ("explosives", (6, 6, 6, 6), 24), ("unarmed", (1,), 1), ("unarmed", (6,), 4)],
)
def test_damage_of_a_hit(armament: str, faces: tuple[int, ...], points: int):
    """TAC-HOUSE-13; bare hands do at least 1. Faces too many or too few are refused."""
    assert resolved(damage(weapon_of(armament)), faces).amount == points


def test_ten_categories_of_weapons_all_with_values():
    """TAC-INV-02."""
    assert len(WEAPON_CATEGORIES) == 10
    assert [weapon_of(category).size > 0 for category in WEAPON_CATEGORIES] == [True] * 10
    with pytest.raises(UnknownValue):
        weapon_of("lasers")


def test_one_action_loads_a_magazine_or_one_bullet():
    """TAC-ACT-05."""
    assert reload(2, 10, "magazine") == 10
    assert reload(2, 6, "bullet") == 3
    assert reload(0, 1, "arrow") == 1
    with pytest.raises(NotAllowed):
        reload(6, 6, "bullet")
    with pytest.raises(UnknownValue):
        reload(0, 6, "battery")


@given(st.lists(items, max_size=6), st.integers(0, 40), st.integers(0, 3), st.integers(0, 30))
def test_a_container_carries_and_does_not_lighten(carried: list[Item], endurance: int, size: int, capacity: int):
    """TAC-HOUSE-18."""
    loose = check_load(endurance, carried, [], [])
    packed = [Item(item.size, item.quantity, item.category, container="bag") for item in carried]
    load = check_load(endurance, packed, [Container("bag", size, capacity)], [])
    assert load.total_size == loose.total_size + size
    assert load.within_limit == (load.room_left >= 0)
    assert load.overfull_containers == (("bag",) if loose.total_size > capacity else ())


def test_a_slot_of_several_categories():
    """TAC-INV-05."""
    slots = [Slot("belt", ("handguns", "explosives")), Slot("back", ("rifles",))]
    carried = [Item(1, 1, "explosives", slot="belt"), Item(2, 1, "melee_weapons", slot="back")]
    assert check_load(10, carried, [], slots).misplaced_slots == ("back",)

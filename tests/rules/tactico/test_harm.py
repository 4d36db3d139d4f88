"""Damage, disabled locations, protection, treatment and recovery."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.systems.tactico.healing import (
    Health,
    finish_treatment,
    is_treatable,
    natural_recovery,
    turns_needed,
)
from rules.systems.tactico.hit_points import apply_damage, disabled_locations, is_conscious
from rules.systems.tactico.house import PROTECTION, damage_through, protection_value
from rules.systems.tactico.locations import LOCATIONS, hit_location
from rules.systems.tactico.rolls import Competence

WHOLE = dict(zip(LOCATIONS, (5, 5, 5, 10, 7, 7), strict=True))
locations = st.sampled_from(LOCATIONS)
damages = st.integers(0, 15)


@given(locations, damages, damages)
def test_two_wounds_are_one_of_their_sum(location: str, first: int, second: int):
    """TAC-DMG-04: everything counts in both places, and only once is a location disabled."""
    one = apply_damage(99, WHOLE, "wound", first, location)
    two = apply_damage(one.life_points, one.resistance, "wound", second, location)
    at_once = apply_damage(99, WHOLE, "wound", first + second, location)
    assert (two.life_points, two.resistance, two.disabled) == (
        at_once.life_points,
        at_once.resistance,
        at_once.disabled,
    )
    assert one.events + two.events == at_once.events


@given(damages)
def test_poison_reaches_no_location(damage: int):
    after = apply_damage(99, WHOLE, "non_localized", damage)
    assert (after.life_points, after.resistance, after.newly_disabled) == (99 - damage, WHOLE, False)


def test_a_deadly_blow_to_the_head_tells_everything_in_order():
    assert apply_damage(5, WHOLE, "wound", 5, "head").events == ("falls_down", "unconscious", "dies")


def test_the_unconscious_wake_when_the_head_is_above_zero():
    """TAC-HOUSE-16."""
    struck = apply_damage(20, WHOLE, "wound", 6, "head").resistance
    assert not is_conscious(struck)
    healed = natural_recovery(Health(14, struck), Health(20, WHOLE), 2, cared_for=True)
    assert is_conscious(healed.resistance)
    assert disabled_locations(healed.resistance) == ()


@pytest.mark.parametrize("resistance", [{**WHOLE, "tail": 3}, {"head": 5}])
def test_all_six_locations_and_no_other(resistance: dict[str, int]):
    with pytest.raises((UnknownValue, Missing)):
        apply_damage(20, resistance, "wound", 1, "head")


@pytest.mark.parametrize("skill", ["ranged_weapons", "brawl"])
def test_every_face_hits_something_and_every_location_can_be_hit(skill: str):
    struck = [hit_location(skill, (face,)).location for face in range(1, 11)]
    assert set(struck) == set(LOCATIONS)


@given(damages, st.sampled_from(tuple(PROTECTION)))
def test_protection_stops_its_value_and_no_more(damage: int, worn: str):
    """TAC-HOUSE-14."""
    through = damage_through(damage, protection_value(worn))
    assert 0 <= through <= damage
    assert damage - through <= PROTECTION[worn]


def test_the_end_of_a_treatment_gives_the_wound_back():
    """TAC-HOUSE-15: 6 + 5 + 4 reaches 15, and nothing goes above the maximum."""
    wounded = Health(16, {**WHOLE, "torso": 6})
    done = finish_treatment(Competence(6, 5), (2, 2), 4, "torso", wounded, Health(18, WHOLE))
    assert (done.roll.success, done.health) == (True, Health(18, WHOLE))
    failed = finish_treatment(Competence(6, 5), (1, 2), 4, "torso", wounded, Health(18, WHOLE))
    assert (failed.roll.success, failed.health) == (False, wounded)


def test_the_dead_are_not_treated():
    with pytest.raises(NotAllowed):
        finish_treatment(Competence(6, 5), (2, 2), 4, "torso", Health(0, WHOLE), Health(18, WHOLE))


def test_only_wounds_are_treated_in_the_thick_of_it():
    """TAC-HEAL-01, TAC-HEAL-02."""
    assert (is_treatable("wound"), is_treatable("non_localized"), turns_needed(3)) == (True, False, 30)


@given(st.integers(1, 20), st.integers(-5, 10), st.integers(0, 9), st.integers(0, 9))
def test_weeks_add_up(life: int, torso: int, first: int, second: int):
    health, most = Health(life, {"torso": torso}), Health(20, {"torso": 10})
    halfway = natural_recovery(health, most, first, cared_for=True)
    assert natural_recovery(halfway, most, second, cared_for=True) == natural_recovery(
        health, most, first + second, cared_for=True
    )


@pytest.mark.parametrize(
    ("present", "most"),
    [({"head": 1}, {"torso": 2}), ({"head": 1, "torso": 1}, {"torso": 2}), ({"torso": 1}, {"head": 2, "torso": 2})],
)
def test_recovery_needs_the_same_locations_on_both_sides(present: dict[str, int], most: dict[str, int]):
    with pytest.raises(Missing):
        natural_recovery(Health(5, present), Health(20, most), 1, cared_for=True)


def test_recovery_knows_only_the_six_locations():
    with pytest.raises(UnknownValue):
        natural_recovery(Health(5, {"tail": 1}), Health(20, {"tail": 2}), 1, cared_for=True)
    with pytest.raises(OutOfRange):
        natural_recovery(Health(5, {}), Health(0, {}), 1, cared_for=True)

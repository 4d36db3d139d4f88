"""Carrying, lifting and dragging."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import OutOfRange
from rules.systems.d20.lifting import lift
from rules.systems.d20.load import (
    LEGS,
    LOAD_CLASSES,
    LOAD_SPEEDS,
    MAX_LOADS,
    load_limits,
    loaded_speed,
    max_load,
    shown_pounds,
)
from rules.systems.d20.sizes import SIZES
from tests.vectors.d20_sums import encumbrance

PRINTED = {
    1: (3, 6, 10),
    4: (13, 26, 40),
    6: (20, 40, 60),
    9: (30, 60, 90),
    12: (43, 86, 130),
    16: (76, 153, 230),
    20: (133, 266, 400),
    22: (173, 346, 520),
}
"""Some rows of the table; the worked cases hold the others (D20H-LOAD-01)."""

strengths = st.integers(1, 60)
weights = st.fractions(0, 2000, max_denominator=4)


@pytest.mark.parametrize(("strength", "limits"), PRINTED.items())
def test_limits_are_thirds_of_the_maximum_rounded_down(strength: int, limits: tuple[int, int, int]):
    ours = load_limits(strength)
    assert (ours.light_max, ours.medium_max, ours.heavy_max) == limits


@given(strengths)
def test_more_strength_carries_more_and_ten_points_four_times_as_much(strength: int):
    assert max_load(strength + 1) > max_load(strength)
    if strength + 10 > len(MAX_LOADS):
        assert max_load(strength + 10) == 4 * max_load(strength)  # D20H-HOUSE-14


@given(strengths, st.sampled_from(SIZES), st.sampled_from(LEGS), weights, weights)
def test_more_weight_is_never_a_lighter_load(strength: int, size: str, legs: str, one: Fraction, other: Fraction):
    lighter, heavier = (
        encumbrance(strength, weight, 30, size=size, legs=legs, dexterity_modifier=4, skill="hide")
        for weight in sorted((one, other))
    )
    assert LOAD_CLASSES.index(lighter.load) <= LOAD_CLASSES.index(heavier.load)
    assert lighter.speed_ft >= heavier.speed_ft
    assert lighter.effective_dexterity_modifier >= heavier.effective_dexterity_modifier
    assert lighter.skill_modifier >= heavier.skill_modifier


@given(strengths, st.sampled_from(SIZES))
def test_four_legs_carry_more_than_two(strength: int, size: str):
    assert load_limits(strength, size, "quadruped").heavy_max > load_limits(strength, size).heavy_max  # D20H-SIZE-02


@pytest.mark.parametrize(
    ("load", "base", "left"),
    [
        ("medium", 5, 5),
        ("medium", 15, 10),
        ("medium", 45, 35),
        ("heavy", 5, 5),
        ("heavy", 25, 10),
        ("heavy", 35, 15),
        ("heavy", 70, 50),
    ],
)
def test_speeds_between_those_of_the_table(load: str, base: int, left: int):
    assert loaded_speed(load, base, base) == left  # D20H-HOUSE-15


@given(st.sampled_from(sorted(LOAD_SPEEDS)), st.integers(0, 200), st.integers(0, 200))
def test_a_load_never_makes_faster_and_does_not_chain(load: str, base: int, current: int):
    assert loaded_speed(load, base, current) == min(current, loaded_speed(load, base, 999))


def test_fractions_are_kept_and_shown_with_two_decimals():
    limit = load_limits(1, "fine").light_max
    assert limit == Fraction(3, 8)  # D20H-HOUSE-16
    assert shown_pounds(limit) == Fraction(37, 100)
    assert encumbrance(1, Fraction(3, 8), 30, size="fine").load == "light"


def test_overloaded_nobody_moves():
    crushed = encumbrance(10, 101, 30, dexterity_modifier=4, skill="climb")
    assert (crushed.can_act, crushed.speed_ft, crushed.run_multiplier) == (False, 0, None)  # D20H-LOAD-11
    assert (crushed.effective_dexterity_modifier, crushed.attack_modifier) == (1, -6)


@given(strengths, weights)
def test_a_staggering_lifter_holds_more_than_can_be_carried(strength: int, weight: Fraction):
    lifted = lift(strength, "off_ground", weight)
    carried = encumbrance(strength, weight, 30)
    assert lifted.staggering == (carried.load == "overloaded" and lifted.allowed)  # D20H-LIFT-02


def test_the_ground_matters_to_dragging_only():
    assert lift(10, "drag", 1, surface="adverse").limit_lb == 250  # D20H-LIFT-04
    assert lift(10, "overhead", 1, surface="adverse").limit_lb == 100


@pytest.mark.parametrize(
    "wrong", [{"weight_lb": -1}, {"base_speed_ft": -5}, {"armor_check_penalty": 1}, {"strength": 0}]
)
def test_loads_outside_their_ranges_are_refused(wrong: dict[str, int]):
    with pytest.raises(OutOfRange):
        encumbrance(**{"strength": 10, "weight_lb": 10, "base_speed_ft": 30, **wrong})

"""Rest, healing, temporary hit points, Constitution, fatigue."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange
from rules.systems.d20.abilities import AbilityLoss, ability_modifier, present_score
from rules.systems.d20.conditions import present_conditions, rest_from
from rules.systems.d20.healing import Rest, heal, rest
from rules.systems.d20.hit_points import change_constitution, end_temporary, gain_temporary, real_and_temporary

points = st.integers(0, 60)
levels = st.integers(1, 20)


def rested_for(kind: str, hp: int, hp_max: int, level: int, **more: Any) -> Rest:
    """Rest of a person who is well but for what is said."""
    usual = {"locked_damage": 0, "state": "normal", "tended": False, "recovering": False, "ability_damage": {}}
    return rest(kind, hp, hp_max, level, **{**usual, **more})


@given(st.sampled_from(["night", "bed_day"]), points, points, levels, st.integers(0, 30))
def test_rest_never_passes_what_can_be_healed(kind: str, hp: int, hp_max: int, level: int, locked: int):
    rested = rested_for(kind, hp, hp_max, level, locked_damage=locked)
    assert rested.hp == hp + rested.healed
    assert 0 <= rested.healed <= (2 if kind == "bed_day" else 1) * level  # D20H-HEAL-02, D20H-HEAL-03
    assert rested.healed == 0 or rested.hp <= hp_max - locked  # D20H-HEAL-01, D20H-TEMP-01


def test_abilities_mend_while_hit_points_wait():
    alone = rested_for("night", -4, 20, 3, state="disabled", ability_damage={"constitution": 3})
    assert alone.healed == 0  # D20H-REC-04
    assert alone.ability_damage == {"constitution": 2}  # D20H-HEAL-04


def test_no_healing_reaches_what_thirst_took():
    assert heal(50, 8, 20, "normal", locked_damage=7).hp == 13  # D20H-FOOD-05
    with pytest.raises(NotAllowed):
        heal(50, -10, 20, "dead", locked_damage=0)


@given(points, st.integers(1, 30), st.integers(0, 60))
def test_temporary_hit_points_come_and_go_without_a_trace(total: int, amount: int, damage: int):
    gained = total + gain_temporary(0, amount)
    assert real_and_temporary(gained, total) == (total, amount)  # D20H-TMP-01
    assert end_temporary(gained - damage, total).total == total - max(0, damage - amount)


@given(st.integers(1, 30), st.integers(1, 30))
def test_of_two_grants_the_larger_counts(one: int, other: int):
    assert gain_temporary(gain_temporary(0, one), other) == max(one, other)  # D20H-HOUSE-09


@given(st.integers(3, 30), st.integers(3, 30), levels, points)
def test_constitution_there_and_back_leaves_hit_points(before: int, after: int, level: int, hp: int):
    there = change_constitution(before, after, level, hp, 300)
    back = change_constitution(after, before, level, there.hp, there.hp_max)
    assert (back.hp, back.hp_max) == (hp, 300)  # D20H-CON-01, D20H-CON-02
    assert there.hp - hp == level * (ability_modifier(after) - ability_modifier(before))


def test_constitution_needs_a_level():
    with pytest.raises(OutOfRange, match=r"d20\.level\.too_low") as refused:
        change_constitution(10, 12, 0, 5, 5)
    assert refused.value.field == "level"


def test_three_ways_of_losing_points_are_kept_apart():
    loss = AbilityLoss(drain=1, damage=3, penalty=2)
    assert present_score(14, loss) == 8  # D20H-COND-06, D20H-COND-07
    assert present_score(4, loss) == 0
    with pytest.raises(OutOfRange):
        present_score(10, AbilityLoss(damage=-1))


def test_tiring_and_resting():
    assert present_conditions(["exhausted", "fatigued"]) == ("exhausted",)  # D20H-HOUSE-22
    assert rest_from("exhausted", Fraction(89, 10)) == "fatigued"
    assert rest_from("exhausted", 9) == "none"
    assert rest_from("fatigued", 20, exposed=True) == "fatigued"  # D20H-HOUSE-18

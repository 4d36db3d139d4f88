"""Time, load, movement, languages, creation and advancement."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, RuleError
from rules.systems.tapiz.bands import RANGE_BANDS, range_band
from rules.systems.tapiz.difficulties import DIFFICULTIES, raise_difficulty, scale_of
from rules.systems.tapiz.hit_points import starting_hit_points
from rules.systems.tapiz.languages import language_advance
from rules.systems.tapiz.levelling import attribute_grows_at, experience_for, level_up
from rules.systems.tapiz.load import LOAD_BANDS, LOAD_CATEGORIES, load_state, rest_due, travel_hours
from rules.systems.tapiz.moving import COMBAT_MODES, MOVE_MODIFIERS, move_cost, shown_metres, travel_distance
from rules.systems.tapiz.scores import BUDGETS, FIXED, points_left, result_of
from rules.systems.tapiz.sheet import PROFICIENCIES, Language
from rules.systems.tapiz.turns import TIME_UNITS, convert_time

amounts = st.fractions(0, 500, max_denominator=12)
scores = st.integers(3, 20)


@given(amounts, st.sampled_from(TIME_UNITS), st.sampled_from(TIME_UNITS), st.booleans())
def test_converting_there_and_back_changes_nothing(amount: Fraction, one: str, other: str, in_conflict: bool):
    there = convert_time(amount, one, other, in_conflict=in_conflict)
    assert convert_time(there, other, one, in_conflict=in_conflict) == amount


@given(scores, scores, scores, amounts, amounts)
def test_more_weight_never_means_a_lighter_category(
    strength: int, dexterity: int, con: int, one: Fraction, two: Fraction
):
    rules = {"load_bonus": 0, "rules_enabled": True}
    lighter, heavier = (load_state(strength, dexterity, con, weight, **rules) for weight in sorted((one, two)))
    assert LOAD_CATEGORIES.index(lighter.category) <= LOAD_CATEGORIES.index(heavier.category)
    assert lighter.combat_modifier >= heavier.combat_modifier


@given(scores, scores, scores, amounts, st.integers(0, 200))
def test_without_the_load_rules_nothing_is_owed(strength: int, dexterity: int, con: int, weight: Fraction, moved: int):
    load = load_state(strength, dexterity, con, weight, load_bonus=0, rules_enabled=False)
    assert load.category == load_state(strength, dexterity, con, weight, load_bonus=0, rules_enabled=True).category
    assert (load.combat_modifier, rest_due(load, moved), travel_hours(load, 3)) == (0, 0, 3)


@given(st.sampled_from(COMBAT_MODES), st.sampled_from(LOAD_CATEGORIES))
def test_load_weighs_on_the_roll_that_goes_with_a_movement(mode: str, category: str):
    free = move_cost(mode, "other", "normal")
    loaded = move_cost(mode, "other", category)
    carrying = LOAD_BANDS[category].combat_modifier
    assert (free.movement_modifier, free.load_modifier) == (MOVE_MODIFIERS[mode], 0)
    assert (loaded.movement_modifier, loaded.load_modifier) == (MOVE_MODIFIERS[mode], carrying)
    about = move_cost(mode, "movement", category)
    assert (about.movement_modifier, about.load_modifier) == (0, carrying)
    alone = move_cost(mode, "none", category)
    assert (alone.movement_modifier, alone.load_modifier) == (0, 0)


def test_a_third_of_a_metre_is_kept_and_shown_rounded_down():
    distance = travel_distance(5, "cautious", "ronda", load_category="overloaded")
    assert distance == Fraction(5, 3)
    assert shown_metres(distance) == Fraction(16, 10)


@given(
    st.sampled_from(PROFICIENCIES),
    st.sampled_from(PROFICIENCIES),
    st.integers(-1, 3),
    st.integers(-1, 3),
    st.booleans(),
)
def test_one_advance_raises_a_language_as_asked_or_is_refused(
    spoken: str, written: str, raise_spoken: int, raise_written: int, erudite: bool
):
    known = Language(spoken, written)
    goals = [PROFICIENCIES.index(spoken) + raise_spoken, PROFICIENCIES.index(written) + raise_written]
    highest = 4 if erudite else 3
    allowed = (
        min(raise_spoken, raise_written) >= 0
        and 1 <= raise_spoken + raise_written <= 2
        and all(goal <= highest for goal, steps in zip(goals, (raise_spoken, raise_written), strict=True) if steps)
    )
    if not allowed:
        with pytest.raises(RuleError, match=r"tapiz\.language"):
            language_advance(known, raise_spoken, raise_written, erudite_allowed=erudite)
        return
    after = language_advance(known, raise_spoken, raise_written, erudite_allowed=erudite)
    assert [after.spoken, after.written] == [PROFICIENCIES[goal] for goal in goals]


@given(st.lists(st.integers(1, 6), min_size=24, max_size=24))
def test_rolled_scores_stay_in_the_usual_range(faces: list[int]):
    rolled = [result_of(faces[start : start + 4], plain=plain) for start in range(0, 24, 4) for plain in (True, False)]
    assert len(rolled) == 12
    assert all(3 <= score <= 18 for score in rolled)


def test_points_for_scores():
    budget = BUDGETS["points"]
    assert points_left(dict(zip("abcdef", FIXED["modest"], strict=True)), budget) == 0
    with pytest.raises(OutOfRange):
        points_left({"a": 7}, budget)


def test_starting_hit_points_take_the_highest_face():
    assert starting_hit_points(12, 10) == 22


@given(st.integers(1, 60))
def test_each_level_needs_more_experience(level: int):
    assert experience_for(level + 1) > experience_for(level)
    assert attribute_grows_at(level) == (level % 5 == 0)


@given(st.integers(1, 20), st.integers(1, 10), st.integers(1, 6))
def test_a_level_gains_what_both_hit_dice_show(level: int, physical: int, mental: int):
    gained = level_up(level, (physical, mental), physical_die=10, mental_die=6, xp=None)
    assert (gained.level, gained.physical_gain, gained.mental_gain) == (level + 1, physical, mental)


def test_a_level_without_the_experience_rolls_no_dice():
    with pytest.raises(NotAllowed, match="experience"):
        level_up(1, (), physical_die=8, mental_die=8, xp=1999)


@given(st.integers(0, 60), st.integers(0, 12))
def test_steps_climb_the_scale_and_stop_at_its_end(value: int, steps: int):
    raised = raise_difficulty(value, steps)
    assert raised == value if not steps else raised in (*DIFFICULTIES.values(), value)
    assert value <= raised <= max(value, 40)
    assert raise_difficulty(raised, 1) >= raised


@given(amounts, amounts)
def test_farther_is_never_a_nearer_band(one: Fraction, two: Fraction):
    nearer, farther = sorted((one, two))
    assert RANGE_BANDS.index(range_band(nearer)) <= RANGE_BANDS.index(range_band(farther))


@pytest.mark.parametrize(
    ("scale", "numbers"),
    [
        ("threes_then_leaps", [3, 6, 9, 12, 15, 18, 21, 24, 30, 40]),
        ("threes", [3, 6, 9, 12, 15, 18, 21, 24, 27, 30]),
        ("fives", [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]),
    ],
)
def test_the_words_of_the_scale_have_the_numbers_of_the_table(scale: str, numbers: list[int]) -> None:
    """TAP-HOUSE-11."""
    assert list(scale_of({"difficulty_scale": scale}).values()) == numbers

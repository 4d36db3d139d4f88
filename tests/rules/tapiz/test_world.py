"""Time, load, movement, languages, creation and advancement."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, RuleError
from rules.systems.tapiz.advancement import attribute_grows_at, experience_for, level_up
from rules.systems.tapiz.creation import FIXED_SCORES, POINT_BUDGETS, points_left, roll_scores, starting_hit_points
from rules.systems.tapiz.house import DIFFICULTIES, RANGE_BANDS, raise_difficulty, range_band
from rules.systems.tapiz.languages import PROFICIENCIES, Language, language_advance
from rules.systems.tapiz.load import LOAD_CATEGORIES, load_state, rest_due, travel_hours
from rules.systems.tapiz.movement import COMBAT_MODES, combat_move, shown_metres, travel_distance
from rules.systems.tapiz.time import TIME_UNITS, convert_time

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
    lighter, heavier = (load_state(strength, dexterity, con, weight) for weight in sorted((one, two)))
    assert LOAD_CATEGORIES.index(lighter.category) <= LOAD_CATEGORIES.index(heavier.category)
    assert lighter.combat_modifier >= heavier.combat_modifier


@given(scores, scores, scores, amounts, st.integers(0, 200))
def test_without_the_load_rules_nothing_is_owed(strength: int, dexterity: int, con: int, weight: Fraction, moved: int):
    load = load_state(strength, dexterity, con, weight, rules_enabled=False)
    assert load.category == load_state(strength, dexterity, con, weight).category
    assert (load.combat_modifier, rest_due(load, moved), travel_hours(load, 3)) == (0, 0, 3)


@given(amounts, st.sampled_from(COMBAT_MODES), st.sampled_from(LOAD_CATEGORIES))
def test_load_weighs_on_the_roll_and_not_on_the_distance(mov: Fraction, mode: str, category: str):
    free = combat_move(mov, mode, action="other")
    loaded = combat_move(mov, mode, action="other", load_category=category)
    assert loaded.distance_m == free.distance_m
    assert loaded.action_modifier == free.action_modifier + loaded.load_modifier
    assert combat_move(mov, mode, action="movement", load_category=category).action_modifier == loaded.load_modifier
    assert combat_move(mov, mode, load_category=category).action_modifier == 0


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
    rolled = roll_scores(faces)
    assert len(rolled) == 6
    assert all(3 <= score <= 18 for score in rolled)


def test_points_for_scores():
    budget = POINT_BUDGETS[0]
    assert points_left(dict(zip("abcdef", FIXED_SCORES[0], strict=True)), budget) == 0
    with pytest.raises(OutOfRange):
        points_left({"a": 7}, budget)


def test_starting_hit_points_take_the_highest_face():
    assert starting_hit_points(12, 10) == 22


@given(st.integers(1, 60))
def test_each_level_needs_more_experience(level: int):
    assert experience_for(level + 1) > experience_for(level)
    assert attribute_grows_at(level) == (level % 5 == 0)


@given(st.integers(1, 20), st.integers(1, 10), st.integers(1, 6), st.booleans())
def test_current_and_maximum_grow_by_the_same_number(level: int, physical: int, mental: int, creature: bool):
    gained = level_up(
        level,
        20,
        18,
        (physical, mental),
        physical_die=10,
        mental_die=6,
        creature=creature,
        advances=1,
        physical_current=3,
        mental_current=-2,
    )
    assert (gained.physical_max, gained.physical_current) == (20 + physical, 3 + physical)
    assert (gained.mental_max, gained.mental_current) == (18 + mental, -2 + mental)
    assert (gained.advances, gained.hero_allowance) == ((None, None) if creature else (2, level + 1))


def test_a_level_without_the_experience_rolls_no_dice():
    with pytest.raises(NotAllowed, match="experience"):
        level_up(1, 20, 18, (), advances=1, xp=1999)


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

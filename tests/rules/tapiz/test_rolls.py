"""Traits, totals, comparisons and resistances hold for all numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.systems.tapiz.attributes import attribute_modifier
from rules.systems.tapiz.defences import armour_class, mental_defence, resistance, static_resistance
from rules.systems.tapiz.dice import percentile, roll_dice
from rules.systems.tapiz.languages import PROFICIENCIES, LanguageUse
from rules.systems.tapiz.rolls import compare, roll_total
from rules.systems.tapiz.size import SIZES, compare_sized, size_modifiers
from rules.systems.tapiz.stances import STANCES, attack_terms, failure_tier, resistance_modifier
from rules.systems.tapiz.traits import trait_bonus

levels = st.integers(1, 30)
numbers = st.integers(-50, 50)
faces = st.lists(st.integers(1, 6), min_size=3, max_size=3)
uses = st.builds(LanguageUse, st.booleans(), st.sampled_from(PROFICIENCIES), st.booleans(), st.booleans())


@given(levels, st.integers(0, 60), st.booleans(), st.none() | uses)
def test_trait_bonus_is_never_above_twice_the_level(level: int, traits: int, aimed: bool, language: LanguageUse | None):
    bonus = trait_bonus(level, traits, aimed=aimed, language=language)
    assert 0 <= bonus.bonus <= 2 * level
    assert bonus.uncapped == bonus.first_trait + bonus.further_traits + bonus.language_bonus
    assert bonus.bonus in (bonus.uncapped, bonus.cap)


@given(levels, st.integers(0, 60))
def test_one_more_trait_never_lowers_the_bonus(level: int, traits: int):
    assert trait_bonus(level, traits + 1).bonus >= trait_bonus(level, traits).bonus


@given(numbers, numbers)
def test_a_roll_succeeds_or_fails_and_its_margin_goes_to_one_side(total: int, faced: int):
    result = compare(total, faced)
    assert result.success == (total >= faced)
    assert result.effect_points - result.consequence_points == total - faced
    assert min(result.effect_points, result.consequence_points) == 0
    assert not (result.success and result.consequence_points)


@given(faces, numbers, st.integers(0, 60), st.lists(numbers, max_size=4))
def test_total_is_the_sum_of_its_terms(rolled: list[int], modifier: int, bonus: int, others: list[int]):
    terms = {"attribute_modifier": modifier, "trait_bonus": bonus, "other_modifiers": others}
    total = roll_total(faces=rolled, **terms).total
    assert total == sum(rolled) + modifier + bonus + sum(others)
    assert roll_total(mode="static", **terms).total == total - sum(rolled) + 10


def test_the_attribute_table_is_the_formula():
    table = {(3,): -4, (4, 5): -3, (6, 7): -2, (8, 9): -1, (10, 11): 0, (12, 13): 1, (14, 15): 2, (16, 17): 3, (18,): 4}
    for scores, modifier in table.items():
        assert {attribute_modifier(score) for score in scores} == {modifier}


@pytest.mark.parametrize("convention", ["standard", "alternative"])
def test_every_percentage_comes_up_once_with_a_marked_tens_die(convention: str):
    shown = [percentile((tens, units), "tens_die", convention) for tens in range(0, 100, 10) for units in range(10)]
    assert sorted(shown) == list(range(1, 101))


def test_every_percentage_comes_up_once_with_two_ten_sided_dice():
    assert sorted(percentile((tens, units)) for tens in range(10) for units in range(10)) == list(range(1, 101))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=10))
def test_each_emulated_die_is_converted_before_adding(rolled: list[int]):
    result = roll_dice(f"{len(rolled)}d3", rolled)
    assert result.values is not None
    assert all(2 * value - face in (0, 1) for value, face in zip(result.values, rolled, strict=True))
    assert result.total == sum(result.values)


@given(numbers, st.integers(0, 20), st.sampled_from(STANCES), levels)
def test_a_static_defence_is_ten_and_its_terms(modifier: int, bonus: int, stance: str, level: int):
    changed = resistance_modifier(stance, level=level)
    worn = armour_class(modifier, armour_bonus=4, trait_bonus=bonus, cover_bonus=5, stance=stance, level=level)
    assert worn.value == 19 + modifier + bonus + changed
    mind = mental_defence(modifier, trait_bonus=bonus, stance=stance, level=level)
    assert mind == static_resistance(modifier, trait_bonus=bonus, stance=stance, level=level)
    assert mind.value == 10 + modifier + bonus + changed


def test_the_surprised_roll_unless_a_hero_point_allows_the_static_roll():
    with pytest.raises(NotAllowed, match="surprised"):
        resistance("static", 2, surprised=True)
    assert resistance("static", 2, surprised=True, static_allowed=True).value == 12
    assert resistance("rolled", 2, faces=(1, 1, 1), surprised=True).value == 5


@given(levels, numbers, st.integers(0, 10), st.lists(numbers, max_size=4))
def test_iron_defence_leaves_no_bonus_on_an_attack(level: int, modifier: int, traits: int, others: list[int]):
    terms = attack_terms(
        "iron_defence", level=level, attribute_modifier=modifier, traits=traits, other_modifiers=others
    )
    assert terms.trait_bonus == 0
    assert terms.attribute_modifier == min(0, modifier)
    assert sum(terms.other_modifiers) == sum(other for other in others if other < 0)


@given(levels, st.integers(-5, 20))
def test_what_an_all_out_attack_gains_the_defence_loses(level: int, chosen: int):
    def gained() -> int:
        return attack_terms(
            "all_out_attack", level=level, attribute_modifier=0, traits=0, chosen_bonus=chosen
        ).stance_bonus

    if 1 <= chosen <= (level + 1) // 2:
        assert gained() == chosen == -resistance_modifier("all_out_attack", level=level, chosen_bonus=chosen)
    else:
        with pytest.raises(OutOfRange, match="chosen_bonus"):
            gained()


def test_no_consequence_without_a_failure():
    assert [failure_tier(stance, 0) for stance in STANCES] == ["none"] * len(STANCES)


@given(st.sampled_from(SIZES), st.sampled_from(SIZES), numbers, numbers)
def test_reversed_physical_sizes_are_the_mental_ones(attacker: str, target: str, total: int, faced: int):
    turned = size_modifiers("physical", attacker, target, physical_sign="reversed")
    assert turned == size_modifiers("mental", attacker, target)
    result = compare_sized(total, faced, turned)
    assert result.success == (total >= faced)
    assert result.effect_points >= 0
    assert result.consequence_points == max(0, faced - total)


def test_unknown_words_are_refused():
    for call in (
        lambda: roll_total(attribute_modifier=0, mode="guessed"),
        lambda: resistance("static", 0, stance="crane"),
        lambda: size_modifiers("physical", "tiny", "small"),
        lambda: percentile((1, 2), "three_dice"),
    ):
        with pytest.raises(UnknownValue):
            call()

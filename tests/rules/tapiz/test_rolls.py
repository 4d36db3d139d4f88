"""Traits, totals, comparisons and resistances hold for all numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.dice import parse
from rules.systems.tapiz.attributes import attribute_modifier
from rules.systems.tapiz.defence import check_static, static_defence
from rules.systems.tapiz.dice import SIDES, percentile, roll_pool
from rules.systems.tapiz.languages import LanguageUse
from rules.systems.tapiz.rolls import Roll, compare, roll, trait_bonus
from rules.systems.tapiz.sheet import PROFICIENCIES, SIZES, STANCES
from rules.systems.tapiz.sizes import compare_sized, size_modifiers
from rules.systems.tapiz.stances import failure_tier, in_stance, resistance_modifier
from rules.systems.tapiz.surprise import resistance_mode

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
    total = resolved(roll("action", Roll(modifier, bonus, tuple(others))), rolled).total
    assert total == sum(rolled) + modifier + bonus + sum(others)
    static = Roll(modifier, bonus, tuple(others), "static")
    assert resolved(roll("action", static)).total == total - sum(rolled) + 10


def test_the_attribute_table_is_the_formula():
    table = {(3,): -4, (4, 5): -3, (6, 7): -2, (8, 9): -1, (10, 11): 0, (12, 13): 1, (14, 15): 2, (16, 17): 3, (18,): 4}
    for scores, modifier in table.items():
        assert {attribute_modifier(score) for score in scores} == {modifier}


@pytest.mark.parametrize("convention", ["standard", "alternative", "ten_for_zero"])
def test_every_percentage_comes_up_once_however_tens_are_read(convention: str):
    read = [percentile(tens, units, convention) for tens in range(1, 11) for units in range(1, 11)]
    assert sorted(read) == list(range(1, 101))


@pytest.mark.parametrize(
    ("convention", "read"),
    [
        ("standard", {(10, 10): 100, (10, 3): 3, (1, 10): 10, (4, 10): 40}),
        ("alternative", {(10, 10): 10, (10, 3): 3, (1, 10): 100, (4, 10): 40}),
        ("ten_for_zero", {(10, 10): 10, (10, 3): 3, (1, 10): 20, (9, 10): 100}),
    ],
)
def test_tens_and_units_are_read_as_the_table_reads_them(convention: str, read: dict[tuple[int, int], int]):
    """TAP-DICE-06, TAP-DICE-07, TAP-ODD-05."""
    assert {faces: percentile(*faces, convention) for faces in read} == read


@given(st.lists(st.integers(1, 6), min_size=1, max_size=10))
def test_each_emulated_die_is_converted_before_adding(rolled: list[int]):
    result = resolved(roll_pool(parse(f"{len(rolled)}d3", SIDES), "standard"), rolled)
    assert result.values is not None
    assert all(2 * value - face in (0, 1) for value, face in zip(result.values, rolled, strict=True))
    assert result.total == sum(result.values)


@given(numbers, st.integers(0, 20), st.integers(0, 7))
def test_a_static_defence_is_ten_and_its_terms(modifier: int, bonus: int, armour: int):
    assert static_defence(modifier, bonus, armour) == 10 + modifier + bonus + armour


def test_the_surprised_roll_unless_a_hero_point_allows_the_static_roll():
    with pytest.raises(NotAllowed, match="surprised"):
        check_static(surprised=True)
    assert resolved(resistance_mode("static", 1, surprised=True)) == ("rolled", 1)
    assert resolved(resistance_mode("static", 1, surprised=True), (), {"static": True}) == ("static", 0)
    assert resolved(resistance_mode("static", 1, surprised=False)) == ("static", 1)
    assert resolved(resistance_mode("rolled", 1, surprised=True)) == ("rolled", 1)


@given(levels, numbers, st.integers(0, 10), st.lists(numbers, max_size=4))
def test_iron_defence_leaves_no_bonus_on_an_attack(level: int, modifier: int, bonus: int, others: list[int]):
    kept = in_stance("iron_defence", Roll(modifier, bonus, tuple(others)), level=level, chosen_bonus=None)
    assert kept.trait_bonus == 0
    assert kept.attribute_modifier == min(0, modifier)
    assert sum(kept.other_modifiers) == sum(other for other in others if other < 0)


@given(levels, st.integers(-5, 20))
def test_what_an_all_out_attack_gains_the_defence_loses(level: int, chosen: int):
    def gained() -> int:
        return in_stance("all_out_attack", Roll(0), level=level, chosen_bonus=chosen).added

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
    assert turned == size_modifiers("mental", attacker, target, physical_sign="source")
    result = compare_sized(total, faced, turned)
    assert result.success == (total >= faced)
    assert result.effect_points >= 0
    assert result.consequence_points == max(0, faced - total)


def test_unknown_words_are_refused():
    for call in (
        lambda: resistance_modifier("crane", level=1, chosen_bonus=None),
        lambda: size_modifiers("physical", "tiny", "small", physical_sign="source"),
        lambda: size_modifiers("physical", "small", "small", physical_sign="other"),
    ):
        with pytest.raises(UnknownValue):
            call()

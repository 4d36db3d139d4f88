"""Notation, faces and exact odds."""

from contextlib import suppress
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, OutOfRange, RuleError, UnknownValue
from rules.dice import MAX_DICE, PERCENTILE, DicePool, chance_at_least, check_faces, distribution, parse


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("3d6", DicePool(3, 6)),
        ("d8", DicePool(1, 8)),
        (" 2D10 ", DicePool(2, 10)),
        ("d%", DicePool(1, PERCENTILE)),
        ("d100", DicePool(1, PERCENTILE)),
    ],
)
def test_notation_is_read(text: str, pool: DicePool):
    assert parse(text) == pool


@pytest.mark.parametrize("text", ["", "d", "3x6", "3d", "-1d6", "1d6+1", "2d%", "d1", "d0", "d99999", "٣d6"])
def test_unreadable_notation_is_refused(text: str):
    with pytest.raises(UnknownValue):
        parse(text)


@pytest.mark.parametrize("count", [0, MAX_DICE + 1])
def test_too_few_or_too_many_dice_are_refused(count: int):
    with pytest.raises(OutOfRange):
        parse(f"{count}d6")


def test_a_system_limits_the_dice():
    assert parse("d6", (4, 6)) == DicePool(1, 6)
    with pytest.raises(UnknownValue):
        parse("d8", (4, 6))


@given(st.integers(1, MAX_DICE), st.integers(2, 1000).filter(lambda sides: sides != PERCENTILE))
def test_what_a_pool_writes_is_read_as_itself(count: int, sides: int):
    assert parse(str(DicePool(count, sides))) == DicePool(count, sides)


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused_by_a_rule(text: str):
    with suppress(RuleError):
        assert parse(text).count >= 1


def test_faces_are_checked():
    assert check_faces([1, 6], (6, 6)) == (1, 6)
    with pytest.raises(Missing):
        check_faces([1], (6, 6))
    with pytest.raises(OutOfRange):
        check_faces([1, 1, 1], (6, 6))
    for face in (0, 7):
        with pytest.raises(OutOfRange):
            check_faces([1, face], (6, 6))


@given(st.lists(st.integers(1, 8), max_size=4))
def test_distribution_counts_every_way(sides: list[int]):
    counted: dict[int, int] = {}
    for faces in product(*(range(1, die + 1) for die in sides)):
        counted[sum(faces)] = counted.get(sum(faces), 0) + 1
    assert dict(distribution(sides)) == dict(sorted(counted.items()))


def test_chance_is_exact():
    assert chance_at_least((6, 6, 6), 11) == Fraction(1, 2)
    assert chance_at_least((6, 6, 6), 3) == 1
    assert chance_at_least((6, 6, 6), 19) == 0


def test_odds_of_too_many_dice_are_refused():
    with pytest.raises(OutOfRange):
        distribution((6,) * (MAX_DICE + 1))

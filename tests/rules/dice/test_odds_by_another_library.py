"""Our exact odds against those of icepool, a library of dice that shares no line with ours."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import added, chance_ahead, chance_at_least, distribution, highest
from rules.systems.tapiz.effects import PRICES, TIERS
from rules.systems.tapiz.odds import Hand, chances, chances_of_resisting, static

SIDES = st.lists(st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20, 100]), min_size=1, max_size=6)


def pool(sides: list[int]) -> icepool.Die:
    """The total of these dice."""
    total: icepool.Die = sum((icepool.d(one) for one in sides[1:]), start=icepool.d(sides[0]))
    return total


@given(SIDES)
def test_totals(sides: list[int]) -> None:
    theirs = pool(sides)
    ours = distribution(sides)
    ways = sum(ours.values())
    assert {total: Fraction(count, ways) for total, count in ours.items()} == {
        total: theirs.probability("==", total) for total in theirs.outcomes()
    }


@given(SIDES, st.integers(-5, 130))
def test_at_least(sides: list[int], target: int) -> None:
    assert chance_at_least(sides, target) == pool(sides).probability(">=", target)


@given(SIDES, SIDES, st.integers(-60, 60))
def test_margins_of_one_roll_over_another(sides: list[int], against: list[int], margin: int) -> None:
    theirs = (pool(sides) - pool(against)).probability(">=", margin)
    assert chance_ahead(distribution(sides), distribution(against), margin) == theirs


@given(SIDES, SIDES)
def test_the_highest_of_some_dice_on_top_of_others(sides: list[int], best: list[int]) -> None:
    theirs = icepool.highest([icepool.d(one) for one in best]) + pool(sides)
    ours = added(distribution(sides), highest(best))
    ways = sum(ours.values())
    assert {total: Fraction(count, ways) for total, count in ours.items()} == {
        total: theirs.probability("==", total) for total in theirs.outcomes()
    }


@pytest.mark.parametrize("bonus", range(-8, 13, 4))
@pytest.mark.parametrize("resistance", range(6, 22, 3))
def test_tapiz_against_a_number(bonus: int, resistance: int) -> None:
    roll = 3 @ icepool.d6 + bonus
    found = chances(Hand((6, 6, 6), bonus), static(resistance))
    assert found.success == roll.probability(">=", resistance)
    for tier in TIERS:
        assert found.tiers[tier] == roll.probability(">=", resistance + PRICES[tier])


@pytest.mark.parametrize("bonus", range(-4, 9, 3))
def test_tapiz_against_a_roll(bonus: int) -> None:
    own, other = Hand((6, 6, 6), bonus), Hand((6, 6, 6), 2)
    ahead = (3 @ icepool.d6 + bonus) - (3 @ icepool.d6 + 2)
    found, resisting = chances(own, other), chances_of_resisting(other, own)
    assert found.success == ahead.probability(">=", 0)
    assert resisting.success == ahead.probability("<", 0) == 1 - found.success
    for tier in TIERS:
        assert found.tiers[tier] == ahead.probability(">=", PRICES[tier])
        assert resisting.tiers[tier] == ahead.probability("<=", -PRICES[tier])


@pytest.mark.parametrize("die", [4, 6, 8, 10])
def test_tapiz_with_the_best_damage_die_of_two(die: int) -> None:
    """TAP-STANCE-07."""
    roll = 3 @ icepool.d6 + icepool.highest(icepool.d(die), icepool.d(die)) + 1
    found = chances(Hand((6, 6, 6), 1, best=(die, die)), static(13))
    assert found.success == roll.probability(">=", 13)
    assert found.tiers["major"] == roll.probability(">=", 23)

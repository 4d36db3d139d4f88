"""Exact odds: how many ways a sum of dice can come up, in integers and fractions, never in floats."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from rules.core.errors import OutOfRange
from rules.dice.limits import MAX_DICE, MAX_SIDES


def distribution(sides: Sequence[int]) -> Mapping[int, int]:
    """Return for every total of the dice the number of ways in which it comes up, lowest total first."""
    if len(sides) > MAX_DICE:
        raise OutOfRange("dice.count", params={"value": len(sides), "least": 0, "most": MAX_DICE})
    ways = [1]
    for die in sides:
        if not 1 <= die <= MAX_SIDES:
            raise OutOfRange("dice.sides", params={"value": die, "least": 1, "most": MAX_SIDES})
        # ways[i] belongs to the total i + number of dice so far; a sliding sum adds one more die
        longer: list[int] = []
        window = 0
        for index in range(len(ways) + die - 1):
            window += ways[index] if index < len(ways) else 0
            window -= ways[index - die] if index >= die else 0
            longer.append(window)
        ways = longer
    return dict(enumerate(ways, start=len(sides)))


def chance_at_least(sides: Sequence[int], target: int) -> Fraction:
    """Return the exact chance that the dice add up to `target` or more."""
    favourable = sum(count for total, count in distribution(sides).items() if total >= target)
    return Fraction(favourable, prod(sides))

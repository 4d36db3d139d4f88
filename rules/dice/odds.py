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


def highest(sides: Sequence[int]) -> Mapping[int, int]:
    """Return for every face the number of ways in which it is the highest of the dice; of no dice there is none."""
    most = max(sides, default=0)
    below = [prod(min(face, die) for die in sides) for face in range(most + 1)]
    return {face: below[face] - below[face - 1] for face in range(1, most + 1)}


def added(one: Mapping[int, int], other: Mapping[int, int]) -> Mapping[int, int]:
    """Return the ways in which two results that do not depend on each other add up, lowest sum first."""
    ways: dict[int, int] = {}
    for total, count in one.items():
        for more, times in other.items():
            ways[total + more] = ways.get(total + more, 0) + count * times
    return dict(sorted(ways.items()))


def chance_ahead(own: Mapping[int, int], other: Mapping[int, int], margin: int) -> Fraction:
    """Return the exact chance that one result is at least `margin` above another that does not depend on it."""
    favourable = sum(
        count * times for total, count in own.items() for opposed, times in other.items() if total - opposed >= margin
    )
    return Fraction(favourable, sum(own.values()) * sum(other.values()))


def chance_at_least(sides: Sequence[int], target: int) -> Fraction:
    """Return the exact chance that the dice add up to `target` or more."""
    favourable = sum(count for total, count in distribution(sides).items() if total >= target)
    return Fraction(favourable, prod(sides))

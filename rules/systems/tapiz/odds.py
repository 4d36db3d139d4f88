"""Exact odds of 3d6 against a resistance: of success, and of points enough for each tier (TAP-ROLL-04, TAP-EFF-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.dice import added, chance_ahead, distribution, highest
from rules.systems.tapiz.effects import PRICES, TIERS, Tier
from rules.systems.tapiz.house import DIFFICULTIES

RESISTANCES_SHOWN = 5
"""How many resistances a table of odds holds: as many as stand in one row on a phone."""

EVEN = Fraction(1, 2)


@dataclass(frozen=True)
class Hand:
    """What one side brings to a comparison: dice (none in a static roll) and what is added to them.

    best: dice of which the highest alone is added (TAP-STANCE-07).
    """

    sides: tuple[int, ...]
    bonus: int
    best: tuple[int, ...] = ()

    @property
    def rolled(self) -> bool:
        """Whether there is anything to roll."""
        return bool(self.sides or self.best)


@dataclass(frozen=True)
class Chances:
    """The chance of success, and for each tier that the effect points suffice for it."""

    success: Fraction
    tiers: Mapping[Tier, Fraction]


def static(resistance: int) -> Hand:
    """A resistance that is a number and no roll."""
    return Hand((), resistance)


def chances(own: Hand, against: Hand, *, shift: int = 0) -> Chances:
    """Return the chances of a roll against a resistance, static or rolled itself.

    `shift` is added to the effect points of a success, as by size (TAP-SIZE-04); a success stays one.
    (TAP-ROLL-04, TAP-ROLL-06, TAP-EFF-01)
    """

    mine, theirs = _totals(own), _totals(against)
    tiers = {tier: chance_ahead(mine, theirs, max(0, PRICES[tier] - shift)) for tier in TIERS}
    return Chances(chance_ahead(mine, theirs, 0), tiers)


def chances_of_resisting(own: Hand, against: Hand) -> Chances:
    """Return the chances of whoever resists: that the other roll fails, and with how many consequence points.

    (TAP-ROLL-05, TAP-ROLL-06, TAP-EFF-04)
    """

    mine, theirs = _totals(own), _totals(against)
    return Chances(chance_ahead(mine, theirs, 1), {tier: chance_ahead(mine, theirs, PRICES[tier]) for tier in TIERS})


@lru_cache(maxsize=256)
def _totals(hand: Hand) -> Mapping[int, int]:
    """The totals that a hand comes to, each with its number of ways."""
    ways = distribution(hand.sides)
    if hand.best:
        ways = added(ways, highest(hand.best))
    return {total + hand.bonus: count for total, count in ways.items()}


def likely_resistances(own: Hand) -> Sequence[int]:
    """Return the even resistances nearest to an even chance, for whoever may not know which one it is."""
    totals = _totals(own)
    open_ones = [number for number in range(min(totals) + 1, max(totals) + 1) if number % 2 == 0]
    nearest = sorted(open_ones, key=lambda number: (abs(chances(own, static(number)).success - EVEN), number))
    return tuple(sorted(nearest[:RESISTANCES_SHOWN]))


def likely_difficulties(own: Hand) -> Sequence[int]:
    """Return the difficulties of the scale that may be reached or missed; the last where all are reached.

    (TAP-HOUSE-11)
    """
    totals = _totals(own)
    scale = tuple(DIFFICULTIES.values())
    return tuple(number for number in scale if min(totals) < number <= max(totals)) or scale[-1:]

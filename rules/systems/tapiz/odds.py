"""Exact odds of 3d6 against a resistance, told before the dice fall over what each reader may know.

The game master reads them exactly. A player may not know a foe's resistance, or the difficulty that the game master has
in mind, so theirs is a table of resistances that depends on nothing but their own bonus (docs/secrecy.md).
(TAP-ROLL-04 to -06, TAP-EFF-01)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeAlias

from rules.core.audience import GAME_MASTER, Audience, controllers_of
from rules.core.facts import Fact
from rules.core.odds import Outcomes, against, by_resistance
from rules.core.types import Id, Json
from rules.dice import added, chance_ahead, distribution, highest
from rules.systems.tapiz.difficulties import DIFFICULTIES, scale_of
from rules.systems.tapiz.effects import PRICES, TIERS, Tier
from rules.systems.tapiz.rolls import ACTION_DICE, STATIC_BASE, Roll

RULES = ("TAP-ROLL-04", "TAP-EFF-01")

RESISTANCES_SHOWN = 5
"""How many resistances a table of odds holds: as many as stand in one row on a phone."""

EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Hand:
    """What one side brings to a comparison."""

    sides: tuple[int, ...]
    """Dice that are added; none in a static roll."""
    bonus: int
    best: tuple[int, ...] = ()
    """Dice of which the highest alone is added (TAP-STANCE-07)."""

    @property
    def rolled(self) -> bool:
        """Whether there is anything to roll."""
        return bool(self.sides or self.best)


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of success, and for each tier that the effect points suffice for it."""

    success: Fraction
    tiers: Mapping[Tier, Fraction]


Likely: TypeAlias = Callable[[Hand], Sequence[int]]
"""The resistances that a table names, by what the roller brings."""


def hand_of(terms: Roll) -> Hand:
    """What a roll brings to a comparison (TAP-ROLL-02, TAP-ROLL-07)."""
    return Hand(ACTION_DICE, terms.added) if terms.mode == "rolled" else Hand((), STATIC_BASE + terms.added)


def static(resistance: int) -> Hand:
    """A resistance that is a number and no roll."""
    return Hand((), resistance)


def chances(own: Hand, against: Hand, *, shift: int = 0) -> Chances:
    """Return the chances of a roll against a resistance, static or rolled itself (TAP-ROLL-04, -06, TAP-EFF-01).

    shift: added to the effect points of a success, as by size (TAP-SIZE-04); a success stays one.
    """
    mine, theirs = _totals(own), _totals(against)
    tiers = {tier: chance_ahead(mine, theirs, max(0, PRICES[tier] - shift)) for tier in TIERS}
    return Chances(chance_ahead(mine, theirs, 0), tiers)


def chances_of_resisting(own: Hand, against: Hand) -> Chances:
    """Return the chances of a resistance: that the other roll fails, and with how many consequence points.

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
    """Return the even resistances nearest to an even chance, for a roller who may not know which one it is."""
    totals = _totals(own)
    open_ones = [number for number in range(min(totals) + 1, max(totals) + 1) if number % 2 == 0]
    nearest = sorted(open_ones, key=lambda number: (abs(chances(own, static(number)).success - EVEN), number))
    return tuple(sorted(nearest[:RESISTANCES_SHOWN]))


def likely_on(house: Mapping[str, Json]) -> Likely:
    """The difficulties of a table's scale that a roll may reach or miss (TAP-HOUSE-11)."""
    return partial(likely_difficulties, scale=tuple(scale_of(house).values()))


def likely_difficulties(own: Hand, scale: Sequence[int] = tuple(DIFFICULTIES.values())) -> Sequence[int]:
    """Return the difficulties of the scale that may be reached or missed; the last where all are reached.

    (TAP-HOUSE-11)
    """
    totals = _totals(own)
    return tuple(number for number in scale if min(totals) < number <= max(totals)) or scale[-1:]


def odds_against(
    who: Id,
    own: Hand,
    resistance: int | None,
    *,
    knows: Audience = GAME_MASTER,
    likely: Likely = likely_resistances,
    shift: int = 0,
    seen: bool = True,
) -> Fact:
    """The odds of a roll against a resistance.

    resistance: None where it has not been named yet. knows: who may know it. likely: what a table for the others names.
    shift: added to the effect points of a success. seen: whether the roller knows of `shift`.
    """
    return _told(who, own, None if resistance is None else static(resistance), knows, likely, shift, seen)


def contest(who: Id, own: Hand, other: Hand, *, shift: int = 0, seen: bool = True) -> Fact | None:
    """The odds of a roll against one that will be rolled too: what the other adds is for the game master.

    None where nothing is rolled.
    """
    if not own.rolled and not other.rolled:
        return None
    return _told(who, own, other, GAME_MASTER, likely_resistances, shift, seen)


@lru_cache(maxsize=1024)
def odds_of_resisting(who: Id, own: Hand, other: Hand) -> Fact:
    """The odds of a resistance roll against the roll that follows it, whose bonus is for the game master."""
    columns = {
        number: _outcomes("odds.resists", chances_of_resisting(own, static(number)))
        for number in likely_resistances(own)
    }
    table = by_resistance(columns, "TAP-ROLL-06", audience=controllers_of(who))
    outcome = _outcomes("odds.resists", chances_of_resisting(own, other))
    return replace(against(None, outcome, "TAP-ROLL-06", audience=GAME_MASTER), otherwise=table)


@lru_cache(maxsize=1024)
def _told(who: Id, own: Hand, other: Hand | None, knows: Audience, likely: Likely, shift: int, seen: bool) -> Fact:
    shown = shift if seen else 0
    columns = {number: _outcomes("odds.success", chances(own, static(number), shift=shown)) for number in likely(own)}
    table = by_resistance(columns, *RULES, audience=controllers_of(who))
    if other is None:
        return table
    number = other.bonus if not other.rolled else None
    exact = against(number, _outcomes("odds.success", chances(own, other, shift=shift)), *RULES, audience=knows)
    # a number that stands already is no chance: without dice of one's own there is nothing to look up
    return replace(exact, otherwise=table if own.rolled else None)


def _outcomes(first: str, found: Chances) -> Outcomes:
    return {first: found.success, **{f"odds.{tier}": chance for tier, chance in found.tiers.items()}}

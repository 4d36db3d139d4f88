"""Hit points: two pools, what they hold, and what they leave of a character (TAP-HP-01 to -10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.codec import Counted
from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.tapiz.attributes import attribute_modifier
from rules.systems.tapiz.settings import StartingRule

PoolName = Literal["physical", "mental"]
PoolStatus = Literal["ok", "unconscious", "bleeding", "dead", "incapacitated", "unstable", "lost"]
Allowed = Literal["any", "obey_or_flee", "none"]

POOLS: tuple[PoolName, ...] = get_args(PoolName)

END = -10
"""At this value or below a character is dead or lost (TAP-HP-09)."""

HIT_DICE: tuple[int, ...] = (4, 6, 8, 10, 12, 20)
"""Dice that may be rolled for hit points (TAP-CHAR-07)."""

DEFAULT_HIT_DIE = 8
"""Hit die of both pools for creatures and characters without a class (TAP-CHAR-07, TAP-HOUSE-06)."""


@dataclass(frozen=True, slots=True)
class Pool:
    """One pool of hit points (TAP-HP-01)."""

    current: Counted
    """May fall below zero, and is kept below −10 (TAP-ODD-19)."""
    maximum: int
    wounds: Counted = 0
    """How often damage came since the last healing attempt (TAP-HP-10).

    It is counted, as is `reopened`, so that taking back one wound leaves the others.
    """
    steadied: bool = False
    """The loss of a negative pool was stopped (TAP-HP-07)."""
    reopened: Counted = 0
    """How often damage came since the loss was stopped."""

    @property
    def healing_available(self) -> bool:
        """Whether a healing attempt is open (TAP-HP-10)."""
        return self.wounds > 0

    @property
    def stabilised(self) -> bool:
        """Whether the loss of a negative pool is stopped (TAP-HP-07)."""
        return self.steadied and not self.reopened

    @property
    def losing(self) -> bool:
        """Whether the pool loses a point each round (TAP-HP-05, TAP-HP-06)."""
        return loses_points(self.current) and not self.stabilised

    @property
    def healable(self) -> bool:
        """Whether a healing attempt is open and would bring something back."""
        return self.healing_available and self.current < self.maximum

    def damaged(self, amount: int) -> Pool:
        """The pool after a blow: no points removed change nothing (TAP-HP-01, TAP-HP-10)."""
        if not at_least(amount, 0, "tapiz.damage.negative", field="amount"):
            return self
        reopened = self.reopened + 1 if self.steadied else self.reopened
        return replace(self, current=self.current - amount, wounds=self.wounds + 1, reopened=reopened)

    def steady(self) -> Pool:
        """The pool when its loss has been stopped (TAP-HP-07)."""
        return replace(self, steadied=True, reopened=0)

    def raised(self, current: int, *, uses_chance: bool) -> Pool:
        """The pool after points came back; at zero or above there is no loss left to stop (TAP-HP-10).

        uses_chance: they came of a healing attempt, and there is no other until new damage.
        """
        wounds = 0 if uses_chance else self.wounds
        if current >= 0:
            return replace(self, current=current, wounds=wounds, steadied=False, reopened=0)
        return replace(self, current=current, wounds=wounds)


def known_hit_die(sides: int) -> int:
    """Return the sides of a hit die, or refuse a die that the rules do not list (TAP-CHAR-07)."""
    return one_of(sides, HIT_DICE, "tapiz.hit_die.unknown", field="hit_die")


def starting_hit_points(score: int, hit_die: int, rule: StartingRule = "score_and_die") -> int:
    """Return a pool at level 1 from Constitution or Wisdom and its hit die, at least 1 (TAP-HOUSE-04, TAP-HOUSE-05)."""
    highest = known_hit_die(hit_die)
    match rule:
        case "score_and_die":
            return score + highest
        case "modifier_and_die":
            return max(1, attribute_modifier(score) + highest)
        case "score":
            return score


def pool_status(pool: PoolName, current: int) -> PoolStatus:
    """Return the state of a pool (TAP-HP-02, TAP-HP-03, TAP-HP-05, TAP-HP-06, TAP-HP-09)."""
    physical = one_of(pool, POOLS, "tapiz.pool.unknown", field="pool") == "physical"
    if current > 0:
        return "ok"
    if current == 0:
        return "unconscious" if physical else "incapacitated"
    if current > END:
        return "bleeding" if physical else "unstable"
    return "dead" if physical else "lost"


def allowed_actions(physical: int, mental: int) -> Allowed:
    """Say what may still be done; the stricter of the two pools counts (TAP-HP-02, -03, TAP-HP-05, -06)."""
    if physical <= 0 or mental < 0:
        return "none"
    return "any" if mental > 0 else "obey_or_flee"


def beyond_help(physical: int, mental: int) -> bool:
    """Say whether one of the pools is at its end, so that the character is dead or lost (TAP-HP-09)."""
    return min(physical, mental) <= END


def loses_points(current: int) -> bool:
    """Say whether a pool is in the range in which it loses a point each round (TAP-HP-05, TAP-HP-06)."""
    return END < current < 0


def check_healing(current: int, *, healing_available: bool) -> None:
    """Refuse to heal a pool that has no open attempt or is beyond help (TAP-HP-09, TAP-HP-10)."""
    if current <= END:
        raise NotAllowed("tapiz.healing.beyond_help", params={"current": current})
    if not healing_available:
        raise NotAllowed("tapiz.healing.used_up")


def restore(current: int, maximum: int, amount: int) -> int:
    """Add hit points up to the maximum; what is above it already stays (TAP-HP-10, TAP-HERO-07)."""
    return max(current, min(maximum, current + amount))

"""The dice of a test: two, more for reward or punishment, one more for every counted six, against 10.

(TUM-TEST-04, TUM-SNAKE-*, TUM-EXPL-*, TUM-DICE-*, TUM-PLUS-01, TUM-FUMB-*)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.core.dice_action import dice_action
from rules.core.errors import at_least
from rules.core.facts import Explanation, Fact, Param
from rules.core.quick import quick
from rules.core.system import Action
from rules.core.throws import Throw, Throws, decide, throw, throw_one
from rules.core.types import Id
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.state import Body, Round

Extra: TypeAlias = Literal["reward", "punishment", "none"]

SIDES = 6
"""Sides of every die of a test (TUM-TEST-04)."""

BASE_DICE = 2
"""Dice of a test without extra ones; as many always count (TUM-TEST-04)."""

MOST_EXTRA = 3
"""No test gets more extra dice than this (TUM-DICE-05)."""

TARGET = 10
"""The number that a test has to reach (TUM-TEST-04)."""

POINTS_PER_PLUS = 4
"""Points above the target for each plus (TUM-PLUS-01)."""

EXPLOSION = "explosion"
"""The purpose of the dice that counted sixes bring."""

EXPLODE = "explode"
"""The choice whether such a die is thrown, at tables where it may be left out (TUM-EXPL-01)."""


@quick
@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of a test before explosions."""

    kind: Extra
    extra_dice: int

    @property
    def size(self) -> int:
        """How many dice are rolled, 2 to 5."""
        return BASE_DICE + self.extra_dice


@dataclass(frozen=True, slots=True)
class Trial:
    """A test that is about to be rolled: its roller, its attribute, and the dice with their causes."""

    who: Id
    attribute: Attribute
    value: int
    """The value of the attribute."""
    causes: Explanation = ()
    """Bonus dice (positive values) and penalty dice (negative ones)."""
    all_explode: bool = False
    """Sixes that do not count bring a die too, as some tables read it (TUM-EXPL-03)."""
    may_stop: bool = False
    """The roller may leave out the die that a six brings, as some tables read it (TUM-EXPL-01)."""

    @property
    def pool(self) -> Pool:
        """The dice after cancelling and limiting (TUM-DICE-04, TUM-DICE-05)."""
        given = [cause.value or 0 for cause in self.causes]
        return net_dice(sum(dice for dice in given if dice > 0), -sum(dice for dice in given if dice < 0))


@quick
@dataclass(frozen=True, slots=True)
class AttributeTest:
    """A test that was rolled, and what it means against 10."""

    trial: Trial
    faces: tuple[int, ...]
    """The faces of the pool, in the order rolled."""
    counted: tuple[int, int]
    """The two faces that count, lower first."""
    explosions: tuple[int, ...]
    """The faces of the dice that counted sixes brought."""
    total: int
    success: bool
    snake_eyes: bool
    """A double one: the test fails whatever its total (TUM-SNAKE-01)."""
    doubles: bool
    fumble: bool
    pluses: int


def cause(what: str, dice: int, *rules: str, **params: Param) -> Fact:
    """Bonus dice (positive) or penalty dice (negative) with what brings them."""
    return Fact(f"cause.{what}", value=dice, params=params, rules=rules)


def net_dice(reward: int, punishment: int) -> Pool:
    """Cancel reward against penalty dice, then limit the rest to three (TUM-DICE-02 to -05).

    Raises OutOfRange for a negative number.
    """
    at_least(reward, 0, "tumbas.dice.negative", field="reward")
    at_least(punishment, 0, "tumbas.dice.negative", field="punishment")
    left = reward - punishment
    if not left:
        return Pool("none", 0)
    return Pool("reward" if left > 0 else "punishment", min(abs(left), MOST_EXTRA))


def counted_dice(pool: Pool, faces: Sequence[int]) -> tuple[int, int]:
    """Return the two dice of a pool that count, lower first (TUM-DICE-02, TUM-DICE-03, TUM-EXPL-03)."""
    low_to_high = sorted(faces)
    lower, higher = low_to_high[:2] if pool.kind == "punishment" else low_to_high[-2:]
    return lower, higher


def pluses_over(total: int, other: int) -> int:
    """Return one plus for each full 4 points by which a total exceeds another, never below 0 (TUM-PLUS-01)."""
    return max(0, (total - other) // POINTS_PER_PLUS)


def roll_test(trial: Trial, purpose: str = "test") -> Throws[AttributeTest]:
    """Roll a test: the whole pool, then one die after the other for every counted six, and for the sixes of these.

    A six that does not count brings no die, unless the table reads it so; nor does any once the roller may and does
    stop.
    (TUM-TEST-04, TUM-EXPL-01 to -03, TUM-SNAKE-01, -02, TUM-FUMB-01, -02)
    """
    pool = trial.pool
    # with extra dice not all of them count, so no sum can be shown before they fall
    bonus = None if pool.extra_dice else trial.value
    faces = yield from throw(*(Throw(purpose, SIDES, trial.who, bonus),) * pool.size)
    counted = counted_dice(pool, faces)
    explosive = faces if trial.all_explode else counted
    explosions: tuple[int, ...] = ()
    while len(explosions) < explosive.count(SIDES) + explosions.count(SIDES):
        if trial.may_stop and not (yield from decide(EXPLODE, trial.who, default=True)):
            break
        explosions += ((yield from throw_one(EXPLOSION, SIDES, trial.who)),)
    total = sum(counted) + sum(explosions) + trial.value
    snake_eyes = counted == (1, 1)
    doubles = counted[0] == counted[1]
    success = total >= TARGET and not snake_eyes
    return AttributeTest(
        trial=trial,
        faces=faces,
        counted=counted,
        explosions=explosions,
        total=total,
        success=success,
        snake_eyes=snake_eyes,
        doubles=doubles,
        fumble=doubles and not success,
        pluses=pluses_over(total, TARGET) if success else 0,
    )


ROLL: Action[Body, Round] = dice_action("2d6", (3, 4, 6, 8, 10, 12, 20))
"""Any dice for any reason, openly or for the game master alone."""

"""Attribute tests: success, snake eyes, fumbles and pluses (TUM-TEST-04, TUM-SNAKE-*, TUM-PLUS-01, TUM-FUMB-*)."""

from dataclasses import dataclass

from rules.systems.tumbas.dice import Pool, Roll, net_dice

TARGET = 10
"""The number that a test has to reach (TUM-TEST-04)."""

POINTS_PER_PLUS = 4
"""So many points above the target give one plus (TUM-PLUS-01)."""


@dataclass(frozen=True)
class AttributeTest:
    """One test that was rolled: its dice, its total and what that means against 10."""

    roll: Roll
    total: int
    success: bool
    automatic_failure: bool
    doubles: bool
    fumble: bool
    pluses: int


def overload_dice(*, physical: bool, overloaded: bool) -> int:
    """Return the punishment dice that overload adds to a test: one on physical actions (TUM-LOAD-03)."""
    return 1 if physical and overloaded else 0


def pool_of(reward: int = 0, punishment: int = 0, *, physical: bool = False, overloaded: bool = False) -> Pool:
    """Return the dice of a test from everything that is given, overload included (TUM-DICE-04, -05, TUM-LOAD-03)."""
    net_dice(reward, punishment)
    return net_dice(reward, punishment + overload_dice(physical=physical, overloaded=overloaded))


def pluses_over(total: int, other: int) -> int:
    """Return one plus for each full 4 points by which a total exceeds another, never below 0 (TUM-PLUS-01)."""
    return max(0, (total - other) // POINTS_PER_PLUS)


def attribute_test(attribute: int, roll: Roll) -> AttributeTest:
    """Make one attribute test against 10 (TUM-TEST-04, TUM-SNAKE-01, -02, TUM-PLUS-01, TUM-FUMB-01, -02)."""
    total = roll.total + attribute
    snake_eyes = roll.counted == (1, 1)
    doubles = roll.counted[0] == roll.counted[1]
    success = total >= TARGET and not snake_eyes
    return AttributeTest(
        roll=roll,
        total=total,
        success=success,
        automatic_failure=snake_eyes,
        doubles=doubles,
        fumble=doubles and not success,
        pluses=pluses_over(total, TARGET) if success else 0,
    )

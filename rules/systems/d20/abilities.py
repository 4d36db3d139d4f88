"""The six abilities, their modifiers, and the three ways of losing points of them.

D20C-CIR-07, D20H-HOUSE-03, D20H-COND-06, D20H-COND-07, D20H-HEAL-04.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of, within

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]

ABILITIES: tuple[Ability, ...] = get_args(Ability)

HIGHEST_SCORE = 99


@dataclass(frozen=True)
class AbilityLoss:
    """Points of one ability that are gone, by kind: for good, until they heal, or until their cause ends."""

    drain: int = 0
    damage: int = 0
    penalty: int = 0

    @property
    def total(self) -> int:
        """All points that are gone at present (D20H-COND-06, D20H-COND-07)."""
        return self.drain + self.damage + self.penalty


def ability_modifier(score: int) -> int:
    """Return the modifier of a score of 0 or more: half of what it has above 10, rounded down (D20H-HOUSE-03).

    Raises OutOfRange.
    """
    return (at_least(score, 0, "d20.ability.score", field="score") - 10) // 2


def checked_score(score: int, field: str, *, least: int = 1) -> int:
    """Return a score, or refuse it as out of range when it is outside `least`..99 (D20H-DY-04, D20H-MD-01)."""
    return within(score, least, HIGHEST_SCORE, "d20.ability.score", field=field)


def present_score(score: int, loss: AbilityLoss) -> int:
    """Return what is left of a score, never below 0 (D20H-COND-06, D20H-COND-07). Raises OutOfRange."""
    for points, field in ((loss.drain, "drain"), (loss.damage, "damage"), (loss.penalty, "penalty")):
        at_least(points, 0, "d20.ability.loss_negative", field=field)
    return max(0, score - loss.total)


def checked_points(points: Mapping[Ability, int], field: str) -> dict[Ability, int]:
    """Return points lost by ability; raises UnknownValue, OutOfRange for negative points (D20H-COND-06, -07)."""
    for ability in points:
        one_of(ability, ABILITIES, "d20.ability.unknown", field=field)
    return {ability: at_least(value, 0, "d20.ability.loss_negative", field=field) for ability, value in points.items()}


def healed_damage(damage: Mapping[Ability, int], points: int) -> dict[Ability, int]:
    """Give points back to each damaged ability, none below 0 left; drained points are not among them (D20H-HEAL-04)."""
    return {ability: max(0, lost - points) for ability, lost in damage.items()}

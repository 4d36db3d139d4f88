"""When a mech may fall, and what a fall does (TAC-HOUSE-28, TAC-VEH-08)."""

from fractions import Fraction
from math import ceil

from rules.core.errors import at_least
from rules.systems.tactico.rolls import Difficulty, RollTotal, SkillRoll, against, number_to_reach
from rules.systems.tactico.vehicles.movement import Journey, Movement

FALL_DIFFICULTY: Difficulty = "routine"
"""Difficulty of a fall check (TAC-HOUSE-28)."""

RISKY_MOVEMENTS: tuple[Movement, ...] = ("run", "jump")
"""Movements that call for a check when they cross an obstacle (TAC-HOUSE-28)."""


def loss_that_shakes(tonnage: int) -> int:
    """Return the armour points lost in one turn from which a fall check is due, rounded up (TAC-HOUSE-28)."""
    return ceil(Fraction(at_least(tonnage, 1, "tactico.tonnage", field="tonnage"), 2))


def fall_damage(tonnage: int) -> int:
    """Return the damage of a fall, one hit in the lower area, rounded up (TAC-HOUSE-28)."""
    return ceil(Fraction(at_least(tonnage, 1, "tactico.tonnage", field="tonnage"), 20))


def fall_check_due(tonnage: int, movement: Movement, journey: Journey, armour_lost: int) -> bool:
    """Say whether a mech's turn calls for a check; one is enough for both reasons (TAC-HOUSE-28)."""
    at_least(armour_lost, 0, "tactico.fall.loss", field="armour_lost")
    return (movement in RISKY_MOVEMENTS and journey.obstacles > 0) or armour_lost >= loss_that_shakes(tonnage)


def fall_check(piloting: RollTotal, skill: int) -> SkillRoll:
    """Compare the turn's piloting roll with the fall check; who fails falls (TAC-HOUSE-28, TAC-VEH-08, TAC-DIFF-03)."""
    return against(piloting, number_to_reach(FALL_DIFFICULTY, skill))

"""All shots of a vehicle, or of one of its gunners, on one roll (TAC-VEH-08, TAC-HOUSE-21)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.errors import OutOfRange
from rules.systems.tactico.dice import Double
from rules.systems.tactico.rolls import (
    SUCCESSES,
    Competence,
    Difficulty,
    RollTotal,
    check_competence,
    number_to_reach,
    outcome_of,
    roll_total,
)

BASE_DIFFICULTY: Difficulty = "routine"
"""Difficulty of a shot and of a physical attack before any modifier (TAC-HOUSE-21)."""


@dataclass(frozen=True)
class Fire:
    """The one total with its double, and for each shot the number to reach and whether it hits."""

    total: int
    flag: Double
    numbers_to_reach: tuple[int, ...]
    hits: tuple[bool, ...]


def attack_number(skill: int, modifier: int) -> int:
    """Return the number of a shot or physical attack: 10, for skill 0 15, and modifiers (TAC-HOUSE-21, TAC-DIFF-03)."""
    return number_to_reach(BASE_DIFFICULTY, skill, modifier)


def hits(roll: RollTotal, number: int) -> bool:
    """Say whether a roll made for the whole turn hits; its doubles decide for all (TAC-VEH-08, TAC-ROLL-05 to -07)."""
    return outcome_of(roll, number) in SUCCESSES


def vehicle_fire(gunner: Competence, modifiers: Sequence[int], faces: Sequence[int]) -> Fire:
    """Roll once for all shots, each with its modifier (TAC-VEH-08, TAC-HOUSE-21, TAC-ROLL-05 to -07)."""
    check_competence(gunner)
    if not modifiers:
        raise OutOfRange("tactico.fire.no_shots", field="shots", params={"value": 0, "least": 1})
    roll = roll_total(gunner, faces)
    numbers = tuple(attack_number(gunner.skill, modifier) for modifier in modifiers)
    return Fire(roll.total, roll.double, numbers, tuple(hits(roll, number) for number in numbers))

"""House tables where the source is silent: difficulties of attacks, worn protection (TAC-HOUSE-11, TAC-HOUSE-14)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from rules.core.errors import Missing, at_least, one_of
from rules.systems.tactico.locations import AttackSkill, is_melee
from rules.systems.tactico.rolls import Difficulty

Protection = Literal["cloth", "light", "heavy"]

MELEE_DIFFICULTY: Difficulty = "routine"
"""Difficulty of a blow that nobody answers (TAC-HOUSE-11)."""

DIFFICULTY_TO_METRES: tuple[tuple[Difficulty, int | None], ...] = (
    ("routine", 10),
    ("average", 50),
    ("complicated", 200),
    ("very_hard", None),
)
"""Difficulties of a shot with the farthest metre of each, inclusive (TAC-HOUSE-11, TAC-DIFF-02)."""

PROTECTION: Mapping[Protection, int] = {"cloth": 0, "light": 1, "heavy": 3}
"""What worn protection takes from each hit on the location that it covers (TAC-HOUSE-14)."""


def attack_difficulty(skill: AttackSkill, distance_m: int | Fraction | None = None) -> Difficulty:
    """Return the difficulty of an attack without defence; a shot needs its distance in metres (TAC-HOUSE-11)."""
    if is_melee(skill):
        return MELEE_DIFFICULTY
    if distance_m is None:
        raise Missing("tactico.attack.no_distance", field="distance_m")
    at_least(distance_m, 0, "tactico.distance", field="distance_m")
    return next(name for name, farthest in DIFFICULTY_TO_METRES if farthest is None or distance_m <= farthest)


def protection_value(protection: Protection) -> int:
    """Return the value of a kind of protection (TAC-HOUSE-14)."""
    return PROTECTION[one_of(protection, PROTECTION, "tactico.protection.unknown", field="protection")]


def damage_through(damage: int, protection: int) -> int:
    """Return what of a hit goes through protection of a value, not below 0 (TAC-HOUSE-14)."""
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    return max(0, damage - at_least(protection, 0, "tactico.protection.negative", field="protection"))

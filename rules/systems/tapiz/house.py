"""House tables where the source is silent: armour, weapon dice, difficulties, ranges (TAP-HOUSE-07, -11, -18, -22)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.tapiz.advancement import DEFAULT_HIT_DIE
from rules.systems.tapiz.movement import DEFAULT_MOV

Armour = Literal["none", "light", "medium", "heavy"]
WeaponSize = Literal["small", "one_handed", "heavy_one_handed", "two_handed"]
Difficulty = Literal[
    "trivial",
    "very_easy",
    "easy",
    "average",
    "hard",
    "very_hard",
    "extremely_hard",
    "madness",
    "nearly_impossible",
    "impossible",
]
RangeBand = Literal["inmediato", "cerca", "medio", "lejos", "muy_lejos"]
DefaultName = Literal["mov", "hit_die"]

ARMOURS: tuple[Armour, ...] = get_args(Armour)
WEAPON_SIZES: tuple[WeaponSize, ...] = get_args(WeaponSize)
RANGE_BANDS: tuple[RangeBand, ...] = get_args(RangeBand)

ARMOUR_BONUSES: Mapping[Armour, int] = {"none": 0, "light": 2, "medium": 4, "heavy": 6}
"""Bonus of worn armour to the armour class (TAP-HOUSE-07)."""

SHIELD_BONUS = 1
"""What a shield adds to the bonus of the armour (TAP-HOUSE-07)."""

WEAPON_DICE: Mapping[WeaponSize, int] = {"small": 4, "one_handed": 6, "heavy_one_handed": 8, "two_handed": 10}
"""Sides of the damage die of a weapon (TAP-HOUSE-18)."""

DIFFICULTIES: Mapping[Difficulty, int] = {
    "trivial": 3,
    "very_easy": 6,
    "easy": 9,
    "average": 12,
    "hard": 15,
    "very_hard": 18,
    "extremely_hard": 21,
    "madness": 24,
    "nearly_impossible": 30,
    "impossible": 40,
}
"""The scale of difficulties, easiest first (TAP-HOUSE-11)."""

BAND_LIMITS: Mapping[RangeBand, int | None] = {
    "inmediato": 2,
    "cerca": 10,
    "medio": 30,
    "lejos": 100,
    "muy_lejos": None,
}
"""Farthest metre of each range band, inclusive (TAP-HOUSE-22)."""

DEFAULTS: Mapping[DefaultName, int] = {"mov": DEFAULT_MOV, "hit_die": DEFAULT_HIT_DIE}
"""Values of a character whose species or class says nothing (TAP-HOUSE-06, TAP-HOUSE-20)."""


def armour_bonus(armour: Armour, *, shield: bool = False) -> int:
    """Return the bonus of armour and shield to the armour class (TAP-HOUSE-07)."""
    worn = one_of(armour, ARMOURS, "tapiz.armour.unknown", field="armour")
    return ARMOUR_BONUSES[worn] + (SHIELD_BONUS if shield else 0)


def weapon_die(weapon: WeaponSize) -> int:
    """Return the sides of a weapon's damage die (TAP-HOUSE-18)."""
    return WEAPON_DICE[one_of(weapon, WEAPON_SIZES, "tapiz.weapon_size.unknown", field="weapon")]


def raise_difficulty(value: int, steps: int) -> int:
    """Raise a difficulty by steps of the scale, which stop at its last value (TAP-HOUSE-11, TAP-LANG-08)."""
    harder = [step for step in DIFFICULTIES.values() if step > value]
    wanted = at_least(steps, 0, "tapiz.difficulty.steps_negative", field="steps_up")
    return ([value, *harder])[min(wanted, len(harder))]


def difficulty(name: Difficulty, steps_up: int = 0) -> int:
    """Return a named difficulty, raised by steps of the scale (TAP-HOUSE-11)."""
    return raise_difficulty(DIFFICULTIES[one_of(name, DIFFICULTIES, "tapiz.difficulty.unknown", field="key")], steps_up)


def range_band(distance_m: int | Fraction) -> RangeBand:
    """Return the range band of a distance in metres (TAP-HOUSE-22)."""
    at_least(distance_m, 0, "tapiz.range.negative", field="distance_m")
    for band, limit in BAND_LIMITS.items():
        if limit is None or distance_m <= limit:
            return band
    raise AssertionError("the last band has no limit")


def default_value(name: DefaultName) -> int:
    """Return the value that stands where species or class say nothing (TAP-HOUSE-06, TAP-HOUSE-20)."""
    return DEFAULTS[one_of(name, DEFAULTS, "tapiz.default.unknown", field="key")]

"""The six characteristics, the attributes that follow from them, and what is left when these are used up.

(TAC-HOUSE-01, TAC-HOUSE-04, TAC-HOUSE-05, TAC-DMG-03, TAC-FAT-02, TAC-FAT-03)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, get_args

from rules.core.errors import Missing, at_least, one_of, within
from rules.core.quick import quick
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.locations import LOCATIONS, Location

Characteristic = Literal["strength", "dexterity", "constitution", "intelligence", "perception", "will"]
FatigueStatus = Literal["normal", "tired", "exhausted"]

CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
LOWEST, AVERAGE, HIGHEST = 1, 5, 10
"""Range and average of a characteristic (TAC-HOUSE-01)."""

LIFE_BASE = 10
"""The Puntos de Vida before twice the Constitución (TAC-HOUSE-04)."""

SHARE_OF_LOCATION: Mapping[Location, Fraction] = {
    "head": Fraction(1, 4),
    "right_arm": Fraction(1, 4),
    "left_arm": Fraction(1, 4),
    "torso": Fraction(1, 2),
    "right_leg": Fraction(1, 3),
    "left_leg": Fraction(1, 3),
}
"""Resistance of each location as a part of the Puntos de Vida (TAC-HOUSE-05)."""

ACTIONS_PER_TURN: Mapping[FatigueStatus, int] = {"normal": SEGMENTS, "tired": 1, "exhausted": 0}
"""Actions that a state of fatigue leaves (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03)."""


@dataclass(frozen=True)
class Attributes:
    """What follows from the characteristics."""

    initiative: int
    movement: int
    """Metres of one move."""
    fatigue_attribute: int
    endurance: int
    """The Aguante: the sizes that can be carried."""
    life_points: int
    resistance: Mapping[Location, int]


@quick
@dataclass(frozen=True, slots=True)
class Fatigue:
    """A level of fatigue and what it leaves of a turn."""

    fatigue_level: int
    status: FatigueStatus
    actions_per_turn: int


def check_characteristics(values: Mapping[Characteristic, int]) -> Mapping[Characteristic, int]:
    """Return the six characteristics, or refuse one that is missing, unknown or outside 1 to 10 (TAC-HOUSE-01)."""
    for name in CHARACTERISTICS:
        if name not in values:
            raise Missing("tactico.characteristic.missing", field=name)
    for given in values:
        one_of(given, CHARACTERISTICS, "tactico.characteristic.unknown", field=given)
    for name in CHARACTERISTICS:
        within(values[name], LOWEST, HIGHEST, "tactico.characteristic.range", field=name)
    return values


def resistance_of(life_points: int) -> Mapping[Location, int]:
    """Return the resistance of each location, rounded up (TAC-HOUSE-05)."""
    return {location: ceil(life_points * SHARE_OF_LOCATION[location]) for location in LOCATIONS}


def attributes(values: Mapping[Characteristic, int]) -> Attributes:
    """Work out the attributes from the six characteristics (TAC-HOUSE-01, TAC-HOUSE-04, TAC-HOUSE-05)."""
    check_characteristics(values)
    life_points = LIFE_BASE + 2 * values["constitution"]
    return Attributes(
        initiative=values["dexterity"] + values["perception"],
        movement=values["dexterity"],
        fatigue_attribute=values["constitution"] + values["will"],
        endurance=2 * (values["strength"] + values["constitution"]),
        life_points=life_points,
        resistance=resistance_of(life_points),
    )


def is_dead(life_points: int) -> bool:
    """Return whether no Puntos de Vida are left: 0 or fewer (TAC-DMG-03)."""
    return life_points <= 0


def check_fatigue(level: int, attribute: int) -> None:
    """Raise OutOfRange for a level below 0 or an attribute below 1."""
    at_least(level, 0, "tactico.fatigue.level", field="fatigue_level")
    at_least(attribute, 1, "tactico.fatigue.attribute", field="fatigue_attribute")


def fatigue(level: int, attribute: int) -> Fatigue:
    """Read a level: tired from the attribute on, exhausted from twice the attribute on.

    (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03)
    """
    check_fatigue(level, attribute)
    status: FatigueStatus = "exhausted" if level >= 2 * attribute else "tired" if level >= attribute else "normal"
    return Fatigue(level, status, ACTIONS_PER_TURN[status])

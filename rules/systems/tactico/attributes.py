"""The six characteristics and what follows from them (TAC-HOUSE-01, TAC-HOUSE-04, TAC-HOUSE-05)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, get_args

from rules.core.errors import Missing, one_of, within
from rules.systems.tactico.locations import LOCATIONS, Location

Characteristic = Literal["strength", "dexterity", "constitution", "intelligence", "perception", "will"]

CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
LOWEST, AVERAGE, HIGHEST = 1, 5, 10
"""Range and average of a characteristic (TAC-HOUSE-01)."""

SHARE_OF_LOCATION: Mapping[Location, Fraction] = {
    "head": Fraction(1, 4),
    "right_arm": Fraction(1, 4),
    "left_arm": Fraction(1, 4),
    "torso": Fraction(1, 2),
    "right_leg": Fraction(1, 3),
    "left_leg": Fraction(1, 3),
}
"""Resistance of each location as a part of the Puntos de Vida (TAC-HOUSE-05)."""


@dataclass(frozen=True)
class Attributes:
    """Iniciativa, Movimiento (metres per move), Fatiga, Aguante, Puntos de Vida and the resistance of each location."""

    initiative: int
    movement: int
    fatigue_attribute: int
    endurance: int
    life_points: int
    resistance: Mapping[Location, int]


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
    life_points = 10 + 2 * values["constitution"]
    return Attributes(
        initiative=values["dexterity"] + values["perception"],
        movement=values["dexterity"],
        fatigue_attribute=values["constitution"] + values["will"],
        endurance=2 * (values["strength"] + values["constitution"]),
        life_points=life_points,
        resistance=resistance_of(life_points),
    )

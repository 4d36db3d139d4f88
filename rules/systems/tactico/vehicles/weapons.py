"""Weapons of machines: grade, heat, damage, ranges, shots (TAC-HEAT-03, TAC-HOUSE-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, cast

from rules.core.errors import at_least, one_of
from rules.core.tables import load_table

Range = Literal["short", "medium", "long"]

WeaponName = Literal[
    "machine_gun",
    "flamethrower",
    "light_laser",
    "medium_laser",
    "heavy_laser",
    "particle_cannon",
    "light_cannon",
    "medium_cannon",
    "heavy_cannon",
    "siege_cannon",
    "light_rocket_launcher",
    "medium_rocket_launcher",
    "heavy_rocket_launcher",
    "light_missile_launcher",
    "medium_missile_launcher",
    "heavy_missile_launcher",
    "saturation_missile_launcher",
]

RANGES: Mapping[Range, int] = {"short": 1, "medium": 2, "long": 4}
"""The last hex of each range as a multiple of the reach of a weapon (TAC-HOUSE-32)."""

DAMAGE_PER_GRADE = 4

MISSILE_DAMAGE_PER_GRADE = 2
"""Missiles, which reach farthest, do less damage (TAC-HOUSE-32)."""

TONNES_PER_GRADE = 6
"""A machine bears one grade of weapons for every 6 tonnes or part of them (TAC-HOUSE-32)."""


@dataclass(frozen=True)
class VehicleWeapon:
    """A row of the table of weapons."""

    grade: int
    """From 1 to 4."""
    heat: int
    """The heat of a shot."""
    reach: int
    """The last hex of its short range."""
    shots: int | None = None
    """The shots that it carries; None without limit."""
    missiles: bool = False

    @property
    def damage(self) -> int:
        """Points of armour that one hit costs (TAC-HOUSE-32)."""
        return (MISSILE_DAMAGE_PER_GRADE if self.missiles else DAMAGE_PER_GRADE) * self.grade + self.heat


WEAPONS = cast(Mapping[WeaponName, VehicleWeapon], load_table("tactico/vehicles", "weapons", VehicleWeapon))
"""The weapons with the heat of the book and the values of the house (TAC-HEAT-03, TAC-HOUSE-32)."""


def known_weapon(name: WeaponName) -> VehicleWeapon:
    """Return the values of a weapon, or refuse its name as unknown (TAC-HEAT-03, TAC-HOUSE-32)."""
    return WEAPONS[one_of(name, WEAPONS, "tactico.vehicle.weapon_unknown", field="weapon")]


def range_of(name: WeaponName, distance_hexes: int) -> Range | None:
    """Return the range in which a weapon has a target; None beyond its reach (TAC-HOUSE-32)."""
    weapon = known_weapon(name)
    at_least(distance_hexes, 1, "tactico.vehicle.distance", field="distance_hexes")
    return next((band for band, times in RANGES.items() if distance_hexes <= times * weapon.reach), None)


def grades_allowed(tonnage: int) -> int:
    """Return the highest sum of grades of the weapons of a machine (TAC-HOUSE-32)."""
    return ceil(Fraction(at_least(tonnage, 1, "tactico.tonnage", field="tonnage"), TONNES_PER_GRADE))


def grades_of(names: Sequence[WeaponName]) -> int:
    """Add up the grades of weapons (TAC-HOUSE-32)."""
    return sum(known_weapon(name).grade for name in names)

"""Weapons of machines: grade, heat, damage, ranges, shots (TAC-HEAT-03, TAC-HOUSE-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from rules.core.errors import at_least, one_of

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
"""Last hex of each range as a multiple of the reach number (TAC-HOUSE-32)."""


DAMAGE_PER_GRADE = 4


MISSILE_DAMAGE_PER_GRADE = 2
"""Missiles, which reach farthest, do less (TAC-HOUSE-32)."""


TONNES_PER_GRADE = 6
"""A machine bears one grade of weapons for each 6 tonnes begun (TAC-HOUSE-32)."""


@dataclass(frozen=True)
class VehicleWeapon:
    """A weapon: grade 1 to 4, heat of a shot, reach number, shots carried (None: without limit)."""

    grade: int
    heat: int
    reach: int
    shots: int | None
    missiles: bool = False

    @property
    def damage(self) -> int:
        """Points of armour that one hit costs (TAC-HOUSE-32)."""
        return (MISSILE_DAMAGE_PER_GRADE if self.missiles else DAMAGE_PER_GRADE) * self.grade + self.heat


def _energy(grade: int, heat: int, reach: int) -> VehicleWeapon:
    return VehicleWeapon(grade, heat, reach, None)


def _loaded(grade: int, heat: int, reach: int, *, missiles: bool = False) -> VehicleWeapon:
    return VehicleWeapon(grade, heat, reach, 16 - 3 * grade, missiles)


WEAPONS: Mapping[WeaponName, VehicleWeapon] = {
    "machine_gun": VehicleWeapon(1, 0, 1, 30),
    "flamethrower": _energy(1, 3, 1),
    "light_laser": _energy(1, 1, 2),
    "medium_laser": _energy(2, 3, 2),
    "heavy_laser": _energy(3, 8, 4),
    "particle_cannon": _energy(4, 10, 4),
    "light_cannon": _loaded(1, 1, 4),
    "medium_cannon": _loaded(2, 1, 4),
    "heavy_cannon": _loaded(3, 3, 4),
    "siege_cannon": _loaded(4, 7, 2),
    "light_rocket_launcher": _loaded(1, 2, 2),
    "medium_rocket_launcher": _loaded(2, 3, 2),
    "heavy_rocket_launcher": _loaded(3, 4, 2),
    "light_missile_launcher": _loaded(1, 2, 6, missiles=True),
    "medium_missile_launcher": _loaded(2, 4, 6, missiles=True),
    "heavy_missile_launcher": _loaded(3, 5, 6, missiles=True),
    "saturation_missile_launcher": _loaded(4, 6, 6, missiles=True),
}
"""The weapons with the heat of the text and the values of the house (TAC-HEAT-03, TAC-HOUSE-32)."""


def known_weapon(name: WeaponName) -> VehicleWeapon:
    """Return the values of a weapon, or refuse its name as unknown (TAC-HEAT-03, TAC-HOUSE-32)."""
    return WEAPONS[one_of(name, WEAPONS, "tactico.vehicle.weapon_unknown", field="weapon")]


def range_of(name: WeaponName, distance_hexes: int) -> Range | None:
    """Return the range in which a weapon has a target, None beyond its reach (TAC-HOUSE-32)."""
    weapon = known_weapon(name)
    at_least(distance_hexes, 1, "tactico.vehicle.distance", field="distance_hexes")
    return next((band for band, times in RANGES.items() if distance_hexes <= times * weapon.reach), None)


def grades_allowed(tonnage: int) -> int:
    """Return the highest sum of grades of the weapons of a machine (TAC-HOUSE-32)."""
    return ceil(Fraction(at_least(tonnage, 1, "tactico.tonnage", field="tonnage"), TONNES_PER_GRADE))


def grades_of(names: Sequence[WeaponName]) -> int:
    """Add up the grades of weapons (TAC-HOUSE-32)."""
    return sum(known_weapon(name).grade for name in names)

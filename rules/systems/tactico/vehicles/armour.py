"""Armour of vehicles and what destroyed locations mean (TAC-HOUSE-31, TAC-HOUSE-30)."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Literal

from rules.core.errors import at_least
from rules.systems.tactico.locations import check_locations
from rules.systems.tactico.vehicles.kinds import VEHICLE_KINDS, VehicleKind, known_kind

VehicleLocation = Literal[
    "head",
    "right_arm",
    "left_arm",
    "right_torso",
    "center_torso",
    "left_torso",
    "right_leg",
    "left_leg",
    "hull",
]
Armour = Mapping[VehicleLocation, int]

MECH_LOCATIONS: tuple[VehicleLocation, ...] = (
    "head",
    "right_arm",
    "left_arm",
    "right_torso",
    "center_torso",
    "left_torso",
    "right_leg",
    "left_leg",
)

LOCATIONS_OF_KIND: Mapping[VehicleKind, tuple[VehicleLocation, ...]] = {
    kind: MECH_LOCATIONS if kind == "mech" else ("hull",) for kind in VEHICLE_KINDS
}
"""Locations of each kind (TAC-HOUSE-30)."""

LEGS: tuple[VehicleLocation, ...] = ("right_leg", "left_leg")

VITAL: tuple[VehicleLocation, ...] = ("head", "center_torso", "hull")
"""Locations whose loss puts a vehicle out of action (TAC-HOUSE-31)."""

SHARE_OF_CENTER_TORSO = Fraction(1, 2)
SHARE_OF_OTHERS = Fraction(1, 3)
SHARE_OF_HULL = Fraction(2)
"""Armour points as a part of the tonnage (TAC-HOUSE-31)."""


def check_armour(kind: VehicleKind, armour: Armour) -> Armour:
    """Return the armour, or refuse a location missing or foreign to the kind, or points below 0 (TAC-HOUSE-31)."""
    check_locations(armour, LOCATIONS_OF_KIND[known_kind(kind)], field="armour")
    for location, points in armour.items():
        at_least(points, 0, "tactico.armour.negative", field=location)
    return armour


def full_armour(kind: VehicleKind, tonnage: int) -> Armour:
    """Return the armour of an undamaged machine of a tonnage, rounded up (TAC-HOUSE-31)."""
    known_kind(kind)
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    return {location: ceil(tonnage * _share(location)) for location in LOCATIONS_OF_KIND[kind]}


def is_destroyed(points: int) -> bool:
    """Say whether a location is destroyed: no armour left (TAC-HOUSE-31)."""
    return points <= 0


def destroyed_locations(armour: Armour) -> tuple[VehicleLocation, ...]:
    """List the destroyed locations of a vehicle (TAC-HOUSE-31)."""
    return tuple(location for location, points in armour.items() if is_destroyed(points))


def is_out_of_action(armour: Armour) -> bool:
    """Say whether a vehicle is out of action: head, center torso or hull is destroyed (TAC-HOUSE-31)."""
    return any(location in VITAL for location in destroyed_locations(armour))


def points_on_legs(movement_points: int, armour: Armour) -> int:
    """Return what destroyed legs leave of a speed: half, rounded down, for one, nothing for both (TAC-HOUSE-31)."""
    at_least(movement_points, 0, "tactico.vehicle.movement_points", field="movement_points")
    lost = sum(location in LEGS for location in destroyed_locations(armour))
    return (movement_points, movement_points // 2, 0)[lost]


def has_lost_weapons(location: VehicleLocation, armour: Armour) -> bool:
    """Say whether the weapons of a location are lost: it is destroyed, and is no leg (TAC-HOUSE-31)."""
    return location in destroyed_locations(armour) and location not in LEGS


def _share(location: VehicleLocation) -> Fraction:
    if location == "hull":
        return SHARE_OF_HULL
    return SHARE_OF_CENTER_TORSO if location == "center_torso" else SHARE_OF_OTHERS

"""The kinds of machine and what follows from kind and tonnage: types of movement, armour, falls, explosions.

(TAC-VEH-01, TAC-HOUSE-19, TAC-HOUSE-27, TAC-HOUSE-28, TAC-HOUSE-31)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.tactico.vehicles.weapons import WeaponName, grades_allowed

VehicleKind = Literal["mech", "fighter", "tank", "helicopter", "dropship"]


VEHICLE_KINDS: tuple[VehicleKind, ...] = get_args(VehicleKind)


KINDS_WITH_HEAT: tuple[VehicleKind, ...] = ("mech", "fighter")
"""Kinds that gather heat (TAC-HEAT-01, TAC-HEAT-06)."""


KINDS_IN_FLIGHT: tuple[VehicleKind, ...] = ("fighter", "helicopter", "dropship")
"""Kinds that are air targets while they fly (TAC-SHOT-09)."""


def known_kind(kind: VehicleKind, *, field: str = "vehicle_kind") -> VehicleKind:
    """Return the kind of vehicle, or refuse it as unknown (TAC-VEH-01)."""
    return one_of(kind, VEHICLE_KINDS, "tactico.vehicle.kind_unknown", field=field)


def check_keeps_heat(kind: VehicleKind) -> None:
    """Refuse a kind that gathers no heat (TAC-HEAT-01, TAC-HEAT-06)."""
    if known_kind(kind) not in KINDS_WITH_HEAT:
        raise NotAllowed("tactico.heat.kind", field="vehicle_kind", params={"kind": kind})


Mode = Literal["walk", "run", "jump", "cruise", "max"]


Movement = Literal["none", "walk", "run", "jump", "cruise", "max"]


Pace = Literal["slow", "fast", "jump"]


MODES: tuple[Mode, ...] = get_args(Mode)


MOVEMENTS: tuple[Movement, ...] = get_args(Movement)


MODES_OF_KIND: Mapping[VehicleKind, tuple[Mode, ...]] = {
    kind: ("walk", "run", "jump") if kind == "mech" else ("cruise", "max") for kind in VEHICLE_KINDS
}
"""Types of movement of each kind (TAC-VMOV-01)."""


PACE_OF_MODE: Mapping[Mode, Pace] = {"walk": "slow", "cruise": "slow", "run": "fast", "max": "fast", "jump": "jump"}
"""Which of a machine's three speeds a type uses; cruise corresponds to walking, max to running (TAC-VMOV-01)."""


def known_mode(mode: Mode, *, field: str = "mode") -> Mode:
    """Return the type of movement, or refuse it as unknown (TAC-VMOV-01)."""
    return one_of(mode, MODES, "tactico.vehicle.mode_unknown", field=field)


def known_movement(movement: Movement, *, field: str = "movement") -> Movement:
    """Return what a vehicle did in a turn, a type of movement or none, or refuse it as unknown (TAC-VMOV-01)."""
    return one_of(movement, MOVEMENTS, "tactico.vehicle.mode_unknown", field=field)


def check_movement(kind: VehicleKind, movement: Movement, *, field: str = "movement") -> None:
    """Refuse a type of movement that a kind does not have; standing still all have (TAC-VMOV-01)."""
    if movement != "none" and movement not in MODES_OF_KIND[kind]:
        raise NotAllowed("tactico.vehicle.mode_of_kind", field=field, params={"mode": movement, "kind": kind})


Mount = Literal[
    "center_torso",
    "left_torso",
    "right_torso",
    "left_arm",
    "right_arm",
    "rear",
    "head",
    "left_leg",
    "right_leg",
    "kick",
    "left_punch",
    "right_punch",
    "push",
    "turret",
    "front",
    "left_side",
    "right_side",
]


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


def loss_that_shakes(tonnage: int) -> int:
    """Return the armour points lost in one turn from which a fall check is due, rounded up (TAC-HOUSE-28)."""
    return ceil(Fraction(at_least(tonnage, 1, "tactico.tonnage", field="tonnage"), 2))


def fall_damage(tonnage: int) -> int:
    """Return the damage of a fall, one hit in the lower area, rounded up (TAC-HOUSE-28)."""
    return ceil(Fraction(at_least(tonnage, 1, "tactico.tonnage", field="tonnage"), 20))


EXPLOSION: Mapping[VehicleKind, tuple[VehicleLocation, Fraction]] = {
    "mech": ("center_torso", Fraction(1, 4)),
    "fighter": ("hull", Fraction(1, 2)),
}
"""Where exploding ammunition strikes, and its damage as a part of the tonnage (TAC-HOUSE-27)."""


@dataclass(frozen=True)
class Explosion:
    """The one hit of exploding ammunition; the ammunition is gone."""

    location: VehicleLocation
    damage: int


def explosion_of(kind: VehicleKind, tonnage: int) -> Explosion:
    """Return the hit of an ammunition explosion in a mech or fighter, rounded up (TAC-HOUSE-27)."""
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    check_keeps_heat(kind)
    location, share = EXPLOSION[kind]
    return Explosion(location, ceil(tonnage * share))


FIXED_SPEEDS: Mapping[VehicleKind, int] = {"helicopter": 9, "fighter": 10, "dropship": 4}
"""Points of the lower speed of the kinds whose tonnage plays no part in it (TAC-HOUSE-19)."""


FULL_SPEED, TONNES_PER_POINT, LEAST_SPEED = 7, 20, 2
"""The lower speed of mechs and tanks (TAC-HOUSE-19)."""


FASTER = 3


SLOWER_JUMP = 1


LEAST_SINKS, TONNES_PER_SINK = 6, 10
"""What the higher speed and the jump differ by, and the radiators (TAC-HOUSE-19)."""


@dataclass(frozen=True)
class MachineValues:
    """What follows from kind and tonnage; None where a kind has no heat or cannot fall."""

    slow: int
    fast: int
    jump: int
    heat_sinks: int | None
    armour: Armour
    weapon_grades: int
    fall_check_loss: int | None
    fall_damage: int | None
    ammo_explosion_damage: int | None


@dataclass(frozen=True)
class MountedWeapon:
    """A weapon and where it is mounted."""

    weapon: WeaponName
    mount: Mount


@dataclass(frozen=True)
class ReadyMade:
    """A ready-made machine; its other values follow from kind and tonnage."""

    kind: VehicleKind
    tonnage: int
    weapons: tuple[MountedWeapon, ...]


READY_MADE: Mapping[VehicleKind, ReadyMade] = {
    "mech": ReadyMade(
        "mech",
        60,
        (
            MountedWeapon("medium_laser", "right_arm"),
            MountedWeapon("medium_laser", "left_arm"),
            MountedWeapon("heavy_cannon", "right_torso"),
            MountedWeapon("medium_rocket_launcher", "left_torso"),
            MountedWeapon("machine_gun", "center_torso"),
        ),
    ),
    "tank": ReadyMade(
        "tank",
        40,
        (
            MountedWeapon("heavy_cannon", "turret"),
            MountedWeapon("medium_missile_launcher", "turret"),
            *(MountedWeapon("machine_gun", "front"),) * 2,
        ),
    ),
    "helicopter": ReadyMade(
        "helicopter",
        15,
        (*(MountedWeapon("light_rocket_launcher", "front"),) * 2, MountedWeapon("machine_gun", "front")),
    ),
    "fighter": ReadyMade(
        "fighter",
        45,
        (
            *(MountedWeapon("medium_laser", "front"),) * 2,
            *(MountedWeapon("light_laser", "front"),) * 2,
            MountedWeapon("medium_rocket_launcher", "front"),
        ),
    ),
    "dropship": ReadyMade(
        "dropship",
        800,
        (
            *(MountedWeapon("particle_cannon", "turret"),) * 2,
            *(MountedWeapon("heavy_missile_launcher", "turret"),) * 2,
            MountedWeapon("machine_gun", "front"),
            MountedWeapon("machine_gun", "right_side"),
            MountedWeapon("machine_gun", "left_side"),
            MountedWeapon("machine_gun", "rear"),
        ),
    ),
}
"""One machine of each kind to begin with (TAC-HOUSE-19)."""


def slow_speed(kind: VehicleKind, tonnage: int) -> int:
    """Return the movement points of walking or cruising (TAC-HOUSE-19)."""
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    fixed = FIXED_SPEEDS.get(known_kind(kind))
    return fixed if fixed is not None else max(LEAST_SPEED, FULL_SPEED - tonnage // TONNES_PER_POINT)


def heat_sinks(kind: VehicleKind, tonnage: int) -> int | None:
    """Return the radiators, one heat point each; None for a kind without heat (TAC-HOUSE-19, TAC-HEAT-01)."""
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    if known_kind(kind) not in KINDS_WITH_HEAT:
        return None
    return LEAST_SINKS + ceil(Fraction(tonnage, TONNES_PER_SINK))


def machine_values(kind: VehicleKind, tonnage: int, *, jump_jets: bool = False) -> MachineValues:
    """Work out all values of a machine from kind and tonnage in tonnes, from 1 (TAC-HOUSE-19, -27, -28, -31, -32).

    Only a mech can have jump jets (`NotAllowed`).
    """
    known_kind(kind)
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    if jump_jets and kind != "mech":
        raise NotAllowed("tactico.vehicle.jump_jets", field="jump_jets", params={"kind": kind})
    slow = slow_speed(kind, tonnage)
    return MachineValues(
        slow=slow,
        fast=slow + FASTER,
        jump=slow - SLOWER_JUMP if jump_jets else 0,
        heat_sinks=heat_sinks(kind, tonnage),
        armour=full_armour(kind, tonnage),
        weapon_grades=grades_allowed(tonnage),
        fall_check_loss=loss_that_shakes(tonnage) if kind == "mech" else None,
        fall_damage=fall_damage(tonnage) if kind == "mech" else None,
        ammo_explosion_damage=explosion_of(kind, tonnage).damage if kind in KINDS_WITH_HEAT else None,
    )

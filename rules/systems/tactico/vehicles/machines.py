"""The kinds of machine and what follows from kind and tonnage: types of movement, armour, falls, explosions.

(TAC-VEH-01, TAC-VMOV-01, TAC-HOUSE-19, TAC-HOUSE-27, TAC-HOUSE-28, TAC-HOUSE-30, TAC-HOUSE-31)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal, cast, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.tables import load_table
from rules.systems.tactico.vehicles.weapons import WeaponName, grades_allowed, grades_of

VehicleKind = Literal["mech", "fighter", "tank", "helicopter", "dropship"]

VEHICLE_KINDS: tuple[VehicleKind, ...] = get_args(VehicleKind)

KINDS_WITH_HEAT: tuple[VehicleKind, ...] = ("mech", "fighter")
"""The kinds that gather heat (TAC-HEAT-01, TAC-HEAT-06)."""

KINDS_IN_FLIGHT: tuple[VehicleKind, ...] = ("fighter", "helicopter", "dropship")
"""The kinds that are air targets while they fly (TAC-SHOT-09)."""

Mode = Literal["walk", "run", "jump", "cruise", "max"]
"""A type of movement."""

Movement = Literal["none", "walk", "run", "jump", "cruise", "max"]
"""What a machine did in a turn: a type of movement, or none."""

Pace = Literal["slow", "fast", "jump"]

MODES: tuple[Mode, ...] = get_args(Mode)
MOVEMENTS: tuple[Movement, ...] = get_args(Movement)

MODES_OF_KIND: Mapping[VehicleKind, tuple[Mode, ...]] = {
    kind: ("walk", "run", "jump") if kind == "mech" else ("cruise", "max") for kind in VEHICLE_KINDS
}
"""The types of movement of each kind (TAC-VMOV-01)."""

PACE_OF_MODE: Mapping[Mode, Pace] = {"walk": "slow", "cruise": "slow", "run": "fast", "max": "fast", "jump": "jump"}
"""The speed of a machine that a type of movement uses: cruise corresponds to walking, max to running (TAC-VMOV-01)."""

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
"""The locations of each kind (TAC-HOUSE-30)."""

LEGS: tuple[VehicleLocation, ...] = ("right_leg", "left_leg")

VITAL: tuple[VehicleLocation, ...] = ("head", "center_torso", "hull")
"""The locations whose loss puts a machine out of action (TAC-HOUSE-31)."""

SHARE_OF_CENTER_TORSO = Fraction(1, 2)
"""The armour points of a mech's centre torso, as a part of the tonnage (TAC-HOUSE-31)."""

SHARE_OF_OTHERS = Fraction(1, 3)
"""The same for its other locations."""

SHARE_OF_HULL = Fraction(2)
"""The same for the hull of other kinds."""

EXPLOSION: Mapping[VehicleKind, tuple[VehicleLocation, Fraction]] = {
    "mech": ("center_torso", Fraction(1, 4)),
    "fighter": ("hull", Fraction(1, 2)),
}
"""Where exploding ammunition strikes, and its damage as a part of the tonnage (TAC-HOUSE-27)."""

FIXED_SPEEDS: Mapping[VehicleKind, int] = {"helicopter": 9, "fighter": 10, "dropship": 4}
"""The lower speed of the kinds whose tonnage plays no part in it (TAC-HOUSE-19)."""

FULL_SPEED, TONNES_PER_POINT, LEAST_SPEED = 7, 20, 2
"""The lower speed of mechs and tanks: a point less for every 20 tonnes, down to 2 (TAC-HOUSE-19)."""

FASTER = 3
"""The points by which the higher speed is above the lower (TAC-HOUSE-19)."""

SLOWER_JUMP = 1
"""The points by which a jump is below the lower speed (TAC-HOUSE-19)."""

LEAST_SINKS, TONNES_PER_SINK = 6, 10
"""The radiators: 6, and one more for every 10 tonnes or part of them (TAC-HOUSE-19)."""


@dataclass(frozen=True)
class Explosion:
    """The one hit of exploding ammunition."""

    location: VehicleLocation
    damage: int


@dataclass(frozen=True)
class MachineValues:
    """What follows from kind and tonnage."""

    slow: int
    fast: int
    jump: int
    """0 without jump jets."""
    heat_sinks: int | None
    """None for a kind without heat."""
    armour: Armour
    weapon_grades: int
    fall_check_loss: int | None
    """Armour points lost in a turn that call for a fall check; None for a kind that cannot fall."""
    fall_damage: int | None
    ammo_explosion_damage: int | None


@dataclass(frozen=True)
class MountedWeapon:
    """A weapon and its mount."""

    weapon: WeaponName
    mount: Mount


@dataclass(frozen=True)
class ReadyMade:
    """A ready-made machine; its other values follow from kind and tonnage."""

    tonnage: int
    weapons: tuple[MountedWeapon, ...]


READY_MADE = cast(Mapping[VehicleKind, ReadyMade], load_table("tactico/vehicles", "ready_made", ReadyMade))
"""One machine of each kind to begin with (TAC-HOUSE-19)."""


def known_kind(kind: VehicleKind, *, field: str = "vehicle_kind") -> VehicleKind:
    """Return the kind of machine, or refuse it as unknown (TAC-VEH-01)."""
    return one_of(kind, VEHICLE_KINDS, "tactico.vehicle.kind_unknown", field=field)


def check_keeps_heat(kind: VehicleKind) -> None:
    """Refuse a kind that gathers no heat (TAC-HEAT-01, TAC-HEAT-06)."""
    if known_kind(kind) not in KINDS_WITH_HEAT:
        raise NotAllowed("tactico.heat.kind", field="vehicle_kind", params={"kind": kind})


def known_mode(mode: Mode) -> Mode:
    """Return the type of movement, or refuse it as unknown (TAC-VMOV-01)."""
    return one_of(mode, MODES, "tactico.vehicle.mode_unknown", field="mode")


def known_movement(movement: Movement, *, field: str = "movement") -> Movement:
    """Return the movement of a turn, or refuse it as unknown (TAC-VMOV-01)."""
    return one_of(movement, MOVEMENTS, "tactico.vehicle.mode_unknown", field=field)


def check_movement(kind: VehicleKind, movement: Movement, *, field: str = "movement") -> None:
    """Refuse a type of movement that a kind does not have; all of them may stand still (TAC-VMOV-01)."""
    if movement != "none" and movement not in MODES_OF_KIND[kind]:
        raise NotAllowed("tactico.vehicle.mode_of_kind", field=field, params={"mode": movement, "kind": kind})


def full_armour(kind: VehicleKind, tonnage: int) -> Armour:
    """Return the armour of an undamaged machine, rounded up (TAC-HOUSE-31)."""
    known_kind(kind)
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    return {location: ceil(tonnage * _share(location)) for location in LOCATIONS_OF_KIND[kind]}


def is_destroyed(points: int) -> bool:
    """Say whether a location is destroyed: no armour left (TAC-HOUSE-31)."""
    return points <= 0


def destroyed_locations(armour: Armour) -> tuple[VehicleLocation, ...]:
    """List the destroyed locations of a machine (TAC-HOUSE-31)."""
    return tuple(location for location, points in armour.items() if is_destroyed(points))


def is_out_of_action(armour: Armour) -> bool:
    """Say whether a machine is out of action: head, center torso or hull is destroyed (TAC-HOUSE-31)."""
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


def explosion_of(kind: VehicleKind, tonnage: int) -> Explosion:
    """Return the hit of an ammunition explosion in a mech or fighter, rounded up (TAC-HOUSE-27)."""
    at_least(tonnage, 1, "tactico.tonnage", field="tonnage")
    check_keeps_heat(kind)
    location, share = EXPLOSION[kind]
    return Explosion(location, ceil(tonnage * share))


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


def grades_left(kind: VehicleKind, tonnage: int, weapons: Sequence[WeaponName]) -> int | None:
    """Return the grades of weapons that a machine may still bear, below 0 where it bears too many (TAC-HOUSE-32).

    None for a dropship, which may bear any.
    """
    return None if known_kind(kind) == "dropship" else grades_allowed(tonnage) - grades_of(weapons)


def machine_values(kind: VehicleKind, tonnage: int, *, jump_jets: bool = False) -> MachineValues:
    """Work out the values of a machine (TAC-HOUSE-19, -27, -28, -31, -32).

    tonnage: in tonnes, from 1. Raises NotAllowed for jump jets of any kind but a mech.
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

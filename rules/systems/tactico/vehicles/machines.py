"""Values of machines by kind and tonnage, and the ready-made ones (TAC-HOUSE-19, TAC-HOUSE-32)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from rules.core.errors import NotAllowed, at_least
from rules.systems.tactico.vehicles.arcs import Mount
from rules.systems.tactico.vehicles.armour import Armour, full_armour
from rules.systems.tactico.vehicles.falls import fall_damage, loss_that_shakes
from rules.systems.tactico.vehicles.heat_rolls import explosion_of
from rules.systems.tactico.vehicles.kinds import KINDS_WITH_HEAT, VehicleKind, known_kind
from rules.systems.tactico.vehicles.weapons import WeaponName, grades_allowed

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
class Machine:
    """A ready-made machine; its other values follow from kind and tonnage."""

    kind: VehicleKind
    tonnage: int
    weapons: tuple[MountedWeapon, ...]


READY_MADE: Mapping[VehicleKind, Machine] = {
    "mech": Machine(
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
    "tank": Machine(
        "tank",
        40,
        (
            MountedWeapon("heavy_cannon", "turret"),
            MountedWeapon("medium_missile_launcher", "turret"),
            *(MountedWeapon("machine_gun", "front"),) * 2,
        ),
    ),
    "helicopter": Machine(
        "helicopter",
        15,
        (*(MountedWeapon("light_rocket_launcher", "front"),) * 2, MountedWeapon("machine_gun", "front")),
    ),
    "fighter": Machine(
        "fighter",
        45,
        (
            *(MountedWeapon("medium_laser", "front"),) * 2,
            *(MountedWeapon("light_laser", "front"),) * 2,
            MountedWeapon("medium_rocket_launcher", "front"),
        ),
    ),
    "dropship": Machine(
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

"""Where a hit on a vehicle lands and what it does to the armour (TAC-HOUSE-30, TAC-HOUSE-31, TAC-PHYS-01)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.tactico.dice import LOCATION_DICE, location_face
from rules.systems.tactico.vehicles.armour import (
    LEGS,
    Armour,
    VehicleLocation,
    check_armour,
    is_destroyed,
    is_out_of_action,
)
from rules.systems.tactico.vehicles.kinds import VehicleKind, known_kind

HitArea = Literal["any", "upper", "lower"]

LOCATION_OF_FACE: Mapping[HitArea, tuple[VehicleLocation, ...]] = {
    "any": (
        *("head", "right_arm", "left_arm"),
        *("right_torso", "center_torso", "left_torso"),
        *("right_leg", "right_leg", "left_leg", "left_leg"),
    ),
    "upper": (
        *("head", "right_arm", "right_arm", "left_arm", "left_arm"),
        *("right_torso", "right_torso", "center_torso", "left_torso", "left_torso"),
    ),
    "lower": (*("right_leg",) * 5, *("left_leg",) * 5),
}
"""Location of the faces 1 to 10 on a mech, for each area (TAC-HOUSE-30)."""


@dataclass(frozen=True)
class VehicleHit:
    """One hit: where, the armour after it, and what that means."""

    location: VehicleLocation
    armour: Armour
    location_destroyed: bool
    out_of_action: bool
    falls: bool


def hit_dice(kind: VehicleKind) -> tuple[int, ...]:
    """Return the dice of a hit's location: a d10 for a mech, none for what has only a hull (TAC-HOUSE-30)."""
    return LOCATION_DICE if known_kind(kind) == "mech" else ()


def check_area(kind: VehicleKind, area: HitArea) -> None:
    """Refuse an unknown area, and a part of what has only a hull (TAC-HOUSE-30)."""
    known_kind(kind)
    one_of(area, LOCATION_OF_FACE, "tactico.hit.area_unknown", field="area")
    if kind != "mech" and area != "any":
        raise NotAllowed("tactico.hit.area_of_hull", field="area", params={"kind": kind})


def vehicle_location(kind: VehicleKind, area: HitArea, faces: Sequence[int] = ()) -> VehicleLocation:
    """Read where a hit lands: one d10 for a mech, the hull of the others (TAC-HOUSE-30)."""
    check_area(kind, area)
    return LOCATION_OF_FACE[area][location_face(faces) - 1] if kind == "mech" else "hull"


def damage_location(armour: Armour, location: VehicleLocation, damage: int) -> VehicleHit:
    """Subtract damage from a location, not below 0 and not passed on; a leg lost is a fall (TAC-HOUSE-31)."""
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    before, left = armour[location], max(0, armour[location] - damage)
    after = {**armour, location: left}
    falls = location in LEGS and is_destroyed(left) and not is_destroyed(before)
    return VehicleHit(location, after, is_destroyed(left), is_out_of_action(after), falls)


def vehicle_hit(kind: VehicleKind, area: HitArea, armour: Armour, damage: int, faces: Sequence[int] = ()) -> VehicleHit:
    """Land one hit on a vehicle (TAC-HOUSE-30, TAC-HOUSE-31).

    `armour` names all locations of the kind, points from 0. The faces are one d10 for a mech, none for the others.
    """
    known_kind(kind)
    one_of(area, LOCATION_OF_FACE, "tactico.hit.area_unknown", field="area")
    check_armour(kind, armour)
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    return damage_location(armour, vehicle_location(kind, area, faces), damage)

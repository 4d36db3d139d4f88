"""Machines on hexes: where a target lies, what lies between, and the arcs of mounts and limbs.

(TAC-HOUSE-33, TAC-VMOV-02, TAC-SHOT-06, TAC-ARC-01 to -09, TAC-HOUSE-23, TAC-HOUSE-35)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.core.board.grids import cut, direction_to, distance, turned
from rules.core.boards import Cell
from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.systems.tactico.vehicles.machines import VEHICLE_KINDS, Mount, VehicleKind, known_kind

METRES_PER_HEX = 30
"""The metres across a hex, which costs one point (TAC-VMOV-02)."""

FACES: tuple[int, ...] = tuple(range(6))
"""The faces of a hex, clockwise (TAC-HOUSE-33)."""

FRONT: tuple[int, ...] = (5, 0, 1)
"""The front arc (TAC-ARC-03, TAC-ARC-08)."""

RIGHT, REAR, LEFT = 2, 3, 4
"""The other faces: one on each side, one behind."""

MECH_FACES: Mapping[Mount, tuple[int, ...]] = {
    "center_torso": FRONT,
    "left_torso": FRONT,
    "right_torso": FRONT,
    "head": FRONT,
    "left_leg": FRONT,
    "right_leg": FRONT,
    "right_arm": (*FRONT, RIGHT),
    "left_arm": (LEFT, *FRONT),
    "rear": (REAR,),
    "kick": FRONT,
    "push": FRONT,
    "right_punch": (*FRONT, RIGHT),
    "left_punch": (LEFT, *FRONT),
}
"""The faces that mounts and limbs of a mech reach without torso twist (TAC-ARC-01, -03 to -05, -08, -09)."""

OTHER_FACES: Mapping[Mount, tuple[int, ...]] = {
    "turret": FACES,
    "front": FRONT,
    "right_side": (RIGHT,),
    "left_side": (LEFT,),
    "rear": (REAR,),
}
"""The faces that mounts of all other kinds reach (TAC-ARC-01, TAC-ARC-02, TAC-HOUSE-35)."""

FACES_OF_MOUNT: Mapping[VehicleKind, Mapping[Mount, tuple[int, ...]]] = {
    kind: MECH_FACES if kind == "mech" else OTHER_FACES for kind in VEHICLE_KINDS
}

NEVER_TWISTED: tuple[Mount, ...] = ("kick", "push", "left_leg", "right_leg")
"""The mounts and limbs that do not turn with the torso (TAC-ARC-08, TAC-HOUSE-23, TAC-HOUSE-35)."""

ADJACENT_ONLY: tuple[Mount, ...] = ("kick", "push", "left_punch", "right_punch")
"""The limbs, which reach only the next hex; a melee weapon reaches like a punch (TAC-ARC-07, TAC-ARC-09)."""

TWIST = 1
"""The faces that a torso can turn to either side (TAC-ARC-06)."""


@dataclass(frozen=True)
class Bearing:
    """Where a target lies as seen from a hex and a facing."""

    distance_hexes: int
    metres: int
    relative_face: int | None
    """The face in which it lies, counted from the facing; None in the same hex."""
    woods_hexes: int
    """Woods hexes between the two."""


def check_facing(facing: int) -> int:
    """Return the facing, or refuse one outside 0 to 5 (TAC-HOUSE-33)."""
    return within(facing, FACES[0], FACES[-1], "tactico.hex.facing", field="facing")


def relative_face(origin: Cell, facing: int, target: Cell) -> int | None:
    """Return the face in which a target lies, counted from the facing; None in the same hex (TAC-HOUSE-33)."""
    return direction_to(origin, target, "hex", check_facing(facing))


def woods_between(one: Cell, other: Cell, woods: Collection[Cell]) -> int:
    """Count the woods hexes between two; a border is woods only when both its hexes are (TAC-HOUSE-33, TAC-SHOT-06)."""
    # a cut lies in hexes that are as far away as its number says, so no other cuts can meet any woods
    steps = {distance(one, place, "hex") for place in woods}
    return sum(
        all(place in woods for place in cut(one, other, step))
        for step in sorted(steps)
        if 0 < step < distance(one, other, "hex")
    )


def hex_relation(origin: Cell, facing: int, target: Cell, woods: Collection[Cell] = ()) -> Bearing:
    """Work out where a target lies as seen from a hex and a facing (TAC-HOUSE-33, TAC-VMOV-02, TAC-SHOT-06)."""
    hexes = distance(origin, target, "hex")
    face = relative_face(origin, facing, target)
    return Bearing(hexes, hexes * METRES_PER_HEX, face, woods_between(origin, target, woods))


# Arcs


def known_mount(kind: VehicleKind, mount: Mount) -> Mount:
    """Return the mount, or refuse one that the kind does not have as unknown (TAC-ARC-01)."""
    return one_of(mount, FACES_OF_MOUNT[known_kind(kind)], "tactico.mount.unknown", field="mount")


def faces_reached(kind: VehicleKind, mount: Mount, torso_twist: int = 0) -> tuple[int, ...]:
    """Return the faces that a mount reaches (TAC-ARC-01 to -06).

    torso_twist: 1 to the right, -1 to the left; only a mech has a torso to twist.
    """
    known_mount(kind, mount)
    within(torso_twist, -TWIST, TWIST, "tactico.arc.twist", field="torso_twist")
    if torso_twist and kind != "mech":
        raise NotAllowed("tactico.arc.no_torso", field="torso_twist", params={"kind": kind})
    faces = FACES_OF_MOUNT[kind][mount]
    return faces if mount in NEVER_TWISTED else tuple(turned(face, torso_twist, "hex") for face in faces)


ARCS: Mapping[tuple[int, ...], str] = {
    tuple(sorted(faces)): name
    for name, faces in (
        ("front", FRONT),
        ("front_right", (*FRONT, RIGHT)),
        ("front_left", (LEFT, *FRONT)),
        ("right", (RIGHT,)),
        ("left", (LEFT,)),
        ("rear", (REAR,)),
        ("all", FACES),
    )
}


def arc_name(kind: VehicleKind, mount: Mount) -> str:
    """Return the name of the arc of a mount without torso twist (TAC-ARC-01)."""
    return ARCS[tuple(sorted(faces_reached(kind, mount)))]


def in_arc(kind: VehicleKind, mount: Mount, relative_face: int, distance_hexes: int, torso_twist: int = 0) -> bool:
    """Say whether a weapon or limb reaches a target, by its face and distance (TAC-ARC-01 to -09).

    relative_face: from 0 to 5, counted from the facing of legs or hull. distance_hexes: from 1. The range of a weapon
    plays no part here. Mounts that the text does not give: TAC-HOUSE-23, TAC-HOUSE-35.
    """
    known_mount(kind, mount)
    within(relative_face, FACES[0], FACES[-1], "tactico.arc.face", field="relative_face")
    at_least(distance_hexes, 1, "tactico.vehicle.distance", field="distance_hexes")
    reached = relative_face in faces_reached(kind, mount, torso_twist)
    return reached and (mount not in ADJACENT_ONLY or distance_hexes == 1)

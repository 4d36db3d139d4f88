"""Firing arcs and reach of limbs, by hex faces clockwise from ahead (TAC-ARC-01 to -09, TAC-HOUSE-35)."""

from collections.abc import Mapping
from typing import Literal

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.systems.tactico.vehicles.hexes import FACES, turned
from rules.systems.tactico.vehicles.kinds import VEHICLE_KINDS, VehicleKind, known_kind

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

FRONT: tuple[int, ...] = (5, 0, 1)
"""The three faces of the front arc (TAC-ARC-03, TAC-ARC-08)."""

RIGHT, REAR, LEFT = 2, 3, 4
"""The other faces: one side each and what is behind."""

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
"""Faces of a mech's mounts and limbs without torso twist (TAC-ARC-01, TAC-ARC-03 to -05, TAC-ARC-08, TAC-ARC-09)."""

OTHER_FACES: Mapping[Mount, tuple[int, ...]] = {
    "turret": FACES,
    "front": FRONT,
    "right_side": (RIGHT,),
    "left_side": (LEFT,),
    "rear": (REAR,),
}
"""Faces of the mounts of a tank, and of every other kind (TAC-ARC-01, TAC-ARC-02, TAC-HOUSE-35)."""

FACES_OF_MOUNT: Mapping[VehicleKind, Mapping[Mount, tuple[int, ...]]] = {
    kind: MECH_FACES if kind == "mech" else OTHER_FACES for kind in VEHICLE_KINDS
}

NEVER_TWISTED: tuple[Mount, ...] = ("kick", "push", "left_leg", "right_leg")
"""What stays with the legs (TAC-ARC-08, TAC-HOUSE-23, TAC-HOUSE-35)."""

ADJACENT_ONLY: tuple[Mount, ...] = ("kick", "push", "left_punch", "right_punch")
"""Limbs, which reach the next hex; a punch stands for the melee weapon of that arm (TAC-ARC-07, TAC-ARC-09)."""

TWIST = 1
"""Faces that a torso can turn to either side (TAC-ARC-06)."""


def known_mount(kind: VehicleKind, mount: Mount) -> Mount:
    """Return the mount, or refuse one that the kind does not have as unknown (TAC-ARC-01)."""
    return one_of(mount, FACES_OF_MOUNT[known_kind(kind)], "tactico.mount.unknown", field="mount")


def faces_reached(kind: VehicleKind, mount: Mount, torso_twist: int = 0) -> tuple[int, ...]:
    """Return the faces that a mount reaches; a twist to the right is 1, to the left -1 (TAC-ARC-01 to -06)."""
    known_mount(kind, mount)
    within(torso_twist, -TWIST, TWIST, "tactico.arc.twist", field="torso_twist")
    if torso_twist and kind != "mech":
        raise NotAllowed("tactico.arc.no_torso", field="torso_twist", params={"kind": kind})
    faces = FACES_OF_MOUNT[kind][mount]
    return faces if mount in NEVER_TWISTED else tuple(turned(face, torso_twist) for face in faces)


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

    The face is counted from where legs or hull look (0 to 5), the distance in hexes from 1. Ranges of weapons are not
    looked at. Sources for mounts that the text does not give: TAC-HOUSE-23, TAC-HOUSE-35.
    """
    known_mount(kind, mount)
    within(relative_face, FACES[0], FACES[-1], "tactico.arc.face", field="relative_face")
    at_least(distance_hexes, 1, "tactico.vehicle.distance", field="distance_hexes")
    reached = relative_face in faces_reached(kind, mount, torso_twist)
    return reached and (mount not in ADJACENT_ONLY or distance_hexes == 1)

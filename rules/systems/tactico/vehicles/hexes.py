"""The hex map: neighbours, distance, faces, what lies between (TAC-HOUSE-33, TAC-VMOV-02, TAC-SHOT-06)."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rules.core.errors import within
from rules.systems.tactico.vehicles.movement import METRES_PER_HEX

FACES: tuple[int, ...] = tuple(range(6))
"""The faces of a hex, clockwise (TAC-HOUSE-33)."""

STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What each face adds to the coordinates of the hex it leads to (TAC-HOUSE-33)."""

NEARER_TO_FRONT: tuple[int, ...] = (0, 1, 5, 2, 4, 3)
"""Relative faces by nearness to the front, which decides between two (TAC-HOUSE-33)."""


@dataclass(frozen=True, order=True)
class Hex:
    """A hex of the map by its axial coordinates."""

    q: int
    r: int


@dataclass(frozen=True)
class Relation:
    """Where a target lies: distance, face from the facing (none in the same hex), woods hexes between."""

    distance_hexes: int
    metres: int
    relative_face: int | None
    woods_hexes: int


def check_facing(facing: int) -> int:
    """Return the facing, or refuse one outside 0 to 5 (TAC-HOUSE-33)."""
    return within(facing, FACES[0], FACES[-1], "tactico.hex.facing", field="facing")


def turned(face: int, faces: int) -> int:
    """Return the face that lies so many faces clockwise from another (TAC-HOUSE-33)."""
    return (face + faces) % len(FACES)


def neighbour(place: Hex, face: int) -> Hex:
    """Return the hex to which a face leads (TAC-HOUSE-33)."""
    dq, dr = STEPS[face]
    return Hex(place.q + dq, place.r + dr)


def distance(one: Hex, other: Hex) -> int:
    """Return the hexes from one to another (TAC-HOUSE-33)."""
    dq, dr = other.q - one.q, other.r - one.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def relative_face(origin: Hex, facing: int, target: Hex) -> int | None:
    """Return the face in which a target lies, counted from the facing; None in the same hex (TAC-HOUSE-33)."""
    check_facing(facing)
    if origin == target:
        return None
    dq, dr = target.q - origin.q, target.r - origin.r

    def along(face: int) -> int:
        # the coordinates q, r and -q-r turn directions on the map into ordinary space without distorting angles,
        # so that the greatest scalar product belongs to the nearest direction
        q, r = STEPS[turned(face, facing)]
        return dq * q + dr * r + (dq + dr) * (q + r)

    # of equals max takes the first, the one nearer to the front
    return max(NEARER_TO_FRONT, key=along)


def cut(one: Hex, other: Hex, step: int) -> tuple[Hex, ...]:
    """Return the hex in which a cut of the line between two lies, or the two on whose border it lies (TAC-HOUSE-33).

    The line has as many steps as the distance; inner cuts are those from 1 to the distance less 1.
    """
    steps = distance(one, other)
    return _hexes_at(
        one.q + Fraction((other.q - one.q) * step, steps),
        one.r + Fraction((other.r - one.r) * step, steps),
    )


def woods_between(one: Hex, other: Hex, woods: Collection[Hex]) -> int:
    """Count the woods hexes between two; a border is woods only when both its hexes are (TAC-HOUSE-33, TAC-SHOT-06)."""
    # a cut lies in hexes that are as far away as its number says, so no other cuts can meet any woods
    steps = {distance(one, place) for place in woods}
    return sum(
        all(place in woods for place in cut(one, other, step))
        for step in sorted(steps)
        if 0 < step < distance(one, other)
    )


def hex_relation(origin: Hex, facing: int, target: Hex, woods: Collection[Hex] = ()) -> Relation:
    """Work out where a target lies for whoever looks from a hex (TAC-HOUSE-33, TAC-VMOV-02, TAC-SHOT-06)."""
    hexes = distance(origin, target)
    face = relative_face(origin, facing, target)
    return Relation(hexes, hexes * METRES_PER_HEX, face, woods_between(origin, target, woods))


def _hexes_at(q: Fraction, r: Fraction) -> tuple[Hex, ...]:
    # at a cut at least one of q, r and q + r is whole, so it lies on the line through the centres of two neighbours
    q_low, r_low = floor(q), floor(r)
    if q == q_low and r == r_low:
        return (Hex(q_low, r_low),)
    if q == q_low:
        ends, part = (Hex(q_low, r_low), Hex(q_low, r_low + 1)), r - r_low
    elif r == r_low:
        ends, part = (Hex(q_low, r_low), Hex(q_low + 1, r_low)), q - q_low
    else:
        ends, part = (Hex(q_low, r_low + 1), Hex(q_low + 1, r_low)), q - q_low
    if part == Fraction(1, 2):
        return ends
    return (ends[0],) if part < Fraction(1, 2) else (ends[1],)

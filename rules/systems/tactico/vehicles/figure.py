"""The figure of a machine for its record sheet: where each location is drawn, with a box for each point of armour.

(TAC-HOUSE-30, TAC-HOUSE-31). A mech stands facing the reader; all other kinds are one block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.boxes import Boxes, block
from rules.core.facts import Fact, fact
from rules.systems.tactico.vehicles.harm import LOCATION_OF_FACE
from rules.systems.tactico.vehicles.machines import LOCATIONS_OF_KIND, VITAL, VehicleLocation
from rules.systems.tactico.vehicles.state import Machine

WIDTH, HEIGHT = 104, 132
MARGIN = 3.5
"""Around the boxes of a hull."""
BOX = 3.4


@dataclass(frozen=True, slots=True)
class Outline:
    """The place of a location in the figure, in millimetres."""

    hull: str
    """Its outline as a path."""
    area: tuple[float, float, float, float]
    """Where its boxes stand: x, y, width, height."""
    at: tuple[float, float]
    """Where its name stands."""
    anchor: str = "middle"
    seam: str = ""
    """Strokes that show what it is."""


MECH: Mapping[VehicleLocation, Outline] = {
    "head": Outline(
        "M37 5.5 41 1.5H63L67 5.5V20.5H37Z", (38.6, 4.3, 26.8, 15.4), (31.5, 5), "end", "M41 1.5v3M63 1.5v3M32.5 6H36"
    ),
    "right_torso": Outline("M24 27 27 24H39V65H27L24 62Z", (25.4, 27.5, 12.2, 36), (31.5, 15.5), "end"),
    "center_torso": Outline("M41 25H63V62.5L58 67H46L41 62.5Z", (42.2, 27.5, 19.6, 36), (52, 70.8)),
    "left_torso": Outline("M80 27 77 24H65V65H77L80 62Z", (66.4, 27.5, 12.2, 36), (72.5, 15.5), "start"),
    "right_arm": Outline(
        "M6 33 11 26H20.5V69L18 72V79H9V72L6 69Z", (7.2, 33.6, 12.2, 36), (13.2, 83.5), seam="M9 72H18M11 75.5H16"
    ),
    "left_arm": Outline(
        "M98 33 93 26H83.5V69L86 72V79H95V72L98 69Z", (84.6, 33.6, 12.2, 36), (90.8, 83.5), seam="M86 72H95M88 75.5H93"
    ),
    "right_leg": Outline(
        "M33 76.5H50V114L52 125V129H28V125L33 114Z", (34.6, 78.6, 13.8, 34), (30, 99), "end", "M33 114H50"
    ),
    "left_leg": Outline(
        "M71 76.5H54V114L52 125V129H76V125L71 114Z", (55.6, 78.6, 13.8, 34), (74, 99), "start", "M71 114H54"
    ),
}

WIDE_HULL, MOST_HIGH = 180, 92
"""The width of a hull that has no heat track beside it, and the height of its boxes at most."""


def hull(points: int, wide: float) -> Outline:
    """A hull as high as its boxes need; of those with very many points no higher than a mech."""
    inside = wide - 2 * MARGIN
    rows = -(-points // int(inside / (BOX / 0.827)))
    high = min(rows * BOX / 0.827 + 2, MOST_HIGH)
    right, bottom = wide - 0.6, high + 2 * MARGIN
    corners = (
        *((0.6, 4.6), (4.6, 0.6), (right - 4, 0.6), (right, 4.6)),
        *((right, bottom - 4), (right - 4, bottom), (4.6, bottom), (0.6, bottom - 4)),
    )
    path = f"M{' '.join(f'{x:.1f} {y:.1f}' for x, y in corners)}Z"
    return Outline(path, (MARGIN, MARGIN, inside, high), (wide / 2, bottom + 4.5))


ROOMY = 400
"""The points for which an empty hull has room."""


@dataclass(frozen=True, slots=True)
class Place:
    """A location as it is drawn."""

    name: str
    points: int
    lost: int
    vital: bool
    """Its loss ends the machine (TAC-HOUSE-31)."""
    faces: tuple[int, ...]
    """The faces of the d10 that hit it; none where nothing is thrown (TAC-HOUSE-30)."""
    outline: Outline
    boxes: Boxes | None
    """None where there are too many: its number is then written."""

    @property
    def named(self) -> Fact:
        """Its name."""
        return fact(f"record.place.{self.name}")

    @property
    def counted(self) -> Fact:
        """Its points and the faces of the die; of an empty one the faces alone."""
        if not self.points and len(self.faces) != 1:
            return (
                fact("record.faces", first=self.faces[0], last=self.faces[-1])
                if self.faces
                else fact("record.to_write")
            )
        if not self.points:
            return fact("record.face", face=self.faces[0])
        if len(self.faces) > 1:
            return fact("record.hit_by_two", self.points, first=self.faces[0], second=self.faces[-1])
        if self.faces:
            return fact("record.hit_by", self.points, face=self.faces[0])
        return fact("record.points", self.points)


@dataclass(frozen=True, slots=True)
class Figure:
    """The drawing of a machine, in millimetres."""

    width: int
    height: int
    places: tuple[Place, ...]


def figure(one: Machine, *, crossed: bool) -> Figure:
    """The locations of a machine with a box for each point; crossed: those lost are crossed out (TAC-HOUSE-31)."""
    if one.kind == "mech":
        outlines, wide, high = MECH, WIDTH, HEIGHT
    else:
        wide = WIDTH if one.keeps_heat else WIDE_HULL
        block_of = hull(one.armour_max["hull"], wide)
        outlines, high = {"hull": block_of}, round(block_of.at[1] + 5)
    places = (_place(one, name, outlines[name], crossed=crossed) for name in LOCATIONS_OF_KIND[one.kind])
    return Figure(wide, high, tuple(places))


def empty(one: Machine) -> Figure:
    """The same without any box, for a pencil; a hull has room for many."""
    roomy = one if one.kind == "mech" else replace(one, armour_max={"hull": ROOMY})
    found = figure(roomy, crossed=False)
    return replace(found, places=tuple(replace(place, points=0, boxes=None) for place in found.places))


def _place(one: Machine, name: VehicleLocation, outline: Outline, *, crossed: bool) -> Place:
    most = one.armour_max[name]
    lost = most - one.armour_left[name] if crossed else 0
    x, y, wide, high = outline.area
    faces = tuple(face for face, hit in enumerate(LOCATION_OF_FACE["any"], 1) if hit == name)
    drawn = block(most, lost, x=x, y=y, wide=wide, high=high, most=BOX)
    return Place(name, most, lost, name in VITAL, faces, outline, drawn)

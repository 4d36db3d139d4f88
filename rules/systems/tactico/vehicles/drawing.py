"""How a board is drawn: plain numbers and paths in units of its picture, without colours or words.

A hex is 60 units wide and 52 high; columns are 45 apart. Face 0 looks up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules.systems.tactico.vehicles.board import PLAIN, Cell, Ground, HexBoard, column_row, hex_of
from rules.systems.tactico.vehicles.hexes import FACES, Hex, neighbour

COLUMN, ROW, HALF = 45, 52, 26
"""Units between columns, between rows, and by which every second column stands lower."""

LEFT = 30
"""Units from the left corner of a hex to its centre."""

OUTLINE = "l15-26h30l15 26-15 26h-30z"
"""The border of a hex from its left corner."""

CORNERS: tuple[tuple[int, int], ...] = ((-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0))
"""The corners of a hex; face n lies between corner n and the next."""

TOWARDS: tuple[tuple[int, int], ...] = ((0, -34), (29, -17), (29, 17), (0, 34), (-29, 17), (-29, -17))
"""The place of a mark for each face, from the centre of a hex: beside each other, and off the next hexes' centres."""

HIGHEST_SHADE = 4
"""Higher levels look like this one."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the picture."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark or text at the centre of a hex."""

    name: str
    """The name of the hex."""
    x: int
    y: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """Hexes that are drawn alike, their outlines in one path."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Land:
    """The parts of a board that never move."""

    width: int
    height: int
    areas: tuple[Area, ...]
    grid: str
    contours: str
    """The borders at which the ground rises."""
    streams: str
    woods: tuple[Mark, ...]
    rough: tuple[Mark, ...]
    water: tuple[Mark, ...]
    levels: tuple[Mark, ...]
    names: tuple[Mark, ...]

    @property
    def wide(self) -> str:
        """Its width in heights of a hex."""
        return f"{self.width / ROW:.2f}"

    @property
    def high(self) -> str:
        """Its height in heights of a hex."""
        return f"{self.height / ROW:.2f}"


def centre(place: Hex) -> Point:
    """The centre of a hex."""
    column, row = column_row(place)
    return Point(LEFT + COLUMN * (column - 1), HALF + ROW * (row - 1) + (HALF if column % 2 == 0 else 0))


def outline(places: Iterable[Hex]) -> str:
    """The borders of hexes as one path."""
    found = (centre(place) for place in places)
    return "".join(f"M{point.x - LEFT} {point.y}{OUTLINE}" for point in found)


def edge(place: Hex, face: int) -> str:
    """The border of a hex along one face as a path."""
    here, (ax, ay), (bx, by) = centre(place), CORNERS[face], CORNERS[(face + 1) % len(CORNERS)]
    return f"M{here.x + ax} {here.y + ay}L{here.x + bx} {here.y + by}"


def beside(place: Hex, face: int) -> Point:
    """The place of a mark for a face of a hex."""
    here, (dx, dy) = centre(place), TOWARDS[face]
    return Point(here.x + dx, here.y + dy)


def line(places: Iterable[Hex]) -> str:
    """A line through the centres of hexes, as the points of a polyline."""
    return " ".join(f"{point.x},{point.y}" for point in (centre(place) for place in places))


def land(board: HexBoard) -> Land:
    """The parts of a board that never move; drawn once for each board."""
    return _land(board.columns, board.rows, tuple(sorted(board.cells.items())))


@lru_cache(maxsize=32)
def _land(columns: int, rows: int, cells: tuple[tuple[str, Cell], ...]) -> Land:
    board = HexBoard(columns, rows, dict(cells))
    names = tuple(board.names())
    places = {name: hex_of(name) for name in names}
    found = dict(cells)
    areas: list[Area] = []
    for level in range(1, HIGHEST_SHADE + 1):
        high = [places[name] for name, cell in cells if min(cell.level, HIGHEST_SHADE) == level]
        areas.extend([Area(f"up{level}", outline(high))] if high else [])
    low = [places[name] for name, cell in cells if cell.level < 0]
    areas.extend([Area("down", outline(low))] if low else [])
    for ground in ("woods", "rough", "water"):
        covered = [places[name] for name, cell in cells if cell.ground == ground]
        areas.extend([Area(ground, outline(covered))] if covered else [])
    return Land(
        width=COLUMN * columns + 15,
        height=ROW * rows + HALF,
        areas=tuple(areas),
        grid=outline(places.values()),
        contours="".join(_contours(board, places, found)),
        streams="".join(edge(places[name], face) for name, cell in cells for face in cell.streams),
        woods=_marks(cells, places, "woods"),
        rough=_marks(cells, places, "rough"),
        water=_marks(cells, places, "water"),
        levels=tuple(
            Mark(name, centre(places[name]).x, centre(places[name]).y, f"{cell.level:+}".replace("-", "−"))
            for name, cell in cells
            if cell.level
        ),
        names=tuple(Mark(name, centre(places[name]).x, centre(places[name]).y, name) for name in names),
    )


def _marks(cells: tuple[tuple[str, Cell], ...], places: dict[str, Hex], ground: Ground) -> tuple[Mark, ...]:
    return tuple(
        Mark(name, centre(places[name]).x, centre(places[name]).y) for name, cell in cells if cell.ground == ground
    )


def _contours(board: HexBoard, places: dict[str, Hex], cells: dict[str, Cell]) -> Iterable[str]:
    """The borders at which the ground rises, drawn from the higher side."""
    levels = {place: cells.get(name, PLAIN).level for name, place in places.items()}
    for place, level in levels.items():
        for face in FACES:
            other = neighbour(place, face)
            if other in levels and levels[other] < level:
                yield edge(place, face)


def hex_at(board: HexBoard, x: int, y: int) -> str:
    """The name of the hex nearest to a point of the picture, of equally near ones the first."""

    def away(name: str) -> int:
        point = centre(hex_of(name))
        return (point.x - x) ** 2 + (point.y - y) ** 2

    return min(board.names(), key=away)

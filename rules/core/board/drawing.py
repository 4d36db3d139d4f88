"""How a board is drawn: plain numbers and paths in units of its picture, without colours or words.

A square is 60 units wide and high. A hex is 60 wide and 52 high; columns of hexes are 45 apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import hypot

from rules.core.board.grids import Corner, neighbour
from rules.core.boards import Board, Cell, Shape, cell_of, laid, name_of
from rules.core.once import once

SQUARE = 60
"""Units across a square."""

COLUMN, ROW, HALF = 45, 52, 26
"""Units between columns of hexes, between rows, and by which every second column stands lower."""

LEFT = 30
"""Units from the left corner of a hex to its centre."""

OUTLINE = "l15-26h30l15 26-15 26h-30z"
"""The border of a hex from its left corner."""

CORNERS: tuple[tuple[int, int], ...] = ((-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0))
"""The corners of a hex from its centre; face n lies between corner n and the next."""

TOWARDS: tuple[tuple[int, int], ...] = ((0, -34), (29, -17), (29, 17), (0, 34), (-29, 17), (-29, -17))
"""The place of a mark for each face, from the centre of a hex: beside each other, and off the next hexes' centres."""

MARK_HALF = 13
"""Units from the middle of a mark on a step to its sides."""

HIGHEST_SHADE = 4
"""Higher levels look like this one."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the picture."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark or text at the centre of a cell."""

    name: str
    """The name of the cell."""
    x: int
    y: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Painted:
    """Cells that are drawn alike, as one path."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True, eq=False)
class DrawnLand:
    """The parts of a board that never move; known by its identity, since it is drawn once."""

    shape: Shape
    width: int
    height: int
    heights: tuple[Painted, ...]
    """The cells of each level that is not 0: `up1` to `up4`, `down`."""
    grounds: tuple[Painted, ...]
    covers: tuple[Painted, ...]
    concealments: tuple[Painted, ...]
    lights: tuple[Painted, ...]
    grid: str
    contours: str
    """The edges at which the ground rises."""
    streams: str
    edges: tuple[Painted, ...]
    """What stands on edges, by kind."""
    marks: Mapping[str, tuple[Mark, ...]]
    """The centres of the cells of each ground."""
    levels: tuple[Mark, ...]
    names: tuple[Mark, ...]
    """The name of every hex; none for squares, whose rim is named."""

    @property
    def cell(self) -> int:
        """How high a cell is in the units of the picture."""
        return SQUARE if self.shape == "square" else ROW

    @property
    def wide(self) -> str:
        """Its width in heights of a cell."""
        return f"{self.width / self.cell:.2f}"

    @property
    def high(self) -> str:
        """Its height in heights of a cell."""
        return f"{self.height / self.cell:.2f}"


def centre(cell: Cell, shape: Shape = "square", span: int = 1) -> Point:
    """The centre of a cell, or of a body that fills several squares."""
    if shape == "square":
        return Point(SQUARE * (cell.column - 1) + SQUARE * span // 2, SQUARE * (cell.row - 1) + SQUARE * span // 2)
    lower = HALF if cell.column % 2 == 0 else 0
    return Point(LEFT + COLUMN * (cell.column - 1), HALF + ROW * (cell.row - 1) + lower)


def size(columns: int, rows: int, shape: Shape = "square") -> tuple[int, int]:
    """How wide and how high a board is."""
    return (SQUARE * columns, SQUARE * rows) if shape == "square" else (COLUMN * columns + 15, ROW * rows + HALF)


def at_corner(corner: Corner) -> Point:
    """The point of a corner of squares."""
    return Point(SQUARE * (corner.column - 1), SQUARE * (corner.row - 1))


def from_hundredths(point: tuple[int, int]) -> Point:
    """A point that is given in hundredths of a square."""
    return Point(SQUARE * point[0] // 100, SQUARE * point[1] // 100)


def to_hundredths(point: Point) -> tuple[int, int]:
    """A point in hundredths of a square."""
    return round(point.x * 100 / SQUARE), round(point.y * 100 / SQUARE)


def outline(cells: Iterable[Cell], shape: Shape = "square") -> str:
    """Cells as one path: hexes each with its border, squares side by side together."""
    if shape == "hex":
        found = (centre(cell, shape) for cell in cells)
        return "".join(f"M{point.x - LEFT} {point.y}{OUTLINE}" for point in found)
    return "".join(
        f"M{SQUARE * (column - 1)} {SQUARE * (row - 1)}h{SQUARE * many}v{SQUARE}h-{SQUARE * many}z"
        for row, column, many in _runs(cells)
    )


def hem(cells: Collection[Cell], shape: Shape = "square") -> str:
    """The border around cells, without what lies between two of them, as one path."""
    inside = frozenset(cells)
    if shape == "hex":
        borders = ((cell, face) for cell in sorted(inside) for face in range(6))
        return "".join(edge(cell, face, shape) for cell, face in borders if neighbour(cell, face, shape) not in inside)
    level, upright = set[Cell](), set[Cell]()
    for column, row in inside:
        level |= {Cell(column, row + by) for by in (0, 1) if Cell(column, row + 2 * by - 1) not in inside}
        upright |= {Cell(row, column + by) for by in (0, 1) if Cell(column + 2 * by - 1, row) not in inside}
    return "".join(
        [f"M{SQUARE * (column - 1)} {SQUARE * (row - 1)}h{SQUARE * many}" for row, column, many in _runs(level)]
        + [f"M{SQUARE * (column - 1)} {SQUARE * (row - 1)}v{SQUARE * many}" for column, row, many in _runs(upright)]
    )


def edge(cell: Cell, face: int, shape: Shape = "square") -> str:
    """The border of a cell along one of its sides as a path; the sides of a square are the directions 0, 2, 4, 6."""
    if shape == "hex":
        here, (ax, ay), (bx, by) = centre(cell, shape), CORNERS[face], CORNERS[(face + 1) % len(CORNERS)]
        return f"M{here.x + ax} {here.y + ay}L{here.x + bx} {here.y + by}"
    x, y = SQUARE * (cell.column - 1), SQUARE * (cell.row - 1)
    if face in (0, 4):
        return f"M{x} {y + (SQUARE if face == 4 else 0)}h{SQUARE}"
    return f"M{x + (SQUARE if face == 2 else 0)} {y}v{SQUARE}"


def beside(cell: Cell, face: int) -> Point:
    """The place of a mark for a face of a hex."""
    here, (dx, dy) = centre(cell, "hex"), TOWARDS[face]
    return Point(here.x + dx, here.y + dy)


def on_step(start: Cell, end: Cell, shape: Shape, place: int, many: int) -> Point:
    """The point of a mark between two cells, where it is one of several: they stand in a row across the step."""
    # the same row for a step and for the way back
    one, other = (centre(cell, shape) for cell in sorted((start, end)))
    across, down = other.x - one.x, other.y - one.y
    aside = (2 * place - many + 1) * MARK_HALF / (hypot(across, down) or 1)
    return Point(round((one.x + other.x) / 2 - down * aside), round((one.y + other.y) / 2 + across * aside))


def line(cells: Iterable[Cell], shape: Shape = "square", span: int = 1) -> str:
    """A line through the centres of cells, as the points of a polyline."""
    return " ".join(f"{point.x},{point.y}" for point in (centre(cell, shape, span) for cell in cells))


def cell_at(board: Board, x: int, y: int) -> Cell:
    """The cell nearest to a point of the picture, of equally near ones the first."""
    if board.shape == "square":
        return Cell(*(max(1, min(most, at // SQUARE + 1)) for at, most in ((x, board.columns), (y, board.rows))))

    def away(cell: Cell) -> int:
        point = centre(cell, "hex")
        return (point.x - x) ** 2 + (point.y - y) ** 2

    return min(board.all_cells(), key=away)


def corner_at(board: Board, x: int, y: int) -> Corner:
    """The corner of squares nearest to a point of the picture."""
    column, row = ((at + SQUARE // 2) // SQUARE + 1 for at in (x, y))
    return Corner(max(1, min(board.columns + 1, column)), max(1, min(board.rows + 1, row)))


def land(board: Board) -> DrawnLand:
    """The parts of a board that never move; drawn once for all boards on which the same lies."""
    return _land(laid(board))


@once
def _land(board: Board) -> DrawnLand:
    shape = board.shape
    found = sorted((cell, one) for name, one in board.cells.items() if (cell := cell_of(name)) is not None)
    levels: dict[str, list[Cell]] = {}
    kinds: dict[str, dict[str, list[Cell]]] = {"ground": {}, "cover": {}, "concealment": {}, "light": {}}
    for cell, one in found:
        if one.level:
            shade = f"up{min(one.level, HIGHEST_SHADE)}" if one.level > 0 else "down"
            levels.setdefault(shade, []).append(cell)
        for kind, by_name in kinds.items():
            if value := getattr(one, kind):
                by_name.setdefault(value, []).append(cell)
    kinds["ground"].pop("clear", None)
    drawn = {kind: _painted(by_name, shape) for kind, by_name in kinds.items()}
    width, height = size(board.columns, board.rows, shape)
    return DrawnLand(
        shape=shape,
        width=width,
        height=height,
        heights=_painted(levels, shape),
        grounds=drawn["ground"],
        covers=drawn["cover"],
        concealments=drawn["concealment"],
        lights=drawn["light"],
        grid=_grid(board),
        contours="".join(_contours(board)),
        streams="".join(edge(cell, face, shape) for cell, one in found for face in one.streams),
        edges=_edges(board),
        marks={name: tuple(_mark(cell, shape) for cell in cells) for name, cells in kinds["ground"].items()},
        levels=tuple(_mark(cell, shape, f"{one.level:+}".replace("-", "−")) for cell, one in found if one.level),
        names=tuple(_mark(cell, shape, name_of(cell, shape)) for cell in board.all_cells()) if shape == "hex" else (),
    )


def _runs(cells: Iterable[Cell]) -> Iterator[tuple[int, int, int]]:
    """The squares that lie side by side: row, first column, how many."""
    numbered = enumerate(sorted((cell.row, cell.column) for cell in frozenset(cells)))
    for (row, _start), run in groupby(numbered, key=lambda one: (one[1][0], one[1][1] - one[0])):
        places = list(run)
        yield row, places[0][1][1], len(places)


def _painted(by_name: dict[str, list[Cell]], shape: Shape) -> tuple[Painted, ...]:
    return tuple(Painted(name, outline(cells, shape)) for name, cells in sorted(by_name.items()))


def _mark(cell: Cell, shape: Shape, text: str = "") -> Mark:
    point = centre(cell, shape)
    return Mark(name_of(cell, shape), point.x, point.y, text)


def _grid(board: Board) -> str:
    if board.shape == "hex":
        return outline(board.all_cells(), "hex")
    width, height = size(board.columns, board.rows)
    upright = "".join(f"M{SQUARE * column} 0v{height}" for column in range(board.columns + 1))
    return upright + "".join(f"M0 {SQUARE * row}h{width}" for row in range(board.rows + 1))


def _contours(board: Board) -> Iterator[str]:
    """The edges at which the ground rises, drawn from the higher side."""
    faces = (0, 2, 4, 6) if board.shape == "square" else range(6)
    if any(one.level for one in board.cells.values()):
        levels = {cell: board.land(cell).level for cell in board.all_cells()}
        for cell, level in levels.items():
            for face in faces:
                if levels.get(neighbour(cell, face, board.shape), level) < level:
                    yield edge(cell, face, board.shape)


def _edges(board: Board) -> tuple[Painted, ...]:
    paths: dict[str, list[str]] = {}
    for name, kind in sorted(board.edges.items()):
        of, _colon, side = name.partition(":")
        cell = cell_of(of)
        if cell is not None:
            paths.setdefault(kind, []).append(edge(cell, 2 if side == "e" else 4))
    return tuple(Painted(kind, "".join(found)) for kind, found in sorted(paths.items()))

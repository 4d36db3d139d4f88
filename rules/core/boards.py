"""A board as a fight keeps it: cells in columns and rows, what lies on each and on their edges, who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from rules.core.codec import SPARSE
from rules.core.once import once

Shape: TypeAlias = Literal["square", "hex"]

EdgeKind: TypeAlias = Literal["wall", "low_wall", "door", "open_door", "window"]
"""What stands on the edge of two cells. A wall and a door stop steps and sight; a window stops steps alone; a low wall
is stepped over and gives cover; an open door stops nothing."""

EDGE_KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)

STOPS_STEPS: frozenset[str] = frozenset({"wall", "door", "window"})
STOPS_SIGHT: frozenset[str] = frozenset({"wall", "door"})

LEAST_SIDE, MOST_SIDE = 4, 40
"""Columns and rows of a board."""

HIGHEST = 9
"""Levels of height above or below 0."""

FULL = 100
FAINTEST = 10
"""How much of a picture under the grid is seen at least, of FULL."""


class Cell(NamedTuple):
    """A cell by its column and row, each counted from 1."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Land:
    """What lies on a cell; the words for ground, cover, concealment and light are the system's."""

    ground: str = "clear"
    level: int = 0
    streams: tuple[int, ...] = ()
    """The faces of a hex, 0 to 2, along which a stream runs."""
    cover: str = field(default="", metadata=SPARSE)
    """What something on it gives to who stands in it or behind it; empty for none."""
    concealment: str = field(default="", metadata=SPARSE)
    light: str = field(default="", metadata=SPARSE)


PLAIN = Land()
"""A cell of which nothing is stored: clear, at level 0."""


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that are uncovered together: until then players see cloth."""

    name: str
    cells: tuple[str, ...]
    covered: bool = True
    entry: str = field(default="", metadata=SPARSE)
    """The side that stands here when the map is laid; empty for none."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A picture under the grid, laid so that its own lines meet those of the board."""

    picture: str
    """The id of the picture."""
    left: int = 0
    """Where its left edge lies, in hundredths of a cell's height from that of the board; `top` alike."""
    top: int = 0
    width: int = 0
    """Its width in hundredths of a cell's height; `height` alike."""
    height: int = 0
    strength: int = field(default=FULL, metadata=SPARSE)
    """How much of it is seen beside the paper that it lies on, in hundredths."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board; cells are named as `name_of` names them."""

    columns: int = 20
    rows: int = 16
    cells: Mapping[str, Land] = field(default_factory=dict)
    """The cells that are not plain, by name."""
    name: str = ""
    shape: Shape = field(default="square", metadata=SPARSE)
    edges: Mapping[str, EdgeKind] = field(default_factory=dict, metadata=SPARSE)
    """What stands on edges, by the name of a cell, a colon and the side: `e` east or `s` south of a square."""
    regions: Mapping[str, Region] = field(default_factory=dict, metadata=SPARSE)
    backdrop: Backdrop | None = field(default=None, metadata=SPARSE)

    def land(self, cell: Cell) -> Land:
        """What lies on a cell."""
        return self.cells.get(name_of(cell, self.shape), PLAIN)

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 1 <= cell.column <= self.columns and 1 <= cell.row <= self.rows

    def all_cells(self) -> Iterator[Cell]:
        """All cells, column by column."""
        return (Cell(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))


@once
def laid(board: Board) -> Board:
    """A board with nothing but what lies on its cells and edges, the same one for all boards that agree in that.

    What is reckoned and drawn of it is found again, however often a fight is read anew.
    """
    cells, edges = tuple(sorted(board.cells.items())), tuple(sorted(board.edges.items()))
    return _laid(board.columns, board.rows, board.shape, cells, edges)


@lru_cache(maxsize=64)
def _laid(
    columns: int,
    rows: int,
    shape: Shape,
    cells: tuple[tuple[str, Land], ...],
    edges: tuple[tuple[str, EdgeKind], ...],
) -> Board:
    return Board(columns, rows, dict(cells), shape=shape, edges=dict(edges))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a combatant stands: the cell in its north-west corner, when it fills several."""

    at: str
    facing: int | None = field(default=None, metadata=SPARSE)
    """Where the system has one."""


def name_of(cell: Cell, shape: Shape = "square") -> str:
    """The name of a cell: `C4` for a square in the third column and fourth row, `0304` for a hex."""
    if shape == "hex":
        return f"{cell.column:02}{cell.row:02}"
    letters, number = "", cell.column
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{cell.row}"


def cell_of(name: str) -> Cell | None:
    """The cell of a name in either form; None for any other text."""
    if len(name) == 4 and name.isascii() and name.isdecimal():
        return Cell(int(name[:2]), int(name[2:]))
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not (letters.isascii() and letters.isupper() and 1 <= len(letters) <= 2 and 1 <= len(digits) <= 2):
        return None
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return Cell(column, int(digits)) if not digits.startswith("0") else None

"""What the picture of a board lies on, and what lies over that: all of it without people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.core.board.drawing import SQUARE, DrawnLand, Mark, centre, hem, land, outline, size
from rules.core.board.regions import covered_cells, pale_cells
from rules.core.boards import Backdrop, Board, Cell, Region, Shape, cell_of, laid, name_of

COLUMN_MARK = "column"
RIM, EDGE = 24, 4
"""Units around a board: above and to the left, where its columns and rows are named, and on the other sides."""
LETTER = 10
"""Units that a letter of a region's name takes at most."""
BESIDE_COSTS: Mapping[Shape, int] = {"square": -11, "hex": 22}
"""How far below the middle of a cell such a name stands: there is no cost of a way, and of a hex neither its name."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a picture lies on: all that stays while people move, the same for all who know as much."""

    shape: Shape
    columns: int
    rows: int
    land: DrawnLand
    rim: tuple[Mark, ...] = ()
    """The names of columns and rows around squares."""
    backdrop: Backdrop | None = None
    """The picture under all of it; `plans` draws it, without what lies under the cloth."""

    @property
    def margin(self) -> int:
        """Units above the board and to the left of it."""
        return RIM if self.rim else EDGE

    @property
    def across(self) -> int:
        """The units across all of it, with the rim; `down` alike."""
        return self.land.width + self.margin + EDGE

    @property
    def down(self) -> int:
        return self.land.height + self.margin + EDGE

    @property
    def view(self) -> str:
        """What the picture shows: the board with its rim."""
        return f"-{self.margin} -{self.margin} {self.across} {self.down}"

    @property
    def column_names(self) -> tuple[Mark, ...]:
        """What stands above each column; `row_names`: before each row."""
        return tuple(mark for mark in self.rim if mark.name == COLUMN_MARK)

    @property
    def row_names(self) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.rim if mark.name != COLUMN_MARK)

    @property
    def above(self) -> str:
        """What a strip shows that keeps the names of the columns in view; `before`: of the rows."""
        return f"-{RIM} -{RIM} {self.across} {RIM}"

    @property
    def before(self) -> str:
        return f"-{RIM} -{RIM} {RIM} {self.down}"

    @property
    def strip(self) -> str:
        """How broad such a strip is, in heights of a cell."""
        return f"{RIM / self.land.cell:.3f}"

    @property
    def wide(self) -> str:
        """Its width in heights of a cell; `high` alike."""
        return f"{self.across / self.land.cell:.3f}"

    @property
    def high(self) -> str:
        return f"{self.down / self.land.cell:.3f}"


@dataclass(frozen=True, slots=True)
class Veil:
    """What lies over the land: cloth on what players do not know, a haze on what they saw before and see no longer."""

    cloth: str = ""
    hem: str = ""
    pale: str = ""
    regions: tuple[Mark, ...] = ()
    """The names of regions, for the game master."""
    secret: bool = False
    """It is the game master's: the land under the cloth is drawn, and the cloth lets it through."""


def ground_of(board: Board) -> Ground:
    """What a board's picture lies on."""
    return Ground(board.shape, board.columns, board.rows, land(laid(board)), tuple(_rim(board)), board.backdrop)


def veil_of(known: Board, board: Board | None = None) -> Veil:
    """What lies over a board as players know it; board: all of it, for the game master, who sees through the cloth."""
    shape, cloth = known.shape, covered_cells(known)
    marks = tuple(_region_marks(board)) if board is not None else ()
    pale = outline(pale_cells(known), shape)
    return Veil(outline(cloth, shape), hem(cloth, shape), pale, marks, secret=board is not None)


def _rim(board: Board) -> Iterable[Mark]:
    if board.shape != "square":
        return
    for place in range(board.columns):
        letters = name_of(Cell(place + 1, 1)).removesuffix("1")
        yield Mark(COLUMN_MARK, SQUARE * place + SQUARE // 2, -8, letters)
    for place in range(board.rows):
        yield Mark("row", -13, SQUARE * place + SQUARE // 2 + 5, str(place + 1))


def _region_marks(board: Board) -> Iterable[Mark]:
    """The names of regions, each in that row of its own nearest to its middle where no other name stands."""
    width, _height = size(board.columns, board.rows, board.shape)
    placed: list[Mark] = []
    may_stand = [
        [Mark(key, x, y, region.name) for x, y in _rows_of(region, board.shape, width)]
        for key, region in board.regions.items()
        if region.name
    ]
    # those with the fewest rows first: the others have more to choose from
    for marks in sorted(filter(None, may_stand), key=len):
        placed.append(next((one for one in marks if not any(_meet(one, other) for other in placed)), marks[0]))
    return placed


def _rows_of(region: Region, shape: Shape, width: int) -> Iterable[tuple[int, int]]:
    """Where its name may stand in each row of a region, the one nearest to its middle first; none leaves the board."""
    cells = [cell for name in region.cells if (cell := cell_of(name)) is not None]
    whole = sum(cell.row for cell in cells)
    half = min(len(region.name) * LETTER, width) // 2
    for row in sorted({cell.row for cell in cells}, key=lambda row: (abs(row * len(cells) - whole), row)):
        points = [centre(cell, shape) for cell in sorted(cells) if cell.row == row]
        x = sum(point.x for point in points) // len(points)
        yield min(max(x, half), width - half), points[len(points) // 2].y + BESIDE_COSTS[shape]


def _meet(one: Mark, other: Mark) -> bool:
    """Whether two names would be read as one."""
    apart = LETTER * (len(one.text) + len(other.text)) // 2
    return one.y == other.y and abs(one.x - other.x) < apart

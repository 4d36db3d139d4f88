"""A board made ready for reckoning, once a board: what a step into each cell costs and what stops steps and sight.

Cells are numbered row by row, with a rim of cells around the board that nobody enters and nothing is seen through, so
that no reckoning asks where the board ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.board.grids import Diagonals
from rules.core.board.rules import BoardRules, GroundKind
from rules.core.boards import (
    PLAIN,
    STOPS_SIGHT,
    STOPS_STEPS,
    Board,
    Cell,
    EdgeKind,
    Land,
    Shape,
    cell_of,
    laid,
    name_of,
)
from rules.core.once import once

NO_STEP, NO_SIGHT, LOW, FRAME = 1, 2, 4, 8
"""What an edge does: it stops steps; it stops sight; it is low, takes twice as much to step over and hides somewhat;
one looks through its frame, which hides somewhat too."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A board of one system, made ready; ask `field_of` for it."""

    board: Board
    rules: BoardRules
    width: int
    """How much further on the cell below is numbered: the columns and the rim on both sides."""
    costs: bytes
    """How many times as much a step into each cell costs; 0 where nobody can step."""
    solid: bytes
    """1 where a cell cannot be seen through."""
    levels: tuple[int, ...]
    hilly: bool
    """Whether any cell is not at level 0."""
    covers: Mapping[int, str]
    """What something on a cell gives to who stands in it or behind it, by the number of the cell."""
    east: bytes
    """What stands on the edge of each cell with the next one, as flags."""
    south: bytes
    """The same with the cell below."""
    edged: bool
    """Whether anything stands on any edge."""
    bare: bool
    """Whether nothing hides who is behind it, but what stops sight altogether."""

    @property
    def shape(self) -> Shape:
        """The shape of its cells."""
        return self.board.shape

    @property
    def diagonals(self) -> Diagonals:
        """How its diagonals count."""
        return self.rules.diagonals

    def number(self, cell: Cell) -> int:
        """The number of a cell on the board or on its rim."""
        return cell.row * self.width + cell.column

    def cell(self, number: int) -> Cell:
        """The cell of a number."""
        row, column = divmod(number, self.width)
        return Cell(column, row)

    def between(self, number: int, other: int) -> int:
        """What stands on the edge of two cells side by side, as flags."""
        first = min(number, other)
        return (self.east if abs(other - number) == 1 else self.south)[first]

    def edge(self, one: Cell, other: Cell) -> EdgeKind | None:
        """What stands on the edge of two cells side by side; None for nothing."""
        return self.board.edges.get(edge_name(one, other))

    def cover(self, cell: Cell) -> str:
        """What something on a cell gives to who stands in it or behind it; empty for nothing."""
        return self.covers.get(self.number(cell), "")

    def concealment(self, cell: Cell) -> str:
        """How badly one sees into or through a cell; empty for nothing in the way."""
        land = self.board.land(cell)
        ground = self.rules.ground(land.ground)
        return land.concealment or (ground.concealment if ground else "")


def field_of(board: Board, rules: BoardRules) -> Field:
    """The board made ready for the rules of its system; its names, regions and picture play no part in it."""
    return _field_of(laid(board), rules)


@once
def _field_of(board: Board, rules: BoardRules) -> Field:
    width = board.columns + 2
    size = width * (board.rows + 2)
    kinds = {one.name: one for one in rules.grounds}
    costs, solid, levels, covers = bytearray(size), bytearray(b"\1" * size), [0] * size, dict[int, str]()

    def lay(number: int, land: Land) -> None:
        kind = kinds.get(land.ground, GroundKind(land.ground))
        costs[number], solid[number], levels[number] = kind.cost, kind.blocks_sight, land.level
        if gives := land.cover or kind.cover:
            covers[number] = gives

    for cell in board.all_cells():
        lay(cell.row * width + cell.column, PLAIN)
    for name, land in board.cells.items():
        if (place := cell_of(name)) is not None and board.holds(place):
            lay(place.row * width + place.column, land)
    sides = {"e": bytearray(size), "s": bytearray(size)}
    for name, kind in board.edges.items():
        of, _colon, side = name.partition(":")
        if (place := cell_of(of)) is not None and side in sides and board.holds(place):
            sides[side][place.row * width + place.column] = flags(kind)
    low = any(kind in ("low_wall", "window") for kind in board.edges.values())
    return Field(
        board=board,
        rules=rules,
        width=width,
        costs=bytes(costs),
        solid=bytes(solid),
        levels=tuple(levels),
        hilly=any(levels),
        covers=covers,
        east=bytes(sides["e"]),
        south=bytes(sides["s"]),
        edged=bool(board.edges),
        bare=not (covers or low or any(levels)),
    )


def flags(kind: EdgeKind) -> int:
    """What an edge of a kind does."""
    low, frame = kind == "low_wall", kind == "window"
    return NO_STEP * (kind in STOPS_STEPS) | NO_SIGHT * (kind in STOPS_SIGHT) | LOW * low | FRAME * frame


def edge_name(one: Cell, other: Cell) -> str:
    """The name of the edge of two squares side by side."""
    return f"{name_of(min(one, other))}:{'e' if one.row == other.row else 's'}"

"""Squares and hexes: neighbours, distances, directions, straight lines of cells.

A direction is a number, clockwise from 0, which looks up: 0 to 7 on squares, odd ones being diagonals, 0 to 5 on hexes,
whose odd columns stand half a hex higher than even ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import Literal, NamedTuple, TypeAlias, get_args

from rules.core.boards import Cell, Shape

Diagonals: TypeAlias = Literal["alternating", "single", "none"]
"""How steps over the corner of a square count. `alternating`: every second one as two. `single`: as one, like all.
`none`: there are none, and distances are counted along sides."""

DIAGONALS: tuple[Diagonals, ...] = get_args(Diagonals)


class Corner(NamedTuple):
    """Where four squares meet: the north-west corner of the square with the same numbers."""

    column: int
    row: int


SQUARE_STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""What each direction adds to the column and row of a square."""

HEX_STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What each direction adds to the axial coordinates of a hex."""

NEARER_AHEAD: Mapping[Shape, tuple[int, ...]] = {"square": (0, 1, 7, 2, 6, 3, 5, 4), "hex": (0, 1, 5, 2, 4, 3)}
"""The directions by nearness to the one ahead, which decides between two that are as good."""


def directions(shape: Shape, diagonals: Diagonals = "alternating") -> tuple[int, ...]:
    """The directions in which one may step from a cell: through the sides first, then over the corners."""
    if shape == "hex":
        return (0, 1, 2, 3, 4, 5)
    return (0, 2, 4, 6) if diagonals == "none" else (0, 2, 4, 6, 1, 3, 5, 7)


def turned(direction: int, by: int, shape: Shape = "square") -> int:
    """The direction that lies a number of directions clockwise from another."""
    return (direction + by) % (8 if shape == "square" else 6)


def axial(cell: Cell) -> tuple[int, int]:
    """The axial coordinates of a hex: steps to the right, and steps down its column."""
    q = cell.column - 1
    return q, cell.row - 1 - q // 2


def hex_at(q: int, r: int) -> Cell:
    """The hex of axial coordinates."""
    return Cell(q + 1, r + q // 2 + 1)


def neighbour(cell: Cell, direction: int, shape: Shape = "square") -> Cell:
    """The cell to which a direction leads, on the board or beyond its edge."""
    if shape == "square":
        x, y = SQUARE_STEPS[direction]
        return Cell(cell.column + x, cell.row + y)
    (q, r), (dq, dr) = axial(cell), HEX_STEPS[direction]
    return hex_at(q + dq, r + dr)


def distance(one: Cell, other: Cell, shape: Shape = "square", diagonals: Diagonals = "alternating") -> int:
    """How many cells it is from one to another, as the crow flies."""
    if shape == "hex":
        (q, r), (there_q, there_r) = axial(one), axial(other)
        dq, dr = there_q - q, there_r - r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2
    return counted(abs(one.column - other.column), abs(one.row - other.row), diagonals)


def counted(across: int, down: int, diagonals: Diagonals) -> int:
    """How many cells a way across these columns and rows counts that takes as many diagonals as it can."""
    both, longer = min(across, down), max(across, down)
    if diagonals == "none":
        return both + longer
    return longer + both // 2 if diagonals == "alternating" else longer


def apart(
    one: Cell, span: int, other: Cell, other_span: int, shape: Shape = "square", diagonals: Diagonals = "alternating"
) -> int:
    """How many cells it is between the nearest cells of two bodies: 0 where they share one, 1 side by side."""
    if shape == "hex":
        return distance(one, other, shape)
    across = max(other.column - one.column - span, one.column - other.column - other_span, -1) + 1
    down = max(other.row - one.row - span, one.row - other.row - other_span, -1) + 1
    return counted(across, down, diagonals)


def direction_to(one: Cell, other: Cell, shape: Shape = "square", ahead: int = 0) -> int | None:
    """The direction nearest to the straight line between two cells, counted from `ahead`; None in the same cell.

    Exactly between two directions it is the one nearer to `ahead`, of which the clockwise one comes first.
    """
    if one == other:
        return None
    if shape == "square":
        across, down = other.column - one.column, other.row - one.row
        # a diagonal is 140/99 as long as a side, near enough for all lines that fit on a board

        def along(face: int) -> int:
            x, y = SQUARE_STEPS[turned(face, ahead)]
            return (across * x + down * y) * (99 if x and y else 140)

    else:
        (q, r), (there_q, there_r) = axial(one), axial(other)
        across, down = there_q - q, there_r - r
        # the coordinates q, r and -q-r turn directions on the map into ordinary space without distorting angles,
        # so that the greatest scalar product belongs to the nearest direction

        def along(face: int) -> int:
            x, y = HEX_STEPS[turned(face, ahead, "hex")]
            return across * x + down * y + (across + down) * (x + y)

    # of equals max takes the first, the one nearer to what is ahead
    return max(NEARER_AHEAD[shape], key=along)


def straight(one: Cell, other: Cell, shape: Shape = "square") -> tuple[Cell, ...]:
    """The straight lane from one cell to another, both of them with it, along the line between their centres.

    Where the line runs exactly between two cells, the lane goes through the one that leaves its course later.
    """
    if shape == "hex":
        return tuple(cut(one, other, step)[0] for step in range(distance(one, other, "hex") + 1))
    across, down = other.column - one.column, other.row - one.row
    steps = max(abs(across), abs(down))

    def part(way: int, step: int) -> int:
        whole = (2 * abs(way) * step + steps - 1) // (2 * steps)
        return whole if way > 0 else -whole

    return (
        one,
        *(Cell(one.column + part(across, step), one.row + part(down, step)) for step in range(1, steps + 1)),
    )


def cut(one: Cell, other: Cell, step: int) -> tuple[Cell, ...]:
    """The hex in which a cut of the line between two hexes lies, or the two on whose border it lies.

    The line has as many steps as the distance; inner cuts are those from 1 to the distance less 1.
    """
    steps = distance(one, other, "hex")
    if not steps:
        return (one,)
    (q, r), (there_q, there_r) = axial(one), axial(other)
    return _hexes_at(q + Fraction((there_q - q) * step, steps), r + Fraction((there_r - r) * step, steps))


def _hexes_at(q: Fraction, r: Fraction) -> tuple[Cell, ...]:
    # at a cut at least one of q, r and q + r is whole, so it lies on the line through the centres of two neighbours
    q_low, r_low = floor(q), floor(r)
    if q == q_low and r == r_low:
        return (hex_at(q_low, r_low),)
    if q == q_low:
        ends, part = (hex_at(q_low, r_low), hex_at(q_low, r_low + 1)), r - r_low
    elif r == r_low:
        ends, part = (hex_at(q_low, r_low), hex_at(q_low + 1, r_low)), q - q_low
    else:
        ends, part = (hex_at(q_low, r_low + 1), hex_at(q_low + 1, r_low)), q - q_low
    if part == Fraction(1, 2):
        return ends
    return (ends[0],) if part < Fraction(1, 2) else (ends[1],)


def around(cell: Cell, span: int = 1) -> Iterator[Cell]:
    """The squares beside a body, over corners too, in rows from the north-west; some may be beyond the board."""
    for row in range(cell.row - 1, cell.row + span + 1):
        for column in range(cell.column - 1, cell.column + span + 1):
            if not (0 <= column - cell.column < span and 0 <= row - cell.row < span):
                yield Cell(column, row)


def within(
    cell: Cell, reach: int, columns: int, rows: int, span: int = 1, diagonals: Diagonals = "alternating"
) -> Iterator[Cell]:
    """The squares of a board at most `reach` cells away from a body, its own left out, row by row."""
    for row in range(max(1, cell.row - reach), min(rows + 1, cell.row + span + reach)):
        for column in range(max(1, cell.column - reach), min(columns + 1, cell.column + span + reach)):
            if 0 < apart(cell, span, Cell(column, row), 1, "square", diagonals) <= reach:
                yield Cell(column, row)

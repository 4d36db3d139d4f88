"""Areas over squares: bursts, cones, lines, blocks of cells, and where a throw goes astray.

An area is a mapping from the cells in it to how many cells they are away from where it begins. Walls, hills and ground
that cannot be seen through keep it from what no straight line reaches from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from rules.core.board.field import Field
from rules.core.board.grids import Corner, apart, counted
from rules.core.board.sight import (
    CLOSE,
    HUNDRED,
    INSIDE,
    Body,
    Point,
    corners,
    crossed,
    level_of,
    middle,
    point_of,
    stop,
)
from rules.core.boards import Cell
from rules.core.types import Id

Area: TypeAlias = Mapping[Cell, int]
"""The cells of an area, each with its distance from where the area begins."""


Origin: TypeAlias = tuple[Point, int]
"""Where an area begins, and how high: as high as the head of who stands there."""


def from_corner(field: Field, corner: Corner, cell: Cell) -> int:
    """How far a cell is from a corner: 1 for the four that share it, entered over it, and as steps count from there."""
    across = max(corner.column - cell.column, cell.column - corner.column + 1)
    down = max(corner.row - cell.row, cell.row - corner.row + 1)
    return counted(across, down, field.diagonals) - (field.diagonals == "none")


def burst(field: Field, corner: Corner, radius: int, side: Cell | None = None) -> Area:
    """The cells within a radius of a corner that a straight line from it reaches, to the middle or to a corner of them.

    side: of the four cells at the corner the one in which it bursts, where walls meet; else all that are open.
    """
    origins = _origins(field, corner, side)
    return {
        cell: away
        for cell in _near(field, Cell(corner.column, corner.row), radius)
        if (away := from_corner(field, corner, cell)) <= radius and _reached(field, origins, cell)
    }


def round_about(field: Field, cell: Cell, radius: int) -> Area:
    """The cells within a radius of one, itself with them, that a straight line from its middle reaches."""
    body = Body(cell)
    origins = [(middle(body), level_of(field, body) + 1)]
    found = {near: apart(cell, 1, near, 1, field.board.shape, field.diagonals) for near in _near(field, cell, radius)}
    return {near: away for near, away in found.items() if away <= radius and _reached(field, origins, near)}


def stopped_from(field: Field, corner: Corner, body: Body) -> int:
    """How many of four lines from a corner to those of a body are stopped, by its best side; all where it is shut."""
    ends, head = corners(body), level_of(field, body) + body.span
    sides = _origins(field, corner, None)
    stopped = [sum(stop(field, point, end, (level, head), CLOSE) is not None for end in ends) for point, level in sides]
    return min(stopped, default=len(ends))


def cone(field: Field, body: Body, toward: Cell, length: int) -> Area:
    """The cells of a cone from the middle of a body towards a cell, everywhere as wide as it is long there.

    A cell is in it when its middle is, and its distance is counted from the body.
    """
    start, (aim_x, aim_y) = middle(body), middle(Body(toward))
    origins = [(start, level_of(field, body) + body.span)]
    x, y = aim_x - start[0], aim_y - start[1]
    found: dict[Cell, int] = {}
    for cell in _near(field, body.cell, length, body.span):
        away = apart(body.cell, body.span, cell, 1, "square", field.diagonals)
        to_x, to_y = middle(Body(cell))
        to_x, to_y = to_x - start[0], to_y - start[1]
        ahead, beside = to_x * x + to_y * y, abs(to_x * y - to_y * x)
        if 0 < away <= length and 2 * beside <= ahead and _reached(field, origins, cell):
            found[cell] = away
    return found


def line(field: Field, body: Body, toward: Cell, length: int) -> Area:
    """The cells that a straight line from the middle of a body through that of a cell runs through, so far."""
    start, aim = middle(body), middle(Body(toward))
    origins = [(start, level_of(field, body) + body.span)]
    if start == aim:
        return {}
    x, y = aim[0] - start[0], aim[1] - start[1]
    # long enough to leave any board; what is beyond the edge or too far is left out below
    times = -(-HUNDRED * (length + body.span) // max(abs(x), abs(y)))
    end = start[0] + x * times, start[1] + y * times
    found: dict[Cell, int] = {}
    for cell in crossed(start, end):
        away = apart(body.cell, body.span, cell, 1, "square", field.diagonals)
        if away > length or not field.board.holds(cell):
            break
        if away and not _reached(field, origins, cell):
            break
        if away:
            found[cell] = away
    return found


def block(field: Field, first: Cell, columns: int = 2, rows: int = 2) -> Area:
    """The cells of a rectangle with its north-west corner in a cell, as autofire sprays; all at distance 0."""
    cells = (Cell(first.column + x, first.row + y) for y in range(rows) for x in range(columns))
    return {cell: 0 for cell in cells if _open(field, cell)}


def astray(aimed: Cell, thrower: Cell, right: int, beyond: int) -> Corner:
    """The corner that lies `right` and `beyond` of the near-left corner of an aimed square, in squares of the thrower.

    One who throws from exactly between two sides sees the square from above or below.
    """
    across, down = aimed.column - thrower.column, aimed.row - thrower.row
    column, row = aimed
    if abs(down) >= abs(across):
        # from below, beyond is up and right is right; from above the other way about
        return Corner(column + right, row + 1 - beyond) if down <= 0 else Corner(column + 1 - right, row + beyond)
    return Corner(column + beyond, row + right) if across > 0 else Corner(column + 1 - beyond, row + 1 - right)


def caught(area: Area, bodies: Mapping[Id, Iterable[Cell]]) -> dict[Id, int]:
    """Those who fill any cell of an area, each with the distance of the nearest."""
    found = ((who, [area[cell] for cell in cells if cell in area]) for who, cells in bodies.items())
    return {who: min(away) for who, away in found if away}


def _origins(field: Field, corner: Corner, side: Cell | None) -> list[Origin]:
    """Just inside each open cell that shares a corner, or in one of them alone."""
    x, y = point_of(corner)
    return [
        ((x + INSIDE * (2 * by_x + 1), y + INSIDE * (2 * by_y + 1)), level_of(field, Body(cell)) + 1)
        for by_y in (-1, 0)
        for by_x in (-1, 0)
        if side in (None, cell := Cell(corner.column + by_x, corner.row + by_y)) and _open(field, cell)
    ]


def _open(field: Field, cell: Cell) -> bool:
    return field.board.holds(cell) and not field.solid[field.number(cell)]


def _near(field: Field, cell: Cell, reach: int, span: int = 1) -> Iterable[Cell]:
    """The cells at most `reach` columns and rows away that can be entered at all, row by row."""
    for row in range(max(1, cell.row - reach), min(field.board.rows, cell.row + span - 1 + reach) + 1):
        for column in range(max(1, cell.column - reach), min(field.board.columns, cell.column + span - 1 + reach) + 1):
            if _open(field, Cell(column, row)):
                yield Cell(column, row)


def _reached(field: Field, origins: Iterable[Origin], cell: Cell) -> bool:
    there = Body(cell)
    ends, head = (middle(there), *corners(there)), level_of(field, there) + 1
    return any(stop(field, point, end, (level, head)) is None for end in ends for point, level in origins)

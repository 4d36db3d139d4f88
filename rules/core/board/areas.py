"""Areas over squares: bursts, blocks of cells, and where a throw goes astray.

An area is a mapping from the cells in it to how many cells they are away from where it begins. Walls, hills and ground
that cannot be seen through keep it from what no straight line reaches from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from rules.core.board.field import Field
from rules.core.board.grids import Corner, apart, counted
from rules.core.board.sight import CLOSE, Body, Point, corners, level_of, middle, stop
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


def block(field: Field, first: Cell, side: int) -> Area:
    """The cells of a block with its north-west corner in a cell, as autofire sprays; all at distance 0."""
    cells = (Cell(first.column + x, first.row + y) for y in range(side) for x in range(side))
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
    around = [Cell(corner.column + x, corner.row + y) for y in (-1, 0) for x in (-1, 0)]
    return [
        (corners(Body(cell))[3 - place], level_of(field, Body(cell)) + 1)
        for place, cell in enumerate(around)
        if side in (None, cell) and _open(field, cell)
    ]


def _open(field: Field, cell: Cell) -> bool:
    return field.board.holds(cell) and not field.solid[field.number(cell)]


def _near(field: Field, cell: Cell, reach: int) -> Iterable[Cell]:
    """The cells at most `reach` columns and rows away that can be entered at all, row by row."""
    columns = range(cell.column - reach, cell.column + reach + 1)
    around = (Cell(column, row) for row in range(cell.row - reach, cell.row + reach + 1) for column in columns)
    return (near for near in around if _open(field, near))


def _reached(field: Field, origins: Iterable[Origin], cell: Cell) -> bool:
    there = Body(cell)
    ends, head = (middle(there), *corners(there)), level_of(field, there) + 1
    return any(stop(field, point, end, (level, head)) is None for end in ends for point, level in origins)

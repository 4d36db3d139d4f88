"""A map in the making, beside its strokes: its regions, its size, the picture that lies under it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias

from rules.core.board.drawing import ROW, SQUARE, Point, centre, size
from rules.core.board.painting import MOST_REGIONS, OWN_SIDE, beside_edge, free_key
from rules.core.boards import FAINTEST, FULL, LEAST_SIDE, MOST_SIDE, Backdrop, Board, Cell, Region, cell_of, name_of
from rules.core.errors import NotAllowed, UnknownValue, within
from rules.core.types import Id, drop, put

HUNDRED = 100

Pixel: TypeAlias = tuple[float, float]
"""A point of a picture, from its left and from its top."""

REGION_BRUSH = "region:"
"""What a brush that paints the cells of one region begins with; the key of the region follows."""


# Regions


def with_region(board: Board, name: str) -> tuple[Board, Id]:
    """The board with one more region, covered and still without cells, and its key."""
    called = _called(board, name)
    if len(board.regions) >= MOST_REGIONS:
        raise NotAllowed("core.board.many", field="region")
    key = free_key(board)
    return replace(board, regions=put(board.regions, key, Region(called, ()))), key


def with_cells(board: Board, key: Id, names: Collection[str]) -> Board:
    """The board on which a region has these cells too; without them, where it had them all."""
    region = _region(board, key)
    had, these = dict.fromkeys(region.cells), dict.fromkeys(names)
    cells = tuple(name for name in had if name not in these) if these.keys() <= had.keys() else tuple(had | these)
    return _with(board, key, replace(region, cells=cells))


def called_anew(board: Board, key: Id, name: str, entry: str) -> Board:
    """The board on which a region has this name, and is where this side stands at first; where the party does is open.

    entry: empty for no side.
    """
    region, called = _region(board, key), _called(board, name, key)
    covered = region.covered and entry != OWN_SIDE
    return _with(board, key, replace(region, name=called, entry=entry, covered=covered))


def turned_over(board: Board, key: Id) -> Board:
    """The board on which a region is covered at first, or no longer is."""
    region = _region(board, key)
    return _with(board, key, replace(region, covered=not region.covered))


def without_region(board: Board, key: Id) -> Board:
    """The board without a region; its cells stay as they are."""
    _region(board, key)
    return replace(board, regions=drop(board.regions, key))


def _with(board: Board, key: Id, region: Region) -> Board:
    return replace(board, regions=put(board.regions, key, region))


def _region(board: Board, key: Id) -> Region:
    if key not in board.regions:
        raise UnknownValue("core.board.no_name", field="region")
    return board.regions[key]


def _called(board: Board, name: str, key: Id = "") -> str:
    """A name that no other region has."""
    called = " ".join(name.split())[:40]
    if not called or any(one.name == called for other, one in board.regions.items() if other != key):
        raise NotAllowed("core.board.no_name", field="region")
    return called


# Size


def resized(board: Board, columns: int, rows: int) -> Board:
    """The board in another size, in columns and rows; what lay beyond the new rim is gone."""
    within(columns, LEAST_SIDE, MOST_SIDE, "core.board.side", field="columns")
    within(rows, LEAST_SIDE, MOST_SIDE, "core.board.side", field="rows")
    after = replace(board, columns=columns, rows=rows)

    def stays(name: str) -> bool:
        cell = cell_of(name)
        return cell is not None and after.holds(cell)

    regions = {
        key: replace(one, cells=tuple(name for name in one.cells if stays(name))) for key, one in board.regions.items()
    }
    return replace(
        after,
        cells={name: land for name, land in board.cells.items() if stays(name)},
        edges={name: kind for name, kind in board.edges.items() if all(map(after.holds, beside_edge(name)))},
        regions=regions,
    )


def cleared(board: Board) -> Board:
    """The board with nothing on its cells and edges; regions and picture stay."""
    return replace(board, cells={}, edges={})


# The picture under it


def spread(board: Board, picture: str) -> Backdrop:
    """A picture over all of a board."""
    wide, high = size(board.columns, board.rows, board.shape)
    unit = _unit(board)
    return Backdrop(picture, 0, 0, wide * HUNDRED // unit, high * HUNDRED // unit)


def matched(
    board: Board, backdrop: Backdrop, pixels: tuple[int, int], taps: tuple[Pixel, Pixel], cells: tuple[Cell, Cell]
) -> Backdrop:
    """A picture laid so that two of its points, in pixels of its size `pixels`, meet the corners of two cells.

    They are the north-west corner of the first cell and the south-east one of the second; of hexes their middles.
    """
    one, other = (mark(board, cell, last=place == 1) for place, cell in enumerate(cells))
    wide, high = other.x - one.x, other.y - one.y
    (x, y), (right, bottom) = taps
    across, down = right - x, bottom - y
    if not wide * across > 0 or not high * down > 0:
        raise NotAllowed("core.board.corners", field="cells")
    unit = _unit(board)

    def hundredths(units: float) -> int:
        return round(units * HUNDRED / unit)

    return replace(
        backdrop,
        left=hundredths(one.x - x * wide / across),
        top=hundredths(one.y - y * high / down),
        width=hundredths(pixels[0] * wide / across),
        height=hundredths(pixels[1] * high / down),
    )


def mark(board: Board, cell: Cell, *, last: bool) -> Point:
    """What is tapped of a cell when a picture is laid, in units of the drawing."""
    middle = centre(cell, board.shape)
    if board.shape == "hex":
        return middle
    half = SQUARE // 2 if last else -SQUARE // 2
    return Point(middle.x + half, middle.y + half)


def seen_as(backdrop: Backdrop, strength: int) -> Backdrop:
    """A picture of which so much is seen, in hundredths."""
    return replace(backdrop, strength=max(FAINTEST, min(FULL, strength)))


def _unit(board: Board) -> int:
    return SQUARE if board.shape == "square" else ROW


def first_and_last(board: Board) -> tuple[str, str]:
    """The names of the cells in the north-west and in the south-east corner."""
    return name_of(Cell(1, 1), board.shape), name_of(Cell(board.columns, board.rows), board.shape)

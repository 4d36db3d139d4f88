"""What lies under cloth: the cells of regions that the game master has not uncovered, and the board without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from rules.core.board.grids import SQUARE_STEPS, neighbour
from rules.core.boards import Board, Cell, Region, cell_of, name_of
from rules.core.once import once

CLOTH = "cloth"
"""The one region of the board that players know: all that is covered, without a name."""


@once
def covered_cells(board: Board) -> frozenset[Cell]:
    """The cells under cloth: those of covered regions that belong to no region that has been uncovered."""
    covered, uncovered = set[str](), set[str]()
    for region in board.regions.values():
        (covered if region.covered else uncovered).update(region.cells)
    return frozenset(cell for name in covered - uncovered if (cell := cell_of(name)) is not None)


PALE = "pale"
"""The region of that board that was seen before, and is not now."""


@once
def as_players_know(board: Board) -> Board:
    """The board without what lies under cloth; where the cloth lies is no secret, what regions there are is.

    An edge is known from either side of it. What a player plans, reads and sees is reckoned on this board, with the
    cells under cloth as cells that cannot be entered, so that none of it depends on what they hide.
    """
    return without(board, covered_cells(board))


def without(board: Board, covered: frozenset[Cell], pale: frozenset[Cell] = frozenset()) -> Board:
    """The board without what lies on these cells, which are covered; pale: others, seen before and not now."""
    cloth = {CLOTH: Region("", _names(board, covered))} if covered else {}
    faded = {PALE: Region("", _names(board, pale), covered=False)} if pale else {}
    known = replace(
        board,
        cells={name: land for name, land in board.cells.items() if cell_of(name) not in covered},
        edges={name: kind for name, kind in board.edges.items() if not _both_under(name, covered)},
        regions={**cloth, **faded},
    )
    return board if known == board else known


def pale_cells(board: Board) -> frozenset[Cell]:
    """The cells of a known board that were seen before, and are not now."""
    names = board.regions[PALE].cells if PALE in board.regions else ()
    return frozenset(cell for name in names if (cell := cell_of(name)) is not None)


def titles(regions: Mapping[str, Region]) -> Mapping[str, str]:
    """What each region is called: its name, with where it begins if others have the same, as two entries of foes do."""
    names = Counter(one.name for one in regions.values())
    return {
        key: one.name if names[one.name] == 1 or not one.cells else f"{one.name}, {one.cells[0]}"
        for key, one in regions.items()
    }


def _names(board: Board, cells: frozenset[Cell]) -> tuple[str, ...]:
    return tuple(sorted(name_of(cell, board.shape) for cell in cells))


def _both_under(edge: str, covered: frozenset[Cell]) -> bool:
    of, _colon, side = edge.partition(":")
    cell = cell_of(of)
    if cell not in covered:
        return False
    there = neighbour(cell, SQUARE_STEPS.index((1, 0) if side == "e" else (0, 1)))
    return there in covered

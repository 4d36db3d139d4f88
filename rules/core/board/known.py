"""A board as one viewer may know it: nothing of what lies, or who stands, under the cloth or out of sight.

What is reckoned for players is reckoned from this fight, so that costs, ways and marks tell of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.audience import Viewer
from rules.core.board.board import Board, Region, cell_of, name_of
from rules.core.board.places import cell_at, filled
from rules.core.fight import Fight
from rules.core.once import once
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]

CLOTH = "cloth"
"""The one region of a known board: all that is covered, without a name."""


@once
def covered(board: Board) -> frozenset[str]:
    """The names of the cells that players see cloth on; a cell of two regions is uncovered with the first of them."""
    under = {cell for one in board.regions.values() if one.covered for cell in one.cells}
    seen = {cell for one in board.regions.values() if not one.covered for cell in one.cells}
    return frozenset(under - seen)


def as_known(fight: AnyFight, viewer: Viewer, span: Callable[[AnyFight, Id], int]) -> AnyFight:
    """The fight with the board and the places that a viewer may know; the game master knows all of it.

    span: how many cells a combatant fills on a side. Who stands with one cell in the open is seen; one's own always.
    """
    board = fight.board
    if board is None or viewer.game_master:
        return fight
    return _known(fight, viewer, span)


@once
def _known(fight: AnyFight, viewer: Viewer, span: Callable[[AnyFight, Id], int]) -> AnyFight:
    board = fight.board
    assert board is not None  # noqa: S101 - its caller has looked
    under = covered(board)

    def is_seen(who: Id) -> bool:
        one, cell = fight.combatants.get(who), cell_at(fight, who)
        if one is None or one.hidden or cell is None:
            return False
        cells = filled(cell, span(fight, who))
        return who in viewer.controls or any(name_of(each, board.shape) not in under for each in cells)

    places = {who: standing for who, standing in fight.places.items() if is_seen(who)}
    return replace(fight, board=_open(board), places=places)


@once
def _open(board: Board) -> Board:
    """The board without what lies under the cloth and between its cells."""
    under = covered(board)
    regions = {CLOTH: Region("", tuple(sorted(under)))} if under else {}
    if not under:
        return replace(board, regions=regions)
    return replace(
        board,
        cells={name: land for name, land in board.cells.items() if name not in under},
        edges={name: kind for name, kind in board.edges.items() if not _is_covered(board, under, name)},
        regions=regions,
    )


def _is_covered(board: Board, under: frozenset[str], edge: str) -> bool:
    """Whether no cell beside an edge is in the open."""
    return all(name in under for name in beside_edge(board, edge))


def beside_edge(board: Board, edge: str) -> tuple[str, ...]:
    """The cells on both sides of an edge, as far as they are on the board."""
    name, _colon, side = edge.partition(":")
    cell = cell_of(name)
    assert cell is not None  # noqa: S101 - a board has no other edges
    other = cell._replace(column=cell.column + 1) if side == "e" else cell._replace(row=cell.row + 1)
    return tuple(name_of(one, board.shape) for one in (cell, other) if board.holds(one))

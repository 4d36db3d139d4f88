"""A board as one viewer may know it: nothing of what lies, or who stands, under the cloth or out of sight.

What is reckoned for players is reckoned from this fight, so that costs, ways and marks tell of nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias, cast

from rules.core.audience import PUBLIC, Viewer
from rules.core.board import seen
from rules.core.board.places import cell_at, filled
from rules.core.board.regions import as_players_know, covered_cells, without
from rules.core.board.rules import BoardRules, boarded
from rules.core.boards import Board, Cell
from rules.core.fight import Fight
from rules.core.once import once
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]

MOST_FIGHTS, MOST_BOARDS = 256, 64
"""How many known fights and boards are kept; with what the party sees a board is another one with each move."""


def as_known(fight: AnyFight, viewer: Viewer, rules: BoardRules) -> AnyFight:
    """The fight with the board and the places that a viewer may know; the game master knows all of it.

    Who stands with one cell in the open, or in sight, is seen; one's own always.
    """
    if fight.board is None or viewer.game_master or fight.seen == seen.AS_KNOWN:
        return fight
    return _known(fight, viewer, rules)


def known_fight(system: Any, fight: AnyFight, viewer: Viewer) -> AnyFight:
    """What a viewer may know of a fight, wherever its system keeps the board."""
    whole, rules = boarded(system, fight, viewer)
    shown = as_known(whole, viewer, rules)
    if whole is fight:
        return shown
    return fight if shown is whole else cast(AnyFight, system.unboarded(shown))


def unseen_cells(fight: AnyFight, rules: BoardRules) -> frozenset[Cell]:
    """The cells of a fight's board on which players see nobody now: under cloth, or out of sight."""
    board = fight.board
    assert board is not None  # noqa: S101 - nobody asks without one
    if not seen.is_by_sight(fight):
        return covered_cells(board)
    return seen.cells_of(board, seen.all_of(board) & ~seen.seen_now(fight, rules))


def _as_known(fight: AnyFight, viewer: Viewer, rules: BoardRules) -> AnyFight:
    board, unseen = fight.board, unseen_cells(fight, rules)
    assert board is not None  # noqa: S101 - its caller has looked

    def is_seen(who: Id) -> bool:
        one, cell = fight.combatants.get(who), cell_at(fight, who)
        if one is None or one.hidden or cell is None:
            return False
        return who in viewer.controls or not unseen.issuperset(filled(cell, rules.span(fight, who)))

    places = {who: standing for who, standing in fight.places.items() if is_seen(who)}
    known = as_players_know(board)
    if seen.is_by_sight(fight):
        known = _in_sight(board, seen.known_cells(fight, rules), seen.seen_now(fight, rules))
        # what is seen would be another thing on a board that lacks what is not
        return replace(fight, board=known, places=places, seen=seen.AS_KNOWN)
    if known is board and len(places) == len(fight.places):
        return fight
    return replace(fight, board=known, places=places)


def _board_in_sight(board: Board, known: seen.Cells, now: seen.Cells) -> Board:
    """The board of which players know these cells, and see these of them."""
    covered = seen.cells_of(board, seen.all_of(board) & ~known)
    return without(board, covered, seen.cells_of(board, known & ~now))


_known = once(_as_known, MOST_FIGHTS)
_in_sight = once(_board_in_sight, MOST_BOARDS)


def public_board(fight: AnyFight, rules: BoardRules) -> Board | None:
    """The board of a fight as all players know it; None without one."""
    return as_known(fight, PUBLIC, rules).board

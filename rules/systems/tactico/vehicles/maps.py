"""Maps that a table keeps: a board as JSON, checked when it comes from outside (TAC-VEH-01, TAC-HOUSE-33)."""

from __future__ import annotations

from rules.core.codec import codec
from rules.core.errors import UnknownValue
from rules.core.shapes import misfits
from rules.core.types import Json
from rules.systems.tactico.vehicles.board import Board, check_board

_BOARD = codec(Board)


def dumped(board: Board) -> Json:
    """A board as JSON."""
    return _BOARD.dump(board)


def loaded(data: Json) -> Board:
    """The board of a map; raises RuleError for what is none."""
    if misfits(_BOARD, data):
        raise UnknownValue("tactico.board.not_a_map")
    return check_board(_BOARD.load(data))

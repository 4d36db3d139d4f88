"""Boards of squares for tests, drawn as text, and what their cells are called."""

from collections.abc import Mapping

from rules.core.board.field import Field, field_of
from rules.core.board.rules import BoardRules, GroundKind
from rules.core.boards import Board, Cell, EdgeKind, Land, cell_of, name_of

GROUNDS = (
    GroundKind("clear"),
    GroundKind("rough", 2),
    GroundKind("wall", 0, blocks_sight=True),
    GroundKind("pit", 0),
    GroundKind("crate", 2, cover="half"),
)

SIGNS = {"~": "rough", "#": "wall", "o": "pit", "x": "crate"}
"""How a ground is drawn; digits are levels, all else is clear."""

SQUARES = BoardRules(
    "square", 5, "unit.feet", GROUNDS, covers=("low", "half", "frame"), low_cover="low", window_cover="frame"
)


def drawn(text: str, edges: Mapping[str, EdgeKind] | None = None, rules: BoardRules = SQUARES) -> Field:
    """The board of a drawing, a line a row."""
    rows = text.split()
    cells = {
        name_of(Cell(column, row)): Land(SIGNS.get(sign, "clear"), int(sign) if sign.isdecimal() else 0)
        for row, line in enumerate(rows, 1)
        for column, sign in enumerate(line, 1)
        if sign in SIGNS or sign.isdecimal()
    }
    return field_of(Board(len(rows[0]), len(rows), cells, edges=edges or {}), rules)


def at(name: str) -> Cell:
    """The cell of a name."""
    cell = cell_of(name)
    assert cell is not None
    return cell


def cells(names: str) -> list[Cell]:
    """The cells of names with spaces between."""
    return [at(name) for name in names.split()]

"""What the party sees of a board, and what it has seen of it before.

La carta says what uncovers a board for the players: its regions, by the game master's hand, or what the party sees. The
party sees together and remembers together: who has been in the next room tells the others. So all players, and the
screen in the room, know the same cells. Cells are kept as a number, of which each binary digit is a cell, row by row;
a step only ever adds digits that were not there, so that taking it back takes away those and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, TypeAlias

from rules.core.board.field import Field, field_of
from rules.core.board.places import cell_at, filled
from rules.core.board.rules import BoardRules
from rules.core.board.sight import Body, sees
from rules.core.boards import Board, Cell, cell_of, laid
from rules.core.fight import Fight
from rules.core.inputs import Choice, options_of
from rules.core.once import once
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]
Cells: TypeAlias = int
"""Cells of one board, a binary digit each."""

PARTY = "party"
AS_KNOWN: Cells = -1
"""All digits: what `Fight.seen` is in a fight of which all is left out that its viewer does not know."""

SAME = ("columns", "rows", "name")
"""What of a board stays while it is played on."""

UNCOVERED_BY = Choice(
    "board_uncovered_by",
    "setting.board_uncovered_by",
    required=False,
    default="regions",
    layout="column",
    options=options_of("board_uncovered_by", ("regions", PARTY)),
)
"""What uncovers a board for the players."""


def is_by_sight(fight: AnyFight) -> bool:
    """Whether players know of a fight's board what their party sees; lines of sight are those of squares."""
    by_sight = fight.house.get(UNCOVERED_BY.name) == PARTY and fight.seen != AS_KNOWN
    return by_sight and fight.board is not None and fight.board.shape == "square"


def seen_now(fight: AnyFight, rules: BoardRules) -> Cells:
    """The cells that the party sees from where its members stand."""
    return _seen_now(fight, rules) if is_by_sight(fight) else 0


@once
def _seen_now(fight: AnyFight, rules: BoardRules) -> Cells:
    found = 0
    lit = _lit(fight, rules)
    for who in fight.places:
        if is_eye(fight, who):
            body = _body(fight, who, rules)
            found |= _seen_from(_field(fight, rules), body) & (lit | _around(_board(fight), body, 1))
    return found


def is_eye(fight: AnyFight, who: Id) -> bool:
    """Whether the players know what a combatant sees: one of the party, or one that they play."""
    one = fight.combatants.get(who)
    return one is not None and not one.hidden and (one.side == PARTY or bool(one.controllers))


def noted(before: AnyFight, after: AnyFight, rules: BoardRules) -> AnyFight:
    """The fight after a step on the same board, in which the party remembers what it saw before and sees after it."""
    if not is_by_sight(after):
        return after
    seen = after.seen | seen_now(after, rules)
    if _is_same(before.board, _board(after)):
        seen |= seen_now(before, rules)
    return after if seen == after.seen else replace(after, seen=seen)


def _is_same(one: Board | None, other: Board) -> bool:
    """Whether it is the same place, whatever has been painted on it since."""
    return one is not None and all(getattr(one, name) == getattr(other, name) for name in SAME)


def glimpsed(fight: AnyFight, who: Id, ways: Iterable[Cell], rules: BoardRules) -> AnyFight:
    """The fight in which the party remembers what a combatant sees on its way over these cells."""
    if not is_by_sight(fight) or not is_eye(fight, who):
        return fight
    field, board, seen = _field(fight, rules), _board(fight), fight.seen
    for cell in ways:
        body = Body(cell, rules.span(fight, who))
        seen |= _seen(field, body, seen) & (_lit(fight, rules) | _around(board, body, 1))
    return fight if seen == fight.seen else replace(fight, seen=seen)


def known_cells(fight: AnyFight, rules: BoardRules) -> Cells:
    """The cells that players know: what the party sees, has seen, and what the game master has uncovered."""
    board = _board(fight)
    uncovered = (one.cells for one in board.regions.values() if not one.covered)
    cells = (cell for name in chain.from_iterable(uncovered) if (cell := cell_of(name)) is not None)
    return fight.seen | seen_now(fight, rules) | of_cells(board, cells)


def of_cells(board: Board, cells: Iterable[Cell]) -> Cells:
    """Cells as a number; those beyond the board are left out."""
    found = 0
    for cell in cells:
        if board.holds(cell):
            found |= 1 << _digit(board, cell)
    return found


def cells_of(board: Board, cells: Cells) -> frozenset[Cell]:
    """The cells of a number."""
    columns, digits = board.columns, f"{cells:b}"[::-1]
    return frozenset(Cell(at % columns + 1, at // columns + 1) for at, one in enumerate(digits) if one == "1")


def all_of(board: Board) -> Cells:
    """All cells of a board."""
    return (1 << board.columns * board.rows) - 1


def _digit(board: Board, cell: Cell) -> int:
    return (cell.row - 1) * board.columns + cell.column - 1


def _board(fight: AnyFight) -> Board:
    assert fight.board is not None  # noqa: S101 - nobody asks without one
    return fight.board


def _field(fight: AnyFight, rules: BoardRules) -> Field:
    return field_of(_board(fight), rules)


def _body(fight: AnyFight, who: Id, rules: BoardRules) -> Body:
    cell = cell_at(fight, who)
    assert cell is not None  # noqa: S101 - who is placed stands on a cell
    return Body(cell, rules.span(fight, who))


# Light


def _lit(fight: AnyFight, rules: BoardRules) -> Cells:
    """The cells that are seen from afar: those that are not dark, and those that a light shines on."""
    board = _board(fight)
    dark = _dark(laid(board), rules)
    found = all_of(board) & ~dark
    for who in fight.places if dark else ():
        one = fight.combatants.get(who)
        if one is not None and not one.hidden and (far := rules.shines(fight, who)):
            body = _body(fight, who, rules)
            found |= _seen_from(_field(fight, rules), body) & _around(board, body, far)
    return found


@once
def _dark(board: Board, rules: BoardRules) -> Cells:
    """The cells in which nothing is seen but from beside them."""
    names = (name for name, land in board.cells.items() if land.light and land.light == rules.darkness)
    return of_cells(board, (cell for name in names if (cell := cell_of(name)) is not None))


def _around(board: Board, body: Body, far: int) -> Cells:
    """The cells that are at most `far` cells away from a body."""
    (column, row), span = body
    inside = filled(Cell(column - far, row - far), span + 2 * far)
    return of_cells(board, inside)


# Lines


@lru_cache(maxsize=1024)
def _seen_from(field: Field, body: Body) -> Cells:
    return _seen(field, body, 0)


def _seen(field: Field, body: Body, known: Cells) -> Cells:
    """The cells that a body sees, from cell to cell: what is seen only past cells that are not is left out.

    known: cells that need not be looked at again; some of them may be in the answer.
    """
    board, width, solid = field.board, field.width, field.solid
    steps: Sequence[int] = [y * width + x for y in (-1, 0, 1) for x in (-1, 0, 1)]
    own = [cell for cell in filled(body.cell, body.span) if board.holds(cell)]
    found, todo = of_cells(board, own), [field.number(cell) for cell in own]
    tried = _rim(board)
    while todo:
        number = todo.pop()
        for step in steps:
            there = number + step
            if tried[there]:
                continue
            tried[there] = True
            cell = field.cell(there)
            digit = 1 << _digit(board, cell)
            if known & digit or sees(field, body, Body(cell)):
                found |= digit
                if not solid[there]:
                    todo.append(there)
    return found


def _rim(board: Board) -> bytearray:
    """For each cell of a field whether it is of the rim."""
    edge, row = b"\1" * (board.columns + 2), b"\1" + bytes(board.columns) + b"\1"
    return bytearray(edge + row * board.rows + edge)

"""The squares of a board as Tumbas reads them: who is beside an opponent, who stands behind something.

The book sets no speed and no measure: an action leads anywhere that is open, and how far is long range the game master
says (TUM-HOUSE-12, TUM-HOUSE-14). Rules: TUMS-CMB-04, TUM-HOUSE-14.
"""

from __future__ import annotations

from rules.core.board.field import Field, field_of
from rules.core.board.places import both_placed
from rules.core.board.rules import NO_OVERLAY, BoardRules, GroundKind, Overlay
from rules.core.board.sight import Body as Shape
from rules.core.board.sight import Cover as Lines
from rules.core.board.sight import cover as lines_between
from rules.core.board.walking import board_of, cells_between, place_of
from rules.core.facts import Word, fact
from rules.core.once import once
from rules.core.relations import Derived
from rules.core.types import Id
from rules.systems.tumbas.state import TumbasFight

HALF = 2
"""Of four lines: who has so much of it behind something stands in cover."""

GROUNDS = (
    GroundKind("clear", common=True),
    GroundKind("difficult", common=True),
    GroundKind("obstacle", common=True, cover="behind", rules=("TUM-HOUSE-14",)),
    GroundKind("water", common=True),
    GroundKind("gap", common=True, cost=0),
    GroundKind("solid", common=True, cost=0, blocks_sight=True),
)
"""What may cover a square; none is dearer than another where no way is counted."""

SQUARES = BoardRules(
    "square",
    1,
    "core.board.cells",
    GROUNDS,
    covers=("behind",),
    diagonals="single",
    low_cover="behind",
    window_cover="behind",
)
"""What is reckoned with; `tumbas.board` adds what is shown."""


def holds(fight: TumbasFight, who: Id) -> bool:
    """Whether nobody else may stop where a combatant is: not the fallen."""
    return fight.body(who).able


def engaged_there(fight: TumbasFight, one: Id, other: Id | None) -> Derived | None:
    """Whether two opponents stand in squares that touch, corners too, with no wall between (TUMS-CMB-04)."""
    cells = cells_between(fight, SQUARES, one, other)
    if cells is None or other is None:
        return None
    foes = fight.combatants[one].side != fight.combatants[other].side
    touching = foes and cells <= 1 and lines(fight, one, other).seen
    return Derived(
        "adjacent" if touching else "apart", (fact("core.board.between_cells", cells, rules=("TUMS-CMB-04",)),)
    )


def cover_there(fight: TumbasFight, target: Id, attacker: Id | None) -> Derived | None:
    """Whether a target stands behind something, seen from an attacker (TUM-HOUSE-14)."""
    if attacker is None or not both_placed(fight, target, attacker):
        return None
    found = lines(fight, attacker, target)
    behind = found.hidden_by(SQUARES.covers)
    why = [fact("core.board.lines", found.stopped, rules=("TUM-HOUSE-14",))] if found.stopped else []
    if behind:
        why.append(fact("core.board.low", what=Word(f"cover.{behind}"), rules=("TUM-HOUSE-14",)))
    return Derived("behind" if behind or found.stopped >= HALF else "open", tuple(why))


def lines(fight: TumbasFight, one: Id, other: Id) -> Lines:
    """The four lines from the best corner of one to another."""
    return _lines(field_of(board_of(fight), SQUARES), Shape(place_of(fight, one)), Shape(place_of(fight, other)))


@once
def _lines(field: Field, one: Shape, other: Shape) -> Lines:
    return lines_between(field, one, other)


def sight(fight: TumbasFight, one: Id, other: Id) -> Overlay:
    """How far it is from one to another, and the four lines by which it is covered; `tumbas.board` adds the rest."""
    cells = cells_between(fight, SQUARES, one, other)
    if cells is None:
        return NO_OVERLAY
    away = fact("core.board.away_cells", cells, rules=("TUMS-CMB-04",))
    drawn = tuple(each.line for each in lines(fight, one, other).sights)
    return Overlay(lines=drawn, facts=(away,), between=(one, other))

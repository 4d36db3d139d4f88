"""The squares of a board as people of Táctico read them, a metre each: who is locked in melee, in which band a shot is.

Rules: TAC-MEL-01, TAC-DIFF-02, TAC-HOUSE-11. Machines have their own board, of hexes.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.board.field import Field, field_of
from rules.core.board.rules import NO_OVERLAY, BoardRules, GroundKind, Overlay
from rules.core.board.sight import Body as Shape
from rules.core.board.sight import Cover as Lines
from rules.core.board.sight import cover as lines_between
from rules.core.board.sight import sees
from rules.core.board.walking import board_of, cells_between, place_of
from rules.core.facts import fact
from rules.core.once import once
from rules.core.relations import Derived
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight

GROUNDS = (
    GroundKind("clear", common=True),
    GroundKind("difficult", common=True, cost=2),
    GroundKind("obstacle", common=True, cost=2),
    GroundKind("water", common=True, cost=2),
    GroundKind("gap", common=True, cost=0),
    GroundKind("solid", common=True, cost=0, blocks_sight=True),
)
"""What may cover a square; the book knows no cover of people, so none of it gives any."""

BANDS: Mapping[str, int] = {"to_10": 10, "to_50": 50, "to_200": 200}
"""The farthest metre of each band, inclusive; beyond the last there is one more (TAC-HOUSE-11)."""

SQUARES = BoardRules("square", 1, "core.board.metres", GROUNDS, diagonals="alternating")
"""What is reckoned with; `tactico.board` adds what is shown."""


def holds(fight: TacticoFight, who: Id) -> bool:
    """Whether nobody else may stop where a combatant is: not the fallen."""
    return fight.body(who).able


def engaged_there(fight: TacticoFight, one: Id, other: Id | None) -> Derived | None:
    """Whether two opponents stand in squares that touch, with nothing between: less than a metre (TAC-MEL-01)."""
    metres = cells_between(fight, SQUARES, one, other)
    if metres is None or other is None:
        return None
    foes = fight.combatants[one].side != fight.combatants[other].side
    locked = foes and metres <= 1 and _sees(_field(fight), _shape(fight, one), _shape(fight, other))
    return Derived("melee" if locked else "apart", (fact("core.board.between_metres", metres, rules=("TAC-MEL-01",)),))


def distance_there(fight: TacticoFight, one: Id, other: Id | None) -> Derived | None:
    """The band of metres in which two stand from each other (TAC-HOUSE-11, TAC-DIFF-02)."""
    metres = cells_between(fight, SQUARES, one, other)
    if metres is None:
        return None
    band = next((name for name, most in BANDS.items() if metres <= most), "beyond")
    return Derived(band, (fact("core.board.between_metres", metres, rules=("TAC-HOUSE-11", "TAC-DIFF-02")),))


def sight(fight: TacticoFight, one: Id, other: Id) -> Overlay:
    """How far it is from one to another, and the lines between them."""
    metres = cells_between(fight, SQUARES, one, other)
    if metres is None:
        return NO_OVERLAY
    found = _lines(_field(fight), _shape(fight, one), _shape(fight, other))
    told = [fact("core.board.away_metres", metres, rules=("TAC-HOUSE-11", "TAC-DIFF-02"))]
    if found.stopped:
        told.append(fact("core.board.lines", found.stopped))
    return Overlay(lines=tuple(each.line for each in found.sights), facts=tuple(told), between=(one, other))


def _shape(fight: TacticoFight, who: Id) -> Shape:
    return Shape(place_of(fight, who))


def _field(fight: TacticoFight) -> Field:
    return field_of(board_of(fight), SQUARES)


@once
def _sees(field: Field, one: Shape, other: Shape) -> bool:
    return sees(field, one, other)


@once
def _lines(field: Field, one: Shape, other: Shape) -> Lines:
    return lines_between(field, one, other)

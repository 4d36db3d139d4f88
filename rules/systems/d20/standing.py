"""What places on a board say of two combatants: beside each other, how far, covered, concealed, flanked, above.

Rules: D20C-HOUSE-21, D20C-MEL-01, D20C-RNG-01, D20C-RNG-03, D20C-COV-03, D20C-COV-04, D20C-HOUSE-09, D20C-CON-02,
D20C-CON-03, D20C-FLK-01, D20C-FLK-02, D20C-CIR-08, D20C-CIR-09, D20C-GRD-06, D20H-LIGHT-01.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.core.board.field import Field
from rules.core.board.places import both_placed
from rules.core.board.sight import Body as Shape
from rules.core.board.sight import Cover as Lines
from rules.core.board.sight import concealed_by, sees
from rules.core.board.sight import cover as lines_between
from rules.core.board.walking import place_of
from rules.core.facts import Fact, Word, fact
from rules.core.once import once
from rules.core.relations import Derived
from rules.core.types import Id
from rules.systems.d20.cover import CONCEALMENTS, COVERS, Cover
from rules.systems.d20.lights import lit_ft
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.squares import (
    DARKNESS,
    HIDDEN_BY,
    body_squares,
    farthest_reach,
    ground_of,
    span_of,
    squares_between,
)
from rules.systems.d20.state import D20Fight

NEAREST_FT = (*range(5, 25, 5), 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000)
"""The distances that have words."""

BY_LINES: tuple[Cover, ...] = ("none", "quarter", "half", "three_quarters", "nine_tenths")
"""The cover by how many of the four lines are stopped, where the target can be seen at all (D20C-COV-03)."""

THREATENS: dict[str, Callable[[D20Fight, Id, Id], bool]] = {}
"""Whether one combatant threatens another, under `melee`: `opportunity`, which rests on this module, puts it here."""


def beside_there(fight: D20Fight, one: Id, other: Id | None) -> Derived | None:
    """Whether two stand in squares that touch, corners too (D20C-HOUSE-21, D20C-MEL-01)."""
    squares = None if other is None else squares_between(fight, one, other)
    if squares is None:
        return None
    return Derived("adjacent" if squares <= 1 else "apart", (_feet(squares),))


def distance_there(fight: D20Fight, one: Id, other: Id | None) -> Derived | None:
    """How far it is between the nearest squares of two, in the nearest words; `feet_between` has it exactly."""
    squares = None if other is None else squares_between(fight, one, other)
    if squares is None:
        return None
    feet = max(SQUARE_FT, squares * SQUARE_FT)
    return Derived(str(min(NEAREST_FT, key=lambda named: abs(named - feet))), (_feet(squares),))


def _feet(squares: int) -> Fact:
    return fact("standing.feet", max(1, squares) * SQUARE_FT, rules=("D20C-GRD-01", "D20C-HOUSE-21"))


def shape_of(fight: D20Fight, who: Id) -> Shape:
    """Where a combatant on the board is, for lines."""
    return Shape(place_of(fight, who), span_of(fight, who))


@once
def _lines(field: Field, one: Shape, other: Shape) -> Lines:
    return lines_between(field, one, other)


@once
def _reaches(field: Field, one: Shape, other: Shape) -> bool:
    return sees(field, one, other)


def cover_lines(fight: D20Fight, attacker: Id, target: Id) -> Lines:
    """The four lines from an attacker's best corner to a target (D20C-COV-03)."""
    return _lines(ground_of(fight), shape_of(fight, attacker), shape_of(fight, target))


def degree(lines: Lines) -> Cover:
    """The cover that four lines come to: what stops them, or what lies low between (D20C-COV-03, D20C-HOUSE-09)."""
    if not lines.seen:
        return "total"
    low = lines.hidden_by(COVERS)
    stopped = BY_LINES[lines.stopped]
    return max(stopped, COVERS[COVERS.index(low)] if low in COVERS else "none", key=COVERS.index)


def cover_there(fight: D20Fight, target: Id, attacker: Id | None) -> Derived | None:
    """The cover of a target from an attacker (D20C-COV-03, D20C-COV-04)."""
    if attacker is None or not both_placed(fight, target, attacker):
        return None
    if squares_between(fight, target, attacker) == 0:
        return Derived("none")
    lines = cover_lines(fight, attacker, target)
    found, low = degree(lines), lines.hidden_by(COVERS)
    rules = ("D20C-COV-03", "D20C-COV-04")
    stopped = lines.stopped
    why = [fact("standing.lines", stopped, rules=rules) if stopped else fact("standing.lines_clear", rules=rules)]
    if low:
        why.append(fact("standing.low", what=Word(f"cover.{low}"), rules=("D20C-COV-03",)))
    if found == "total":
        why.append(fact("standing.wall", rules=("D20C-HOUSE-09",)))
    return Derived(found, tuple(why))


def concealment_there(fight: D20Fight, target: Id, attacker: Id | None) -> Derived | None:
    """How well what grows or drifts between them, or darkness, hides a target (D20C-CON-02, D20C-CON-03)."""
    if attacker is None or not both_placed(fight, target, attacker):
        return None
    field = ground_of(fight)
    grown = concealed_by(field, shape_of(fight, attacker), shape_of(fight, target), CONCEALMENTS)
    dark = darkness_at(fight, target)
    found = max((name for name in (grown, HIDDEN_BY.get(dark, "")) if name), key=_hides, default="none")
    why = [fact("standing.between", what=Word(f"concealment.{grown}"), rules=("D20C-CON-03",))] if grown else []
    if dark:
        why.append(fact("standing.dark", what=Word(f"light.{dark}"), rules=("D20C-CON-03",)))
    return Derived(found, tuple(why))


def _hides(name: str) -> int:
    return tuple[str, ...](CONCEALMENTS).index(name)


def darkness_at(fight: D20Fight, who: Id) -> str:
    """How dark it is where a combatant stands; empty where a light shines or enough falls in (D20H-LIGHT-01)."""
    board = fight.board
    assert board is not None  # noqa: S101 - its callers have looked
    dark = board.land(place_of(fight, who)).light
    if dark not in HIDDEN_BY:
        return ""
    for other in fight.places:
        feet = lit_ft(fight.body(other)) if other in fight.combatants else 0
        if feet and SQUARE_FT * (squares_between(fight, who, other) or 0) <= feet and _shines(fight, other, who):
            return ""
    return dark


def _shines(fight: D20Fight, source: Id, who: Id) -> bool:
    return source == who or _reaches(ground_of(fight), shape_of(fight, source), shape_of(fight, who))


def light_there(fight: D20Fight, who: Id, other: Id | None) -> Derived | None:
    """Whether a combatant can see where it goes (D20C-GRD-06)."""
    if other is not None:
        return None
    dark = darkness_at(fight, who)
    why = (fact("standing.dark", what=Word(f"light.{dark}"), rules=("D20C-GRD-06",)),) if dark else ()
    return Derived("darkness" if dark == DARKNESS else "light", why)


def ground_there(fight: D20Fight, attacker: Id, target: Id | None) -> Derived | None:
    """Whether an attacker stands above a target (D20C-CIR-08)."""
    if target is None or not both_placed(fight, attacker, target):
        return None
    above = level_of(fight, attacker) - level_of(fight, target)
    if above <= 0:
        return Derived("level")
    return Derived("higher", (fact("standing.above", above, rules=("D20C-CIR-08",)),))


def level_of(fight: D20Fight, who: Id) -> int:
    """The level on which a combatant stands, the highest of its squares."""
    board = fight.board
    assert board is not None  # noqa: S101 - its callers have looked
    return max(board.land(cell).level for cell in body_squares(fight, who))


def sight_there(fight: D20Fight, one: Id, other: Id | None) -> Derived | None:
    """Whether any line reaches from one to the other (D20C-RNG-03)."""
    if other is None or not both_placed(fight, one, other):
        return None
    if _reaches(ground_of(fight), shape_of(fight, one), shape_of(fight, other)):
        return Derived("clear")
    return Derived("blocked", (fact("standing.wall", rules=("D20C-RNG-03",)),))


def flanked_there(fight: D20Fight, target: Id, attacker: Id | None) -> Derived | None:
    """Whether an ally that threatens the target too stands directly opposite (D20C-FLK-01, -02, D20C-CIR-09).

    A hidden ally does not count for a combatant of the players: it would tell of it.
    """
    squares = None if attacker is None else squares_between(fight, target, attacker)
    if attacker is None or squares is None:
        return None
    if squares > farthest_reach(fight.body(attacker)):
        return Derived("no")
    ally = next((who for who in fight.places if _flanks(fight, target, attacker, who)), None)
    if ally is None:
        return Derived("no")
    return Derived("flanked", (fact("standing.opposite", who=ally, rules=("D20C-FLK-01", "D20C-FLK-02")),))


def _flanks(fight: D20Fight, target: Id, attacker: Id, ally: Id) -> bool:
    one = fight.combatants.get(ally)
    if one is None or ally in (attacker, target) or one.side != fight.combatants[attacker].side:
        return False
    if one.hidden and fight.combatants[attacker].controllers:
        return False
    return _opposite(fight, target, attacker, ally) and THREATENS["melee"](fight, ally, target)


def _opposite(fight: D20Fight, target: Id, one: Id, other: Id) -> bool:
    """Whether the line between two middles enters and leaves a body by opposite sides or corners (D20C-HOUSE-21)."""
    # twice the coordinates, so that middles are whole
    cell, span = place_of(fight, target), span_of(fight, target)
    west, north = 2 * cell.column, 2 * cell.row
    east, south = west + 2 * span, north + 2 * span
    (x, y), (to_x, to_y) = _middle(fight, one), _middle(fight, other)

    def crosses(level: int, start: int, end: int, side: int, side_end: int, low: int, high: int) -> bool:
        """Whether the line meets a side, a stretch from low to high at a level."""
        if not min(start, end) < level < max(start, end):
            return False
        at = (side_end - side) * (level - start)
        whole = end - start
        met = side * whole + at
        return min(low * whole, high * whole) <= met <= max(low * whole, high * whole)

    across = all(crosses(level, x, to_x, y, to_y, north, south) for level in (west, east))
    return across or all(crosses(level, y, to_y, x, to_x, west, east) for level in (north, south))


def _middle(fight: D20Fight, who: Id) -> tuple[int, int]:
    cell, span = place_of(fight, who), span_of(fight, who)
    return 2 * cell.column + span, 2 * cell.row + span

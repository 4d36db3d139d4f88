"""Aiming at a place on a board: how far it is, where a throw comes down, who is in what bursts or is sprayed there.

Rules: D20S-EXP-02, D20S-EXP-06 to -10, D20S-HOUSE-04, D20S-HOUSE-06, D20S-AUTO-03, D20S-AUTO-05, D20S-SPL-04,
D20S-SPL-07, D20S-SPL-09, D20C-COV-06, D20C-COV-07, D20C-HOUSE-09.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.board.areas import Area, astray, block, burst, caught, stopped_from
from rules.core.board.grids import Corner, apart
from rules.core.board.walking import board_of, place_of
from rules.core.boards import Cell, name_of
from rules.core.facts import Notes
from rules.core.inputs import Text
from rules.core.terms import fell
from rules.core.types import Id
from rules.systems.d20.cover import COVERS, Cover
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.situation import cover_of, neighbours
from rules.systems.d20.squares import body_squares, ground_of, span_of
from rules.systems.d20.standing import BY_LINES, shape_of
from rules.systems.d20.state import D20Fight
from rules.systems.d20.throwing import SCATTER, ScatterDie, corner
from rules.systems.d20.ways import square_of

SPRAYED_SQUARES = 2
"""Squares on a side of the area of autofire (D20S-AUTO-03)."""


def place_input(label: str = "input.aimed_square", *, required: bool = True) -> Text:
    """The square that is aimed at, or the one south-east of the middle of an area."""
    return Text("at", label, required=required, length=3, fresh=True)


def feet_to(fight: D20Fight, actor: Id, cell: Cell, squares: int = 1) -> int:
    """How far it is to a square, or to the nearest one of an area of `squares` on a side (D20C-RNG-01)."""
    return SQUARE_FT * apart(place_of(fight, actor), span_of(fight, actor), cell, squares)


def feet_sprayed(fight: D20Fight, actor: Id, cell: Cell) -> int:
    """How far it is to the nearest of the four squares around the north-west corner of a square (D20S-AUTO-03)."""
    return feet_to(fight, actor, Cell(cell.column - 1, cell.row - 1), SPRAYED_SQUARES)


def aimed_at(fight: D20Fight, name: str) -> Cell:
    """The square of a name; raises UnknownValue."""
    return square_of(fight, name, "at")


def comes_down(fight: D20Fight, actor: Id, aimed: Cell, die: ScatterDie, face: int, notes: Notes) -> Corner:
    """The corner on which a throw comes down, as the thrower sees it, told by a square beside it (D20S-HOUSE-04)."""
    shown = corner(die, face)
    found = astray(aimed, place_of(fight, actor), shown.right, shown.beyond)
    board = board_of(fight)
    near = Cell(min(max(found.column, 1), board.columns), min(max(found.row, 1), board.rows))
    notes.tell("scatter.lands", square=name_of(near), rules=SCATTER, terms=(fell((face,), "D20S-HOUSE-04"),))
    return found


def corners_named(corners: Iterable[Corner]) -> str:
    """Corners as a fact names them, for the board to mark: column and row, the last ones beyond its edge too."""
    return " ".join(f"{one.column}:{one.row}" for one in corners)


def corners_of(named: str) -> tuple[Corner, ...]:
    """The corners that a fact names."""
    found = (one.partition(":") for one in named.split())
    return tuple(Corner(int(column), int(row)) for column, _colon, row in found)


def in_burst(fight: D20Fight, at: Corner, radius_ft: int) -> dict[Id, Cover]:
    """Who is within a burst, in order, each with its cover from the corner (D20S-HOUSE-06, D20C-COV-07)."""
    area = burst(ground_of(fight), at, radius_ft // SQUARE_FT)
    return {who: cover_from(fight, at, who) for who in _in_area(fight, area)}


def in_bursts(fight: D20Fight, corners: Iterable[Corner], radius_ft: int) -> dict[Id, Cover]:
    """Who is within a burst from any of these corners, in order, each with its least cover (D20S-EXP-12)."""
    found: dict[Id, Cover] = {}
    for at in corners:
        for who, cover in in_burst(fight, at, radius_ft).items():
            found[who] = min(found.get(who, cover), cover, key=COVERS.index)
    return {who: found[who] for who in fight.order if who in found}


def cover_from(fight: D20Fight, at: Corner, who: Id) -> Cover:
    """The cover of a combatant from a corner: as many quarters as of its best lines are stopped (D20C-COV-03, -07)."""
    return BY_LINES[stopped_from(ground_of(fight), at, shape_of(fight, who))]


def sprayed_area(fight: D20Fight, cell: Cell) -> Area:
    """The four squares around the north-west corner of a square (D20S-AUTO-03)."""
    return block(ground_of(fight), Cell(cell.column - 1, cell.row - 1), SPRAYED_SQUARES)


def in_spray(fight: D20Fight, actor: Id, cell: Cell) -> dict[Id, Cover]:
    """Who is in an area that is sprayed, each with its cover from the shooter (D20S-AUTO-05, D20C-HOUSE-09)."""
    found = {who: cover_of(fight, who, actor) for who in _in_area(fight, sprayed_area(fight, cell)) if who != actor}
    return {who: cover for who, cover in found.items() if cover != "total"}


def splashed(fight: D20Fight, struck: Id) -> dict[Id, Cover]:
    """Who is within five feet of a target that was hit, with no wall between (D20S-SPL-04)."""
    beside = (who for who in neighbours(fight, struck) if fight.body(who).alive and who not in fight.round.spared)
    return {who: "none" for who in beside if cover_of(fight, who, struck) != "total"}


def _in_area(fight: D20Fight, area: Area) -> Iterable[Id]:
    bodies: Mapping[Id, tuple[Cell, ...]] = {
        who: body_squares(fight, who)
        for who in fight.order
        if who in fight.places and who not in fight.round.spared and fight.body(who).alive
    }
    return caught(area, bodies)


def around_square(cell: Cell) -> tuple[Corner, ...]:
    """The four corners of a square, to one of which a thrown explosive bounces (D20S-EXP-06)."""
    return tuple(Corner(cell.column + x, cell.row + y) for y in (0, 1) for x in (0, 1))

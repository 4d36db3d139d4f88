"""Going over a board: to a square or up to a combatant, when the group at hand is through (TUM-HOUSE-12, -31)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.board.grids import apart
from rules.core.board.places import both_placed
from rules.core.board.walking import ANYWHERE, gone, known_to, nearest_to, next_to, place_of, planned_way, reach_of
from rules.core.boards import Cell, cell_of, name_of
from rules.core.facts import Notes
from rules.core.types import Id, Json
from rules.systems.tumbas.situation import DERIVED, engage
from rules.systems.tumbas.squares import SQUARES, holds
from rules.systems.tumbas.state import TumbasFight

STEP_AWAY = 2
"""The most squares between opponents that one has got away from, and where one stops (TUM-HOUSE-19)."""


def check_way(fight: TumbasFight, who: Id, values: Mapping[str, Json], most: int = ANYWHERE) -> None:
    """Refuse a square to which no way leads, or one that is not on the board."""
    planned_way(fight, who, SQUARES, most, holds, values)


def goes_to(fight: TumbasFight, who: Id, name: str, notes: Notes) -> TumbasFight:
    """The fight in which a combatant has gone to a square, or as near to it as others who were quicker leave room."""
    wanted = cell_of(name)
    seen = known_to(fight, who, SQUARES)
    reach = reach_of(seen, who, SQUARES, ANYWHERE, holds)
    if wanted is None:
        return fight

    def away(cell: Cell) -> tuple[int, int]:
        return apart(cell, 1, wanted, 1, "square", SQUARES.diagonals), reach.costs[cell]

    end = min(reach.costs, key=away)
    return gone(fight, who, reach.way(end), SQUARES, holds, notes, DERIVED)


def leads(fight: TumbasFight, who: Id, square: str) -> bool:
    """Whether a way leads to a square, as far as its mover knows."""
    cell = cell_of(square)
    return cell is not None and cell in reach_of(known_to(fight, who, SQUARES), who, SQUARES, ANYWHERE, holds).costs


def way_beside(fight: TumbasFight, who: Id, other: Id, square: str = "") -> tuple[Cell, ...] | None:
    """The way to a square beside another: to this one if it is, else to the nearest; None where none leads there."""
    wanted, seen = cell_of(square), known_to(fight, who, SQUARES)
    if wanted is not None and next_to(seen, who, SQUARES, other, wanted):
        reach = reach_of(seen, who, SQUARES, ANYWHERE, holds)
        if wanted in reach.costs:
            return reach.way(wanted)
    return nearest_to(fight, who, SQUARES, other, ANYWHERE, holds)


def joins(fight: TumbasFight, who: Id, other: Id, notes: Notes, square: str = "") -> TumbasFight:
    """Let a combatant come next to another: on a board to a square beside it, where a way leads there."""
    if not both_placed(fight, who, other):
        return engage(fight, who, other)
    way = way_beside(fight, who, other, square)
    return fight if way is None else gone(fight, who, way, SQUARES, holds, notes, DERIVED)


def square_away(fight: TumbasFight, who: Id) -> str:
    """The nearest square that is beside no opponent; empty where there is none within a step or two (TUM-HOUSE-19)."""
    seen = known_to(fight, who, SQUARES)
    near = reach_of(seen, who, SQUARES, STEP_AWAY, holds).costs
    return next((name_of(cell) for cell in near if _clear(seen, who, cell)), "")


def _clear(fight: TumbasFight, who: Id, cell: Cell) -> bool:
    side = fight.combatants[who].side
    foes = [one for one in fight.places if fight.combatants[one].side != side and holds(fight, one)]
    return all(apart(cell, 1, place_of(fight, foe), 1, "square", SQUARES.diagonals) > 1 for foe in foes)

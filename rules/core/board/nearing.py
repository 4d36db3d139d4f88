"""The plainest plan on a board: a combatant goes to the nearest foe by the shortest way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.audience import Viewer
from rules.core.board.doors import DOOR
from rules.core.board.grids import apart, direction_to
from rules.core.board.painting import beside_edge
from rules.core.board.places import filled
from rules.core.board.rules import BoardRules
from rules.core.board.walking import ANYWHERE, Holds, board_of, next_to, place_of, reach_of
from rules.core.boards import Board, Cell, EdgeKind, name_of
from rules.core.fight import Fight
from rules.core.once import once
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]

_ALL = Viewer(game_master=True)


def nearer(
    fight: AnyFight, who: Id, rules: BoardRules, others: Collection[Id], holds: Holds, form: Mapping[str, str]
) -> tuple[str, Mapping[str, str]] | None:
    """The act that brings a combatant to the nearest of the others by the shortest way, and the values of its form.

    The act is to go, or to open a door on the way. Where no way leads beside any of them, the combatant goes to the
    cell that is nearest in a straight line. A combatant that has a facing turns to the nearest of them.
    form: the first values of the form of going.
    Returns None where the combatant would neither move nor turn.
    """
    shape, here = board_of(fight).shape, place_of(fight, who)
    form = {**form, "action": rules.goes, "actor": who}
    shown = rules.overlay(fight, who, _ALL, form)
    fills = {one.cell: one.fills for one in shown.choosable}
    way = _way(fight, who, rules, others, holds)
    end = next((cell for cell in reversed(way) if cell in fills), here)
    if len(way) > 1 and end == here and (door := _door(fight, who, rules, way[1])):
        return DOOR, {"door": door}
    if not way:
        end = _as_the_crow_flies(fight, who, rules, others, fills)
    if end == here and not rules.facings:
        return None
    gone = {shown.field: name_of(end, shape), **fills.get(end, {})}
    if not rules.facings:
        return rules.goes, gone
    nearest = min(others, key=lambda one: _gap(fight, who, rules, end, one))
    looks = direction_to(end, place_of(fight, nearest), shape)
    turns = rules.overlay(fight, who, _ALL, {**form, **gone}).turns
    turned = next((one.fills for one in turns if one.facing == looks), {})
    return None if end == here and not turned else (rules.goes, {**gone, **turned})


def _way(fight: AnyFight, who: Id, rules: BoardRules, others: Collection[Id], holds: Holds) -> tuple[Cell, ...]:
    """The shortest way to a cell beside one of these, through doors that are shut too; empty where none leads there."""
    reach = reach_of(replace(fight, board=_opened(board_of(fight))), who, rules, ANYWHERE, holds)
    beside = {cell for one in others for cell in _around(fight, who, rules, one)}
    # cells are reached nearest first
    return next((reach.way(cell) for cell in reach.costs if cell in beside), ())


def _as_the_crow_flies(
    fight: AnyFight, who: Id, rules: BoardRules, others: Collection[Id], open_to: Collection[Cell]
) -> Cell:
    """The cell nearest to one of these that is open; the own one where none of them is nearer."""

    def away(cell: Cell) -> int:
        return min(_gap(fight, who, rules, cell, one) for one in others)

    return min((place_of(fight, who), *open_to), key=away)


@once
def _opened(board: Board) -> Board:
    """The board with all its doors open."""
    edges: Mapping[str, EdgeKind] = {one: "open_door" if kind == "door" else kind for one, kind in board.edges.items()}
    return replace(board, edges=edges)


def _door(fight: AnyFight, who: Id, rules: BoardRules, step: Cell) -> str:
    """The shut door between a combatant and its next step; empty where there is none."""
    span = rules.span(fight, who)
    here, there = set(filled(place_of(fight, who), span)), set(filled(step, span))
    shut = (edge for edge, kind in board_of(fight).edges.items() if kind == "door")
    return next((one for one in shut if here & set(beside_edge(one)) and there & set(beside_edge(one)) - here), "")


def _around(fight: AnyFight, who: Id, rules: BoardRules, other: Id) -> Iterator[Cell]:
    """The cells on which a combatant would be beside another one."""
    at, span = place_of(fight, other), rules.span(fight, other)
    for column in range(at.column - rules.span(fight, who), at.column + span + 1):
        for row in range(at.row - rules.span(fight, who), at.row + span + 1):
            if next_to(fight, who, rules, other, Cell(column, row)):
                yield Cell(column, row)


def _gap(fight: AnyFight, who: Id, rules: BoardRules, cell: Cell, other: Id) -> int:
    spans = rules.span(fight, who), rules.span(fight, other)
    return apart(cell, spans[0], place_of(fight, other), spans[1], rules.shape, rules.diagonals)

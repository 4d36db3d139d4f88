"""Doors of a board: opened and shut by the game master, and by players beside them with the game master's word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.audience import GAME_MASTER, TABLE, Audience, Viewer
from rules.core.board.known import as_known, unseen_cells
from rules.core.board.painting import beside_edge
from rules.core.board.places import cell_at, filled
from rules.core.board.rules import BoardRules
from rules.core.boards import EdgeKind, name_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, fact
from rules.core.fight import Command, Fight, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put

AnyFight: TypeAlias = Fight[Any, Any]

DOOR = "board_door"
SWINGS: dict[str, EdgeKind] = {"door": "open_door", "open_door": "door"}


def doors(fight: AnyFight, actor: Id | None, viewer: Viewer, rules: BoardRules) -> tuple[str, ...]:
    """The doors that a viewer may swing, by edge: the game master any, a player those beside a combatant of theirs."""
    board = as_known(fight, viewer, rules).board
    if board is None or (actor is None and not viewer.game_master):
        return ()
    found = (edge for edge, kind in sorted(board.edges.items()) if kind in SWINGS)
    if actor is None:
        return tuple(found)
    at = cell_at(fight, actor)
    there = filled(at, rules.span(fight, actor)) if at is not None else ()
    return tuple(edge for edge in found if any(cell in there for cell in beside_edge(edge)))


def door_says(fight: AnyFight, edge: str) -> Fact:
    """What becomes of a door that is swung: it is opened, or shut."""
    assert fight.board is not None  # noqa: S101 - a door that is named has been seen on a board
    return fact(f"core.board.door_will.{fight.board.edges[edge]}", edge=_between(edge))


def door_action(rules: BoardRules) -> Action[Any, Any]:
    """The verb that opens a shut door, or shuts an open one. It takes nothing of a turn."""

    def inputs(fight: AnyFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
        options = tuple(Option(edge, door_says(fight, edge)) for edge in doors(fight, actor, viewer, rules))
        label = "core.board.edge.door"
        return (Choice("door", label, options=options, layout="five", fresh=True, game_master_decides=True),)

    def check(fight: AnyFight, command: Command, viewer: Viewer) -> None:
        if fight.board is None:
            raise NotAllowed("core.board.none")
        if not doors(fight, command.actor, viewer, rules):
            raise NotAllowed("core.board.no_doors" if viewer.game_master else "core.board.no_door_beside")

    def resolve(fight: AnyFight, command: Command) -> Steps[Outcome[Any, Any]]:
        yield from ()
        board, edge = fight.board, str(command.inputs["door"])
        assert board is not None  # noqa: S101 - the check has looked
        kind = SWINGS[board.edges[edge]]
        after = replace(fight, board=replace(board, edges=put(board.edges, edge, kind)))
        unseen = unseen_cells(fight, rules)
        open_to_all = any(cell not in unseen for cell in beside_edge(edge))
        audience: Audience = TABLE if open_to_all else GAME_MASTER
        return Outcome(after, (fact(f"core.board.door_now.{kind}", edge=_between(edge), audience=audience),))

    def says(fight: AnyFight, command: Command) -> Fact | None:
        edge, board = command.inputs.get("door"), fight.board
        return door_says(fight, str(edge)) if board is not None and edge in board.edges else None

    return Action(DOOR, resolve, inputs, check, says=says, icon="door-open", interrupts=True, players_wait=True)


def _between(edge: str) -> str:
    """The names of the two cells beside an edge, as people read them."""
    return "-".join(map(name_of, beside_edge(edge)))

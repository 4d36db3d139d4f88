"""A fight of machines with its board where every system has it, and back; and what the driver of a machine knows.

The rules of machines keep the board with their turn (`VehicleRound.board`) and the hex with the machine (`Machine.at`).
What every system has of boards, such as pictures, cloth and lists, reads `Fight.board` and `Fight.places`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, TABLE, Audience, Viewer
from rules.core.board.known import as_known
from rules.core.board.regions import covered_cells
from rules.core.boards import Board, Cell, Standing
from rules.core.facts import Fact, fact
from rules.core.once import once
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import MACHINES, HexBoard, hex_of
from rules.systems.tactico.vehicles.situation import machine, machines, vehicle_round, with_machine, with_round


@once
def boarded(fight: TacticoFight) -> TacticoFight:
    """The fight with the board of machines and where they stand."""
    at = {who: machine(fight, who) for who in machines(fight)}
    places = {who: Standing(one.at, one.facing) for who, one in at.items() if one.at}
    return replace(fight, board=vehicle_round(fight).board, places=places)


@once
def unboarded(fight: TacticoFight) -> TacticoFight:
    """The fight with its board and places where the rules of machines read them.

    The hidden keep theirs, so that nothing tells of them to viewers who may not know of them.
    """
    board, places = cast(HexBoard, fight.board), fight.places
    fight = replace(fight, board=None, places={})
    fight = with_round(fight, replace(vehicle_round(fight), board=board))
    for who in machines(fight):
        one, standing = machine(fight, who), places.get(who)
        if standing is not None:
            facing = one.facing if standing.facing is None else standing.facing
            fight = with_machine(fight, who, replace(one, at=standing.at, facing=facing))
        elif one.at and not fight.combatants[who].hidden:
            fight = with_machine(fight, who, replace(one, at=""))
    return fight


def is_covered(board: Board, name: str) -> bool:
    """Whether a hex lies under the cloth."""
    return hex_of(name) in covered_cells(board)


def seen_by(board: Board, name: str) -> Audience:
    """Those who are told what happens on a hex: under the cloth the game master alone."""
    return GAME_MASTER if is_covered(board, name) else TABLE


def instead(board: Board, name: str, code: str, who: Id) -> Fact | None:
    """What the others are told of it, where they do not see it."""
    return fact(code, who=who) if is_covered(board, name) else None


def known_to(fight: TacticoFight, who: Id) -> tuple[TacticoFight, frozenset[Cell]]:
    """The fight as the driver of a machine knows it, and the hexes under the cloth, which players do not drive into.

    It is the same for every viewer, so that what a way costs is too.
    """
    covered = covered_cells(vehicle_round(fight).board)
    if not covered or not fight.combatants[who].controllers:
        return fight, frozenset()
    return unboarded(as_known(boarded(fight), Viewer("", controls=frozenset({who})), MACHINES)), covered

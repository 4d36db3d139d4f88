"""Machines in a fight: who they are, where they stand and what they did in the turn at hand.

(TAC-SHOT-07, TAC-HOUSE-33, TAC-HOUSE-34)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.boards import Cell
from rules.core.errors import NotAllowed
from rules.core.people import may_name
from rules.core.relations import RelationKind
from rules.core.types import Id, put
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import hex_of
from rules.systems.tactico.vehicles.hexes import Bearing, hex_relation
from rules.systems.tactico.vehicles.state import Machine, MachineTurn, VehicleRound

COVERED = RelationKind("vehicle_cover", ("open", "partial"), "towards", ("TAC-SHOT-07",), True)
"""Whether an obstacle covers part of a machine against those who shoot at it (TAC-SHOT-07)."""

VEHICLE_RELATIONS = (COVERED,)

NO_TURN = MachineTurn()


def has_machine(fight: TacticoFight, who: Id | None) -> bool:
    """Whether a combatant is in the fight and is a machine."""
    return who is not None and who in fight.combatants and fight.body(who).machine is not None


def machine(fight: TacticoFight, who: Id | None) -> Machine:
    """The machine of a combatant; raises NotAllowed where there is none."""
    if not has_machine(fight, who):
        raise NotAllowed("tactico.vehicle.none", field="actor")
    return cast(Machine, fight.body(cast(Id, who)).machine)


def machines(fight: TacticoFight) -> tuple[Id, ...]:
    """All machines, in the order of the list."""
    return tuple(who for who in fight.order if has_machine(fight, who))


def seen_machines(fight: TacticoFight, viewer: Viewer) -> tuple[Id, ...]:
    """The machines that a viewer may know of."""
    return tuple(who for who in may_name(fight, viewer) if has_machine(fight, who))


def with_machine(fight: TacticoFight, who: Id, after: Machine) -> TacticoFight:
    """The fight with another state of a combatant's machine."""
    return fight.with_body(who, replace(fight.body(who), machine=after))


def vehicle_round(fight: TacticoFight) -> VehicleRound:
    """The state of the machines' turn; the state before the first turn where none is stored."""
    return fight.round.vehicles or VehicleRound()


def with_round(fight: TacticoFight, after: VehicleRound) -> TacticoFight:
    """The fight with another state of the machines' turn."""
    return replace(fight, round=replace(fight.round, vehicles=after))


def turn_of(fight: TacticoFight, who: Id) -> MachineTurn:
    """What a machine declared and did in the turn at hand."""
    return vehicle_round(fight).turns.get(who, NO_TURN)


def with_turn(fight: TacticoFight, who: Id, turn: MachineTurn) -> TacticoFight:
    """The fight with another turn of a machine."""
    state = vehicle_round(fight)
    return with_round(fight, replace(state, turns=put(state.turns, who, turn)))


def place_of(fight: TacticoFight, who: Id) -> Cell | None:
    """The hex where a machine stands; None while it is not on the board."""
    at = machine(fight, who).at
    return hex_of(at) if at else None


def blocked_for(fight: TacticoFight, who: Id) -> frozenset[Cell]:
    """The hexes that a machine may not enter: those of all other machines (TAC-HOUSE-34).

    A hidden machine blocks only other hidden ones: a way round it would tell players that it is there.
    """
    secret = fight.combatants[who].hidden
    others = (one for one in machines(fight) if one != who and (secret or not fight.combatants[one].hidden))
    places = (place_of(fight, one) for one in others)
    return frozenset(place for place in places if place is not None)


def sharing(fight: TacticoFight, who: Id) -> tuple[Id, ...]:
    """The machines that stand on the same hex, which happens with hidden ones only."""
    here = machine(fight, who).at
    return tuple(one for one in machines(fight) if one != who and here and machine(fight, one).at == here)


def bearing(fight: TacticoFight, who: Id, target: Id) -> Bearing | None:
    """Where a target lies as seen from a machine; None while one of them is not on the board (TAC-HOUSE-33)."""
    here, there = place_of(fight, who), place_of(fight, target)
    if here is None or there is None:
        return None
    return hex_relation(here, machine(fight, who).facing, there, vehicle_round(fight).board.woods)

"""Going on in the turn of machines: declarations are worked out one after the other, then the turn ends.

(TAC-VEH-02, TAC-VEH-08, TAC-VEH-09, TAC-HOUSE-27, TAC-HOUSE-28)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.fire import fire_all
from rules.systems.tactico.vehicles.harm import may_fall
from rules.systems.tactico.vehicles.heat import gather_heat
from rules.systems.tactico.vehicles.initiative import new_turn, tactics_of_all
from rules.systems.tactico.vehicles.physical import strike
from rules.systems.tactico.vehicles.rams import ram_into
from rules.systems.tactico.vehicles.situation import (
    machine,
    machines,
    turn_of,
    vehicle_round,
    with_machine,
    with_round,
    with_turn,
)
from rules.systems.tactico.vehicles.turns import to_act, unresolved


def next_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be a machine, and none left that has to declare."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not machines(fight):
        raise NotAllowed("tactico.vehicle.none")
    if to_act(fight):
        raise NotAllowed("tactico.vehicle.waiting")


def begin_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Begin a turn of machines; the first one begins with the rolls of Táctica (TAC-VEH-02, TAC-VEH-03)."""
    if not vehicle_round(fight).number:
        fight = yield from tactics_of_all(fight, notes)
    return (yield from new_turn(fight, notes))


def go_on(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Work out the next machine that declared an attack, or end the turn (TAC-VEH-02, TAC-VEH-09)."""
    state = vehicle_round(fight)
    fight = with_round(fight, replace(state, stage="resolution"))
    for who in unresolved(fight):
        if has_attacks(fight, who):
            return (yield from work_out(fight, who, notes))
        fight = with_turn(fight, who, replace(turn_of(fight, who), resolved=True))
    notes.tell("vehicle_turn.ends", state.number, rules=("TAC-VEH-09", "TAC-HEAT-01"))
    fight = yield from end_turn(fight, notes)
    return with_round(fight, replace(vehicle_round(fight), stage="none"))


def next_to_work_out(fight: TacticoFight) -> Id | None:
    """The machine whose declared attacks are worked out next; None where the turn ends."""
    return next((who for who in unresolved(fight) if has_attacks(fight, who)), None)


def has_attacks(fight: TacticoFight, who: Id) -> bool:
    """Whether a machine declared an attack and can still make it."""
    turn, one = turn_of(fight, who), machine(fight, who)
    return not one.out and not one.offline and bool(turn.shots or turn.strikes or turn.ram)


def work_out(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """Work out all that a machine declared, in its place of the order (TAC-VEH-02, TAC-VEH-08)."""
    notes.tell("resolve.begins", who=who, rules=("TAC-VEH-02",))
    fight = yield from fire_all(fight, who, notes)
    fight = yield from ram_into(fight, who, notes)
    for blow in turn_of(fight, who).strikes:
        fight = yield from strike(fight, who, blow, notes)
    return with_turn(fight, who, replace(turn_of(fight, who), resolved=True))


def end_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """End the turn: first the heat of all machines, in the order of the list, then their falls.

    The armour that an explosion of ammunition takes counts for the fall check (TAC-HOUSE-27, TAC-HOUSE-28).
    """
    for who in machines(fight):
        fight = yield from gather_heat(fight, who, notes)
    for who in machines(fight):
        fight = yield from may_fall(fight, who, notes)
    for who in machines(fight):
        if machine(fight, who).shaken:
            fight = with_machine(fight, who, replace(machine(fight, who), shaken=0))
    return fight

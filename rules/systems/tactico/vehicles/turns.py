"""The turn of machines: which declares, which is worked out next, passing, how the fight is settled.

(TAC-VEH-02 to -09, TAC-HOUSE-08, TAC-HOUSE-27)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.boards import Cell
from rules.core.errors import NotAllowed
from rules.core.facts import fact
from rules.core.fight import Command, OrderPlace, Outcome
from rules.core.once import once
from rules.core.parts import TurnPart
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.tactico.initiative import Scored, declaration_order, resolution_order
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.board import name_of
from rules.systems.tactico.vehicles.situation import (
    has_machine,
    machine,
    machines,
    turn_of,
    vehicle_round,
    with_machine,
    with_round,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Machine, VehicleRound

NORTH, SOUTH = 0, 3


def scored(fight: TacticoFight) -> list[Scored]:
    """The machines with an order score, in the order of the game master's list (TAC-VEH-02, TAC-HOUSE-08)."""
    scores = vehicle_round(fight).scores
    return [Scored(who, scores[who]) for who in _known(fight) if who in scores]


def _known(fight: TacticoFight) -> tuple[Id, ...]:
    """The machines of the list that are in this fight: a fight as a player sees it lacks the hidden ones."""
    return tuple(who for who in vehicle_round(fight).listed if who in fight.combatants)


def _listed(fight: TacticoFight) -> tuple[Id, ...]:
    """All machines in the order of the game master's list, which decides between equal scores (TAC-HOUSE-08).

    The list of the fight shows the order of the turn. It says which of two machines with equal scores is first; all
    others keep the places that they had in the list before.
    """
    scores, here = vehicle_round(fight).scores, machines(fight)
    known = [who for who in vehicle_round(fight).listed if who in here]
    known += sorted((who for who in here if who not in known), key=lambda who: fight.combatants[who].entered)
    equal: dict[int | None, list[Id]] = {}
    for who in here:
        equal.setdefault(scores.get(who), []).append(who)
    return tuple(equal[scores.get(who)].pop(0) for who in known)


def lined_up(fight: TacticoFight) -> TacticoFight:
    """The fight with the machines at the head of the list, in the order of resolution (TAC-VEH-02)."""
    first = tuple(place.combatant for place in places(fight))
    return replace(fight, order=(*first, *(who for who in fight.order if who not in first)))


@once
def places(fight: TacticoFight) -> tuple[OrderPlace, ...]:
    """The order of resolution, with what decided a tie; then machines without a score (TAC-VEH-02, TAC-HOUSE-08)."""
    known = scored(fight)
    values = [one.score for one in known]
    by_id = {one.id: one.score for one in known}
    ranked = resolution_order(known)
    found = [
        OrderPlace(who, by_id[who], fact("tie.list", rules=("TAC-HOUSE-08",)) if values.count(by_id[who]) > 1 else None)
        for who in ranked
    ]
    return (*found, *(OrderPlace(who) for who in _known(fight) if who not in by_id))


def acts(fight: TacticoFight, who: Id) -> bool:
    """Whether a machine can act in this turn: it is in action and not shut down (TAC-HOUSE-27, TAC-HOUSE-31)."""
    one = machine(fight, who)
    return not one.out and not one.offline


def undeclared(fight: TacticoFight) -> tuple[Id, ...]:
    """The machines that still have to declare, from the lowest score, hidden ones included (TAC-VEH-02)."""
    order = declaration_order(scored(fight))
    return tuple(who for who in order if acts(fight, who) and not turn_of(fight, who).declared)


def unresolved(fight: TacticoFight) -> tuple[Id, ...]:
    """The machines whose declaration is still to be worked out, from the highest score (TAC-VEH-02)."""
    return tuple(who for who in resolution_order(scored(fight)) if not turn_of(fight, who).resolved)


def to_act(fight: TacticoFight) -> tuple[Id, ...]:
    """The machines for which the turn waits, the next one first."""
    if not fight.ordered or vehicle_round(fight).stage != "declaration":
        return ()
    return undeclared(fight)


def passed_over(fight: TacticoFight) -> TacticoFight:
    """The fight as those see it who know of no hidden machine: nobody waits for one."""
    for who in to_act(fight):
        if not fight.combatants[who].hidden:
            break
        fight = with_turn(fight, who, replace(turn_of(fight, who), declared=True))
    return fight


def kept_waiting(before: TacticoFight, after: TacticoFight, busy: Collection[Id]) -> TacticoFight:
    """The turn in which the hidden machines that were passed over have yet to declare."""
    for who in after.hidden & set(machines(after)) - set(busy):
        if not turn_of(before, who).declared:
            after = with_turn(after, who, turn_of(before, who))
    return after


@once
def upcoming(fight: TacticoFight) -> tuple[Id, ...]:
    """The machine that declares now, then those that come next."""
    return to_act(fight)


def turn_parts(fight: TacticoFight, who: Id) -> tuple[TurnPart, ...]:
    """The movement and the fire of a machine's turn (TAC-VEH-04)."""
    turn = turn_of(fight, who)
    return (
        TurnPart("turn_part.move", spent=turn.moved or turn.declared),
        TurnPart("turn_part.fire", spent=turn.declared),
    )


def done(fight: TacticoFight) -> frozenset[Id]:
    """The machines that have declared or, in the resolution, have been worked out."""
    state = vehicle_round(fight)
    if state.stage == "declaration":
        return frozenset(who for who, turn in state.turns.items() if turn.declared)
    return frozenset(who for who, turn in state.turns.items() if turn.resolved)


def moment(fight: TacticoFight) -> str:
    """The turn, its stage, and the number of machines that it waits for.

    Hidden machines are not counted, since forms carry the moment; that a hidden one is next can be seen anyway.
    """
    state, hidden = vehicle_round(fight), fight.hidden
    waiting = undeclared(fight) if state.stage == "declaration" else unresolved(fight)
    known = sum(who not in hidden for who in waiting)
    return f"v{state.number}:{state.stage}:{known}{'x' if waiting and waiting[0] in hidden else ''}"


def check_moved_if_wild(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a player whose fighter is out of control and still to be moved by the game master (TAC-HOUSE-27)."""
    who = command.actor
    if viewer.game_master or who is None or not has_machine(fight, who):
        return
    if machine(fight, who).wild and not turn_of(fight, who).moved:
        raise NotAllowed("tactico.vehicle.wild")


def settled(fight: TacticoFight) -> TacticoFight:
    """The fight with every machine on the board and none in the turn that has left; idempotent."""
    if not fight.ordered:
        return fight
    state = vehicle_round(fight)
    here = machines(fight)
    after = replace(
        state,
        scores={who: score for who, score in state.scores.items() if who in here},
        turns={who: turn for who, turn in state.turns.items() if who in here},
        listed=_listed(fight),
    )
    if fight.round.vehicles is None or after != state:
        fight = with_round(fight, after)
    for who in here:
        if not machine(fight, who).at:
            fight = _deployed(fight, who)
    return fight


def _deployed(fight: TacticoFight, who: Id) -> TacticoFight:
    """The fight with a machine on the first free hex of its side's edge, looking at the other side.

    The group stands in the south. Hidden machines take no room from those that players see: a gap would tell of them.
    """
    one, board = fight.combatants[who], vehicle_round(fight).board
    others = [other for other in machines(fight) if other != who and (one.hidden or not fight.combatants[other].hidden)]
    taken = {machine(fight, other).at for other in others}
    south = one.side == "party"
    rows = range(board.rows, 0, -1) if south else range(1, board.rows + 1)
    middle = (board.columns + 1) // 2
    columns = sorted(range(1, board.columns + 1), key=lambda column: (abs(column - middle), column))
    columns = [column for column in columns if column % 2 == middle % 2] + [
        column for column in columns if column % 2 != middle % 2
    ]
    names = (name_of(Cell(column, row)) for row in rows for column in columns)
    free = next((name for name in names if name not in taken), "")
    if not free:
        return fight
    return with_machine(fight, who, replace(machine(fight, who), at=free, facing=NORTH if south else SOUTH))


def fresh_round(state: VehicleRound, number: int) -> VehicleRound:
    """A turn in which no machine has done anything yet."""
    return replace(state, number=number, stage="declaration", turns={}, scores={})


def _next(fight: TacticoFight, viewer: Viewer) -> tuple[Id, ...]:
    """The machines that may declare now (TAC-VEH-02): the first that the turn waits for.

    For the game master also the first that is seen, whose player may be before a hidden one, and hidden ones.
    """
    waiting, hidden = to_act(fight), fight.hidden
    if not viewer.game_master:
        return waiting[:1]
    seen = [who for who in waiting if who not in hidden]
    return (*seen[:1], *(who for who in waiting if who in hidden))


def check_machine(fight: TacticoFight, command: Command, viewer: Viewer) -> Machine:
    """Return the actor, which must be a machine in action that the turn waits for (TAC-VEH-02, TAC-HOUSE-27)."""
    one = machine(fight, command.actor)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if one.out:
        raise NotAllowed("tactico.vehicle.out")
    if one.offline:
        raise NotAllowed("tactico.vehicle.offline")
    waiting = to_act(fight)
    if not waiting:
        raise NotAllowed("tactico.vehicle.no_declarations")
    if command.actor not in _next(fight, viewer):
        raise NotAllowed("core.not_your_turn")
    return one


def end_turn_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """The turn must wait for the machine that passes; players pass only for their own."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    waiting = to_act(fight)
    if not waiting:
        raise NotAllowed("tactico.vehicle.no_declarations")
    if command.actor is None and not viewer.game_master:
        raise NotAllowed("core.not_your_turn")
    if command.actor is not None and command.actor not in _next(fight, viewer):
        raise NotAllowed("core.not_your_turn")
    check_moved_if_wild(fight, command, viewer)


def end_turn_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare no fire; the roll of Pilotar is made later, if it comes to matter (TAC-VEH-04, TAC-VEH-08)."""
    yield from ()
    who = command.actor or to_act(fight)[0]
    told = fact("fire.nothing", who=who, rules=("TAC-VEH-04",))
    return Outcome(with_turn(fight, who, replace(turn_of(fight, who), declared=True)), (told,))

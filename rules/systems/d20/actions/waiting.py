"""Acting at another moment: delaying, readying, and the readied action that interrupts (D20C-DLY-01 to -08, D20C-RDY).

(D20C-DLY-01 to -08, D20C-RDY-01 to -08, D20C-HOUSE-16, D20C-HOUSE-17, D20C-HOUSE-25)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_able, check_turn, here
from rules.systems.d20.actions.moments import counts, to_count
from rules.systems.d20.actions.order import turn_over
from rules.systems.d20.actions.readying import READY_ACTION, TRIGGER
from rules.systems.d20.delay import delay, same_count
from rules.systems.d20.doing import turn_of
from rules.systems.d20.ordering import delayers, moved_ids, on_same_count
from rules.systems.d20.phases import Round
from rules.systems.d20.rounds import begin_turn, limited_turn
from rules.systems.d20.state import Body, D20Fight, in_rounds


def delay_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """On which count to act; left empty, whenever one says so (D20C-DLY-03)."""
    if actor is None or actor not in fight.combatants:
        return ()
    own = fight.combatants[actor].body.initiative
    most = 99 if own is None else own - 1
    return (Number("count", "input.count", required=False, minimum=-40, maximum=max(-40, most), fresh=True),)


def delay_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Nothing may have been done of the turn, and it must be the actor's (D20C-DLY-02)."""
    actor = check_turn(fight, command, viewer)
    turn = turn_of(fight, actor)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if turn is None:
        raise NotAllowed("d20.turn.not_yours")
    if turn.spent:
        raise NotAllowed("d20.delay.acted")
    if actor in fight.round.delayed:
        raise NotAllowed("d20.delay.last_chance")
    if fight.combatants[actor].body.started:
        raise NotAllowed("d20.turn.must_complete")


def delay_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Do nothing now; the count goes down to where one acts in the end (D20C-DLY-01 to -03, D20C-HOUSE-16)."""
    actor, number, notes = here(fight, command), command.inputs["count"], Notes()
    # the count was reached, whatever becomes of the turn: what ends on it has ended
    passed = fight.combatants[actor].body.initiative
    fight = replace(fight, round=replace(fight.round, turn=None, passed=passed))
    params: dict[str, Param] = {"who": Ref(actor)}
    if number is None:
        fight = replace(fight, round=replace(fight.round, delayed=fight.round.delayed | {actor}))
        notes.add(Fact("delay.waits", params=params, rules=("D20C-DLY-01", "D20C-DLY-03")))
    else:
        found = delay(counts(fight), actor, number)
        fight = to_count(fight, actor, found.actor_initiative, found.order)
        fight = on_same_count(fight, actor)
        notes.add(Fact("delay.to", number, params, ("D20C-DLY-02", "D20C-DLY-07", "D20C-HOUSE-16")))
    fight = yield from _go_on(fight, notes)
    return Outcome(fight, notes.so_far)


def _go_on(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    # the turn was given up, not ended: the next one begins
    return (yield from turn_over(fight, notes))


def act_now_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Whoever delays may act between two turns, never in the middle of one (D20C-DLY-04, D20C-HOUSE-17)."""
    actor = check_able(fight, command)
    if not in_rounds(fight):
        raise NotAllowed("d20.round.not_begun")
    state = fight.round
    if actor not in state.delayed and not (actor in state.lost and actor not in state.done):
        raise NotAllowed("d20.delay.not_waiting")
    if state.acting == actor:
        raise NotAllowed("d20.delay.acting")
    if state.turn is not None and (state.turn.spent or state.turn.blows):
        raise NotAllowed("d20.delay.interrupts")
    now = state.acting
    if now in state.postponed and same_count(delayers(fight, (str(now), actor)))[0] == now:
        raise NotAllowed("d20.delay.advantage")


def act_now_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Act now, between the turn that has ended and the next; this becomes one's count (D20C-DLY-02, D20C-DLY-03)."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    state = fight.round
    following = state.acting
    own = fight.combatants[actor].body.initiative or 0
    if following is not None:
        there = fight.combatants[following].body.initiative or 0
        count = (
            there if actor in state.lost else min(own, max(there, state.passed if state.passed is not None else own))
        )
    else:
        count = min(own, state.passed if state.passed is not None else own)
    fight = to_count(fight, actor, count, moved_ids(fight.order, actor, following))
    fight = replace(
        fight,
        round=replace(
            fight.round,
            turn=None,
            delayed=state.delayed - {actor},
            postponed=state.postponed | {actor},
            lost=state.lost - {actor},
        ),
    )
    fight = limited_turn(begin_turn(fight, actor, notes), actor)
    notes.add(Fact("delay.acts", count, {"who": Ref(actor)}, ("D20C-DLY-02", "D20C-DLY-03")))
    return Outcome(fight, notes.so_far)


DELAY: Action[Body, Round] = Action(
    "delay",
    delay_resolve,
    delay_inputs,
    delay_check,
    icon="hourglass",
    of_the_turn=True,
    needs_actor=True,
    undo="with_all_after",
)


ACT_NOW: Action[Body, Round] = Action(
    "act_now", act_now_resolve, check=act_now_check, icon="play", needs_actor=True, undo="with_all_after"
)


WAITING = (DELAY, ACT_NOW, READY_ACTION, TRIGGER)

"""Changes of intention: other actions than declared, at the price of one (TAC-INT-01, TAC-INT-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.acting import check_able, here
from rules.systems.tactico.budget import budget, change_intention, passed_segments, with_turn
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.declaring import (
    NAMES,
    declarer,
    kind_of,
    named_wound,
    patient_of,
    plan_faults,
    plan_of,
    segment_inputs,
    tell_rest,
    what_words,
    without_rest,
)
from rules.systems.tactico.healing import begun, wound_input
from rules.systems.tactico.melee import nearest
from rules.systems.tactico.moving import too_many_moves
from rules.systems.tactico.state import Body, Planned, Round, TacticoFight, Turn


def changed(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> Turn:
    """Return the turn after a change, one action poorer; raises NotAllowed where none is left (TAC-INT-01, -02)."""
    turn, past = fight.round.turns[actor], passed_segments(fight, actor)
    plan = (*turn.segments[:past], *plan_of(values, fight, actor)[past:])
    if plan == turn.segments and all(one.what != "treat" for one in plan[past:]):
        raise NotAllowed("tactico.intention.as_declared")
    planned = sum(one.what != "give_up" for one in plan[past:])
    after = change_intention(budget(fight, actor), planned)
    kinds = [kind_of(one.what) for one in plan]
    if too_many_moves(kinds):
        raise NotAllowed("tactico.plan.second_move")
    # what is past cannot be at fault, whatever wounds or melee it has brought
    to_come = [kind if at >= past else "give_up" for at, kind in enumerate(kinds)]
    leaving = turn.leaving and not any(kind in ("attack", "move", "athletics_move") for kind in to_come)
    leaving = leaving and nearest(fight, actor) is not None
    who = replace(declarer(fight, actor, leaving=leaving), fatigue_level=0)
    for fault in plan_faults(who, to_come, patient_of(fight, actor, values)):
        raise NotAllowed(fault)
    return replace(turn, segments=plan, lost=after.actions_lost, leaving=leaving)


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The segments still to come, as they were declared."""
    if actor is None or actor not in fight.combatants or actor not in fight.round.turns:
        return ()
    turn = fight.round.turns[actor]
    whole = segment_inputs(fight, actor, viewer, turn.segments)
    return (*whole[2 * passed_segments(fight, actor) :], *wound_input(fight, actor, viewer, required=False))


def _check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it before declaring, without a segment to come, and without an action to lose (TAC-INT-01, TAC-INT-02)."""
    actor = here(fight, command)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if actor not in fight.round.turns:
        raise NotAllowed("tactico.intention.nothing_declared")
    check_able(fight.body(actor))
    if passed_segments(fight, actor) >= SEGMENTS:
        raise NotAllowed("tactico.intention.turn_over")
    left = budget(fight, actor)
    if left.allowance - left.actions_done - left.defences_used - left.actions_lost < 1:
        raise NotAllowed("tactico.intention.no_action_to_lose")
    if any(name in command.inputs for name in NAMES):
        changed(fight, actor, command.inputs)


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Do other actions than declared, at the price of one action that cannot defend either (TAC-INT-02)."""
    yield from ()
    actor = here(fight, command)
    notes = Notes()
    after = changed(fight, actor, command.inputs)
    if any(one.what == "treat" for one in after.segments[passed_segments(fight, actor) :]):
        fight = begun(fight, actor, named_wound(fight, actor, command.inputs))
    to_come = after.segments[passed_segments(fight, actor) :]
    _tell(actor, to_come, notes)
    tell_rest(actor, replace(after, segments=to_come), notes)
    return Outcome(with_turn(fight, actor, after), notes.so_far)


def _tell(actor: Id, to_come: Sequence[Planned], notes: Notes) -> None:
    """Tell what is meant now for the segments to come, and that it costs an action (TAC-INT-02)."""
    rules = ("TAC-INT-01", "TAC-INT-02")
    words = what_words(without_rest(to_come))
    match words:
        case ():
            notes.tell("intention.gives_up", rules=rules, who=actor)
        case (first,):
            notes.tell("intention.one_segment", rules=rules, who=actor, first=first)
        case (first, second):
            notes.tell("intention.two_segments", rules=rules, who=actor, first=first, second=second)
        case _:
            first, second, third = words
            notes.tell("intention.segments", rules=rules, who=actor, first=first, second=second, third=third)


CHANGE: Action[Body, Round] = Action("change_intention", _resolve, _inputs, _check, icon="refresh-cw", needs_actor=True)

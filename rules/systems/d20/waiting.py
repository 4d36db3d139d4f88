"""Acting at another moment: delaying, readying, and triggering a readied action.

Rules: D20C-RDY-01 to -08, D20C-DLY-01 to -08, D20C-RDY, D20C-HOUSE-16, D20C-HOUSE-17, D20C-HOUSE-25.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.board.walking import on_board
from rules.core.errors import Missing, NotAllowed, one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Text, options_of, seldom
from rules.core.people import here, people_input, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, drop, put
from rules.systems.d20 import going
from rules.systems.d20.attack import check_all
from rules.systems.d20.attack_bonus import base_attacks
from rules.systems.d20.bearing import base_attack, speed_of
from rules.systems.d20.blows import Attempt, armed_with, arms_of, mode_input, others_input, weapon_input
from rules.systems.d20.budget import ACTION_TYPES, STEP_FT, ActionType
from rules.systems.d20.counts import (
    Count,
    counts,
    delay,
    delayers,
    moved_ids,
    on_same_count,
    same_count,
    takes_turns,
    to_count,
)
from rules.systems.d20.doing import check_spend, moved, spend, turn_of
from rules.systems.d20.harm import strain
from rules.systems.d20.initiative import position
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.moving import beside_input, check_feet, feet_input, leaves, stands, tell_moved
from rules.systems.d20.opportunity import go_on_after, provoke
from rules.systems.d20.order import turn_over
from rules.systems.d20.situation import comes_near
from rules.systems.d20.state import Body, D20Fight, Readied, Round, Spent, in_rounds
from rules.systems.d20.strike import strike
from rules.systems.d20.turns import begin_turn, check_able, check_turn, limited_turn, others_than, worth_attacking

Timing = Literal["this_round", "next_round_before_turn", "own_turn"]

TIMINGS: tuple[Timing, ...] = get_args(Timing)

READYABLE: tuple[ActionType, ...] = ("attack", "move")
"""Types of action that can be readied and kept for later (D20C-RDY-01, D20C-RDY-03)."""


@dataclass(frozen=True)
class ReadiedAction:
    """What becomes of a readied action."""

    taken: bool
    lost: bool
    acts_before: Id | None
    """The combatant that triggers it; None if it was not taken."""
    order: tuple[Id, ...]
    holder_initiative: int
    step_allowed: bool
    regular_turn_left: bool


def check_readied(readied: str) -> None:
    """Refuse to ready anything but an attack or move action (D20C-RDY-03)."""
    one_of(readied, (*ACTION_TYPES, "step"), "d20.action.type_unknown", field="readied")
    if readied not in READYABLE:
        raise NotAllowed("d20.ready.type", field="readied", params={"value": readied})


def ready_trigger(
    order: Sequence[Count],
    holder: Id,
    readied: str,
    timing: Timing,
    *,
    condition_met: bool = False,
    trigger_by: Id | None = None,
    moved_this_round: bool = False,
) -> ReadiedAction:
    """Return what becomes of a readied action (D20C-RDY-03 to -08).

    It may be taken, just before the triggering combatant and on its count, until the holder's next turn; then it is
    lost. Taken in the next round before the regular turn, it replaces that turn. A 5-foot step may be part of it if the
    holder has not moved otherwise. Raises Missing when it is taken without naming the trigger,
    UnknownValue for ids and words, NotAllowed for anything but an attack or move action and for a trigger by the
    holder.
    """
    taken = condition_met and timing != "own_turn"
    if taken and trigger_by is None:
        raise Missing("d20.ready.trigger_missing", field="trigger_by")
    ids = tuple(count.id for count in order)
    own = order[position(ids, holder, field="holder")].initiative
    if trigger_by is not None:
        position(ids, trigger_by, field="trigger_by")
    one_of(timing, TIMINGS, "d20.ready.timing_unknown", field="timing")
    check_readied(readied)
    if not taken or trigger_by is None:
        return ReadiedAction(False, timing == "own_turn", None, ids, own, False, timing != "this_round")
    if trigger_by == holder:
        raise NotAllowed("d20.ready.own_trigger", field="trigger_by")
    others = [count for count in order if count.id != holder]
    place = next(place for place, other in enumerate(others) if other.id == trigger_by)
    waiting = tuple(other.id for other in others)
    after = (*waiting[:place], holder, *waiting[place:])
    return ReadiedAction(True, False, trigger_by, after, others[place].initiative, not moved_this_round, False)


READY = ("attack", "move")


def ready_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The readied action, and its condition (D20C-RDY-03)."""
    options = options_of("ready", READY)
    return (
        Choice("what", "input.readied", default="attack", layout="segments", options=options),
        Text("trigger", "input.trigger", required=False, length=120),
    )


def ready_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have an attack action left (D20C-RDY-01)."""
    actor = check_turn(fight, command, viewer)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if turn_of(fight, actor) is None:
        raise NotAllowed("core.not_your_turn")
    check_spend(fight, actor, Spent("attack", "ready_attack_action"))


def ready_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Ready an action for a condition; it interrupts the triggering combatant (D20C-RDY-01 to -03)."""
    yield from ()
    actor, values, notes = here(fight, command), command.inputs, Notes()
    check_readied(values["what"])
    fight = spend(fight, actor, Spent("attack", "ready_attack_action"))
    held = Readied(values["what"], values["trigger"], moved(turn_of(fight, actor)), fight.round.number)
    fight = replace(fight, round=replace(fight.round, readied=put(fight.round.readied, actor, held)))
    # only the actor's controllers and the game master know the condition
    plain = fact("ready.held", who=actor, rules=("D20C-RDY-01",))
    said = fact(
        "ready.held_for",
        who=actor,
        what=Word(f"ready.{held.action}"),
        trigger=held.trigger,
        rules=("D20C-RDY-03",),
        audience=controllers_of(actor),
        otherwise=plain,
    )
    notes.add(said if held.trigger else plain)
    return Outcome(fight, notes.so_far)


def trigger_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The triggering combatant, and the readied attack or move."""
    if actor is None or actor not in fight.combatants or actor not in fight.round.readied:
        return ()
    there = [who for who in others_than(fight, actor, viewer) if takes_turns(fight, who)]
    by = people_input(there, name="by", label="input.trigger_by", default=fight.round.acting, fresh=True)
    held = fight.round.readied[actor]
    placed = on_board(fight, actor)
    step: tuple[Input, ...] = ()
    if not held.moved:
        flag = Flag("step", "input.step", note=Fact("note.step", rules=("D20C-RDY-06",)), fresh=True)
        step = (going.square_input(required=False),) if placed else (flag,)
    if held.action == "move" and placed:
        return (by, *going.going_inputs(fight, actor))
    if held.action == "move":
        return (by, feet_input(speed_of(fight, actor)), beside_input(fight, actor, viewer))
    arms, foes = arms_of(fight.body(actor)), worth_attacking(fight, actor, viewer)
    return (
        by,
        people_input(
            others_than(fight, actor, viewer),
            default=fight.round.acting if fight.round.acting in foes else None,
            fresh=True,
            likely=foes,
        ),
        weapon_input(fight, actor, arms),
        *mode_input(arms),
        *step,
        *seldom(others_input(), Flag("review", "input.review", note=Fact("note.review"))),
    )


def trigger_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have a readied action, and another combatant must be present to trigger it (D20C-RDY-04)."""
    actor = check_able(fight, command)
    if actor not in fight.round.readied:
        raise NotAllowed("d20.ready.nothing")
    if not any(takes_turns(fight, who) for who in fight.order if who != actor):
        raise NotAllowed("core.nobody_else")


def trigger_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take the readied action just before its trigger, whose count becomes the holder's.

    (D20C-RDY-02, D20C-RDY-04 to -08)
    """
    actor, values, notes = here(fight, command), command.inputs, Notes()
    by = str(values["by"])
    held = fight.round.readied[actor]
    timing: Timing = "this_round" if held.round == fight.round.number else "next_round_before_turn"
    found = ready_trigger(
        counts(fight), actor, held.action, timing, condition_met=True, trigger_by=by, moved_this_round=held.moved
    )
    fight = to_count(fight, actor, found.holder_initiative, found.order)
    state = fight.round
    fight = replace(fight, round=replace(state, readied=drop(state.readied, actor), done=state.done | {actor}))
    notes.tell(
        "ready.taken", found.holder_initiative, who=actor, by=by, rules=("D20C-RDY-04", "D20C-RDY-05", "D20C-RDY-08")
    )
    if held.action == "move":
        walk = going.walk_of(fight, actor, values, speed_of(fight, actor)) if on_board(fight, actor) else None
        said_ft = speed_of(fight, actor) if values.get("feet") is None else values["feet"]
        feet = walk.whole if walk is not None else said_ft
        check_feet(fight, actor, "move", feet)
        if walk is not None:
            fight, goes_on = yield from going.goes(fight, actor, walk, values, "move", notes, rules=("D20C-RDY-02",))
        else:
            fight = yield from leaves(fight, actor, "move", (), notes, rules=("D20C-RDY-02",))
            goes_on = go_on_after(fight, actor, notes)
        if goes_on:
            tell_moved(fight, actor, "move", feet, notes, "D20C-RDY-03")
            fight = stands(fight, actor, values.get("beside", ()))
        return Outcome(fight, notes.so_far)
    target = target_of(fight, command)
    weapon = armed_with(fight, actor, values["weapon"])
    said = values.get("mode") or "usual"
    mode = weapon.modes[0] if said == "usual" else said
    if mode not in weapon.modes:
        raise NotAllowed("d20.weapon.mode", field="mode")
    if values.get("step") or values.get("to"):
        if held.moved:
            raise NotAllowed("d20.turn.step_and_distance", field="step")
        check_feet(fight, actor, "five_foot_step", STEP_FT)
        if values.get("to"):
            walk = going.walk_of(fight, actor, values, STEP_FT)
            fight, _ = yield from going.goes(fight, actor, walk, values, "five_foot_step", notes)
        tell_moved(fight, actor, "five_foot_step", 5, notes, "D20C-RDY-06")
        fight = stands(fight, actor, (target,) if mode == "melee" else ())
    bonus = base_attacks(base_attack(fight.body(actor)))[0]
    blow = Attempt(
        actor,
        target,
        weapon,
        Manner(mode),
        bonus,
        review=bool(values["review"]),
        others=tuple(values["others"] or ()),
    )
    check_all(fight, blow)
    if mode == "melee":
        fight = comes_near(fight, actor, target, notes)
    fight = yield from provoke(fight, blow, notes)
    if not go_on_after(fight, actor, notes) or not fight.body(target).alive:
        return Outcome(fight, notes.so_far)
    struck = yield from strike(fight, blow, notes)
    fight = yield from strain(struck.fight, actor, notes)
    return Outcome(fight, notes.so_far)


READY_ACTION: Action[Body, Round] = Action(
    "ready", ready_resolve, ready_inputs, ready_check, icon="eye", of_the_turn=True, needs_actor=True
)

TRIGGER: Action[Body, Round] = Action(
    "trigger", trigger_resolve, trigger_inputs, trigger_check, icon="zap", needs_actor=True, interrupts=True
)


def delay_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The count to act on; empty: on request (D20C-DLY-03)."""
    if actor is None or actor not in fight.combatants:
        return ()
    own = fight.body(actor).initiative
    most = 99 if own is None else own - 1
    return (Number("count", "input.count", required=False, minimum=-40, maximum=max(-40, most), fresh=True),)


def delay_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """It must be the actor's turn, with no action taken in it (D20C-DLY-02)."""
    actor = check_turn(fight, command, viewer)
    turn = turn_of(fight, actor)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if turn is None:
        raise NotAllowed("core.not_your_turn")
    if turn.spent:
        raise NotAllowed("d20.delay.acted")
    if actor in fight.round.delayed:
        raise NotAllowed("d20.delay.last_chance")
    if fight.body(actor).started:
        raise NotAllowed("d20.turn.must_complete")


def delay_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Delay; the actor's count falls to the one on which it acts in the end (D20C-DLY-01 to -03, D20C-HOUSE-16)."""
    actor, number, notes = here(fight, command), command.inputs["count"], Notes()
    # the count was reached, with or without a turn, so the effects that end on it have ended
    passed = fight.body(actor).initiative
    fight = replace(fight, round=replace(fight.round, turn=None, passed=passed))
    if number is None:
        fight = replace(fight, round=replace(fight.round, delayed=fight.round.delayed | {actor}))
        notes.tell("delay.waits", who=actor, rules=("D20C-DLY-01", "D20C-DLY-03"))
    else:
        found = delay(counts(fight), actor, number)
        fight = to_count(fight, actor, found.actor_initiative, found.order)
        fight = on_same_count(fight, actor)
        notes.tell("delay.to", number, who=actor, rules=("D20C-DLY-02", "D20C-DLY-07", "D20C-HOUSE-16"))
    fight = yield from _go_on(fight, notes)
    return Outcome(fight, notes.so_far)


def _go_on(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    # the turn was given up and not ended, so the next one begins
    return (yield from turn_over(fight, notes))


def act_now_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A delaying combatant may act only between two turns (D20C-DLY-04, D20C-HOUSE-17)."""
    actor = check_able(fight, command)
    if not in_rounds(fight):
        raise NotAllowed("core.not_begun")
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
    """Act between the last turn and the next, on a new count (D20C-DLY-02, D20C-DLY-03)."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    state = fight.round
    following = state.acting
    own = fight.body(actor).initiative or 0
    if following is not None:
        there = fight.body(following).initiative or 0
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
    notes.tell("delay.acts", count, who=actor, rules=("D20C-DLY-02", "D20C-DLY-03"))
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

"""Rounds and turns: their beginning and end, the passing of time, and the right to act.

Rules: D20C-SEQ-02, D20C-SEQ-05, D20C-SEQ-06, D20C-SEQ-08, D20C-SEQ-09, D20C-INI-04, D20C-RDY-07, D20C-HOUSE-24,
D20C-HOUSE-25, D20H-COND-01.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from rules.core import people
from rules.core.audience import Viewer, controllers_of
from rules.core.driver import Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, fact
from rules.core.fight import Command
from rules.core.once import once
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.types import Id, drop
from rules.core.unseen import acted_ahead
from rules.systems.d20.bearing import can_act, effects_of, load_of
from rules.systems.d20.budget import ROUND_SECONDS
from rules.systems.d20.counts import at_the_end, by_the_rules, takes_turns, waiting
from rules.systems.d20.doing import SINGLE
from rules.systems.d20.effects import Running
from rules.systems.d20.lasting import counted_down, tell_ended
from rules.systems.d20.movement import REST_ROUNDS, Stamina, after_pause, rested
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import adjacent, cover_of, within_reach
from rules.systems.d20.squares import farthest_reach
from rules.systems.d20.state import Body, D20Fight, Turn, bears, grapple_of, in_rounds

TurnHook: TypeAlias = Callable[[D20Fight, Id, Notes], Steps[D20Fight]]
"""What a rule does at the start of a combatant's turn."""

TimeHook: TypeAlias = Callable[[D20Fight, int, Notes], Steps[D20Fight]]
"""What a rule does after a number of seconds; the timers have run down already."""

TurnHooks: TypeAlias = tuple[TurnHook, ...]

TimeHooks: TypeAlias = tuple[TimeHook, ...]


def end_turn(fight: D20Fight, notes: Notes, begins: TurnHooks, time: TimeHooks) -> Steps[D20Fight]:
    """End the current turn and begin the next possible one (D20C-SEQ-05)."""
    state = fight.round
    if state.turn is not None:
        who = state.turn.who
        body = fight.body(who)
        if body.fresh:
            fight = fight.with_body(who, replace(body, fresh=False))
        lost = who in state.delayed and not state.turn.spent
        if lost and state.turn.waited_from is not None:
            # no combatant acted there, so the count is still the old one
            fight = fight.with_body(who, replace(fight.body(who), initiative=state.turn.waited_from))
            fight = by_the_rules(fight)
        fight = replace(
            fight,
            round=replace(
                fight.round,
                turn=None,
                done=state.done | {who},
                delayed=state.delayed - {who},
                lost=state.lost | {who} if lost else state.lost,
                passed=_passed(fight, who),
            ),
        )
    return (yield from go_on(fight, notes, begins, time))


def go_on(fight: D20Fight, notes: Notes, begins: TurnHooks, time: TimeHooks) -> Steps[D20Fight]:
    """Begin the next possible turn; combatants that cannot act pass, and a new round begins after the last."""
    if fight.round.stage == "none":
        fight = yield from new_round(fight, notes, time)
    for _ in range(4 * len(fight.order) + 4):
        left = waiting(fight)
        if not left or not in_rounds(fight):
            if fight.round.stage == "surprise" or not any(takes_turns(fight, who) for who in fight.order):
                return fight
            fight = yield from new_round(fight, notes, time)
            left = waiting(fight)
            if not left:
                return fight
        who = _next_of(fight, left, begins, notes)
        waited = fight.body(who).initiative if who in fight.round.delayed else None
        if waited is not None:
            fight = at_the_end(fight, who)
        again = who in fight.round.begun
        fight = begin_turn(fight, who, notes)
        if fight.round.turn is not None:
            fight = replace(fight, round=replace(fight.round, turn=replace(fight.round.turn, waited_from=waited)))
        for hook in () if again else begins:
            fight = yield from hook(fight, who, notes)
        if fight.round.acting != who:
            return fight
        if can_act(fight, who):
            fight = limited_turn(fight, who)
            notes.tell("turn.begins", who=who, rules=("D20C-SEQ-05",))
            return fight
        _tell_skipped(fight, who, notes)
        passed = _passed(fight, who)
        state = fight.round
        fight = replace(
            fight,
            round=replace(
                state, turn=None, done=state.done | {who}, delayed=state.delayed - {who}, passed=passed
            ),
        )  # fmt: skip
    return fight


def _next_of(fight: D20Fight, left: Sequence[Id], begins: TurnHooks, notes: Notes) -> Id:
    """Who of those left in the round has the next turn: the first, or after a hidden one who begins with dice.

    Others see no turn of a hidden combatant: the dice of the turn that they see fall at once, and it acts afterwards.
    The game master is told.
    """
    if left[0] not in fight.hidden:
        return left[0]
    seen = next((who for who in left if who not in fight.hidden), None)
    if seen is None or seen in fight.round.delayed or not _begins_with_dice(fight, seen, begins):
        return left[0]
    notes.add(acted_ahead(seen, left[: left.index(seen)]))
    return seen


def _begins_with_dice(fight: D20Fight, who: Id, begins: TurnHooks) -> bool:
    """Whether what happens at the start of a turn asks for dice or a choice."""

    def opening() -> Steps[D20Fight]:
        opened = begin_turn(fight, who, Notes())
        for hook in begins:
            opened = yield from hook(opened, who, Notes())
        return opened

    return who not in fight.round.begun and isinstance(run(opening(), {}), Pending)


def _passed(fight: D20Fight, who: Id) -> int | None:
    """The count at which the round stands after a turn; that of a hidden combatant would tell of it."""
    return fight.round.passed if who in fight.hidden else fight.body(who).initiative


def _tell_skipped(fight: D20Fight, who: Id, notes: Notes) -> None:
    one = fight.combatants[who]
    seen = controllers_of(who) if one.shows == "nothing" else None
    told = fact("turn.cannot_act", who=who, rules=("D20H-COND-01",))
    notes.add(told if seen is None else told.told_to(seen))


def new_round(fight: D20Fight, notes: Notes, time: TimeHooks) -> Steps[D20Fight]:
    """Begin the next round, after six seconds (D20C-SEQ-05, D20C-SEQ-06)."""
    state = fight.round
    begun = state.stage != "none"
    fight = replace(
        fight,
        round=replace(
            state,
            number=state.number + 1,
            stage="normal",
            turn=None,
            done=frozenset(),
            begun=frozenset(),
            renewed=True,
            delayed=frozenset(),
            postponed=frozenset(),
        ),
    )  # fmt: skip
    notes.tell("round.begins", fight.round.number, rules=("D20C-SEQ-05", "D20C-SEQ-06"))
    if setting(fight.house, "opportunity_renewed") == "round":
        fight = replace(fight, round=replace(fight.round, opportunities={}))
    if begun:
        fight = yield from pass_time(fight, ROUND_SECONDS, notes, time)
    return fight


def pass_time(fight: D20Fight, seconds: int, notes: Notes, time: TimeHooks) -> Steps[D20Fight]:
    """Advance the clock: end the effects that it counts, and leave timers that are due to their rules."""
    # in a fight runners rest turn by turn, and fuses burn from count to count
    counts = in_rounds(fight)
    pauses = 0 if counts else (fight.clock + seconds) // ROUND_SECONDS - fight.clock // ROUND_SECONDS
    fight = replace(fight, clock=fight.clock + seconds)
    for who, one in fight.combatants.items():
        body = one.body
        timers = {
            name: timer if timer.each_turn else replace(timer, left=timer.left - seconds)
            for name, timer in body.timers.items()
        }
        effects = {}
        for name, effect in body.effects.items():
            if effect.seconds is None:
                effects[name] = effect
            elif effect.seconds > seconds:
                effects[name] = replace(effect, seconds=effect.seconds - seconds)
            else:
                tell_ended(fight, who, effect, notes)
        if timers or effects != body.effects:
            fight = fight.with_body(who, replace(body, timers=timers, effects=effects))
        for _ in range(min(pauses, 2 * REST_ROUNDS)):
            fight = _rested(fight, who)
    planted = {
        name: one if counts and one.count is not None else one.burnt(seconds)
        for name, one in fight.round.planted.items()
    }
    if planted:
        fight = replace(fight, round=replace(fight.round, planted=planted))
    for hook in time:
        fight = yield from hook(fight, seconds, notes)
    return fight


def begin_turn(fight: D20Fight, who: Id, notes: Notes) -> D20Fight:
    """Begin a turn: end flat-footedness and the effects that last until now, restore the attack of opportunity.

    A delayed turn begins a second time, which restores nothing and ends none of its own effects again.
    (D20C-SEQ-02, D20C-SEQ-09, D20C-INI-04, D20C-RDY-07, D20C-HOUSE-24)
    """
    state = fight.round
    if who in state.readied:
        notes.tell("ready.lost", who=who, rules=("D20C-RDY-07",))
    again = who in state.begun
    opportunities = state.opportunities
    if setting(fight.house, "opportunity_renewed") == "own_turn" and not again:
        opportunities = drop(opportunities, who)
    fight = replace(
        fight,
        round=replace(
            state,
            turn=Turn(who, completes=bool(fight.body(who).started)),
            ready=state.ready | {who},
            begun=state.begun | {who},
            renewed=False,
            readied=drop(state.readied, who),
            opportunities=opportunities,
        ),
    )
    fight = fight if again else _rested(fight, who)
    return counted_down(fight, who, notes, renewed=state.renewed, again=again)


def _rested(fight: D20Fight, who: Id) -> D20Fight:
    """Count a round without running towards rest, or towards a fresh start (D20C-RUN-05)."""
    body = fight.body(who)
    running = body.running
    if running == Running() or bears(body, "running"):
        return fight
    if running.rest > 0:
        after = rested(running.stamina)
        left = Running(after.rounds_run, after.checks_made, after.rest_rounds_left)
        return fight.with_body(who, replace(body, running=left))
    fresh = after_pause(running.stamina, running.paused + 1)
    kept = Running() if fresh == Stamina() else replace(running, paused=running.paused + 1)
    return fight.with_body(who, replace(body, running=kept))


def limited_turn(fight: D20Fight, who: Id) -> D20Fight:
    """Limit a turn to a single action in the surprise round or under a condition (D20C-SUR-03, D20H-DIS-02)."""
    turn = fight.round.turn
    limited = fight.round.stage == "surprise" or effects_of(fight, who).actions in SINGLE
    if turn is None or turn.limited == limited:
        return fight
    return replace(fight, round=replace(fight.round, turn=replace(turn, limited=limited)))


def overloaded(body: Body) -> bool:
    """Whether a load is too heavy to act at all (D20H-LOAD-11)."""
    return load_of(body) == "overloaded"


def others_than(fight: D20Fight, actor: Id, viewer: Viewer, *, itself: bool = False) -> list[Id]:
    """Return the combatants that a viewer may name: foes first, those that can be struck before others, fallen last."""
    return people.others_than(fight, actor, viewer, _stands, near=all_in_reach(fight, actor), itself=itself)


def worth_attacking(fight: D20Fight, actor: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The foes that a viewer may take for standing, those next to the actor first.

    In a grapple they are those in it: others cannot be attacked (D20S-GRAP-19).
    """
    held, among = grapple_of(fight, actor), others_than(fight, actor, viewer)
    if held is not None:
        among = [who for who in among if who in held.opponents(actor)]
    return people.standing_foes(fight, actor, viewer, _stands, among)


@once
def all_in_reach(fight: D20Fight, actor: Id) -> frozenset[Id]:
    """All that are in an actor's striking reach: every form for which someone is chosen asks for them."""
    return frozenset(who for who in fight.order if in_striking_reach(fight, actor, who))


def in_striking_reach(fight: D20Fight, actor: Id, who: Id) -> bool:
    """Whether an actor stands beside another or reaches it with what it strikes with (D20C-MEL-01)."""
    return adjacent(fight, who, actor) or within_reach(fight, actor, who, farthest_reach(fight.body(actor)))


def open_to_attack(fight: D20Fight, actor: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The foes that are worth attacking, without the wholly covered where others are not (D20C-HOUSE-09)."""
    found = worth_attacking(fight, actor, viewer)
    return tuple(who for who in found if cover_of(fight, who, actor) != "total") or found


def _stands(body: Body) -> bool:
    return body.alive if body.being == "object" else body.awake


def check_able(fight: D20Fight, command: Command) -> Id:
    """Refuse objects, and combatants that cannot act at all (D20H-COND-01, D20H-LOAD-11)."""
    actor = here(fight, command)
    body = fight.body(actor)
    if body.being == "object":
        raise NotAllowed("d20.object.acts")
    if overloaded(body):
        raise NotAllowed("d20.load.overloaded")
    if not can_act(fight, actor):
        raise NotAllowed("d20.turn.cannot_act")
    return actor


def check_turn(fight: D20Fight, command: Command, viewer: Viewer) -> Id:
    """Refuse a combatant that cannot act, and a player outside the combatant's turn; returns the actor.

    The game master may act for any combatant at any time; in the free scene every player may act.
    """
    actor = check_able(fight, command)
    if not fight.ordered:
        return actor
    if not in_rounds(fight):
        raise NotAllowed("core.not_begun")
    if not viewer.game_master and fight.round.acting != actor:
        raise NotAllowed("core.not_your_turn")
    return actor


def turn_needed(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The check of an action that needs only its actor's turn."""
    check_turn(fight, command, viewer)

"""Readying, and the readied action that interrupts (D20C-RDY-01 to -08)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, drop, put
from rules.systems.d20.actions.acting import check_able, check_turn, here, others_than, people_input
from rules.systems.d20.actions.blows import Blow, others_input
from rules.systems.d20.actions.choosing import armed_with, arms_of, mode_input, target_of, weapon_input
from rules.systems.d20.actions.drawing import provoke
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.in_grapple import check_all
from rules.systems.d20.actions.moments import counts, to_count
from rules.systems.d20.actions.moving import beside_input, check_feet, feet_input, leaves, stands, tell_moved
from rules.systems.d20.actions.opportunity import go_on_after
from rules.systems.d20.actions.strike import strike
from rules.systems.d20.bearing import base_attack, speed_of
from rules.systems.d20.budget import STEP_FT
from rules.systems.d20.doing import check_spend, moved, spend, turn_of
from rules.systems.d20.full_attack import base_attacks
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.ordering import takes_turns
from rules.systems.d20.phases import Readied, Round, Spent
from rules.systems.d20.ready import Timing, check_readied, ready_trigger
from rules.systems.d20.state import Body, D20Fight

READY = ("attack", "move")


def ready_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is readied, and on what condition (D20C-RDY-03)."""
    options = tuple(Option(name, Fact(f"ready.{name}")) for name in READY)
    return (
        Choice("what", "input.readied", default="attack", layout="segments", options=options),
        Text("trigger", "input.trigger", required=False, length=120),
    )


def ready_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The attack action must be left (D20C-RDY-01)."""
    actor = check_turn(fight, command, viewer)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if turn_of(fight, actor) is None:
        raise NotAllowed("d20.turn.not_yours")
    check_spend(fight, actor, Spent("attack", "ready_attack_action"))


def ready_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Keep an action for a condition; it interrupts whoever brings it about (D20C-RDY-01 to -03)."""
    yield from ()
    actor, values, notes = here(fight, command), command.inputs, Notes()
    check_readied(values["what"])
    fight = spend(fight, actor, Spent("attack", "ready_attack_action"))
    held = Readied(values["what"], values["trigger"], moved(turn_of(fight, actor)), fight.round.number)
    fight = replace(fight, round=replace(fight.round, readied=put(fight.round.readied, actor, held)))
    params: dict[str, Param] = {"who": Ref(actor), "what": Word(f"ready.{held.action}"), "trigger": held.trigger}
    # what one waits for is for oneself and the game master: a foe does not hear it
    plain = Fact("ready.held", params={"who": Ref(actor)}, rules=("D20C-RDY-01",))
    said = Fact(
        "ready.held_for", params=params, rules=("D20C-RDY-03",), audience=controllers_of(actor), otherwise=plain
    )
    notes.add(said if held.trigger else plain)
    return Outcome(fight, notes.so_far)


def trigger_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who brings the condition about, and the attack or the move that was kept for it."""
    if actor is None or actor not in fight.combatants or actor not in fight.round.readied:
        return ()
    there = [who for who in others_than(fight, actor, viewer) if takes_turns(fight, who)]
    by = people_input(there, name="by", label="input.trigger_by", default=fight.round.acting, fresh=True)
    held = fight.round.readied[actor]
    step = (
        () if held.moved else (Flag("step", "input.step", note=Fact("note.step", rules=("D20C-RDY-06",)), fresh=True),)
    )
    if held.action == "move":
        return (by, feet_input(speed_of(fight, actor)), beside_input(fight, actor, viewer))
    arms = arms_of(fight.combatants[actor].body)
    return (
        by,
        people_input(others_than(fight, actor, viewer), default=fight.round.acting, fresh=True),
        weapon_input(fight, actor, arms),
        *mode_input(arms),
        *step,
        others_input(),
        Flag("review", "input.review", default=True, note=Fact("note.review")),
    )


def trigger_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Something must be readied, and somebody else be there to bring it about (D20C-RDY-04)."""
    actor = check_able(fight, command)
    if actor not in fight.round.readied:
        raise NotAllowed("d20.ready.nothing")
    if not any(takes_turns(fight, who) for who in fight.order if who != actor):
        raise NotAllowed("d20.round.nobody_else")


def trigger_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The readied action comes just before what triggers it, and its count is the holder's from now on.

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
    params: dict[str, Param] = {"who": Ref(actor), "by": Ref(by)}
    notes.add(Fact("ready.taken", found.holder_initiative, params, ("D20C-RDY-04", "D20C-RDY-05", "D20C-RDY-08")))
    if held.action == "move":
        feet = speed_of(fight, actor) if values["feet"] is None else values["feet"]
        check_feet(fight, actor, "move", feet)
        fight = yield from leaves(fight, actor, "move", (), notes, rules=("D20C-RDY-02",))
        if go_on_after(fight, actor, notes):
            tell_moved(fight, actor, "move", feet, notes, "D20C-RDY-03")
            fight = stands(fight, actor, values["beside"])
        return Outcome(fight, notes.so_far)
    target = target_of(fight, command)
    weapon = armed_with(fight, actor, values["weapon"])
    said = values.get("mode") or "usual"
    mode = weapon.modes[0] if said == "usual" else said
    if mode not in weapon.modes:
        raise NotAllowed("d20.weapon.mode", field="mode")
    if values.get("step"):
        if held.moved:
            raise NotAllowed("d20.turn.step_and_distance", field="step")
        check_feet(fight, actor, "five_foot_step", STEP_FT)
        tell_moved(fight, actor, "five_foot_step", 5, notes, "D20C-RDY-06")
        fight = stands(fight, actor, (target,) if mode == "melee" else ())
    bonus = base_attacks(base_attack(fight.combatants[actor].body))[0]
    blow = Blow(
        actor,
        target,
        weapon,
        Manner(mode),
        bonus,
        review=bool(values["review"]),
        others=tuple(values["others"] or ()),
    )
    check_all(fight, blow)
    fight = yield from provoke(fight, blow, notes)
    if not go_on_after(fight, actor, notes) or not fight.combatants[target].body.alive:
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

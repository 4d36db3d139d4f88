"""Full-round movement: withdrawing, running, charging.

Rules: D20C-WDR-01 to -04, D20C-RUN-01 to -06, D20C-CHG-01 to -09, D20C-SPD-03, D20C-GRD-05, D20H-LOAD-10,
D20H-COND-12, D20H-COND-17, D20H-COND-18.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rules.core.audience import Viewer
from rules.core.board.places import both_placed
from rules.core.board.walking import on_board
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, seldom
from rules.core.people import here, people_input, rolls_seen, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, asked
from rules.core.types import Id, Json
from rules.systems.d20 import going
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.attack_bonus import base_attacks
from rules.systems.d20.bearing import base_attack, constitution_of, effects_of, load_of, speed_of
from rules.systems.d20.blows import Attempt, armed_with, arms_of, check_blow, others_input, weapon_input
from rules.systems.d20.budget import STEP_FT
from rules.systems.d20.doing import check_spend, spend, turn_of
from rules.systems.d20.effects import Effect, Running
from rules.systems.d20.explained import asking
from rules.systems.d20.lasting import charges, counted
from rules.systems.d20.load import LOAD_COSTS
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.movement import FACTORS, after_pause, movement, run_round
from rules.systems.d20.moving import (
    beside_input,
    check_feet,
    feet_input,
    leaves,
    most_feet,
    past_input,
    stands,
    tell_moved,
)
from rules.systems.d20.opportunity import (
    BLOW,
    IN_PLACE_OF_A_BLOW,
    INSTEAD,
    PathMode,
    Replacing,
    instead_input,
    moves_on,
)
from rules.systems.d20.situation import comes_near, feet_between
from rules.systems.d20.state import Body, D20Fight, Round, Spent, with_effect
from rules.systems.d20.strike import strike
from rules.systems.d20.turns import check_turn, open_to_attack, others_than
from rules.systems.d20.ways import Walk, stood, walks


def withdraw_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The distance, the foes passed, the combatants next to the actor, and whether the way takes a skill check."""
    if actor is None or actor not in fight.combatants:
        return ()
    by_skill = Flag("by_skill", "input.by_skill", note=Fact("note.by_skill", rules=("D20C-WDR-04",)), fresh=True)
    if on_board(fight, actor):
        return (going.square_input(), going.via_input(), *seldom(by_skill))
    return (
        feet_input(most_feet(fight, actor, "withdraw")),
        beside_input(fight, actor, viewer),
        *seldom(past_input(fight, actor, viewer), by_skill),
    )


def withdraw_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have a full round left."""
    actor = check_turn(fight, command, viewer)
    check_feet(fight, actor, "move", 0)
    check_spend(fight, actor, Spent("full_round", "withdraw", 1))


def withdraw_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Leave a melee: the starting square does not count as threatened (D20C-WDR-01 to -04)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    most = most_feet(fight, actor, "withdraw")
    walk = going.walk_of(fight, actor, values, most) if on_board(fight, actor) else None
    feet = walk.whole if walk is not None else most if values["feet"] is None else values["feet"]
    movement("withdraw", speed_of(fight, actor), distance_ft=feet, needs_skill_check=bool(values["by_skill"]))
    fight = spend(fight, actor, Spent("full_round", "withdraw", feet))
    fight, goes_on = yield from _covers(
        fight, actor, walk, values, notes, mode="withdraw", rules=("D20C-WDR-02", "D20C-WDR-03")
    )
    if not goes_on:
        return Outcome(fight, notes.so_far)
    tell_moved(fight, actor, "withdraw", feet, notes, "D20C-WDR-01")
    return Outcome(stands(fight, actor, values.get("beside", ())), notes.so_far)


def withdraw_says(fight: D20Fight, command: Command) -> Fact | None:
    """Where one withdraws to over a board, how far it is, and who may strike."""
    actor, values = command.actor, command.inputs
    if actor is None or not on_board(fight, actor):
        return None
    found = partial(going.walk_of, fight, actor, values, most_feet(fight, actor, "withdraw"))
    return going.says(fight, actor, values, found, "withdraw", Word("way.withdraws"))


def _covers(
    fight: D20Fight,
    actor: Id,
    walk: Walk | None,
    values: Mapping[str, Json],
    notes: Notes,
    *,
    mode: PathMode = "move",
    rules: tuple[str, ...] = ("D20C-AOO-05",),
) -> Steps[tuple[D20Fight, bool]]:
    """Go a way square by square, or as it was said; return the fight and whether it goes on (D20C-AOO-04 to -06)."""
    if walk is not None:
        return (yield from walks(fight, actor, walk, mode, notes, rules=rules))
    past = [one for one in values["past"] if one != values.get("target")]
    fight = yield from leaves(fight, actor, mode, past, notes, rules=rules)
    return fight, moves_on(fight, actor, notes)


def run_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The distance, the foes passed, and the combatants next to the actor."""
    if actor is None or actor not in fight.combatants:
        return ()
    if on_board(fight, actor):
        return (going.square_input(),)
    most = run_feet(fight, actor)
    return (feet_input(most), past_input(fight, actor, viewer), beside_input(fight, actor, viewer))


def run_feet(fight: D20Fight, who: Id) -> int:
    """Return the feet run in a round: four times the speed, three times under a heavy load (D20H-LOAD-10)."""
    times = LOAD_COSTS[load_of(fight.body(who))].run_multiplier or 0
    return int(speed_of(fight, who) * min(Fraction(times), FACTORS["run"]))


def run_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must be able to run, need no rest, and have a full round left (D20C-RUN-05)."""
    actor = check_turn(fight, command, viewer)
    check_feet(fight, actor, "move", 0)
    if not effects_of(fight, actor).can_run:
        raise NotAllowed("d20.run.not_now")
    check_spend(fight, actor, Spent("full_round", "run", 1))
    if fight.body(actor).running.stamina.rest_rounds_left:
        raise NotAllowed("d20.run.resting", params={"rounds": fight.body(actor).running.rest})


def run_says(fight: D20Fight, command: Command) -> Fact | None:
    """Where a run over a board leads, how far it is, and who may strike."""
    actor, to = command.actor, command.inputs.get("to")
    if actor is None or not to or not on_board(fight, actor):
        return None
    found = partial(going.straight_walk, fight, actor, to, run_feet(fight, actor))
    return going.says(fight, actor, command.inputs, found, "move", Word("way.runs"))


def run_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Run for a round; each round beyond the Constitution score takes a check (D20C-RUN-01 to -05)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    most = run_feet(fight, actor)
    walk = going.straight_walk(fight, actor, values["to"], most) if on_board(fight, actor) else None
    feet = walk.whole if walk is not None else most if values["feet"] is None else values["feet"]
    movement("run", speed_of(fight, actor), distance_ft=min(feet, most))
    if feet > most:
        raise NotAllowed("d20.move.too_far", field="feet", params={"most": most})
    fight = spend(fight, actor, Spent("full_round", "run", feet))
    body = fight.body(actor)
    score = constitution_of(body)
    if score is not None:
        stamina = after_pause(body.running.stamina, body.running.paused)
        tried = yield from asked(
            run_round("run", stamina, constitution=max(1, score), constitution_modifier=ability_modifier(score)),
            asking(fight, {ACTOR: actor}, notes, because=("D20C-RUN-03", "D20C-RUN-04")),
        )
        after = tried.stamina
        fight = fight.with_body(
            actor, replace(body, running=Running(after.rounds_run, after.checks_made, after.rest_rounds_left, 0))
        )
        if tried.check_total is not None:
            dc, seen = tried.check_dc or 0, rolls_seen(fight, actor)
            rules = ("D20C-RUN-03", "D20C-RUN-04", "D20C-RUN-05")
            plain = fact("run.goes_on_plain" if tried.ran else "run.spent_plain", who=actor, rules=rules)
            code = "run.goes_on" if tried.ran else "run.spent"
            notes.tell(code, tried.check_total, who=actor, dc=dc, rules=rules, audience=seen, otherwise=plain)
        if not tried.ran:
            return Outcome(fight, notes.so_far)
    running = Effect("running", "posture", "running", anchor=actor, own_turn=True)
    fight = with_effect(fight, actor, replace(counted(fight, running, 1, actor), own_turn=True))
    fight, goes_on = yield from _covers(fight, actor, walk, values, notes)
    if not goes_on:
        return Outcome(fight, notes.so_far)
    tell_moved(fight, actor, "run", feet, notes, "D20C-RUN-01", "D20C-RUN-02")
    return Outcome(stands(fight, actor, values.get("beside", ())), notes.so_far)


# Charging


def charge_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the weapon, the distance, and the foes passed."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    arms = tuple(one for one in arms_of(body) if one.melee)
    feet = feet_input(most_charged(fight, actor))
    said = (feet, *seldom(past_input(fight, actor, viewer)))
    return (
        people_input(others_than(fight, actor, viewer), likely=open_to_attack(fight, actor, viewer)),
        weapon_input(fight, actor, arms),
        *((going.square_input(required=False),) if on_board(fight, actor) else said),
        *seldom(*instead_input(IN_PLACE_OF_A_BLOW)),
        *seldom(others_input(), Flag("review", "input.review", note=Fact("note.review"))),
    )


def _limited(fight: D20Fight, who: Id) -> bool:
    turn = turn_of(fight, who)
    return turn is not None and turn.limited


def most_charged(fight: D20Fight, who: Id) -> int:
    """How many feet a charge covers as things are (D20C-CHG-02, D20C-CHG-05)."""
    return most_feet(fight, who, "charge", limited=_limited(fight, who))


def charge_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must be able to charge, with a full round or its only action left (D20C-CHG-01, D20C-CHG-05)."""
    actor = check_turn(fight, command, viewer)
    effects = effects_of(fight, actor)
    if not effects.can_charge or not effects.attack_allowed:
        raise NotAllowed("d20.charge.not_now")
    check_feet(fight, actor, "move", 0)
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    check_spend(fight, actor, Spent("full_round", "charge", 10, attacks=1))


def check_reached(fight: D20Fight, actor: Id, target: Id, feet: int) -> None:
    """Refuse a charge that is known to end too far from its target (D20C-CHG-02, D20C-CHG-03)."""
    away = feet_between(fight, actor, target)
    if away is not None and away > feet + STEP_FT:
        raise NotAllowed("d20.charge.too_short", field="feet", params={"away": away, "feet": feet})


def charge_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Rush at the target in a straight line and attack once at +2, with Defense −2 (D20C-CHG-01 to -08).

    A trip, a disarm or a grapple may take the place of that attack (D20C-AOT-09).
    """
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target = target_of(fight, command)
    weapon = armed_with(fight, actor, values["weapon"])
    limited = _limited(fight, actor)
    most = most_charged(fight, actor)
    walk = None
    if both_placed(fight, actor, target):
        walk = going.charge_walk(fight, actor, target, weapon, most, values["to"] or "")
    feet = walk.whole if walk is not None else most if values.get("feet") is None else values["feet"]
    check_feet(fight, actor, "charge", feet, limited=limited)
    blow = Attempt(
        actor,
        target,
        weapon,
        Manner("melee", tactics=("charging",)),
        base_attacks(base_attack(fight.body(actor)))[0],
        review=bool(values["review"]),
        others=tuple(values["others"] or ()),
    )
    check_blow(fight if walk is None else stood(fight, actor, walk.end), blow)
    if walk is None:
        check_reached(fight, actor, target, feet)
    instead = values.get("instead_of_blow") or BLOW
    if instead != BLOW:
        INSTEAD[instead].check(fight, actor, target)
    fight = spend(fight, actor, Spent("full_round", "charge", feet, attacks=1))
    fight, goes_on = yield from _covers(fight, actor, walk, values, notes)
    if not goes_on:
        return Outcome(fight, notes.so_far)
    tell_moved(fight, actor, "charge", feet, notes, "D20C-CHG-02", "D20C-CHG-03", "D20C-CHG-05")
    fight = comes_near(stands(fight, actor, ()), actor, target, notes)
    fight = charges(fight, actor)
    if instead == BLOW:
        struck = yield from strike(fight, blow, notes)
        return Outcome(struck.fight, notes.so_far)
    replacing = Replacing(actor, target, blow.base, tactics=blow.manner.tactics)
    fight, _ = yield from INSTEAD[instead].does(fight, replacing, notes)
    return Outcome(fight, notes.so_far)


WITHDRAW: Action[Body, Round] = Action(
    "withdraw",
    withdraw_resolve,
    withdraw_inputs,
    withdraw_check,
    icon="log-in",
    of_the_turn=True,
    needs_actor=True,
    says=withdraw_says,
)

RUN: Action[Body, Round] = Action(
    "run",
    run_resolve,
    run_inputs,
    run_check,
    icon="chevrons-right",
    of_the_turn=True,
    needs_actor=True,
    says=run_says,
)

CHARGE: Action[Body, Round] = Action(
    "charge", charge_resolve, charge_inputs, charge_check, icon="zap", of_the_turn=True, needs_actor=True
)

RUSHING = (CHARGE, WITHDRAW, RUN)

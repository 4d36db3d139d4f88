"""Moving in a fight: up to others or away from them, charging, disengaging (TUMS-CMB-04, TUM-HOUSE-12, -18, -19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.walking import goes_to_says, on_board, square_inputs
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Text, seldom
from rules.core.people import here, people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Known, Throws, asked, known, side_by_side
from rules.core.types import Id
from rules.systems.tumbas.attack import opportunities
from rules.systems.tumbas.dice import Trial, roll_test
from rules.systems.tumbas.going import STEP_AWAY, check_way, goes_to, joins, leads, square_away
from rules.systems.tumbas.harm import defer
from rules.systems.tumbas.opposed import Contest, compare_totals
from rules.systems.tumbas.situation import disengage, nameable, neighbours, seen_neighbours, worth_attacking
from rules.systems.tumbas.state import Body, Deferred, Round, TumbasFight, in_turn
from rules.systems.tumbas.trials import (
    asking,
    dice_inputs,
    given_causes,
    needs_more_than,
    spent,
    tell_pool,
    tell_total,
    trial_of,
)
from rules.systems.tumbas.turns import acted, check_moment, joins_melee, target_input


def get_away(trials: Mapping[Id, Trial]) -> Throws[Contest]:
    """Try to disengage: an opposed Agility test of the first against all neighbours (TUM-HOUSE-19).

    Only as the winner does one step away; on a tie or worse one stays.
    """
    tests = yield from side_by_side({who: roll_test(one, "disengage") for who, one in trials.items()})
    yield from known("tests", tests)
    return compare_totals(tests)


# In a fight


def steps_away(fight: TumbasFight, who: Id, id_: Id) -> TumbasFight:
    """Let a combatant leave all neighbours, with the group at hand where there is one (TUM-HOUSE-31)."""
    if in_turn(fight):
        return defer(fight, Deferred(f"{id_}-leave", "leave", who))
    return disengage(fight, who)


def steps_up(fight: TumbasFight, who: Id, other: Id, id_: Id, notes: Notes, square: str = "") -> TumbasFight:
    """Let a combatant come next to another, with the group at hand where there is one (TUM-HOUSE-31)."""
    if in_turn(fight):
        return defer(fight, Deferred(f"{id_}-engage-{other}", "engage", who, other, to=square))
    return joins(fight, who, other, notes, square)


def walks_to(fight: TumbasFight, who: Id, square: str, id_: Id, notes: Notes) -> TumbasFight:
    """Let a combatant go to a square of the board, with the group at hand where there is one (TUM-HOUSE-31)."""
    if in_turn(fight):
        return defer(fight, Deferred(f"{id_}-go", "go", who, to=square))
    return goes_to(fight, who, square, notes)


def _move_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The destination, and the combatants the actor ends beside; on a board the square."""
    if actor is None or actor not in fight.combatants:
        return ()
    if on_board(fight, actor):
        declared = fight.round.declared.get(actor)
        to, via = square_inputs(required=True)
        return replace(to, default=declared.to if declared and leads(fight, actor, declared.to) else None), via
    others = nameable(fight, actor, viewer)
    return (
        Text("where", "input.where", required=False, fresh=True, length=120),
        people_input(others, name="next_to", label="input.next_to", required=False, several=True),
    )


def _move_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """The actor must be able to move."""
    check_moment(fight, command, viewer, "move")


def _move(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """After the opportunities of the neighbours: away from all of them, and next to those named (TUM-HOUSE-12)."""
    actor = here(fight, command)
    notes = Notes()
    square: str = command.inputs.get("to") or ""
    if square:
        check_way(fight, actor, command.inputs)
    fight = yield from opportunities(fight, actor, command.id, notes)
    if fight.body(actor).able and square:
        notes.tell("done.move", rules=("TUM-HOUSE-12",), who=actor)
        fight = walks_to(fight, actor, square, command.id, notes)
    elif fight.body(actor).able:
        where: str = command.inputs["where"]
        notes.tell("done.move_to" if where else "done.move", rules=("TUM-HOUSE-12",), who=actor, where=where)
        fight = steps_away(fight, actor, command.id)
        for other in (one for one in fight.order if one in command.inputs["next_to"]):
            notes.tell("done.next_to", rules=("TUMS-CMB-04",), who=actor, other=other)
            # only opponents engage: beside a friend one still shoots, and nobody strikes a friend who leaves
            if fight.combatants[other].side != fight.combatants[actor].side:
                fight = steps_up(fight, actor, other, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


MOVE: Action[Body, Round] = Action(
    "move",
    _move,
    _move_inputs,
    _move_check,
    says=goes_to_says,
    icon="footprints",
    of_the_turn=True,
    needs_actor=True,
)


def _charge_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The opponent: the one declared, else one that is not beside the combatant already (TUM-HOUSE-12)."""
    if actor is None or actor not in fight.combatants:
        return ()
    foes, beside = worth_attacking(fight, actor, viewer), seen_neighbours(fight, actor, viewer)
    declared = fight.round.declared.get(actor)
    likely = tuple(one for one in foes if one not in beside or (declared and one == declared.target))
    target = target_input(fight, actor, nameable(fight, actor, viewer), likely=likely or foes)
    to, _via = square_inputs()
    return (target, *seldom(to)) if on_board(fight, actor) else (target,)


def _charge_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be rounds, and another combatant to charge at."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    check_moment(fight, command, viewer, "charge")
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")


def _charge(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Move next to an opponent and attack in this round's melee phase (TUM-HOUSE-12)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    square = str(command.inputs.get("to") or "").upper()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if fight.body(actor).able and target in fight.combatants:
        notes.tell("done.charge", rules=("TUM-HOUSE-12",), who=actor, target=target)
        fight = steps_away(fight, actor, command.id)
        fight = steps_up(fight, actor, target, command.id, notes, square)
        fight = joins_melee(fight, actor) if in_turn(fight) else fight
    return Outcome(acted(fight, actor), notes.so_far)


CHARGE: Action[Body, Round] = Action(
    "charge", _charge, _charge_inputs, _charge_check, icon="zap", of_the_turn=True, needs_actor=True
)


def _disengage_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The dice of the moment; on a board the square to which one would get away."""
    if actor is None or actor not in fight.combatants:
        return ()
    dice = dice_inputs(fight.body(actor))
    if not on_board(fight, actor):
        return dice
    to, _via = square_inputs()
    return (replace(to, default=square_away(fight, actor) or None), *dice)


def _disengage_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a neighbour to step away from (TUM-HOUSE-19)."""
    check_moment(fight, command, viewer, "disengage")
    if not neighbours(fight, here(fight, command)):
        raise NotAllowed("tumbas.declare.not_engaged")


def _disengage(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An opposed Agility test against all neighbours; only the single highest total gets away (TUM-HOUSE-19)."""
    actor = here(fight, command)
    notes = Notes()
    near = neighbours(fight, actor)
    if not near:
        raise NotAllowed("tumbas.declare.not_engaged")
    square: str = command.inputs.get("to") or ""
    if square:
        check_way(fight, actor, command.inputs, STEP_AWAY)
    notes.tell("done.tries_to_leave", rules=("TUM-HOUSE-19",), who=actor)
    given = {who: command.inputs if who == actor else {} for who in (actor, *near)}
    trials = {
        who: trial_of(fight, who, "agility", given_causes(fight.body(who), values, "agility"))
        for who, values in given.items()
    }
    for one in trials.values():
        tell_pool(fight, one, notes)

    def tell(found: Known) -> None:
        for test in found.value.values():
            needs = needs_more_than(fight, test, found.value.values(), "TUM-HOUSE-19")
            tell_total(fight, test, notes, needs=needs)

    held_by = {who: actor for who in trials if who != actor}
    how = replace(asking(fight, notes, {who: f"disengage:{who}" for who in trials}), tell=tell, against=held_by)
    found = yield from asked(get_away(trials), how)
    for who, values in given.items():
        fight = spent(fight, who, values)
    if found.winner == actor:
        notes.tell("done.leaves", rules=("TUM-HOUSE-19",), who=actor)
        if square:
            fight = walks_to(fight, actor, square, command.id, notes)
        fight = steps_away(fight, actor, command.id)
    else:
        notes.tell("done.stays", rules=("TUM-HOUSE-19",), who=actor)
    for who in found.fumbles:
        notes.tell("test.fumble", rules=("TUM-OPP-03",), who=who)
    return Outcome(acted(fight, actor), notes.so_far)


def _disengage_says(fight: TumbasFight, command: Command) -> Fact | None:
    """To which square of a board one would get away."""
    going = goes_to_says(fight, command)
    return None if going is None else fact("disengage.says_to", cell=going.params["cell"])


DISENGAGE: Action[Body, Round] = Action(
    "disengage",
    _disengage,
    _disengage_inputs,
    _disengage_check,
    says=_disengage_says,
    icon="door-open",
    of_the_turn=True,
    needs_actor=True,
)

"""Overrun: through or over an opponent's square.

Rules: D20S-OVR-01 to -10.
"""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.board.places import both_placed
from rules.core.board.walking import on_board
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of, seldom
from rules.core.people import here
from rules.core.requests import StandingOrder, Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.bearing import base_attack
from rules.systems.d20.blows import others_input
from rules.systems.d20.going import course, into_walk
from rules.systems.d20.harm import strain
from rules.systems.d20.maneuvers import (
    OVERRUNNING,
    SHORTEST_RUN_FT,
    WITHIN,
    Within,
    check_rush,
    check_way,
    creature_target,
    draws,
    obstacles,
    rush_feet,
    rushes,
    target_input,
    tries,
)
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.moving import beside_input, past_input, stands
from rules.systems.d20.opportunity import Provoking, Replacing, go_on_after
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.trip import Method, Trip, attempt, falls, method_input
from rules.systems.d20.ways import Walk, beyond, fits_there, free_for, stood, walks

DefenderChoice = Literal["avoid", "block"]

OverrunOutcome = Literal["avoided", "tripped", "actor_tripped", "pushed_back"]

Position = Literal["continues", "target_square", "back_5ft"]

DEFENDER_CHOICES: tuple[DefenderChoice, ...] = get_args(DefenderChoice)


@dataclass(frozen=True)
class Overrun:
    """How an overrun ended and where it left the actor."""

    outcome: OverrunOutcome
    actor_position: Position
    actor_prone: bool
    target_prone: bool
    weapon_dropped: bool


def after_trip(tried: Trip | None, *, square_behind_occupied: bool) -> Overrun:
    """Say where the trip inside an overrun leaves the actor (D20S-OVR-08 to -10).

    None: the defender let the actor pass (D20S-OVR-07).
    """
    if tried is None:
        return Overrun("avoided", "continues", actor_prone=False, target_prone=False, weapon_dropped=False)
    if tried.target_prone:
        return Overrun("tripped", "continues", False, True, tried.weapon_dropped)
    if tried.actor_prone:
        return Overrun("actor_tripped", "target_square", True, False, tried.weapon_dropped)
    return Overrun("pushed_back", "back_5ft", square_behind_occupied, False, tried.weapon_dropped)


ENDING = ("D20S-OVR-08", "D20S-OVR-09", "D20S-OVR-10")

OVERRUN_RULES = ("D20S-OVR-01", "D20S-OVR-02", "D20S-OVR-03", "D20S-OVR-04", "D20S-OVR-05")


def overrun_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the action it is part of, the length of the run, and what is behind the target."""
    if actor is None or actor not in fight.combatants:
        return ()
    within = options_of("within", WITHIN[:2])
    first = (
        target_input(fight, actor, viewer),
        Choice("within", "input.within", required=False, default=WITHIN[0], layout="segments", options=within),
    )
    if on_board(fight, actor):
        return (*first, method_input(fight.body(actor)), *seldom(others_input()))
    return (
        *first,
        Number("run", "input.straight_run", default=SHORTEST_RUN_FT, minimum=0, maximum=200, required=False),
        method_input(fight.body(actor)),
        Flag("occupied", "input.behind_occupied", fresh=True),
        past_input(fight, actor, viewer),
        beside_input(fight, actor, viewer),
        *seldom(others_input()),
    )


def overrun_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A move with the attack action, or a charge, must be left, and nothing forbid it."""
    check_rush(fight, command, viewer, OVERRUNNING)


def overrun_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The defender steps aside or blocks; blocked, it is a trip attack (D20S-OVR-01 to -10)."""
    actor, target, values, notes = here(fight, command), creature_target(fight, command), command.inputs, Notes()
    within = cast(Within, values["within"] or WITHIN[0])
    walk = into_walk(fight, actor, target) if both_placed(fight, actor, target) else None
    run: int = walk.whole if walk is not None else values.get("run") or 0
    mine, theirs = fight.body(actor), fight.body(target)
    against = obstacles("overrun", mine.size, theirs.size, within=within, straight_run_ft=run)
    if against:
        raise NotAllowed(f"d20.maneuver.{against[0]}", field="target")
    check_way(fight, actor, target, within, run)
    tries(actor, target, "overrun", notes, OVERRUN_RULES)
    most, asked = rush_feet(fight, actor, within), set[Id]()
    fight, goes_on = yield from rushes(
        fight, actor, target, OVERRUNNING, within, run, values.get("past", ()), notes, walk, asked
    )
    if not goes_on:
        return Outcome(fight, notes.so_far)
    options = options_of("overrun", DEFENDER_CHOICES)
    answer = yield from choose(
        f"overrun:{target}",
        target,
        Choice("choice", "input.overrun", default="block", layout="segments", options=options, fresh=True),
        so_far=notes.so_far,
        label="ask.overrun",
        standing=StandingOrder("order.overrun", {"choice": "block"}, {"choice": "avoid"}),
    )
    tried: Trip | None = None
    if answer["choice"] == "avoid":
        notes.tell("overrun.lets_by", who=target, rules=("D20S-OVR-06", "D20S-OVR-07"))
    else:
        method = cast(Method, values["method"] or "unarmed")
        # the trip inside it draws a blow of its own (D20S-OVR-08, D20S-TRIP-03)
        by_hand: Provoking = "trip_weapon" if method == "weapon" else "trip_unarmed"
        fight, _ = yield from draws(fight, actor, target, by_hand, notes, "trip:")
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
        trying = Replacing(actor, target, base_attack(fight.body(actor)))
        fight, tried = yield from attempt(fight, trying, method, values["others"], notes)
    occupied = bool(values.get("occupied")) if walk is None else not free_for(fight, actor, walk.squares[-2])
    ended = after_trip(tried, square_behind_occupied=occupied)
    if tried is not None:
        tell_end(ended, actor, notes)
    if walk is not None:
        fight = yield from _goes_on(fight, actor, walk, ended.actor_position, most - run, asked, notes)
    elif ended.actor_position == "continues":
        fight = stands(fight, actor, values["beside"])
    if tried is None:
        return Outcome(fight, notes.so_far)
    if ended.actor_prone and not tried.actor_prone:
        fight = falls(fight, actor, notes, ENDING)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _goes_on(
    fight: D20Fight, actor: Id, walk: Walk, position: Position, left_ft: int, asked: set[Id], notes: Notes
) -> Steps[D20Fight]:
    """Where an overrun ends on a board: beyond the target, in its square, or where it came from (D20S-OVR-07 to -10).

    Who has not enough movement left to come beyond the target stays in front of it.
    """
    if position == "target_square":
        return fight
    squares = [walk.end]
    there = beyond(walk.end, course(walk))
    while position == "continues" and SQUARE_FT * len(squares) <= left_ft and fits_there(fight, actor, there):
        squares.append(there)
        if free_for(fight, actor, there):
            on = Walk(tuple(squares), (0,) * len(squares))
            after, _ = yield from walks(fight, actor, on, "move", notes, rules=("D20C-AOO-05",), asked=asked)
            return stands(after, actor, ())
        there = beyond(there, course(walk))
    return stood(fight, actor, walk.squares[-2])


def tell_end(ended: Overrun, actor: Id, notes: Notes) -> None:
    """Tell where the actor is after a trip inside an overrun (D20S-OVR-08 to -10)."""
    match ended.actor_position:
        case "continues":
            notes.tell("overrun.continues", who=actor, rules=ENDING)
        case "target_square":
            notes.tell("overrun.target_square", who=actor, rules=ENDING)
        case "back_5ft":
            notes.tell("overrun.back_5ft", who=actor, rules=ENDING)


OVERRUN: Action[Body, Round] = Action(
    "overrun", overrun_resolve, overrun_inputs, overrun_may, icon="chevrons-right", of_the_turn=True, needs_actor=True
)

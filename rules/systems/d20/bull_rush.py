"""Bull rush: pushing an opponent straight back.

Rules: D20S-BULL-01 to -10.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.places import both_placed
from rules.core.board.walking import on_board
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.bearing import can_act
from rules.systems.d20.dice import USUAL_CONTESTS, Contests, Opposed, opposed_check
from rules.systems.d20.going import course, into_walk
from rules.systems.d20.harm import strain
from rules.systems.d20.maneuvers import (
    BULL_RUSHING,
    WITHIN,
    Sides,
    Within,
    check_rush,
    check_way,
    contest,
    contests_of,
    creature_target,
    draws,
    footing,
    obstacles,
    rush_feet,
    rushes,
    target_input,
    tell_contest,
    tries,
)
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.moving import past_input
from rules.systems.d20.sizes import Size, check_not_too_large, known_size, size_term
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.terms import Term, total
from rules.systems.d20.trip import STABILITY, falls
from rules.systems.d20.ways import Walk, free_for, shoved, stood

CHARGING = 2
"""For the actor of a bull rush within a charge (D20S-BULL-05)."""

PUSH_FT = 5
"""The first push, each further one, and the way back after a failure (D20S-BULL-06, -07, -10)."""

POINTS_PER_PUSH = 5
"""How far the actor's total must be ahead for each further push (D20S-BULL-07)."""


@dataclass(frozen=True)
class Pusher:
    """Size and Strength of one side; `stable` counts for the target alone (D20S-BULL-05)."""

    size: Size
    strength_modifier: int
    stable: bool = False


@dataclass(frozen=True)
class BullRush:
    """The check and where both end: feet pushed, followed, gone back."""

    check: Opposed
    push_ft: int = 0
    actor_follow_ft: int = 0
    actor_back_ft: int = 0
    actor_prone: bool = False


def further_push(lead: int, movement_left_ft: int) -> int:
    """Return the feet beyond the first 5 that an actor who moves along pushes (D20S-BULL-07).

    lead: by how much the actor's total is ahead; movement_left_ft: after entering the target's square.
    """
    return PUSH_FT * min(lead // POINTS_PER_PUSH, movement_left_ft // PUSH_FT)


def pushing_terms(actor: Pusher, target: Pusher, *, charging: bool) -> Sides:
    """Return what both sides of a bull rush add to their checks (D20S-BULL-05)."""
    return (
        (
            Term("strength", actor.strength_modifier, ("D20S-BULL-05",)),
            size_term(actor.size, target.size),
            Term("charging", CHARGING if charging else 0, ("D20S-BULL-05",)),
        ),
        (
            Term("strength", target.strength_modifier, ("D20S-BULL-05",)),
            size_term(target.size, actor.size),
            Term("stability", STABILITY if target.stable else 0, ("D20S-BULL-05",)),
        ),
    )


def bull_rush(
    actor: Pusher,
    target: Pusher,
    *,
    charging: bool,
    moves_with_target: bool,
    movement_left_ft: int,
    square_behind_occupied: bool,
    contests: Contests = USUAL_CONTESTS,
) -> Throws[BullRush]:
    """Carry out the opposed Strength checks of a bull rush and move both (D20S-BULL-03, -05 to -08, -10).

    Rolls actor's d20, target's d20. Raises UnknownValue, OutOfRange, and NotAllowed against a target two or more
    categories larger.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    at_least(movement_left_ft, 0, "d20.distance.negative", field="movement_left_ft")
    check_not_too_large(actor.size, target.size)
    mine, theirs = pushing_terms(actor, target, charging=charging)
    check = yield from opposed_check("strength", total(mine), total(theirs), contests)
    if not check.won:
        return BullRush(check, actor_back_ft=PUSH_FT, actor_prone=square_behind_occupied)
    further = further_push(check.acting_total - check.other_total, movement_left_ft) if moves_with_target else 0
    return BullRush(check, push_ft=PUSH_FT + further, actor_follow_ft=further)


BULL = tuple(f"D20S-BULL-{row:02}" for row in range(1, 11))


def push_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the action it is part of, the movement left, and what is behind the target."""
    if actor is None or actor not in fight.combatants:
        return ()
    within = options_of("within", WITHIN[:2])
    first = (
        target_input(fight, actor, viewer),
        Choice("within", "input.within", required=False, default=WITHIN[0], layout="segments", options=within),
    )
    follows = Flag("follows", "input.follows", note=Fact("note.follows", rules=("D20S-BULL-07",)))
    if on_board(fight, actor):
        return (*first, follows)
    return (
        *first,
        Number("feet", "input.feet_before", default=5, minimum=0, maximum=200, required=False),
        Number("left", "input.feet_left", default=0, minimum=0, maximum=200, required=False),
        past_input(fight, actor, viewer),
        follows,
        Flag("occupied", "input.behind_occupied", fresh=True),
    )


def push_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A move with the attack action, or a charge, must be left, and nothing forbid it."""
    check_rush(fight, command, viewer, BULL_RUSHING)


def push_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Push the target straight back by opposed Strength (D20S-BULL-01 to -10)."""
    actor, target, values, notes = here(fight, command), creature_target(fight, command), command.inputs, Notes()
    within = cast(Within, values["within"] or WITHIN[0])
    mine, theirs = fight.body(actor), fight.body(target)
    stopped = obstacles("bull_rush", mine.size, theirs.size, within=within)
    if stopped:
        raise NotAllowed(f"d20.maneuver.{stopped[0]}", field="target")
    # the square of a target that is beside the actor is one step away
    walk = into_walk(fight, actor, target) if both_placed(fight, actor, target) else None
    if walk is not None:
        feet, left = walk.whole, max(0, rush_feet(fight, actor, within) - walk.whole)
    else:
        feet, left = max(values.get("feet") or 0, PUSH_FT), values.get("left") or 0
    check_way(fight, actor, target, within, feet, left if values["follows"] and walk is None else 0)
    tries(actor, target, "bull_rush", notes, BULL)
    fight, goes_on = yield from rushes(
        fight, actor, target, BULL_RUSHING, within, feet, values.get("past", ()), notes, walk
    )
    if not goes_on:
        return Outcome(fight, notes.so_far)
    occupied = bool(values.get("occupied")) if walk is None else not free_for(fight, actor, walk.squares[-2])
    stands = footing(fight, actor), footing(fight, target)
    charging = within == "charge"
    pusher = Pusher(stands[0].size, stands[0].strength_modifier)
    pushed = Pusher(stands[1].size, stands[1].strength_modifier, stands[1].stable)
    rule = bull_rush(
        pusher,
        pushed,
        charging=charging,
        moves_with_target=bool(values["follows"]),
        movement_left_ft=left,
        square_behind_occupied=occupied,
        contests=contests_of(fight),
    )
    found = yield from contest(fight, rule, actor, target, notes, "push")
    tell_contest(fight, actor, target, found.check, notes, BULL, pushing_terms(pusher, pushed, charging=charging))
    if found.push_ft:
        pushed_ft = found.push_ft if walk is None else _room(fight, target, walk, found.push_ft)
        rules = ("D20S-BULL-06", "D20S-BULL-07", "D20S-BULL-08")
        if pushed_ft:
            notes.tell("push.back", pushed_ft, who=target, feet=pushed_ft, rules=rules)
        else:
            notes.tell("push.no_room", who=target, rules=rules)
        for key, who, other, act in (
            ("pushed:", target, actor, "bull_rush_push_target"),
            ("follows:", actor, target, "bull_rush_push_actor"),
        ):
            fight, _ = yield from draws(fight, who, other, act, notes, key)  # type: ignore[arg-type]
        if walk is not None:
            fight = _ended(fight, actor, target, walk, pushed_ft, found.actor_follow_ft)
    else:
        notes.tell("push.fails", found.actor_back_ft, who=actor, feet=found.actor_back_ft, rules=("D20S-BULL-10",))
        if walk is not None:
            fight = stood(fight, actor, walk.squares[-2])
        if found.actor_prone:
            fight = falls(fight, actor, notes, ("D20S-BULL-10",))
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _room(fight: D20Fight, target: Id, walk: Walk, feet: int) -> int:
    """How many of the feet of a push there is room for behind a target on a board."""
    _, squares = shoved(fight, target, course(walk), feet // SQUARE_FT)
    return squares * SQUARE_FT


def _ended(fight: D20Fight, actor: Id, target: Id, walk: Walk, pushed_ft: int, follow_ft: int) -> D20Fight:
    """Push a target along the way of its attacker, who comes into its square and perhaps further (D20S-BULL-06, -07).

    Where there is no room behind the target, the attacker goes back a square. One who has fallen goes no further.
    """
    fight, squares = shoved(fight, target, course(walk), pushed_ft // SQUARE_FT)
    if not squares:
        return stood(fight, actor, walk.squares[-2])
    further = min(follow_ft // SQUARE_FT, squares - 1) if can_act(fight, actor) else 0
    return shoved(fight, actor, course(walk), further)[0]


BULL_RUSH: Action[Body, Round] = Action(
    "bull_rush", push_resolve, push_inputs, push_may, icon="chevrons-right", of_the_turn=True, needs_actor=True
)

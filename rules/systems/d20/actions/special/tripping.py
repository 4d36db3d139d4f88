"""Tripping, and running over somebody, who may trip in return (D20S-TRIP-01 to -11, D20S-OVR-01 to -10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.d20.actions.acting import here
from rules.systems.d20.actions.blows import others_input
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.moving import beside_input, past_input, stands
from rules.systems.d20.actions.opportunity import go_on_after
from rules.systems.d20.actions.special.common import (
    attack_spent,
    check_attack,
    contest,
    draws,
    footing,
    in_reach,
    target_input,
    target_of,
    tell_contest,
    touches,
    tries,
)
from rules.systems.d20.actions.special.rushes import OVERRUNNING, check_rush, check_way, rushes
from rules.systems.d20.bearing import base_attack
from rules.systems.d20.marks import Effect
from rules.systems.d20.phases import Round
from rules.systems.d20.sizes import check_not_too_large
from rules.systems.d20.special.maneuvers import SHORTEST_RUN_FT, WITHIN, Within, obstacles
from rules.systems.d20.special.overrun import DEFENDER_CHOICES, after_trip
from rules.systems.d20.special.provoking import Provoking
from rules.systems.d20.special.trip import METHODS, Method, Trip, may_counter_trip, trip_check, trip_counter
from rules.systems.d20.state import Body, D20Fight, with_effect

TRIPPING = ("D20S-TRIP-02", "D20S-TRIP-04", "D20S-TRIP-05", "D20S-TRIP-06")
RETURN = ("D20S-TRIP-07", "D20S-TRIP-11")
OVERRUN_RULES = ("D20S-OVR-01", "D20S-OVR-02", "D20S-OVR-03", "D20S-OVR-04", "D20S-OVR-05")


@dataclass(frozen=True, slots=True)
class Tried:
    """A trip attack at the table: the fight after it, and how it went."""

    fight: D20Fight
    trip: Trip


def methods_of(body: Body) -> tuple[Method, ...]:
    """How somebody can trip: with bare hands, and with a weapon in hand that is made for it (D20S-TRIP-09)."""
    return METHODS if body.weapon(body.main).trips and body.has(body.main) else METHODS[:1]


def method_input(body: Body) -> Choice:
    """Bare hands or the weapon."""
    options = tuple(Option(name, Fact(f"trip.by_{name}")) for name in methods_of(body))
    return Choice("method", "input.method", required=False, default="unarmed", layout="segments", options=options)


def falls(fight: D20Fight, who: Id, notes: Notes, rules: tuple[str, ...]) -> D20Fight:
    """Somebody lies on the ground now (D20S-TRIP-06, D20H-COND-27)."""
    notes.add(Fact("trip.prone", params={"who": Ref(who)}, rules=rules))
    return with_effect(fight, who, Effect("prone", "condition", "prone"))


def attempt(
    fight: D20Fight, actor: Id, target: Id, base: int, method: Method, others: Json, notes: Notes
) -> Steps[Tried]:
    """Touch, opposed check, and perhaps the trip in return (D20S-TRIP-02, D20S-TRIP-04 to -08, D20S-TRIP-11)."""
    mine, theirs = footing(fight, actor), footing(fight, target)
    touch = yield from touches(fight, actor, target, base, others, notes, "trip")
    if not touch.success:
        return Tried(fight, Trip(False))
    check = yield from contest(fight, trip_check(mine, theirs), actor, target, notes, "trip")
    tell_contest(fight, actor, target, check, notes, TRIPPING)
    if check.won:
        return Tried(falls(fight, target, notes, TRIPPING), Trip(True, check))
    if not may_counter_trip(mine, theirs, check):
        return Tried(fight, Trip(True, check))
    answer = yield from choose(
        f"return:{target}",
        target,
        Flag("trips", "input.trips_back", default=True, fresh=True),
        so_far=notes.so_far,
        default={"trips": False},
        label="ask.trip_back",
    )
    if not answer["trips"]:
        return Tried(fight, Trip(True, check))
    counter = yield from contest(fight, trip_counter(mine, theirs), actor, target, notes, "return")
    # the roles are exchanged: won says that the one who was to fall brings the other down
    tell_contest(fight, target, actor, counter, notes, RETURN)
    if not counter.won:
        return Tried(fight, Trip(True, check, None, counter))
    if method == "weapon":
        drops = yield from choose(
            f"drop:{actor}",
            actor,
            Flag("drops", "input.drops_weapon", default=True, fresh=True),
            so_far=notes.so_far,
            default={"drops": True},
            label="ask.drop_weapon",
        )
        if drops["drops"]:
            return Tried(_without_weapon(fight, actor, notes), Trip(True, check, None, counter, weapon_dropped=True))
    return Tried(falls(fight, actor, notes, RETURN), Trip(True, check, None, counter))


def _without_weapon(fight: D20Fight, actor: Id, notes: Notes) -> D20Fight:
    from rules.systems.d20.actions.special.disarming import dropped

    body = fight.combatants[actor].body
    return dropped(fight, actor, body.main, notes, rules=("D20S-TRIP-11",))


def trip_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, and with what."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    return (target_input(fight, actor, viewer), method_input(body), others_input())


def trip_check_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left."""
    check_attack(fight, command, viewer)


def trip_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Try to bring somebody down; bare hands draw a blow from the target first (D20S-TRIP-01 to -11)."""
    actor, notes = here(fight, command), Notes()
    target = in_reach(fight, actor, command)
    method = cast(Method, command.inputs["method"] or "unarmed")
    check_not_too_large(fight.combatants[actor].body.size, fight.combatants[target].body.size)
    fight, base = attack_spent(fight, actor, "trip")
    tries(actor, target, "trip", notes, ("D20S-TRIP-01", "D20S-TRIP-02", "D20S-TRIP-03", "D20S-TRIP-10"))
    fight, _ = yield from draws(fight, actor, target, "trip_weapon" if method == "weapon" else "trip_unarmed", notes)
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    tried = yield from attempt(fight, actor, target, base, method, command.inputs["others"], notes)
    fight = yield from strain(tried.fight, actor, notes)
    return Outcome(fight, notes.so_far)


def overrun_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, as part of what, after how long a run, and whether somebody stands behind."""
    if actor is None or actor not in fight.combatants:
        return ()
    within = tuple(Option(name, Fact(f"within.{name}")) for name in WITHIN[:2])
    return (
        target_input(fight, actor, viewer),
        Choice("within", "input.within", required=False, default=WITHIN[0], layout="segments", options=within),
        Number("run", "input.straight_run", default=SHORTEST_RUN_FT, minimum=0, maximum=200, required=False),
        method_input(fight.combatants[actor].body),
        Flag("occupied", "input.behind_occupied", fresh=True),
        past_input(fight, actor, viewer),
        beside_input(fight, actor, viewer),
        others_input(),
    )


def overrun_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A move with the attack action, or a charge, must be left, and nothing forbid it."""
    check_rush(fight, command, viewer, OVERRUNNING)


def overrun_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The defender steps aside or blocks; blocked, it is a trip attack (D20S-OVR-01 to -10)."""
    actor, target, values, notes = here(fight, command), target_of(fight, command), command.inputs, Notes()
    within = cast(Within, values["within"] or WITHIN[0])
    run: int = values["run"] or 0
    mine, theirs = fight.combatants[actor].body, fight.combatants[target].body
    against = obstacles("overrun", mine.size, theirs.size, within=within, straight_run_ft=run)
    if against:
        raise NotAllowed(f"d20.maneuver.{against[0]}", field="target")
    check_way(fight, actor, target, within, run)
    tries(actor, target, "overrun", notes, OVERRUN_RULES)
    fight, goes_on = yield from rushes(fight, actor, target, OVERRUNNING, within, run, values["past"], notes)
    if not goes_on:
        return Outcome(fight, notes.so_far)
    options = tuple(Option(name, Fact(f"overrun.{name}")) for name in DEFENDER_CHOICES)
    answer = yield from choose(
        f"overrun:{target}",
        target,
        Choice("choice", "input.overrun", default="block", layout="segments", options=options, fresh=True),
        so_far=notes.so_far,
        label="ask.overrun",
    )
    if answer["choice"] == "avoid":
        notes.add(Fact("overrun.lets_by", params={"who": Ref(target)}, rules=("D20S-OVR-06", "D20S-OVR-07")))
        return Outcome(stands(fight, actor, values["beside"]), notes.so_far)
    method = cast(Method, values["method"] or "unarmed")
    # the trip inside it draws a blow of its own (D20S-OVR-08, D20S-TRIP-03)
    by_hand: Provoking = "trip_weapon" if method == "weapon" else "trip_unarmed"
    fight, _ = yield from draws(fight, actor, target, by_hand, notes, "trip:")
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    base = base_attack(fight.combatants[actor].body)
    tried = yield from attempt(fight, actor, target, base, method, values["others"], notes)
    fight = tried.fight
    ended = after_trip(tried.trip, square_behind_occupied=bool(values["occupied"]))
    rules = ("D20S-OVR-08", "D20S-OVR-09", "D20S-OVR-10")
    notes.add(Fact(f"overrun.{ended.actor_position}", params={"who": Ref(actor)}, rules=rules))
    if ended.actor_position == "continues":
        fight = stands(fight, actor, values["beside"])
    if ended.actor_prone and not tried.trip.actor_prone:
        fight = falls(fight, actor, notes, rules)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


TRIP: Action[Body, Round] = Action(
    "trip", trip_resolve, trip_inputs, trip_check_may, icon="arrow-down", of_the_turn=True, needs_actor=True
)
OVERRUN: Action[Body, Round] = Action(
    "overrun", overrun_resolve, overrun_inputs, overrun_may, icon="chevrons-right", of_the_turn=True, needs_actor=True
)

"""Overrun: through or over somebody's square (D20S-OVR-01 to -10)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of
from rules.core.throws import Throws
from rules.systems.d20.special.maneuvers import Within, obstacles
from rules.systems.d20.special.trip import Footing, Method, Trip, known_method, trip

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


AVOIDED = Overrun("avoided", "continues", actor_prone=False, target_prone=False, weapon_dropped=False)
"""The defender lets the actor pass (D20S-OVR-07)."""


def after_trip(attempt: Trip, *, square_behind_occupied: bool) -> Overrun:
    """Say where the trip inside an overrun leaves the actor (D20S-OVR-08 to -10)."""
    if attempt.target_prone:
        return Overrun("tripped", "continues", False, True, attempt.weapon_dropped)
    if attempt.actor_prone:
        return Overrun("actor_tripped", "target_square", True, False, attempt.weapon_dropped)
    return Overrun("pushed_back", "back_5ft", square_behind_occupied, False, attempt.weapon_dropped)


def overrun(
    actor: Footing,
    target: Footing,
    *,
    touch_attack_bonus: int,
    touch_defense: int,
    method: Method,
    within: Within,
    straight_run_ft: int,
    five_foot_step: bool,
    attempts_this_action: int,
    defender_choice: DefenderChoice,
    target_counters: bool,
    actor_drops_weapon: bool,
    square_behind_occupied: bool,
) -> Throws[Overrun]:
    """Carry out an overrun; blocked, it is a whole trip attack (D20S-OVR-01 to -10).

    Rolls nothing when avoided, else those of a trip. Raises UnknownValue, OutOfRange, and NotAllowed for the first
    obstacle of `obstacles`.
    """
    known_method(method)
    one_of(defender_choice, DEFENDER_CHOICES, "d20.overrun.choice_unknown", field="defender_choice")
    against = obstacles(
        "overrun",
        actor.size,
        target.size,
        within=within,
        five_foot_step=five_foot_step,
        attempts_this_action=attempts_this_action,
        straight_run_ft=straight_run_ft,
    )
    if against:
        raise NotAllowed(f"d20.maneuver.{against[0]}", params={"obstacles": against})
    if defender_choice == "avoid":
        return AVOIDED
    attempt = yield from trip(
        actor,
        target,
        touch_attack_bonus=touch_attack_bonus,
        touch_defense=touch_defense,
        method=method,
        target_counters=target_counters,
        actor_drops_weapon=actor_drops_weapon,
    )
    return after_trip(attempt, square_behind_occupied=square_behind_occupied)

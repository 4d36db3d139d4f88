"""Whether a maneuver may be tried at all: size, movement, run-up (D20S-OVR-01 to -05, -BULL-01 to -03, -TRIP-01)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, needed, one_of
from rules.systems.d20.sizes import Size, known_size, too_large

Maneuver = Literal["overrun", "bull_rush", "trip", "grapple_grab", "grapple_hold"]
Within = Literal["move_action", "charge", "other"]
Obstacle = Literal["target_too_large", "not_in_move_or_charge", "five_foot_step", "second_attempt", "run_too_short"]

MANEUVERS: tuple[Maneuver, ...] = get_args(Maneuver)
WITHIN: tuple[Within, ...] = get_args(Within)

SHORTEST_RUN_FT = 10
"""Straight way into the target's square that an overrun needs (D20S-OVR-05)."""


@dataclass(frozen=True)
class Demands:
    """What a maneuver demands: a target not too large, part of a movement without a step, one attempt after a run."""

    size: bool = True
    in_movement: bool = False
    run: bool = False


DEMANDS: Mapping[Maneuver, Demands] = {
    "overrun": Demands(in_movement=True, run=True),
    "bull_rush": Demands(in_movement=True),
    "trip": Demands(),
    "grapple_grab": Demands(size=False),
    "grapple_hold": Demands(),
}
"""D20S-OVR-01 to -05, D20S-BULL-01 to -03, D20S-TRIP-01, D20S-GRAP-04, D20S-GRAP-13."""


def known_within(within: Within) -> Within:
    """Return the action that a maneuver is part of, or refuse it as unknown."""
    return one_of(within, WITHIN, "d20.maneuver.within_unknown", field="within")


def obstacles(
    maneuver: Maneuver,
    actor_size: Size,
    target_size: Size,
    *,
    within: Within | None = None,
    five_foot_step: bool = False,
    attempts_this_action: int = 0,
    straight_run_ft: int | None = None,
) -> tuple[Obstacle, ...]:
    """Return every reason against a maneuver, always in the same order; none means that it may be tried.

    `within` is needed for an overrun and a bull rush, `straight_run_ft` (feet into the target's square) for an overrun.
    Raises Missing without them, UnknownValue, OutOfRange for negative numbers (D20S-OVR-01 to -05, D20S-BULL-01 to -03,
    D20S-TRIP-01, D20S-GRAP-04, D20S-GRAP-13).
    """
    demands = DEMANDS.get(maneuver, Demands())
    if demands.in_movement:
        needed(within, "d20.maneuver.within_missing", field="within")
    if demands.run:
        needed(straight_run_ft, "d20.maneuver.run_missing", field="straight_run_ft")
    one_of(maneuver, MANEUVERS, "d20.maneuver.unknown", field="maneuver")
    known_size(actor_size, "actor_size")
    known_size(target_size, "target_size")
    if demands.in_movement and within is not None:
        known_within(within)
    at_least(attempts_this_action, 0, "d20.maneuver.attempts_negative", field="attempts_this_action")
    if demands.run and straight_run_ft is not None:
        at_least(straight_run_ft, 0, "d20.distance.negative", field="straight_run_ft")
    against: Mapping[Obstacle, bool] = {
        "target_too_large": demands.size and too_large(actor_size, target_size),
        "not_in_move_or_charge": demands.in_movement and within == "other",
        "five_foot_step": demands.in_movement and five_foot_step,
        "second_attempt": demands.run and attempts_this_action >= 1,
        "run_too_short": demands.run and straight_run_ft is not None and straight_run_ft < SHORTEST_RUN_FT,
    }
    return tuple(obstacle for obstacle, applies in against.items() if applies)

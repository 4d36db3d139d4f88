"""Days and food, and the rounds of a combat with their phases (TUM-PROV-02, TUM-HOUSE-23, TUMS-CMB-01 to -06)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.tumbas.dice import Pool
from rules.systems.tumbas.rolls import AttributeTest, pool_of

Surroundings = Literal["outdoors", "dungeon", "settlement"]
Phase = Literal["declaration", "action", "melee", "ended"]
ActionType = Literal["standard", "melee"]

PLACES: tuple[Surroundings, ...] = get_args(Surroundings)
PHASES: tuple[Phase, ...] = get_args(Phase)
ACTION_TYPES: tuple[ActionType, ...] = get_args(ActionType)

ROUND_SECONDS = 5
"""Seconds of a round (TUMS-CMB-01)."""


@dataclass(frozen=True)
class DaysPassed:
    """What whole days take from the provisions."""

    provisions: int
    consumed: int
    days_unfed: int


@dataclass(frozen=True)
class PhaseOfRound:
    """Where a combat stands, and the seconds that have passed since it began."""

    round: int
    phase: Phase
    elapsed_seconds: int


@dataclass(frozen=True)
class Declaration:
    """What a declared action means for the round."""

    engaged: bool
    opportunity_attack_risk: bool
    phase: Literal["action", "melee"]


def known_place(place: Surroundings) -> Surroundings:
    """Return the surroundings, or refuse them as unknown (TUM-PROV-02)."""
    return one_of(place, PLACES, "tumbas.place.unknown", field="place")


def known_action_type(action_type: ActionType) -> ActionType:
    """Return the type of an action, or refuse it as unknown (TUMS-CMB-05)."""
    return one_of(action_type, ACTION_TYPES, "tumbas.action_type.unknown", field="action_type")


def pass_days(provisions: int, days: int, place: Surroundings) -> DaysPassed:
    """Cross off one point of provisions for each whole day outside a settlement (TUM-PROV-01, TUM-PROV-02)."""
    known_place(place)
    at_least(provisions, 0, "tumbas.load.negative", field="provisions")
    at_least(days, 0, "tumbas.days.negative", field="days")
    eaten = 0 if place == "settlement" else days
    consumed = min(provisions, eaten)
    return DaysPassed(provisions - consumed, consumed, eaten - consumed)


def hunger_pool(hungry_day: int, reward: int = 0, punishment: int = 0) -> Pool:
    """Return the dice of the test of a day without food: one punishment die for each earlier one (TUM-HOUSE-23)."""
    at_least(hungry_day, 1, "tumbas.hunger.day", field="hungry_day")
    pool_of(reward, punishment)
    return pool_of(reward, punishment + hungry_day - 1)


def hunger_loss(hungry_day: int, test: AttributeTest) -> int:
    """Return the hit points that a day without food costs (TUM-HOUSE-23)."""
    if test.success:
        return 0
    return 2 * hungry_day if test.fumble else hungry_day


def next_phase(round_: int, phase: Phase, *, combat_over: bool = False) -> PhaseOfRound:
    """Move a combat on by one phase, into the next round after the melee phase (TUMS-CMB-01, TUMS-CMB-02).

    Raises UnknownValue, OutOfRange for a round below 1, NotAllowed for a combat that has ended.
    """
    one_of(phase, PHASES, "tumbas.phase.unknown", field="phase")
    at_least(round_, 1, "tumbas.round", field="round")
    if phase == "ended":
        raise NotAllowed("tumbas.combat.ended", field="phase")
    following: Phase = "ended" if combat_over else PHASES[(PHASES.index(phase) + 1) % 3]
    after = round_ + 1 if following == "declaration" else round_
    return PhaseOfRound(after, following, ROUND_SECONDS * (after - 1))


def declare_action(adjacent_opponents: int, action_type: ActionType, *, hurried: bool = False) -> Declaration:
    """Check one declared action (TUMS-CMB-04 to -06, TUMS-CMB-08, TUM-HOUSE-12).

    Raises OutOfRange, then UnknownValue, then NotAllowed for melee without an opponent or hurrying with it.
    """
    at_least(adjacent_opponents, 0, "tumbas.opponents.negative", field="adjacent_opponents")
    known_action_type(action_type)
    engaged = adjacent_opponents > 0
    if action_type == "melee":
        if not engaged:
            raise NotAllowed("tumbas.declare.not_engaged", field="action_type")
        check_hurry(action_type, hurried=hurried)
        return Declaration(engaged, opportunity_attack_risk=False, phase="melee")
    return Declaration(engaged, opportunity_attack_risk=engaged, phase="action")


def check_hurry(action_type: ActionType, *, hurried: bool) -> None:
    """Refuse hurrying with a melee action (TUM-HOUSE-12)."""
    if hurried and action_type == "melee":
        raise NotAllowed("tumbas.declare.hurried_melee", field="hurried")

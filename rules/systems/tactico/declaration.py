"""What somebody declares for the three segments of a turn (TAC-ACT-01 to -06, TAC-MEL, TAC-FAT, TAC-DMG-08)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of
from rules.systems.tactico.fatigue import fatigue
from rules.systems.tactico.locations import LEGS, Location, known_location
from rules.systems.tactico.melee import MeleeStage, is_engaged, known_stage, may_move
from rules.systems.tactico.movement import MOVING, metres_of, segments_moved, too_many_moves
from rules.systems.tactico.time import SEGMENTS

ActionKind = Literal["move", "athletics_move", "attack", "skill", "reload", "handle_item", "crawl", "treat", "give_up"]
Patient = Literal["self", "other"]

ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
"""What a segment can hold (TAC-ACT-02)."""

PATIENTS: tuple[Patient, ...] = get_args(Patient)

ON_THE_GROUND: tuple[ActionKind, ...] = ("crawl", "treat", "give_up")
"""What a disabled torso leaves (TAC-DMG-09)."""


@dataclass(frozen=True)
class Declarer:
    """Whoever declares, at that moment: fatigue, Movimiento in metres, melee, locations out of use.

    `distance_m` are the metres to the nearest opponent, None when there is none.
    """

    fatigue_level: int
    fatigue_attribute: int
    movement: int
    distance_m: int | Fraction | None = None
    melee_stage: MeleeStage = "none"
    disabled: tuple[Location, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What follows from an accepted declaration; distances in metres."""

    actions_allowed: int
    actions_used: int
    defences: int
    segments_moved: int
    distance_covered_m: int
    engaged: bool
    leaves_melee: bool
    is_rest_turn: bool


def actions_allowed(who: Declarer) -> int:
    """Return the actions of a turn: 3, 1 or 0 (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03, TAC-DMG-10)."""
    allowed = fatigue(who.fatigue_level, who.fatigue_attribute).actions_per_turn
    return 0 if "head" in who.disabled else allowed


def check_plan(who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient = "self") -> Plan:
    """Accept a declaration or refuse it with the first of its faults (TAC-ACT-01 to -04, TAC-ACT-06).

    `segments` holds exactly three kinds of action (else `OutOfRange`). Fatigue, melee, wounds and treatment restrict
    them: TAC-FAT-02 to -04, TAC-MEL-01 to -04, TAC-MEL-06, TAC-DMG-08 to -10, TAC-HEAL-03,
    TAC-HOUSE-10, TAC-HOUSE-17.
    """
    for fault in plan_faults(who, segments, treat_patient):
        raise NotAllowed(fault, field="segments")
    used = len(segments) - segments.count("give_up")
    allowed = actions_allowed(who)
    helpless = "torso" in who.disabled or "head" in who.disabled or "treat" in segments
    return Plan(
        actions_allowed=allowed,
        actions_used=used,
        defences=0 if helpless else allowed - used,
        segments_moved=segments_moved(segments),
        distance_covered_m=sum(metres_of(action, who.movement) for action in segments),
        engaged=is_engaged(who.distance_m),
        leaves_melee=who.melee_stage == "leaving",
        is_rest_turn=used == 0,
    )


def plan_faults(who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient = "self") -> tuple[str, ...]:
    """List the reasons for which a declaration is not allowed, none when it is (rows as in `check_plan`)."""
    _check_words(who, segments, treat_patient)
    allowed = actions_allowed(who)
    at_least(who.movement, 0, "tactico.movement.negative", field="movement")
    is_engaged(who.distance_m)
    if len(segments) != SEGMENTS:
        raise OutOfRange("tactico.turn.segments", field="segments", params={"given": len(segments), "needed": SEGMENTS})
    return (
        *_number_faults(segments, allowed),
        *_melee_faults(who, segments),
        *_wound_faults(who, segments),
        *_treatment_faults(who, segments, treat_patient, allowed),
    )


def _check_words(who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient) -> None:
    known_stage(who.melee_stage)
    for location in who.disabled:
        known_location(location, field="disabled")
    for action in segments:
        one_of(action, ACTION_KINDS, "tactico.action.unknown", field="segments")
    one_of(treat_patient, PATIENTS, "tactico.treatment.patient_unknown", field="treat_patient")


def _number_faults(segments: Sequence[ActionKind], allowed: int) -> Iterator[str]:
    if len(segments) - segments.count("give_up") > allowed:
        yield "tactico.plan.too_many_actions"
    if too_many_moves(segments):
        yield "tactico.plan.second_move"


def _melee_faults(who: Declarer, segments: Sequence[ActionKind]) -> Iterator[str]:
    moves = any(action in MOVING for action in segments)
    if who.melee_stage == "leaving":
        if not is_engaged(who.distance_m):
            yield "tactico.plan.nothing_to_leave"
        if moves or "attack" in segments:
            yield "tactico.plan.leaving_takes_the_turn"
    elif moves and not may_move(who.distance_m, who.melee_stage):
        yield "tactico.plan.locked_in_melee"


def _wound_faults(who: Declarer, segments: Sequence[ActionKind]) -> Iterator[str]:
    torso, leg = "torso" in who.disabled, any(location in LEGS for location in who.disabled)
    if "crawl" in segments and not torso and not leg:
        yield "tactico.plan.no_need_to_crawl"
    if torso and any(action not in ON_THE_GROUND for action in segments):
        yield "tactico.plan.torso_disabled"
    if leg and any(action in MOVING and action != "crawl" for action in segments):
        yield "tactico.plan.leg_disabled"


def _treatment_faults(
    who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient, allowed: int
) -> Iterator[str]:
    if "treat" not in segments:
        return
    if any(action not in ("treat", "give_up") for action in segments) or segments.count("treat") < allowed:
        yield "tactico.plan.treating_takes_the_turn"
    if treat_patient == "other" and "torso" in who.disabled:
        yield "tactico.plan.only_own_wounds"

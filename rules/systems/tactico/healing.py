"""Treating wounds and recovering by nature (TAC-HEAL-01 to -04, TAC-HOUSE-15, TAC-HOUSE-16)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of
from rules.systems.tactico.hit_points import DamageKind, is_dead
from rules.systems.tactico.locations import LOCATIONS, Location, check_locations, known_location
from rules.systems.tactico.rolls import Competence, Difficulty, SkillRoll, skill_roll
from rules.systems.tactico.time import SECONDS_OF_TURN

TreatmentEvent = Literal["full_turn", "other_action"]

TREATMENT_EVENTS: tuple[TreatmentEvent, ...] = get_args(TreatmentEvent)

TURNS_PER_POINT = 10
"""Full turns of treatment for each point of a wound (TAC-HEAL-02)."""

TREATMENT_DIFFICULTY: Difficulty = "average"
"""Difficulty of the Medicina roll at the end of a treatment (TAC-HOUSE-15)."""


@dataclass(frozen=True)
class Treatment:
    """How far the treatment of one wound has come; the seconds are those of the whole."""

    turns_needed: int
    seconds_needed: int
    turns_done: int
    finished: bool


@dataclass(frozen=True)
class Health:
    """Puntos de Vida and resistance of some or all locations."""

    life_points: int
    resistance: Mapping[Location, int]


@dataclass(frozen=True)
class TreatmentResult:
    """The roll at the end of a treatment and the health after it."""

    roll: SkillRoll
    health: Health


def is_treatable(kind: DamageKind) -> bool:
    """Say whether harm of a kind can be treated in the middle of a stress situation: wounds only (TAC-HEAL-01)."""
    return kind == "wound"


def turns_needed(wound_points: int) -> int:
    """Return the full turns that treating a wound takes, 10 a point (TAC-HEAL-02)."""
    return TURNS_PER_POINT * at_least(wound_points, 1, "tactico.treatment.no_wound", field="wound_points")


def treatment_step(
    wound_points: int, turns_done: int, event: TreatmentEvent, *, has_equipment: bool, patient_dead: bool
) -> Treatment:
    """Pass one turn of a treatment (TAC-HEAL-01 to -03, TAC-HOUSE-15, TAC-HOUSE-16).

    A turn with another action breaks it off, so that it starts again from 0 turns. Without equipment, or on the dead,
    it is `NotAllowed`; `turns_done` is below what the wound needs, else `OutOfRange`.
    """
    one_of(event, TREATMENT_EVENTS, "tactico.treatment.event_unknown", field="event")
    whole = turns_needed(wound_points)
    if not 0 <= turns_done < whole:
        raise OutOfRange("tactico.treatment.turns", field="turns_done", params={"value": turns_done, "most": whole - 1})
    if patient_dead:
        raise NotAllowed("tactico.treatment.dead", field="patient_dead")
    if not has_equipment:
        raise NotAllowed("tactico.treatment.equipment", field="has_equipment")
    done = turns_done + 1 if event == "full_turn" else 0
    return Treatment(whole, whole * SECONDS_OF_TURN, done, done == whole)


def finish_treatment(
    healer: Competence,
    faces: Sequence[int],
    wound_points: int,
    location: Location,
    health: Health,
    maximum: Health,
) -> TreatmentResult:
    """Roll Medicina at the end; success gives the wound's points back, up to the maximum (TAC-HOUSE-15, -16)."""
    known_location(location)
    check_locations(health.resistance, (location,), field="resistance", known=LOCATIONS)
    check_locations(maximum.resistance, (location,), field="resistance_max", known=LOCATIONS)
    at_least(wound_points, 1, "tactico.treatment.no_wound", field="wound_points")
    if is_dead(health.life_points):
        raise NotAllowed("tactico.treatment.dead", field="life_points")
    roll = skill_roll(healer, TREATMENT_DIFFICULTY, faces)
    gained = wound_points if roll.success else 0
    resistance = restored(health.resistance[location], maximum.resistance[location], gained)
    return TreatmentResult(
        roll,
        Health(restored(health.life_points, maximum.life_points, gained), {**health.resistance, location: resistance}),
    )


def restored(points: int, maximum: int, gained: int) -> int:
    """Add points up to the maximum; what lies above it already stays (TAC-HEAL-04, TAC-HOUSE-15)."""
    return max(points, min(maximum, points + gained))


def natural_recovery(health: Health, maximum: Health, weeks: int, *, cared_for: bool) -> Health:
    """Recover over complete weeks of minimal care, 1 point a week each (TAC-HEAL-04, TAC-HOUSE-16).

    Both resistances name the same locations, some or all of the six; the locations recover side by side.
    """
    for field, points, other in (
        ("resistance", health.resistance, maximum.resistance),
        ("resistance_max", maximum.resistance, health.resistance),
    ):
        check_locations(points, [location for location in LOCATIONS if location in other], field=field, known=LOCATIONS)
    at_least(maximum.life_points, 1, "tactico.recovery.maximum", field="life_points_max")
    at_least(weeks, 0, "tactico.recovery.weeks", field="weeks")
    if is_dead(health.life_points):
        raise NotAllowed("tactico.recovery.dead", field="life_points")
    gained = weeks if cared_for else 0
    return Health(
        restored(health.life_points, maximum.life_points, gained),
        {
            location: restored(points, maximum.resistance[location], gained)
            for location, points in health.resistance.items()
        },
    )

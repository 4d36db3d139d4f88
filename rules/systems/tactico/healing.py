"""Treating wounds, turn by turn up to a roll of Medicina, and recovering by nature.

(TAC-HEAL-01 to -04, TAC-HOUSE-15, TAC-HOUSE-16)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.people import may_name, numbers_for
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws, asked
from rules.core.types import Id, put
from rules.systems.tactico.acting import check_able, here
from rules.systems.tactico.attributes import is_dead
from rules.systems.tactico.clock import SECONDS_OF_TURN
from rules.systems.tactico.harm import less_wounded, mend, restored, wounds_of
from rules.systems.tactico.locations import LOCATIONS, Location, check_locations
from rules.systems.tactico.rolls import Competence, Difficulty, SkillRoll, skill_check
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import Body, Round, TacticoFight, Treating
from rules.systems.tactico.testing import Try, given_causes, modifiers_input, skill_asking

TreatmentEvent = Literal["full_turn", "other_action"]

TREATMENT_EVENTS: tuple[TreatmentEvent, ...] = get_args(TreatmentEvent)

TURNS_PER_POINT = 10
"""Full turns of treatment for each point of a wound (TAC-HEAL-02)."""

TREATMENT_DIFFICULTY: Difficulty = "average"
"""Difficulty of the Medicina roll at the end of a treatment (TAC-HOUSE-15)."""


@dataclass(frozen=True)
class Treatment:
    """How far the treatment of one wound has come."""

    turns_needed: int
    seconds_needed: int
    """Of the whole treatment."""
    turns_done: int
    finished: bool


@dataclass(frozen=True)
class Points:
    """Puntos de Vida and resistance of some or all locations."""

    life_points: int
    resistance: Mapping[Location, int]


@dataclass(frozen=True)
class Treated:
    """The roll at the end of a treatment and the points that it gives back."""

    roll: SkillRoll
    gained: int


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
    healer: Competence, wound_points: int, difficulty: Difficulty = TREATMENT_DIFFICULTY
) -> Throws[Treated]:
    """Roll Medicina at the end of a treatment; success gives the wound's points back (TAC-HOUSE-15, TAC-HOUSE-16)."""
    at_least(wound_points, 1, "tactico.treatment.no_wound", field="wound_points")
    roll = yield from skill_check(healer, difficulty, "care")
    return Treated(roll, wound_points if roll.success else 0)


def natural_recovery(health: Points, maximum: Points, weeks: int, *, cared_for: bool) -> Points:
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
    return Points(
        restored(health.life_points, maximum.life_points, gained),
        {
            location: restored(points, maximum.resistance[location], gained)
            for location, points in health.resistance.items()
        },
    )


# treatment in a fight


def treatable(fight: TacticoFight, healer: Id, viewer: Viewer) -> list[tuple[Id, Id]]:
    """Patients and wounds that a healer may treat: of the healer's own side, on the ground the own ones alone.

    Only wounds can be treated, no other harm. (TAC-HEAL-01, TAC-DMG-09)
    """
    body = fight.body(healer)
    if not body.equipment:
        return []
    own_only = "torso" in body.disabled
    side = fight.combatants[healer].side
    return [
        (who, key)
        for who in may_name(fight, viewer)
        if (who == healer or not own_only)
        and (viewer.game_master or who in viewer.controls or fight.combatants[who].side == side)
        and fight.body(who).health != "dead"
        for key, _ in wounds_of(fight.body(who))
    ]


def wound_input(fight: TacticoFight, healer: Id, viewer: Viewer, *, required: bool) -> tuple[Input, ...]:
    """Which wound is treated, with the turns that it takes; the one that is being treated first (TAC-HEAL-02)."""
    found = treatable(fight, healer, viewer)
    if not found:
        return ()
    at_hand = fight.body(healer).treating
    default = f"{found[0][0]} {found[0][1]}"
    if at_hand is not None and (at_hand.patient, at_hand.wound) in found:
        default = f"{at_hand.patient} {at_hand.wound}"

    def option(patient: Id, key: Id) -> Option:
        wound = fight.body(patient).wounds[key]
        turns = turns_needed(wound.points)
        note = fact(
            "note.treatment",
            turns,
            rules=("TAC-HEAL-02",),
            audience=controllers_of(patient, healer),
            points=wound.points,
            turns=turns,
        )
        where = Word(f"location.{wound.location}")
        return Option(f"{patient} {key}", fact("wound.of", who=patient, location=where), notes=(note,))

    options = tuple(option(patient, key) for patient, key in found)
    return (
        Choice(
            "wound",
            "input.wound",
            required=required,
            default=default,
            layout="column",
            fresh=True,
            options=options,
        ),
    )


def wound_of(fight: TacticoFight, value: str | None) -> Treating | None:
    """The treatment that a form names, from its first turn."""
    patient, _, key = (value or "").partition(" ")
    if patient not in fight.combatants or key not in fight.body(patient).wounds:
        return None
    return Treating(patient, key)


def begun(fight: TacticoFight, healer: Id, value: str | None) -> TacticoFight:
    """Return the fight in which a healer treats this wound; going on with the same one keeps the turns.

    Raises NotAllowed. (TAC-HEAL-02, TAC-DMG-09)
    """
    body = fight.body(healer)
    named = wound_of(fight, value)
    if named is None:
        raise NotAllowed("tactico.treatment.no_wound", field="wound")
    if not body.equipment:
        raise NotAllowed("tactico.treatment.equipment", field="wound")
    if "torso" in body.disabled and named.patient != healer:
        raise NotAllowed("tactico.plan.only_own_wounds", field="wound")
    same = body.treating is not None and (body.treating.patient, body.treating.wound) == (named.patient, named.wound)
    return fight if same else fight.with_body(healer, replace(body, treating=named))


def treatments_go_on(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """End a turn: treatments that took it whole are a turn further, the others begin again (TAC-HEAL-03)."""
    for who in fight.order:
        body = fight.body(who)
        turn = fight.round.turns.get(who)
        at_it = turn is not None and any(one.what == "treat" for one in turn.segments) and not turn.lost
        event: TreatmentEvent = "full_turn" if at_it and body.able else "other_action"
        fight = yield from one_turn(fight, who, event, notes, key=f"treatment:{who}")
    return fight


def one_turn(fight: TacticoFight, who: Id, event: TreatmentEvent, notes: Notes, *, key: str) -> Steps[TacticoFight]:
    """Pass one turn of a treatment, with the roll when it was the last (TAC-HEAL-02, -03, TAC-DMG-09, TAC-HOUSE-15)."""
    body = fight.body(who)
    at_hand = body.treating
    if at_hand is None:
        return fight
    if wound_of(fight, f"{at_hand.patient} {at_hand.wound}") is None:
        gone = fight.with_body(who, replace(body, treating=None))
        return gone if event == "full_turn" else _broken_off(fight, who, notes)
    patient = fight.body(at_hand.patient)
    points = patient.wounds[at_hand.wound].points
    turns = min(at_hand.turns, turns_needed(points) - 1)
    equipped, dead = body.equipment, patient.health == "dead"
    own_only = "torso" in body.disabled and at_hand.patient != who
    if own_only or dead or not equipped:
        return _broken_off(fight, who, notes)
    step = treatment_step(points, turns, event, has_equipment=equipped, patient_dead=dead)
    if not step.turns_done:
        return _broken_off(fight, who, notes)
    fight = fight.with_body(who, replace(body, treating=replace(at_hand, turns=step.turns_done)))
    if step.finished:
        return (yield from _finish(fight, Try(who, "medicine"), notes, key=key))
    notes.tell(
        "care.goes_on",
        step.turns_done,
        rules=("TAC-HEAL-02",),
        audience=controllers_of(who, at_hand.patient),
        otherwise=fact("care.goes_on_plain", who=who, target=at_hand.patient),
        who=who,
        target=at_hand.patient,
        done=step.turns_done,
        needed=step.turns_needed,
    )
    return fight


def last_turn(fight: TacticoFight, who: Id) -> bool:
    """Return whether the next turn of a treatment is its last one."""
    at_hand = fight.body(who).treating
    if at_hand is None or at_hand.patient not in fight.combatants:
        return False
    wound = fight.body(at_hand.patient).wounds.get(at_hand.wound)
    return wound is not None and at_hand.turns + 1 >= turns_needed(wound.points)


def _finish(fight: TacticoFight, test: Try, notes: Notes, *, key: str) -> Steps[TacticoFight]:
    """End a treatment: its roll gives back the points of the wound, or nothing (TAC-HOUSE-15)."""
    body = fight.body(test.who)
    at_hand = body.treating
    fight = fight.with_body(test.who, replace(body, treating=None))
    if at_hand is None:
        return fight
    who, target = test.who, at_hand.patient
    notes.tell("care.ends", rules=("TAC-HEAL-02", "TAC-HOUSE-15"), who=who, target=target)
    wound = fight.body(target).wounds[at_hand.wound]
    difficulty = cast(Difficulty, setting(fight.house, "difficulty_treatment"))
    rule = finish_treatment(test.competence(fight), wound.points, difficulty)
    result = yield from asked(rule, skill_asking(fight, test, notes, key))
    if not result.gained:
        notes.tell("care.fails", rules=("TAC-HOUSE-15",), who=who, target=target)
        return fight
    return mend(
        fight,
        target,
        result.gained,
        notes,
        location=wound.location,
        rules=("TAC-HOUSE-15",),
        treated=at_hand.wound,
    )


def _broken_off(fight: TacticoFight, who: Id, notes: Notes) -> TacticoFight:
    """Interrupt a treatment, so that it starts again from nothing (TAC-HEAL-03, TAC-HOUSE-15)."""
    body = fight.body(who)
    if body.treating is not None and body.treating.turns:
        notes.tell("care.broken_off", rules=("TAC-HEAL-03", "TAC-HOUSE-15"), who=who)
    return fight.with_body(who, replace(body, treating=None))


# recovery in a fight


def recovered(fight: TacticoFight, who: Id, weeks: int, notes: Notes, *, cared_for: bool) -> TacticoFight:
    """Let a combatant recover for weeks; it is not tired any more (TAC-HEAL-04, TAC-HOUSE-16)."""
    body = fight.body(who)
    found = natural_recovery(
        Points(body.life, {name: body.resistance[name] for name in LOCATIONS}),
        Points(body.life_max, {name: body.resistance_max[name] for name in LOCATIONS}),
        weeks,
        cared_for=cared_for,
    )
    after = replace(body, fatigue=0, treating=None, life=found.life_points)
    for name in LOCATIONS:
        gained = found.resistance[name] - body.resistance[name]
        after = replace(
            after,
            resistance=put(after.resistance, name, found.resistance[name]),
            wounds=less_wounded(after, name, gained),
        )
    if after.life != body.life or after.resistance != body.resistance:
        notes.tell(
            "heal.points",
            after.life - body.life,
            rules=("TAC-HEAL-04",),
            audience=numbers_for(fight.combatants[who]),
            otherwise=fact("heal.plain", who=who),
            who=who,
            amount=after.life - body.life,
            after=after.life,
        )
    return fight.with_body(who, after)


# the action


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    if actor is None or actor not in fight.combatants:
        return ()
    return (*wound_input(fight, actor, viewer, required=True), modifiers_input())


def _check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it in a turn, where it is declared, and without equipment or wound (TAC-HEAL-01, TAC-HEAL-03)."""
    actor = here(fight, command)
    check_able(fight.body(actor))
    if fight.ordered and fight.round.number:
        raise NotAllowed("tactico.treatment.declared")
    if not fight.body(actor).equipment:
        raise NotAllowed("tactico.treatment.equipment")
    if not treatable(fight, actor, viewer):
        raise NotAllowed("tactico.treatment.no_wound")


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Treat a wound outside fights: the time passes, then the roll (TAC-HEAL-02, TAC-HOUSE-15)."""
    actor = here(fight, command)
    notes = Notes()
    fight = begun(fight, actor, command.inputs.get("wound"))
    at_hand = cast(Treating, fight.body(actor).treating)
    turns = turns_needed(fight.body(at_hand.patient).wounds[at_hand.wound].points)
    fight = replace(fight, clock=fight.clock + turns * SECONDS_OF_TURN)
    fight = yield from _finish(fight, Try(actor, "medicine", given_causes(command.inputs)), notes, key="treatment")
    return Outcome(fight, notes.so_far)


TREAT: Action[Body, Round] = Action("treat", _resolve, _inputs, _check, icon="life-buoy", needs_actor=True)

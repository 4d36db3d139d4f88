"""Treating wounds: whole turns of work, then one roll of Medicina (TAC-HEAL-01 to -03, TAC-HOUSE-15, TAC-HOUSE-16)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.actions.acting import check_able, here
from rules.systems.tactico.actions.harm import mend, wounds_of
from rules.systems.tactico.actions.testing import Try, given_causes, make_roll, modifiers_input
from rules.systems.tactico.healing import TREATMENT_DIFFICULTY, treatment_step, turns_needed
from rules.systems.tactico.state import Body, Round, TacticoFight, Treating
from rules.systems.tactico.time import SECONDS_OF_TURN


def treatable(fight: TacticoFight, healer: Id, viewer: Viewer) -> list[tuple[Id, Id]]:
    """Patients and wounds that somebody may treat: their own side's, one's own alone on the ground (TAC-DMG-09)."""
    body = fight.combatants[healer].body
    if not body.equipment:
        return []
    own_only = "torso" in body.disabled
    side = fight.combatants[healer].side
    return [
        (who, key)
        for who in fight.order
        if (who == healer or not own_only)
        and (viewer.game_master or not fight.combatants[who].hidden)
        and (viewer.game_master or who in viewer.controls or fight.combatants[who].side == side)
        and fight.combatants[who].body.health != "dead"
        for key, _ in wounds_of(fight.combatants[who].body)
    ]


def wound_input(fight: TacticoFight, healer: Id, viewer: Viewer, *, required: bool) -> tuple[Input, ...]:
    """Which wound is treated, with the turns that it takes; the one that is being treated first (TAC-HEAL-02)."""
    found = treatable(fight, healer, viewer)
    if not found:
        return ()
    at_hand = fight.combatants[healer].body.treating
    default = f"{found[0][0]} {found[0][1]}"
    if at_hand is not None and (at_hand.patient, at_hand.wound) in found:
        default = f"{at_hand.patient} {at_hand.wound}"

    def option(patient: Id, key: Id) -> Option:
        wound = fight.combatants[patient].body.wounds[key]
        named: dict[str, Param] = {"who": Ref(patient), "location": Word(f"location.{wound.location}")}
        turns = turns_needed(wound.points)
        seen = controllers_of(patient, healer)
        note = Fact("note.treatment", turns, {"points": wound.points, "turns": turns}, ("TAC-HEAL-02",), seen)
        return Option(f"{patient} {key}", Fact("wound.of", params=named), notes=(note,))

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
    if patient not in fight.combatants or key not in fight.combatants[patient].body.wounds:
        return None
    return Treating(patient, key)


def begun(fight: TacticoFight, healer: Id, value: str | None) -> TacticoFight:
    """The fight in which somebody treats this wound; going on with the same one keeps the turns (TAC-HEAL-02)."""
    body = fight.combatants[healer].body
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
    """At the end of a turn: who spent it treating is a turn further, the others begin again (TAC-HEAL-03)."""
    for who in fight.order:
        body = fight.combatants[who].body
        if body.treating is None:
            continue
        turn = fight.round.turns.get(who)
        at_it = turn is not None and any(one.what == "treat" for one in turn.segments) and not turn.lost
        if at_it and body.able:
            fight = yield from one_turn(fight, who, notes, key=f"treatment:{who}")
        else:
            fight = broken_off(fight, who, notes)
    return fight


def one_turn(fight: TacticoFight, who: Id, notes: Notes, *, key: str) -> Steps[TacticoFight]:
    """One full turn of a treatment, and the roll when it was the last (TAC-HEAL-02, TAC-DMG-09, TAC-HOUSE-15)."""
    body = fight.combatants[who].body
    at_hand = body.treating
    if at_hand is None or wound_of(fight, f"{at_hand.patient} {at_hand.wound}") is None:
        return fight.with_body(who, replace(body, treating=None))
    patient = fight.combatants[at_hand.patient].body
    own_only = "torso" in body.disabled and at_hand.patient != who
    if patient.health == "dead" or not body.equipment or own_only:
        return broken_off(fight, who, notes)
    points = patient.wounds[at_hand.wound].points
    turns = min(at_hand.turns, turns_needed(points) - 1)
    step = treatment_step(points, turns, "full_turn", has_equipment=True, patient_dead=False)
    fight = fight.with_body(who, replace(body, treating=replace(at_hand, turns=step.turns_done)))
    if not step.finished:
        params: dict[str, Param] = {"who": Ref(who), "target": Ref(at_hand.patient)}
        done: dict[str, Param] = {**params, "done": step.turns_done, "needed": step.turns_needed}
        plain = Fact("care.goes_on_plain", params=params)
        seen = controllers_of(who, at_hand.patient)
        notes.add(Fact("care.goes_on", step.turns_done, done, ("TAC-HEAL-02",), seen, otherwise=plain))
        return fight
    return (yield from finish(fight, who, notes, key=key))


def finish(fight: TacticoFight, who: Id, notes: Notes, *, key: str, test: Try | None = None) -> Steps[TacticoFight]:
    """One Medicina roll gives back the points of the wound, or nothing (TAC-HOUSE-15)."""
    body = fight.combatants[who].body
    at_hand = body.treating
    fight = fight.with_body(who, replace(body, treating=None))
    if at_hand is None:
        return fight
    params: dict[str, Param] = {"who": Ref(who), "target": Ref(at_hand.patient)}
    notes.add(Fact("care.ends", params=params, rules=("TAC-HEAL-02", "TAC-HOUSE-15")))
    result = yield from make_roll(
        fight, test or Try(who, "medicine"), TREATMENT_DIFFICULTY, key, notes, label="dice.care"
    )
    if not result.success:
        notes.add(Fact("care.fails", params=params, rules=("TAC-HOUSE-15",)))
        return fight
    wound = fight.combatants[at_hand.patient].body.wounds[at_hand.wound]
    rules = ("TAC-HOUSE-15",)
    return mend(
        fight, at_hand.patient, wound.points, notes, location=wound.location, rules=rules, treated=at_hand.wound
    )


def broken_off(fight: TacticoFight, who: Id, notes: Notes) -> TacticoFight:
    """A treatment that is interrupted starts again from nothing (TAC-HOUSE-15)."""
    body = fight.combatants[who].body
    if body.treating is not None and body.treating.turns:
        notes.add(Fact("care.broken_off", params={"who": Ref(who)}, rules=("TAC-HEAL-03", "TAC-HOUSE-15")))
    return fight.with_body(who, replace(body, treating=None))


def inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which wound, and modifiers."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (*wound_input(fight, actor, viewer, required=True), modifiers_input())


def check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Outside a turn, with equipment and a wound; in a turn it is declared (TAC-HEAL-01, TAC-HEAL-03)."""
    actor = here(fight, command)
    check_able(fight.combatants[actor].body)
    if fight.ordered and fight.round.number:
        raise NotAllowed("tactico.treatment.declared")
    if not fight.combatants[actor].body.equipment:
        raise NotAllowed("tactico.treatment.equipment")
    if not treatable(fight, actor, viewer):
        raise NotAllowed("tactico.treatment.no_wound")


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Treat a wound outside fights: the time passes, then the roll (TAC-HEAL-02, TAC-HOUSE-15)."""
    actor = here(fight, command)
    notes = Notes()
    fight = begun(fight, actor, command.inputs.get("wound"))
    at_hand = fight.combatants[actor].body.treating
    if at_hand is None:
        raise NotAllowed("tactico.treatment.no_wound", field="wound")
    turns = turns_needed(fight.combatants[at_hand.patient].body.wounds[at_hand.wound].points)
    fight = replace(fight, clock=fight.clock + turns * SECONDS_OF_TURN)
    test = Try(actor, "medicine", given_causes(command.inputs))
    fight = yield from finish(fight, actor, notes, key="treatment", test=test)
    return Outcome(fight, notes.so_far)


TREAT: Action[Body, Round] = Action("treat", resolve, inputs, check, icon="life-buoy", needs_actor=True)

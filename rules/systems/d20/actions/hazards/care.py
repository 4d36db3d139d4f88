"""First aid for the dying, and rest (D20H-REC-06, D20H-REC-08, D20H-HEAL-01 to -04)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.abilities import ABILITIES, Ability
from rules.systems.d20.actions.acting import check_turn, here, people_input, seen_by
from rules.systems.d20.actions.harm import changed
from rules.systems.d20.actions.hazards.clock import passes
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.actions.opportunity import distracted, go_on_after
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.harm.healing import POINTS, REST_KINDS, SLEEP_HOURS, RestKind, rest
from rules.systems.d20.passing.common import DAY, HOUR, living, restore
from rules.systems.d20.passing.recovery import is_dying, recover, with_due
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight

AID = Spent("attack", "stabilize_character")
LENGTHS = {"night": SLEEP_HOURS * HOUR, "bed_day": DAY}


def _dying(fight: D20Fight, actor: Id | None, viewer: Viewer) -> list[Id]:
    return [
        who
        for who in seen_by(fight, viewer)
        if who != actor and is_dying(fight, who) and (viewer.game_master or fight.combatants[who].shows != "nothing")
    ]


def aid_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom of the dying."""
    return (people_input(_dying(fight, actor, viewer), label="input.patient"),)


def aid_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody must be dying, and the attack action left."""
    actor = check_turn(fight, command, viewer)
    if not _dying(fight, actor, viewer):
        raise NotAllowed("d20.care.nobody")
    check_spend(fight, actor, AID)


def aid_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Treat Injury stabilises; it takes an attack action and provokes (D20H-REC-06, D20C-AOT-01)."""
    actor, notes, patient = here(fight, command), Notes(), command.inputs["target"]
    if patient not in fight.combatants or not is_dying(fight, patient):
        raise NotAllowed("d20.care.not_dying", field="target")
    fight = spend(fight, actor, AID)
    fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20H-REC-06"))
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(patient)}
    notes.add(Fact("care.aids", params=params, rules=("D20H-REC-06",)))
    bonus = skill_bonus(fight, actor, "treat_injury")
    fight = yield from recover(fight, patient, "first_aid", notes, key="aid", helper=actor, bonus=bonus)
    return Outcome(fight, notes.so_far)


def rest_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who rests, how, how often."""
    return (
        creatures_input(fight, viewer),
        one_of_these("kind", "input.rest", "rest", REST_KINDS),
        Number("periods", "input.periods", default=1, minimum=1, maximum=30, required=False),
    )


def rest_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Nobody rests in a fight."""
    if fight.ordered:
        raise NotAllowed("d20.time.in_fight")
    check_somebody(fight, command, viewer)


def rest_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Night by night, or day by day in bed: what falls due meanwhile is asked first (D20H-HEAL-02 to -04)."""
    notes, people = Notes(), chosen(fight, command)
    kind = cast(RestKind, command.inputs["kind"] or REST_KINDS[0])
    for _ in range(command.inputs["periods"] or 1):
        notes.add(Fact(f"rest.{kind}_passes", rules=("D20H-HEAL-02", "D20H-HEAL-03")))
        fight = yield from passes(fight, LENGTHS[kind], notes)
        for who in living(fight, people):
            fight = _rested(fight, who, kind, notes)
    return Outcome(fight, notes.so_far)


def _rested(fight: D20Fight, who: Id, kind: RestKind, notes: Notes) -> D20Fight:
    body = fight.combatants[who].body
    if body.vital not in ("normal", "disabled", "stable"):
        return fight
    damage = {ability: max(0, body.lost(ability).damage) for ability in ABILITIES if body.lost(ability).damage > 0}
    found = rest(
        kind,
        body.hp,
        body.hp_max,
        max(1, body.level),
        locked_damage=sum(max(0, points) for points in body.locked.values()),
        state=body.vital,
        tended=body.tended,
        recovering=body.recovering,
        ability_damage=damage,
    )
    rules = ("D20H-HEAL-02", "D20H-HEAL-03", "D20H-REC-08")
    if found.healed or found.state != body.vital:
        after = replace(body, hp=found.hp, vital=found.state)
        if found.state == "normal":
            after = replace(after, tended=False, recovering=False)
        fight = with_due(changed(fight, who, after, "heal", notes, rules=rules), who)
    points: dict[Ability, int] = dict.fromkeys(damage, POINTS[kind])
    fight = restore(fight, who, points, "damage", notes, rules=("D20H-HEAL-04",))
    tired = [name for name in ("fatigued", "exhausted") if name in fight.combatants[who].body.effects]
    if tired:
        body = fight.combatants[who].body
        kept = {name: effect for name, effect in sorted(body.effects.items()) if name not in tired}
        fight = fight.with_body(who, replace(body, effects=kept))
        told: dict[str, Param] = {"who": Ref(who), "what": Word(f"condition.{tired[0]}")}
        notes.add(Fact("condition.lifted", params=told, rules=("D20H-COND-18",)))
    return fight


STABILISE: Action[Body, Round] = Action(
    "stabilise", aid_resolve, aid_inputs, aid_check, icon="heart-pulse", of_the_turn=True, needs_actor=True
)
REST: Action[Body, Round] = Action(
    "rest", rest_resolve, rest_inputs, rest_check, icon="moon", for_game_master=True, undo="with_all_after"
)

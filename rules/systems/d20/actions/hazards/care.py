"""First aid for the dying, and rest.

(D20H-REC-06, D20H-REC-08, D20H-HEAL-01 to -04, D20H-COND-17, D20H-COND-18, D20H-HOUSE-18)
"""

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
from rules.systems.d20.actions.afflict import give_condition
from rules.systems.d20.actions.harm import changed
from rules.systems.d20.actions.hazards.clock import passes
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.actions.opportunity import distracted, go_on_after
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.cards import words_for
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.harm.fatigue import WEARINESSES, rest_from
from rules.systems.d20.harm.healing import POINTS, REST_KINDS, SLEEP_HOURS, RestKind, rest
from rules.systems.d20.hit_points import state_after_regaining
from rules.systems.d20.passing.common import DAY, HOUR, living, restore, timers_of
from rules.systems.d20.passing.exposure import WEATHER
from rules.systems.d20.passing.recovery import is_dying, recover, with_due
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight, effects_named, without_effects

AID = Spent("attack", "stabilize_character")
LENGTHS = {"night": SLEEP_HOURS * HOUR, "bed_day": DAY}
BREATHER = "hour"
RESTS = (*REST_KINDS, BREATHER)
"""How people rest: by nights, by days in bed, or for some hours, which takes exhaustion away and heals nothing."""


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
        one_of_these("kind", "input.rest", "rest", RESTS),
        Number("periods", "input.periods", default=1, minimum=1, maximum=30, required=False),
    )


def rest_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Nobody rests in a fight."""
    if fight.ordered:
        raise NotAllowed("d20.time.in_fight")
    check_somebody(fight, command, viewer)


def rest_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Night by night, or day by day in bed: what falls due meanwhile is asked first (D20H-HEAL-02 to -04).

    Hours without sleep count as one rest, however many they are (D20H-COND-17, D20H-COND-18).
    """
    notes, people = Notes(), chosen(fight, command)
    periods: int = command.inputs["periods"] or 1
    if command.inputs["kind"] == BREATHER:
        notes.add(Fact("rest.hours_pass", periods, rules=("D20H-COND-17", "D20H-COND-18")))
        fight = yield from passes(fight, periods * HOUR, notes)
        for who in living(fight, people):
            fight = _less_weary(fight, who, periods, notes)
        return Outcome(fight, notes.so_far)
    kind = cast(RestKind, command.inputs["kind"] or REST_KINDS[0])
    for _ in range(periods):
        notes.add(Fact(f"rest.{kind}_passes", rules=("D20H-HEAL-02", "D20H-HEAL-03")))
        fight = yield from passes(fight, LENGTHS[kind], notes)
        for who in living(fight, people):
            fight = _rested(fight, who, kind, notes)
            fight = _less_weary(fight, who, LENGTHS[kind] // HOUR, notes)
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
        # whoever is on their feet, if only by temporary points, heals like all others
        recovering=body.recovering or body.points >= 0,
        ability_damage=damage,
    )
    rules = ("D20H-HEAL-02", "D20H-HEAL-03", "D20H-REC-08")
    after = replace(body, hp=found.hp)
    after = replace(after, vital=state_after_regaining(after.points, found.state))
    if found.healed or after.vital != body.vital:
        if after.vital == "normal":
            after = replace(after, tended=False, recovering=False)
        fight = with_due(changed(fight, who, after, "heal", notes, rules=rules), who)
    points: dict[Ability, int] = dict.fromkeys(damage, POINTS[kind])
    return restore(fight, who, points, "damage", notes, rules=("D20H-HEAL-04",))


def _less_weary(fight: D20Fight, who: Id, hours: int, notes: Notes) -> D20Fight:
    """What so many hours of rest take of fatigue: none in heat or cold (D20H-COND-17, -18, D20H-HOUSE-18)."""
    body = fight.combatants[who].body
    worst = next((name for name in WEARINESSES if effects_named(body, name)), None)
    if worst is None:
        return fight
    left = rest_from(worst, hours, exposed=bool(timers_of(body, WEATHER)))
    if left == worst:
        return fight
    gone = [effect.id for name in WEARINESSES for effect in effects_named(body, name)]
    fight = without_effects(fight, who, *gone)
    rules = ("D20H-COND-17", "D20H-COND-18", "D20H-HOUSE-18")
    told: dict[str, Param] = {"who": Ref(who), "what": Word(f"condition.{worst}")}
    notes.add(Fact("condition.lifted", params=told, rules=rules, audience=words_for(fight.combatants[who])))
    return fight if left == "none" else give_condition(fight, who, left, notes, rules=rules)


STABILISE: Action[Body, Round] = Action(
    "stabilise", aid_resolve, aid_inputs, aid_check, icon="heart-pulse", of_the_turn=True, needs_actor=True
)
REST: Action[Body, Round] = Action(
    "rest", rest_resolve, rest_inputs, rest_check, icon="moon", for_game_master=True, undo="with_all_after"
)

"""Healing by rest, medicine, magic and psionics; first aid for the dying.

Rules: D20H-HEAL-01 to -04, D20H-TEMP-01, D20H-FOOD-05, D20H-REC-06, D20H-REC-08, D20H-COND-17, D20H-COND-18,
D20H-HOUSE-18.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number
from rules.core.people import friends_among, here, may_name, people_input, words_for
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.abilities import ABILITIES, Ability, checked_points, healed_damage
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.conditions import WEARINESSES, rest_from
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.exposure import WEATHER
from rules.systems.d20.harm import changed
from rules.systems.d20.hazards import (
    DAY,
    HOUR,
    check_somebody,
    chosen,
    creatures_input,
    living,
    one_of_these,
    restore,
    timers_of,
)
from rules.systems.d20.hit_points import State, known_state, state_after_regaining
from rules.systems.d20.lasting import give_condition
from rules.systems.d20.opportunity import distracted, go_on_after
from rules.systems.d20.recovery import heals_naturally, is_dying, recover, with_due
from rules.systems.d20.settings import setting
from rules.systems.d20.state import Body, D20Fight, Round, Spent, effects_named, without_effects
from rules.systems.d20.time import passes
from rules.systems.d20.turns import check_turn

RestKind = Literal["night", "bed_day"]

RestingState = Literal["normal", "disabled", "stable"]

REST_KINDS: tuple[RestKind, ...] = get_args(RestKind)

RESTING_STATES: tuple[RestingState, ...] = get_args(RestingState)

SLEEP_HOURS = 8
"""Hours of sleep in a night of rest (D20H-HEAL-02)."""

POINTS: Mapping[RestKind, int] = {"night": 1, "bed_day": 2}
"""Hit points per level, and points per damaged ability, for one period of rest (D20H-HEAL-02 to -04)."""


@dataclass(frozen=True)
class Rest:
    """The result of one period of rest."""

    hp: int
    healed: int
    state: State
    ability_damage: Mapping[Ability, int]


@dataclass(frozen=True)
class Healing:
    """The result of healing."""

    hp: int
    healed: int
    state: State
    tended: bool | None
    """Only of a dying creature, else None."""


def healing_ceiling(hp_max: int, locked_damage: int = 0) -> int:
    """Return the highest hit points that healing can reach (D20H-HEAL-01, D20H-TEMP-01, D20H-FOOD-05)."""
    return hp_max - at_least(locked_damage, 0, "d20.locked_damage.negative", field="locked_damage")


def regained(hp: int, amount: int, ceiling: int) -> int:
    """Return the part of `amount` that fits below the ceiling (D20H-HEAL-01)."""
    return max(0, min(amount, ceiling - hp))


def rest(
    kind: RestKind,
    hp: int,
    hp_max: int,
    level: int,
    *,
    locked_damage: int,
    state: RestingState,
    tended: bool,
    recovering: bool,
    ability_damage: Mapping[Ability, int],
) -> Rest:
    """Rest for a night of sleep or a full day in bed (D20H-HEAL-01 to -04, D20H-REC-04, -05, -08, D20H-COND-06, -07).

    level: 1 or more. locked_damage: points whose cause has not ended. Raises UnknownValue, OutOfRange.
    """
    one_of(kind, REST_KINDS, "d20.rest.kind_unknown", field="kind")
    one_of(state, RESTING_STATES, "d20.rest.state_unknown", field="state")
    damage = checked_points(ability_damage, "ability_damage")
    at_least(level, 1, "d20.level.too_low", field="level")
    ceiling = healing_ceiling(hp_max, locked_damage)
    points = POINTS[kind]
    heals = heals_naturally(hp, tended=tended, recovering=recovering)
    healed = regained(hp, points * level, ceiling) if heals else 0
    after = hp + healed
    return Rest(after, healed, state_after_regaining(after, state), healed_damage(damage, points))


def heal(
    amount: int,
    hp: int,
    hp_max: int,
    state: State,
    *,
    locked_damage: int,
    stabilises: bool = True,
) -> Healing:
    """Restore hit points by other means than rest (D20H-HEAL-01, D20H-DIS-05, D20H-TMP-03, D20H-HOUSE-06, -10).

    amount: 0 or more. stabilises: any healing ends dying (D20H-HOUSE-06). Restores neither temporary hit points nor
    locked damage. Raises UnknownValue, OutOfRange, and NotAllowed for the dead.
    """
    known_state(state)
    at_least(amount, 0, "d20.healing.negative", field="amount")
    ceiling = healing_ceiling(hp_max, locked_damage)
    if state == "dead":
        raise NotAllowed("d20.healing.dead", field="state")
    healed = regained(hp, amount, ceiling)
    was_dying = state == "dying" and stabilises
    kept: State = "stable" if was_dying and healed else state
    after = hp + healed
    return Healing(after, healed, state_after_regaining(after, kept), healed > 0 if was_dying else None)


FIRST_AID = Spent("attack", "stabilize_character")

LENGTHS = {"night": SLEEP_HOURS * HOUR, "bed_day": DAY}

BREATHER = "hour"

RESTS = (*REST_KINDS, BREATHER)
"""Kinds of rest: nights, days in bed, or hours, which relieve exhaustion and heal nothing."""


def _dying(fight: D20Fight, actor: Id | None, viewer: Viewer) -> list[Id]:
    return [
        who
        for who in may_name(fight, viewer)
        if who != actor and is_dying(fight, who) and (viewer.game_master or fight.combatants[who].shows != "nothing")
    ]


def stabilise_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The dying creature to stabilise; a dying foe can be chosen, but is not proposed."""
    dying = _dying(fight, actor, viewer)
    likely = () if actor is None else friends_among(fight, actor, dying)
    return (people_input(dying, label="input.patient", likely=likely),)


def friend_is_dying(fight: D20Fight, actor: Id) -> bool:
    """Whether a combatant of the actor's side is dying in the sight of the actor's player."""
    return bool(friends_among(fight, actor, _dying(fight, actor, Viewer(controls=frozenset({actor})))))


def stabilise_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A creature must be dying, and the actor must have an attack action left."""
    actor = check_turn(fight, command, viewer)
    if not _dying(fight, actor, viewer):
        raise NotAllowed("d20.care.nobody")
    check_spend(fight, actor, FIRST_AID)


def stabilise_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Stabilise with Treat Injury: an attack action that provokes (D20H-REC-06, D20C-AOT-01)."""
    actor, notes, patient = here(fight, command), Notes(), command.inputs["target"]
    if patient not in fight.combatants or not is_dying(fight, patient):
        raise NotAllowed("d20.care.not_dying", field="target")
    fight = spend(fight, actor, FIRST_AID)
    rules = ("D20C-AOO-07", "D20H-REC-06")
    fight = yield from distracted(fight, actor, notes, rules=rules, action="stabilize_character")
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    notes.tell("care.aids", who=actor, target=patient, rules=("D20H-REC-06",))
    bonus = skill_bonus(fight, actor, "treat_injury")
    fight = yield from recover(fight, patient, "first_aid", notes, key="aid", helper=actor, bonus=bonus)
    return Outcome(fight, notes.so_far)


def rest_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, the kind of rest, and how many times."""
    return (
        creatures_input(fight, viewer),
        one_of_these("kind", "input.rest", "rest", RESTS),
        Number("periods", "input.periods", default=1, minimum=1, maximum=30, required=False),
    )


def rest_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Rest is possible only outside a fight."""
    if fight.ordered:
        raise NotAllowed("d20.time.in_fight")
    check_somebody(fight, command, viewer)


def rest_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Rest night by night or day by day; rolls that fall due meanwhile come first (D20H-HEAL-02 to -04).

    Hours without sleep count as one rest, whatever their number (D20H-COND-17, D20H-COND-18).
    """
    notes, people = Notes(), chosen(fight, command)
    periods: int = command.inputs["periods"] or 1
    if command.inputs["kind"] == BREATHER:
        notes.tell("rest.hours_pass", periods, rules=("D20H-COND-17", "D20H-COND-18"))
        fight = yield from passes(fight, periods * HOUR, notes)
        for who in living(fight, people):
            fight = _less_weary(fight, who, periods, notes)
        return Outcome(fight, notes.so_far)
    kind = cast(RestKind, command.inputs["kind"])
    for _ in range(periods):
        notes.tell(
            "rest.night_passes" if kind == "night" else "rest.bed_day_passes", rules=("D20H-HEAL-02", "D20H-HEAL-03")
        )
        fight = yield from passes(fight, LENGTHS[kind], notes)
        for who in living(fight, people):
            fight = _rested(fight, who, kind, notes)
            fight = _less_weary(fight, who, LENGTHS[kind] // HOUR, notes)
    return Outcome(fight, notes.so_far)


def _rested(fight: D20Fight, who: Id, kind: RestKind, notes: Notes) -> D20Fight:
    body = fight.body(who)
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
        # a creature that stands only by temporary points heals like any other
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
    """Reduce fatigue by hours of rest, but not in heat or cold (D20H-COND-17, -18, D20H-HOUSE-18)."""
    body = fight.body(who)
    worst = next((name for name in WEARINESSES if effects_named(body, name)), None)
    if worst is None:
        return fight
    left = rest_from(worst, hours, exposed=bool(timers_of(body, WEATHER)))
    if left == worst:
        return fight
    gone = [effect.id for name in WEARINESSES for effect in effects_named(body, name)]
    fight = without_effects(fight, who, *gone)
    rules = ("D20H-COND-17", "D20H-COND-18", "D20H-HOUSE-18")
    notes.tell(
        "condition.lifted",
        who=who,
        what=Word(f"condition.{worst}"),
        rules=rules,
        audience=words_for(fight.combatants[who]),
    )
    return fight if left == "none" else give_condition(fight, who, left, notes, rules=rules)


STABILISE: Action[Body, Round] = Action(
    "stabilise",
    stabilise_resolve,
    stabilise_inputs,
    stabilise_check,
    icon="heart-pulse",
    of_the_turn=True,
    needs_actor=True,
)

REST: Action[Body, Round] = Action(
    "rest", rest_resolve, rest_inputs, rest_check, icon="moon", for_game_master=True, undo="with_all_after"
)


def mend(
    fight: D20Fight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    rules: tuple[str, ...] = ("D20H-HEAL-01", "D20H-HOUSE-06"),
) -> D20Fight:
    """Restore hit points, up to the maximum less locked damage (D20H-HEAL-01, D20H-DIS-05)."""
    body = fight.body(who)
    if body.being == "object":
        return changed(fight, who, replace(body, hp=min(body.hp_max, body.hp + amount)), "heal", notes, rules=rules)
    if body.vital == "dead":
        notes.tell("heal.dead", who=who, rules=("D20H-DY-03",))
        return fight
    locked = sum(max(0, points) for points in body.locked.values())
    stabilises = bool(setting(fight.house, "healing_stabilises"))
    found = heal(amount, body.hp, body.hp_max, body.vital, locked_damage=locked, stabilises=stabilises)
    tended = body.tended if found.tended is None else found.tended or body.tended
    after = replace(body, hp=found.hp, tended=tended)
    after = replace(after, vital=state_after_regaining(after.points, found.state))
    if after.vital == "normal":
        after = replace(after, tended=False, recovering=False, fresh=False)
    return changed(fight, who, after, "heal", notes, rules=rules)

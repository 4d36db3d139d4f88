"""Healing by rest, medicine, magic and psionics (D20H-HEAL-01 to -04, D20H-TEMP-01, D20H-FOOD-05)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.systems.d20.abilities import Ability, checked_points, healed_damage
from rules.systems.d20.harm.recovery import heals_naturally
from rules.systems.d20.hit_points import State, known_state, state_after_regaining

RestKind = Literal["night", "bed_day"]
RestingState = Literal["normal", "disabled", "stable"]
HealingSource = Literal["medical", "magical", "psionic"]
LockCause = Literal["heat", "cold", "thirst", "hunger"]

REST_KINDS: tuple[RestKind, ...] = get_args(RestKind)
RESTING_STATES: tuple[RestingState, ...] = get_args(RestingState)
HEALING_SOURCES: tuple[HealingSource, ...] = get_args(HealingSource)
LOCK_CAUSES: tuple[LockCause, ...] = get_args(LockCause)

SLEEP_HOURS = 8
"""Hours of sleep that make a night of rest (D20H-HEAL-02)."""

POINTS: Mapping[RestKind, int] = {"night": 1, "bed_day": 2}
"""Hit points a level, and points a damaged ability, for one period of rest (D20H-HEAL-02 to -04)."""


@dataclass(frozen=True)
class Rest:
    """What rest gave back."""

    hp: int
    healed: int
    state: State
    ability_damage: Mapping[Ability, int]
    ability_drain: Mapping[Ability, int]


@dataclass(frozen=True)
class Healing:
    """What healing gave back; tended is told of the dying only."""

    hp: int
    temp_hp: int
    healed: int
    state: State
    tended: bool | None


def healing_ceiling(hp_max: int, locked_damage: int = 0) -> int:
    """Return the most hit points that healing reaches (D20H-HEAL-01, D20H-TEMP-01, D20H-FOOD-05)."""
    return hp_max - at_least(locked_damage, 0, "d20.locked_damage.negative", field="locked_damage")


def still_locked(locked: Mapping[LockCause, int], ended: Collection[LockCause]) -> int:
    """Return the damage that cannot be healed yet, because its cause has not ended (D20H-TEMP-01, D20H-FOOD-05)."""
    for cause in (*locked, *ended):
        one_of(cause, LOCK_CAUSES, "d20.locked_damage.cause_unknown", field="cause")
    return sum(damage for cause, damage in locked.items() if cause not in ended)


def regained(hp: int, amount: int, ceiling: int) -> int:
    """Return how many of so many hit points come back below the ceiling (D20H-HEAL-01)."""
    return max(0, min(amount, ceiling - hp))


def rest(
    kind: RestKind,
    hp: int,
    hp_max: int,
    level: int,
    *,
    periods: int = 1,
    sleep_hours: int | Fraction = SLEEP_HOURS,
    locked_damage: int = 0,
    state: RestingState = "normal",
    tended: bool = False,
    recovering: bool = False,
    ability_damage: Mapping[Ability, int] | None = None,
    ability_drain: Mapping[Ability, int] | None = None,
) -> Rest:
    """Rest for nights or whole days in bed (D20H-HEAL-01 to -04, D20H-REC-04, -05, -08, D20H-COND-06, -07).

    periods: nights or days, 1 or more. sleep_hours: of each night; fewer than 8 give nothing. level: 1 or more.
    locked_damage: points whose cause lasts. Raises UnknownValue, OutOfRange.
    """
    one_of(kind, REST_KINDS, "d20.rest.kind_unknown", field="kind")
    one_of(state, RESTING_STATES, "d20.rest.state_unknown", field="state")
    damage = checked_points(ability_damage or {}, "ability_damage")
    drain = checked_points(ability_drain or {}, "ability_drain")
    at_least(periods, 1, "d20.rest.periods", field="periods")
    at_least(sleep_hours, 0, "d20.hours.negative", field="sleep_hours")
    at_least(level, 1, "d20.level.too_low", field="level")
    ceiling = healing_ceiling(hp_max, locked_damage)
    points = 0 if kind == "night" and sleep_hours < SLEEP_HOURS else POINTS[kind] * periods
    heals = heals_naturally(hp, tended=tended, recovering=recovering)
    healed = regained(hp, points * level, ceiling) if heals else 0
    after = hp + healed
    return Rest(after, healed, state_after_regaining(after, state), healed_damage(damage, points), drain)


def heal(
    source: HealingSource,
    amount: int,
    hp: int,
    hp_max: int,
    state: State,
    *,
    temp_hp: int = 0,
    locked_damage: int = 0,
) -> Healing:
    """Give hit points back by other means than rest (D20H-HEAL-01, D20H-DIS-05, D20H-TMP-03, D20H-HOUSE-06, -10).

    amount: 0 or more. Temporary hit points are not restored, and no source gets round locked damage. Raises
    UnknownValue, OutOfRange, and NotAllowed for the dead.
    """
    one_of(source, HEALING_SOURCES, "d20.healing.source_unknown", field="source")
    known_state(state)
    at_least(amount, 0, "d20.healing.negative", field="amount")
    at_least(temp_hp, 0, "d20.temp_hp.negative", field="temp_hp")
    ceiling = healing_ceiling(hp_max, locked_damage)
    if state == "dead":
        raise NotAllowed("d20.healing.dead", field="state")
    healed = regained(hp, amount, ceiling)
    was_dying = state == "dying"
    kept: State = "stable" if was_dying and healed else state
    after = hp + healed
    return Healing(after, temp_hp, healed, state_after_regaining(after, kept), healed > 0 if was_dying else None)

"""Heat, cold, thirst and hunger.

Rules: D20H-TEMP-01 to -06, D20H-FOOD-01 to -05.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, cast, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import at_least, needed, one_of, within
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id, drop, put
from rules.systems.d20.abilities import checked_score
from rules.systems.d20.bearing import constitution_of, effects_of, modifier, save_bonus, skill_bonus
from rules.systems.d20.dice import Amount, check, roll_against, roll_amount
from rules.systems.d20.effects import Timer
from rules.systems.d20.harm import hurt
from rules.systems.d20.hazards import (
    DAY,
    HOUR,
    again,
    ask_one,
    check_somebody,
    chosen,
    creatures_input,
    one_of_these,
    over,
    saved,
)
from rules.systems.d20.lasting import give_condition
from rules.systems.d20.state import Body, D20Fight, Round, with_timer

Weather = Literal["heat", "cold"]

Severity = Literal["normal", "severe"]

WEATHERS: tuple[Weather, ...] = get_args(Weather)

SEVERITIES: tuple[Severity, ...] = get_args(Severity)

WEATHER_DC = 15
"""DC of the first save; it rises by 1 for each earlier save (D20H-TEMP-03)."""

SURVIVAL_DC = 15

SURVIVAL_MODIFIER = 4
"""Bonus to the save from a successful Survival check (D20H-TEMP-05)."""

CLOTHING_MODIFIERS: Mapping[Weather, int] = {"heat": -4, "cold": 4}
"""Modifier to the save from thick clothes or heavy armour (D20H-TEMP-04)."""


@dataclass(frozen=True)
class SeverityRow:
    """A row of the table of heat and cold."""

    interval_minutes: int
    damage: Amount
    spares_equipped: bool
    """A creature with the right equipment makes no save."""


SEVERITY_ROWS: Mapping[Severity, SeverityRow] = {
    "normal": SeverityRow(60, Amount(1, 4), spares_equipped=True),
    "severe": SeverityRow(10, Amount(1, 6), spares_equipped=False),
}
"""Ordinary weather, and searing heat or biting cold (D20H-TEMP-03, D20H-TEMP-06)."""


@dataclass(frozen=True)
class WeatherSave:
    """The result of one interval in heat or cold."""

    save_due: bool
    interval_minutes: int
    dc: int
    save_modifier: int
    survival_success: bool | None
    save_success: bool | None
    damage: int
    hp: int
    fatigued: bool
    damage_locked: bool


def weather_save(
    kind: Weather,
    severity: Severity,
    previous_saves: int,
    fortitude_bonus: int,
    hp: int,
    *,
    properly_equipped: bool = False,
    heavy_clothing: bool = False,
    survival_bonus: int | None = None,
) -> Throws[WeatherSave]:
    """Endure heat or cold for one interval (D20H-TEMP-01 to -06).

    previous_saves: saves made in this exposure, 0 or more. survival_bonus: None without an attempt. Rolls Survival
    (d20) if attempted, the Fortitude save (d20), then the damage; nothing if no save is due. Raises UnknownValue,
    OutOfRange.
    """
    one_of(kind, WEATHERS, "d20.weather.kind_unknown", field="kind")
    row = SEVERITY_ROWS[one_of(severity, SEVERITIES, "d20.weather.severity_unknown", field="severity")]
    dc = WEATHER_DC + at_least(previous_saves, 0, "d20.saves.negative", field="previous_saves")
    modifier = CLOTHING_MODIFIERS[kind] if heavy_clothing else 0
    if properly_equipped and row.spares_equipped:
        return WeatherSave(False, row.interval_minutes, dc, modifier, None, None, 0, hp, False, False)
    survived = None
    if survival_bonus is not None:
        survived = (yield from check("survival", survival_bonus, SURVIVAL_DC)).success
        modifier += SURVIVAL_MODIFIER if survived else 0
    success = (yield from roll_against("fortitude", fortitude_bonus + modifier, dc)).success
    damage = 0 if success else (yield from roll_amount("damage", row.damage))
    hurt = damage > 0
    return WeatherSave(
        save_due=True,
        interval_minutes=row.interval_minutes,
        dc=dc,
        save_modifier=modifier,
        survival_success=survived,
        save_success=success,
        damage=damage,
        hp=hp - damage,
        fatigued=hurt,
        damage_locked=hurt,
    )


Climate = Literal["normal", "very_hot"]

Need = Literal["water", "food"]

CLIMATES: tuple[Climate, ...] = get_args(Climate)

NEEDS: tuple[Need, ...] = get_args(Need)

FLUID_GALLONS = Fraction(1, 2)

FOOD_POUNDS = Fraction(1, 4)
"""Daily needs in a normal climate (D20H-FOOD-01)."""

LEAST_WATER_FACTOR, MOST_WATER_FACTOR = 2, 3
"""Factors of water in a very hot climate; the game master picks one (D20H-FOOD-02)."""

DEPRIVATION_DC = 10

DEPRIVATION_DAMAGE = Amount(1, 6)


@dataclass(frozen=True)
class Grace:
    """How long a creature can go without, in hours or days by the need."""

    least: int
    per_constitution: int
    """Added for each point of Constitution."""


GRACES: Mapping[Need, Grace] = {"water": Grace(24, 1), "food": Grace(3, 0)}
"""Hours without water, days without food (D20H-FOOD-03, D20H-FOOD-04)."""


@dataclass(frozen=True)
class DailyNeeds:
    """What a creature needs each day."""

    fluid_gallons: Fraction
    food_lb: Fraction


@dataclass(frozen=True)
class Deprivation:
    """The result of one hour without water or one day without food."""

    grace: int
    """The hours or days without a check."""
    check_due: bool
    dc: int | None
    success: bool | None
    damage: int
    hp: int
    damage_locked: bool


def daily_needs(climate: Climate, water_factor: int | None = None) -> DailyNeeds:
    """Return the daily needs in a climate (D20H-FOOD-01, D20H-FOOD-02).

    water_factor: 2 or 3, required in a very hot climate. Raises UnknownValue, Missing, OutOfRange.
    """
    if one_of(climate, CLIMATES, "d20.climate.unknown", field="climate") == "normal":
        return DailyNeeds(FLUID_GALLONS, FOOD_POUNDS)
    factor = needed(water_factor, "d20.deprivation.water_factor_missing", field="water_factor")
    within(factor, LEAST_WATER_FACTOR, MOST_WATER_FACTOR, "d20.deprivation.water_factor", field="water_factor")
    return DailyNeeds(FLUID_GALLONS * factor, FOOD_POUNDS)


def grace_period(need: Need, constitution: int) -> int:
    """Return the hours without water or days without food before checks begin (D20H-FOOD-03, D20H-FOOD-04).

    Raises UnknownValue, OutOfRange.
    """
    rule = GRACES[one_of(need, NEEDS, "d20.deprivation.need_unknown", field="need")]
    return rule.least + rule.per_constitution * checked_score(constitution, "constitution", least=0)


def go_without(
    need: Need, constitution: int, constitution_modifier: int, elapsed: int, previous_checks: int, hp: int
) -> Throws[Deprivation]:
    """Go another hour without water or day without food (D20H-FOOD-03 to -05, D20H-BASE-02).

    elapsed: completed hours or days, including this one. After the grace period rolls a Constitution check (d20), then
    the damage (d6) if it fails. Raises UnknownValue, OutOfRange.
    """
    grace = grace_period(need, constitution)
    at_least(elapsed, 0, "d20.deprivation.elapsed_negative", field="elapsed")
    at_least(previous_checks, 0, "d20.checks.negative", field="previous_checks")
    if elapsed <= grace:
        return Deprivation(grace, False, None, None, 0, hp, False)
    tried = yield from check("constitution", constitution_modifier, DEPRIVATION_DC + previous_checks)
    damage = 0 if tried.success else (yield from roll_amount("damage", DEPRIVATION_DAMAGE))
    return Deprivation(grace, True, tried.needed, tried.success, damage, hp - damage, damage > 0)


WEATHER, NEED = "weather", "need"

HARDSHIPS = ("heat", "cold", "thirst", "hunger")

LOCKS = {"water": "thirst", "food": "hunger"}

NEED_UNITS = {"water": HOUR, "food": DAY}


def in_weather(fight: D20Fight, who: Id, kind: Weather, severity: Severity, notes: Notes, **worn: bool) -> D20Fight:
    """Expose a creature to heat or cold (D20H-TEMP-03 to -06).

    worn: equipped, heavy, survival.
    """
    seconds = SEVERITY_ROWS[severity].interval_minutes * 60
    data = {"kind": kind, "severity": severity, **dict(sorted(worn.items()))}
    timer = Timer(kind, WEATHER, seconds, seconds, name="", data=data)
    running = fight.body(who).timers.get(kind)
    if running is not None:
        # the exposure continues with other clothes or severity: earlier saves still raise the DC (D20H-TEMP-03)
        timer = replace(timer, made=running.made, left=min(running.left, seconds))
    notes.tell("weather.begins", who=who, what=Word(f"weather.{kind}"), rules=("D20H-TEMP-03", "D20H-TEMP-06"))
    return with_timer(fight, who, timer)


def weather_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Resolve an interval in heat or cold when it falls due (D20H-TEMP-01 to -06)."""
    kind, severity = cast(Weather, timer.data["kind"]), cast(Severity, timer.data["severity"])
    body = fight.body(who)
    rule = weather_save(
        kind,
        severity,
        timer.made,
        save_bonus(fight, who, "fortitude"),
        body.hp,
        properly_equipped=bool(timer.data.get("equipped")),
        heavy_clothing=bool(timer.data.get("heavy")),
        survival_bonus=skill_bonus(fight, who, "survival") if timer.data.get("survival") else None,
    )
    key = f"weather:{kind}:{fight.clock}"
    found = yield from ask_one(fight, who, rule, notes, key, because=("D20H-TEMP-03",))
    fight = again(fight, who, timer)
    if not found.save_due:
        return fight
    saved(who, ("weather.made", "weather.failed"), notes, success=bool(found.save_success), rules=("D20H-TEMP-03",))
    if found.damage:
        fight = yield from hurt(
            fight, who, found.damage, notes, key=key, single_blow=False, rules=("D20H-TEMP-03", "D20H-TEMP-06")
        )
        fight = _locked(fight, who, kind, found.damage)
    if found.fatigued:
        fight = give_condition(fight, who, "fatigued", notes, variant=kind, rules=("D20H-TEMP-02",))
    return fight


def goes_without(fight: D20Fight, who: Id, need: Need, notes: Notes) -> D20Fight:
    """Deprive a creature of water or food (D20H-FOOD-03, D20H-FOOD-04)."""
    score = constitution_of(fight.body(who))
    if score is None:
        notes.tell("need.none", who=who, rules=("D20H-HOUSE-20",))
        return fight
    if f"need_{need}" in fight.body(who).timers:
        notes.tell("need.goes_on", who=who, need=Word(f"need.{need}"), rules=("D20H-FOOD-03", "D20H-FOOD-04"))
        return fight
    need_word, unit_word = Word(f"need.{need}"), Word(f"need_unit.{need}")
    grace = grace_period(need, score)
    rule = "D20H-FOOD-03" if need == "water" else "D20H-FOOD-04"
    # the grace period gives the Constitution score away
    plain = fact("need.begins_plain", who=who, need=need_word, rules=(rule,))
    notes.tell(
        "need.begins",
        who=who,
        need=need_word,
        grace=grace,
        unit=unit_word,
        rules=(rule,),
        audience=controllers_of(who),
        otherwise=plain,
    )
    unit = NEED_UNITS[need]
    return with_timer(fight, who, Timer(f"need_{need}", NEED, unit, unit, data={"need": need, "checks": 0}))


def need_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Resolve an hour without water or a day without food when it falls due (D20H-FOOD-03 to -05)."""
    need, checks = cast(Need, timer.data["need"]), int(timer.data["checks"])
    body = fight.body(who)
    score = constitution_of(body) or 0
    rule = go_without(
        need, score, modifier(body, "constitution", effects_of(fight, who)), timer.made + 1, checks, body.hp
    )
    key = f"need:{need}:{fight.clock}"
    found = yield from ask_one(fight, who, rule, notes, key, because=("D20H-FOOD-03", "D20H-FOOD-04"))
    fight = again(fight, who, replace(timer, data={**timer.data, "checks": checks + int(found.check_due)}))
    if not found.check_due:
        return fight
    saved(who, ("need.made", "need.failed"), notes, success=bool(found.success), rules=("D20H-FOOD-03", "D20H-FOOD-04"))
    if found.damage:
        fight = yield from hurt(
            fight, who, found.damage, notes, key=key, single_blow=False, rules=("D20H-FOOD-03", "D20H-FOOD-04")
        )
        fight = _locked(fight, who, LOCKS[need], found.damage)
    return fight


def relieved(fight: D20Fight, who: Id, cause: str, notes: Notes) -> D20Fight:
    """End thirst, hunger or exposure: its damage can be healed from now on (D20H-TEMP-01, D20H-FOOD-05)."""
    body = fight.body(who)
    need = next((name for name, lock in LOCKS.items() if lock == cause), "")
    timer = body.timers.get(f"need_{need}" if need else cause)
    if timer is not None:
        fight = over(fight, who, timer, notes, rules=("D20H-TEMP-01", "D20H-FOOD-05"))
    body = fight.body(who)
    if cause in body.locked:
        notes.tell("lock.ends", who=who, cause=Word(f"lock.{cause}"), rules=("D20H-TEMP-01", "D20H-FOOD-05"))
        fight = fight.with_body(who, replace(body, locked=drop(body.locked, cause)))
    return fight


def _locked(fight: D20Fight, who: Id, cause: str, points: int) -> D20Fight:
    body = fight.body(who)
    return fight.with_body(who, replace(body, locked=put(body.locked, cause, body.locked.get(cause, 0) + points)))


HALVES = 2


def weather_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, the weather, and their protection against it."""
    return (
        creatures_input(fight, viewer),
        one_of_these("kind", "input.weather", "weather", WEATHERS),
        one_of_these("severity", "input.severity", "severity", SEVERITIES),
        Flag("equipped", "input.equipped", note=Fact("note.equipped", rules=("D20H-TEMP-03",))),
        Flag("heavy", "input.heavy", note=Fact("note.heavy", rules=("D20H-TEMP-04",))),
        Flag("survival", "input.survival", note=Fact("note.survival", rules=("D20H-TEMP-05",))),
    )


def weather_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Start the exposure: a save each hour, or every ten minutes if severe (D20H-TEMP-03, D20H-TEMP-06)."""
    yield from ()
    notes, values = Notes(), command.inputs
    for who in chosen(fight, command):
        fight = in_weather(
            fight,
            who,
            cast(Weather, values["kind"] or WEATHERS[0]),
            cast(Severity, values["severity"] or SEVERITIES[0]),
            notes,
            equipped=bool(values["equipped"]),
            heavy=bool(values["heavy"]),
            survival=bool(values["survival"]),
        )
    return Outcome(fight, notes.so_far)


def need_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, what they lack, and the climate, which sets the daily needs."""
    factors = tuple(str(factor) for factor in range(LEAST_WATER_FACTOR, MOST_WATER_FACTOR + 1))
    return (
        creatures_input(fight, viewer),
        one_of_these("need", "input.need", "need", NEEDS),
        one_of_these("climate", "input.climate", "climate", CLIMATES),
        one_of_these("factor", "input.water_factor", "factor", factors),
    )


def need_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Start counting hours without water or days without food (D20H-FOOD-01 to -04)."""
    yield from ()
    notes, values = Notes(), command.inputs
    climate = cast(Climate, values["climate"] or CLIMATES[0])
    day = daily_needs(climate, int(values["factor"] or LEAST_WATER_FACTOR))
    notes.tell(
        "need.a_day",
        halves=int(day.fluid_gallons * HALVES),
        climate=Word(f"climate.{climate}"),
        rules=("D20H-FOOD-01", "D20H-FOOD-02"),
    )
    for who in chosen(fight, command):
        fight = goes_without(fight, who, cast(Need, values["need"] or NEEDS[0]), notes)
    return Outcome(fight, notes.so_far)


def relief_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, and which cause ends."""
    return (creatures_input(fight, viewer), one_of_these("cause", "input.relief", "lock", HARDSHIPS))


def relief_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Stop the count; its damage can be healed again (D20H-TEMP-01, D20H-FOOD-05)."""
    yield from ()
    notes = Notes()
    for who in chosen(fight, command):
        fight = relieved(fight, who, command.inputs["cause"] or HARDSHIPS[0], notes)
    return Outcome(fight, notes.so_far or (Fact("relief.nothing"),))


WEATHER_MET: Action[Body, Round] = Action(
    "weather", weather_resolve, weather_inputs, check_somebody, icon="sun", for_game_master=True
)

NEED_MET: Action[Body, Round] = Action(
    "deprivation", need_resolve, need_inputs, check_somebody, icon="droplet", for_game_master=True
)

RELIEF: Action[Body, Round] = Action(
    "relief", relief_resolve, relief_inputs, check_somebody, icon="check", for_game_master=True
)

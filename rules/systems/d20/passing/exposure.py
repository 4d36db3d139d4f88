"""Heat, cold, thirst and hunger by the clock (D20H-TEMP-01 to -06, D20H-FOOD-01 to -05)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps
from rules.core.types import Id, drop, put
from rules.systems.d20.actions.afflict import give_condition
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.bearing import constitution_of, effects_of, modifier, save_bonus, skill_bonus
from rules.systems.d20.hazards.deprivation import Need, go_without, grace_period
from rules.systems.d20.hazards.weather import SEVERITY_ROWS, Severity, Weather, weather_save
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import DAY, HOUR, again, one, over, saved
from rules.systems.d20.state import D20Fight, with_timer

WEATHER, NEED = "weather", "need"
HARDSHIPS = ("heat", "cold", "thirst", "hunger")
LOCKS = {"water": "thirst", "food": "hunger"}
UNITS = {"water": HOUR, "food": DAY}


def in_weather(fight: D20Fight, who: Id, kind: Weather, severity: Severity, notes: Notes, **worn: bool) -> D20Fight:
    """From now on somebody bears heat or cold; `worn`: equipped, heavy, survival (D20H-TEMP-03 to -06)."""
    seconds = SEVERITY_ROWS[severity].interval_minutes * 60
    data = {"kind": kind, "severity": severity, **dict(sorted(worn.items()))}
    timer = Timer(kind, WEATHER, seconds, seconds, name="", data=data)
    running = fight.combatants[who].body.timers.get(kind)
    if running is not None:
        # the same exposure goes on, if in other clothes or worse: what was rolled still raises the DC (D20H-TEMP-03)
        timer = replace(timer, made=running.made, left=min(running.left, seconds))
    params: dict[str, Param] = {"who": Ref(who), "what": Word(f"weather.{kind}")}
    notes.add(Fact("weather.begins", params=params, rules=("D20H-TEMP-03", "D20H-TEMP-06")))
    return with_timer(fight, who, timer)


def weather_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """An interval in heat or cold (D20H-TEMP-01 to -06)."""
    kind, severity = cast(Weather, timer.data["kind"]), cast(Severity, timer.data["severity"])
    body = fight.combatants[who].body
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
    found = yield from one(fight, who, rule, notes, key)
    fight = again(fight, who, timer)
    if not found.save_due:
        return fight
    saved(who, "weather", notes, success=bool(found.save_success), rules=("D20H-TEMP-03",))
    if found.damage:
        fight = yield from hurt(
            fight, who, found.damage, notes, key=key, single_blow=False, rules=("D20H-TEMP-03", "D20H-TEMP-06")
        )
        fight = _locked(fight, who, kind, found.damage)
    if found.fatigued:
        fight = give_condition(fight, who, "fatigued", notes, variant=kind, rules=("D20H-TEMP-02",))
    return fight


def goes_without(fight: D20Fight, who: Id, need: Need, notes: Notes) -> D20Fight:
    """From now on somebody has no water, or no food (D20H-FOOD-03, D20H-FOOD-04)."""
    score = constitution_of(fight.combatants[who].body)
    if score is None:
        notes.add(Fact("need.none", params={"who": Ref(who)}, rules=("D20H-HOUSE-20",)))
        return fight
    if f"need_{need}" in fight.combatants[who].body.timers:
        told: dict[str, Param] = {"who": Ref(who), "need": Word(f"need.{need}")}
        notes.add(Fact("need.goes_on", params=told, rules=("D20H-FOOD-03", "D20H-FOOD-04")))
        return fight
    params: dict[str, Param] = {
        "who": Ref(who),
        "need": Word(f"need.{need}"),
        "grace": grace_period(need, score),
        "unit": Word(f"need_unit.{need}"),
    }
    rule = "D20H-FOOD-03" if need == "water" else "D20H-FOOD-04"
    # how long somebody bears it tells the Constitution score
    known: dict[str, Param] = {"who": Ref(who), "need": params["need"]}
    plain = Fact("need.begins_plain", params=known, rules=(rule,))
    notes.add(Fact("need.begins", params=params, rules=(rule,), audience=controllers_of(who), otherwise=plain))
    unit = UNITS[need]
    return with_timer(fight, who, Timer(f"need_{need}", NEED, unit, unit, data={"need": need, "checks": 0}))


def need_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """An hour without water or a day without food (D20H-FOOD-03 to -05)."""
    need, checks = cast(Need, timer.data["need"]), int(timer.data["checks"])
    body = fight.combatants[who].body
    score = constitution_of(body) or 0
    rule = go_without(
        need, score, modifier(body, "constitution", effects_of(fight, who)), timer.made + 1, checks, body.hp
    )
    key = f"need:{need}:{fight.clock}"
    found = yield from one(fight, who, rule, notes, key)
    fight = again(fight, who, replace(timer, data={**timer.data, "checks": checks + int(found.check_due)}))
    if not found.check_due:
        return fight
    saved(who, "need", notes, success=bool(found.success), rules=("D20H-FOOD-03", "D20H-FOOD-04"))
    if found.damage:
        fight = yield from hurt(
            fight, who, found.damage, notes, key=key, single_blow=False, rules=("D20H-FOOD-03", "D20H-FOOD-04")
        )
        fight = _locked(fight, who, LOCKS[need], found.damage)
    return fight


def relieved(fight: D20Fight, who: Id, cause: str, notes: Notes) -> D20Fight:
    """What was lacking is there, or the weather is over: its damage can be healed (D20H-TEMP-01, D20H-FOOD-05)."""
    body = fight.combatants[who].body
    need = next((name for name, lock in LOCKS.items() if lock == cause), "")
    timer = body.timers.get(f"need_{need}" if need else cause)
    if timer is not None:
        fight = over(fight, who, timer, notes, rules=("D20H-TEMP-01", "D20H-FOOD-05"))
    body = fight.combatants[who].body
    if cause in body.locked:
        params: dict[str, Param] = {"who": Ref(who), "cause": Word(f"lock.{cause}")}
        notes.add(Fact("lock.ends", params=params, rules=("D20H-TEMP-01", "D20H-FOOD-05")))
        fight = fight.with_body(who, replace(body, locked=drop(body.locked, cause)))
    return fight


def _locked(fight: D20Fight, who: Id, cause: str, points: int) -> D20Fight:
    body = fight.combatants[who].body
    return fight.with_body(who, replace(body, locked=put(body.locked, cause, body.locked.get(cause, 0) + points)))

"""Poison and disease: what they cost and when the next save is due (D20H-POIS-01 to -07, D20H-DISE-01 to -08)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.abilities import ABILITIES, Ability
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.hazards.disease import DiseaseName, break_out, disease_day
from rules.systems.d20.hazards.poison import PoisonImmunity, Poisoning, PoisonStage, suffer_poison
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import DAY, again, lose, one, over, saved
from rules.systems.d20.state import D20Fight, with_timer, without_timers

POISON, INCUBATION, DISEASE = "poison_secondary", "incubation", "disease"
HIT_POINTS = "hit_points"
"""What a poison may take besides points of an ability."""

TAKES = (*ABILITIES, HIT_POINTS)


def poison_rule(fight: D20Fight, who: Id, stage: PoisonStage, dc: int, dice: str) -> Throws[Poisoning]:
    """One save against a poison (D20H-POIS-01, -02, -07)."""
    immune = cast(PoisonImmunity, fight.combatants[who].body.poison_immunity)
    return suffer_poison(stage, dc, save_bonus(fight, who, "fortitude"), dice, immune=immune)


def poisoned(
    fight: D20Fight, who: Id, timer: Timer, found: Poisoning, takes: str, notes: Notes, key: str
) -> Steps[D20Fight]:
    """Write down what a poison did; `timer`: its secondary damage, which follows the first (D20H-POIS-02)."""
    params: dict[str, Param] = {"who": Ref(who)}
    rules = ("D20H-POIS-01", "D20H-POIS-02")
    if not found.save_due:
        notes.add(Fact("poison.immune", params=params, rules=("D20H-POIS-07",), audience=controllers_of(who)))
        return fight
    saved(who, "poison", notes, success=bool(found.save_success), rules=rules)
    if found.damage and takes == HIT_POINTS:
        fight = yield from hurt(fight, who, found.damage, notes, key=key, single_blow=False, rules=rules)
    elif found.damage:
        fight = lose(fight, who, {cast(Ability, takes): found.damage}, "damage", notes, rules=rules)
    if found.secondary_due_minutes is not None and timer.dice and timer.dice != "0":
        fight = with_timer(fight, who, replace(timer, left=found.secondary_due_minutes * 60))
    return fight


def poison_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """The secondary damage of a poison, with its own save (D20H-POIS-02)."""
    key = f"poison:{timer.id}:{fight.clock}"
    fight = without_timers(fight, who, timer.id)
    rule = poison_rule(fight, who, "secondary", timer.dc, timer.dice)
    found = yield from one(fight, who, rule, notes, key)
    return (yield from poisoned(fight, who, timer, found, str(timer.data["takes"]), notes, key))


def outbreak(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """The end of an incubation: the first damage, and a save each day from now on (D20H-DISE-02, D20H-DISE-03)."""
    name = cast(DiseaseName, timer.data["disease"])
    params: dict[str, Param] = {"who": Ref(who), "what": Word(f"disease.{name}")}
    notes.add(Fact("disease.breaks_out", params=params, rules=("D20H-DISE-02",)))
    found = yield from one(fight, who, break_out(name), notes, f"outbreak:{name}:{fight.clock}")
    fight = lose(fight, who, found.damage, "damage", notes, rules=("D20H-DISE-02",))
    due = Timer(timer.id, DISEASE, timer.left + DAY, DAY, dc=timer.dc, name=timer.name, data=timer.data)
    return with_timer(fight, who, due)


def day_ill(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """A day of a disease: two saves in a row cure it (D20H-DISE-03, D20H-DISE-04, D20H-DISE-06)."""
    name = cast(DiseaseName, timer.data["disease"])
    successes = int(timer.data.get("successes", 0))
    rule = disease_day(name, save_bonus(fight, who, "fortitude"), successes)
    found = yield from one(fight, who, rule, notes, f"disease:{name}:{fight.clock}")
    saved(who, "disease", notes, success=found.save_success, rules=("D20H-DISE-03",))
    fight = lose(fight, who, found.harm.damage, "damage", notes, rules=("D20H-DISE-03", "D20H-DISE-05"))
    fight = lose(fight, who, found.harm.drain, "drain", notes, rules=("D20H-DISE-06",))
    if found.cured:
        return over(fight, who, timer, notes, rules=("D20H-DISE-04",))
    kept = replace(timer, data={**timer.data, "successes": found.consecutive_successes})
    return again(fight, who, kept)

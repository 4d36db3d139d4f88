"""Fire and acid, round by round (D20H-FIRE-01 to -04, D20H-ACID-01 to -03)."""

from __future__ import annotations

from typing import cast

from rules.core.facts import Fact, Notes, Ref
from rules.core.requests import Steps
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.hazards.acid import AcidContact, AcidStrength, Fumes, acid_round, second_fumes
from rules.systems.d20.hazards.fire import FIRE_DAMAGE, Fire, FireEvent, fire
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import lose, one, saved
from rules.systems.d20.state import D20Fight, with_timer, without_timers

BURNING, ACID, FUMES = "burning", "acid", "fumes"


def fire_rule(fight: D20Fight, who: Id, event: FireEvent, *, burning: bool) -> Throws[Fire]:
    """The save and the damage of one meeting with fire."""
    body = fight.combatants[who].body
    return fire(event, burning, save_bonus(fight, who, "reflex"), body.hp)


def burnt(fight: D20Fight, who: Id, event: FireEvent, found: Fire, notes: Notes, key: str) -> Steps[D20Fight]:
    """Write down what fire did: damage, and whether somebody burns from now on (D20H-FIRE-01, -02, D20H-FIRE-04)."""
    rules = ("D20H-FIRE-01",) if event == "exposure" else ("D20H-FIRE-02", "D20H-FIRE-04")
    if found.save_success is not None:
        saved(who, "fire", notes, success=found.save_success, rules=rules)
    before = BURNING in fight.combatants[who].body.timers
    if found.damage:
        fight = yield from hurt(fight, who, found.damage, notes, key=f"{key}:blow", damage_type="fire", rules=rules)
    if found.burning and not before:
        notes.add(Fact("fire.burns", params={"who": Ref(who)}, rules=("D20H-FIRE-01",)))
        return with_timer(fight, who, Timer(BURNING, BURNING, each_turn=True, dice=str(FIRE_DAMAGE)))
    if before and not found.burning:
        notes.add(Fact("fire.out", params={"who": Ref(who)}, rules=("D20H-FIRE-02", "D20H-FIRE-03")))
        return without_timers(fight, who, BURNING)
    return fight


def burning_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Another round in flames (D20H-FIRE-02)."""
    key = f"burning:{fight.clock}"
    found = yield from one(fight, who, fire_rule(fight, who, "round", burning=True), notes, key)
    return (yield from burnt(fight, who, "round", found, notes, key))


def acid_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Another round in acid, without a save (D20H-ACID-01)."""
    key = f"acid:{timer.id}:{fight.clock}"
    contact, strength = cast(AcidContact, timer.data["contact"]), cast(AcidStrength, timer.data["strength"])
    found = yield from one(fight, who, acid_round(contact, strength), notes, key)
    return (
        yield from hurt(fight, who, found.damage, notes, key=f"{key}:blow", damage_type="acid", rules=("D20H-ACID-01",))
    )


def breathed(fight: D20Fight, who: Id, found: Fumes, notes: Notes, rule: str) -> D20Fight:
    """Write down what the fumes of acid did; the second save is due later (D20H-ACID-02, D20H-ACID-03)."""
    if found.save_success is not None:
        saved(who, "fumes", notes, success=found.save_success, rules=(rule,))
    fight = lose(fight, who, {"constitution": found.con_damage}, "damage", notes, rules=(rule,))
    if found.second_due_minutes is not None:
        due = Timer(FUMES, FUMES, found.second_due_minutes * 60)
        # whoever breathes them again does not put the second save off
        fight = with_timer(fight, who, fight.combatants[who].body.timers.get(FUMES, due))
    return fight


def fumes_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """The second save against fumes, a minute later (D20H-ACID-03)."""
    rule = second_fumes(save_bonus(fight, who, "fortitude"))
    found = yield from one(fight, who, rule, notes, f"fumes:{fight.clock}")
    fight = without_timers(fight, who, timer.id)
    return breathed(fight, who, found, notes, "D20H-ACID-03")

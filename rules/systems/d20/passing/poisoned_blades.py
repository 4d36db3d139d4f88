"""Poison on a weapon: what a blow does besides, and a clumsy one to its owner (D20H-POIS-01, D20H-POIS-06)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes, Ref
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.hazards.poison import save_from_own_poison
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import one, saved
from rules.systems.d20.passing.toxins import poison_rule, poisoned
from rules.systems.d20.state import D20Fight, with_timer, without_timers

COATED = "coated"


def coated(fight: D20Fight, who: Id, weapon: str, poison: Timer) -> D20Fight:
    """The fight in which this weapon of somebody bears a poison."""
    data = {**poison.data, "weapon": weapon, "secondary": poison.dice}
    return with_timer(fight, who, replace(poison, id=f"{COATED}:{weapon}", what=COATED, each_turn=True, data=data))


def the_poison(fight: D20Fight, who: Id, poison: Timer, notes: Notes, key: str) -> Steps[D20Fight]:
    """Expose somebody to a poison (D20H-POIS-01)."""
    rule = poison_rule(fight, who, "initial", poison.dc, str(poison.data["initial"]))
    found = yield from one(fight, who, rule, notes, key)
    return (yield from poisoned(fight, who, poison, found, str(poison.data["takes"]), notes, f"{key}:blow"))


def after_blow(
    fight: D20Fight, who: Id, target: Id, weapon: Weapon, face: int, damage: int, key: str, notes: Notes
) -> Steps[D20Fight]:
    """A wound brings the poison in; a natural 1 may turn it on whoever struck (D20H-POIS-01, D20H-POIS-06)."""
    bearer = fight.combatants.get(who)
    timer = None if bearer is None else bearer.body.timers.get(f"{COATED}:{weapon.key}")
    if timer is None:
        return fight
    poison = replace(timer, id=f"poison:{key}{who}", what="poison_secondary", each_turn=False)
    if face == 1:
        slipped = yield from one(fight, who, save_from_own_poison(save_bonus(fight, who, "reflex")), notes, f"{key}own")
        saved(who, "own_poison", notes, success=bool(slipped.save_success), rules=("D20H-POIS-06",))
        if slipped.exposed:
            fight = without_timers(fight, who, timer.id)
            return (yield from the_poison(fight, who, poison, notes, f"{key}own"))
        return fight
    if not damage or target not in fight.combatants or not fight.combatants[target].body.alive:
        return fight
    notes.add(Fact("poison.blade", params={"who": Ref(target)}, rules=("D20H-POIS-01",)))
    fight = without_timers(fight, who, timer.id)
    return (yield from the_poison(fight, target, poison, notes, f"{key}poison"))

"""Whose blow an attack draws first, and what cannot get out of its way (D20C-AOO-07, D20C-UNA-02, D20S-OBJ-03)."""

from __future__ import annotations

from rules.core.facts import Notes
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.actions.blows import Blow
from rules.systems.d20.actions.opportunity import armed_unarmed, distracted, may_strike, opportunities, provoked
from rules.systems.d20.special.provoking import provoked as drawn_by
from rules.systems.d20.state import D20Fight, in_rounds


def stands_still(fight: D20Fight, who: Id) -> bool:
    """Whether something is a thing that does not move and that nobody holds (D20S-OBJ-03)."""
    body = fight.combatants[who].body
    return body.being == "object" and body.thing.immobile and body.thing.holder not in fight.combatants


def provoke(fight: D20Fight, blow: Blow, notes: Notes) -> Steps[D20Fight]:
    """Let those strike whom an attack provokes: shooting all who threaten, bare hands the one attacked.

    (D20C-AOO-07, D20C-UNA-02 to -04, D20S-GUN-05, D20S-OBJ-05)
    """
    actor, target = blow.actor, blow.target
    holder = fight.combatants[target].body.thing.holder
    if blow.manner.mode == "melee" and holder is not None and holder in fight.combatants:
        sunder = fight.combatants[actor].body.feat("sunder")
        found = drawn_by("strike_held_object", provoked(fight, actor), holder, sunder_feat=sunder)
        after, _ = yield from opportunities(fight, actor, found, notes, rules=("D20S-OBJ-05",))
        return after
    if blow.manner.mode == "ranged":
        return (yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20S-GUN-05")))
    if not blow.weapon.unarmed or armed_unarmed(fight.combatants[actor].body):
        return fight
    if not in_rounds(fight) or not may_strike(fight, target, actor):
        return fight
    after, _ = yield from opportunities(fight, actor, (target,), notes, rules=("D20C-UNA-02", "D20C-UNA-03"))
    return after

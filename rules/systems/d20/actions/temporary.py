"""Temporary hit points given (D20H-TMP-01, D20H-HP-05, D20H-HOUSE-09)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.types import Id
from rules.systems.d20.actions.harm import tell_state
from rules.systems.d20.cards import numbers_for
from rules.systems.d20.hit_points import state_after_regaining
from rules.systems.d20.state import D20Fight


def give_temporary(fight: D20Fight, who: Id, amount: int, notes: Notes) -> D20Fight:
    """Give temporary hit points, which may wake whoever is down; of several grants the largest counts.

    (D20H-TMP-01, D20H-HP-05, D20H-HOUSE-09)
    """
    body = fight.combatants[who].body
    params: dict[str, Param] = {"who": Ref(who), "amount": amount}
    seen = numbers_for(fight.combatants[who])
    notes.add(Fact("temporary.gained", amount, params, ("D20H-TMP-01", "D20H-HOUSE-09"), seen))
    after = replace(body, temp=max(body.temp, amount))
    if body.being != "object" and body.vital != "dead":
        after = replace(after, vital=state_after_regaining(after.points, body.vital))
    fight = fight.with_body(who, after)
    tell_state(fight, who, body, notes, rules=("D20H-HP-05", "D20H-TMP-01"))
    return fight

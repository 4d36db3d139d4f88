"""Everybody on their count, and going to another (D20C-DLY-02, D20C-RDY-05, D20C-HOUSE-25)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.types import Id
from rules.systems.d20.delay import Count
from rules.systems.d20.ordering import leaves_count, takes_turns
from rules.systems.d20.state import D20Fight


def counts(fight: D20Fight) -> tuple[Count, ...]:
    """The running order with everybody's count."""
    return tuple(
        Count(who, fight.combatants[who].body.initiative or 0) for who in fight.order if takes_turns(fight, who)
    )


def to_count(fight: D20Fight, who: Id, count: int, order: tuple[Id, ...]) -> D20Fight:
    fight = leaves_count(fight, who)
    body = fight.combatants[who].body
    rest = tuple(one for one in fight.order if one not in order)
    fight = replace(fight, order=(*order, *rest))
    return fight.with_body(who, replace(body, initiative=count))

"""Effects that run out: counted to a turn or to a count of the order (D20C-SEQ-09, D20C-HOUSE-24, D20C-HOUSE-25)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.types import Id, drop, put
from rules.systems.d20.marks import Effect
from rules.systems.d20.state import D20Fight


def counted_down(fight: D20Fight, turn: Id, notes: Notes) -> D20Fight:
    """Take a round off what is counted to this turn, or to a count that lies between the last one and this."""
    before, reached = fight.round.passed, fight.combatants[turn].body.initiative or 0
    first = not (fight.round.done or before is None)

    def passes(effect: Effect) -> bool:
        if effect.rounds is None:
            return False
        if effect.anchor is not None:
            return effect.anchor == turn
        if effect.count is None:
            return False
        below = before is None or effect.count < before
        return (below or effect.count >= reached) if first else (below and effect.count >= reached)

    for who, one in fight.combatants.items():
        effects = one.body.effects
        for effect in one.body.effects.values():
            if not passes(effect):
                continue
            left = (effect.rounds or 0) - 1
            if left > 0:
                effects = put(effects, effect.id, replace(effect, rounds=left))
            else:
                effects = drop(effects, effect.id)
                tell_ended(fight, who, effect, notes)
        if effects is not one.body.effects:
            fight = fight.with_body(who, replace(one.body, effects=effects))
    return fight


def tell_ended(fight: D20Fight, who: Id, effect: Effect, notes: Notes) -> None:
    """Say that an effect has ended."""
    called: str | Word = effect.name or Word(f"effect.{effect.what}")
    params: dict[str, Param] = {"who": Ref(who), "what": called}
    notes.add(Fact("effect.ends", params=params, rules=("D20C-SEQ-09",)))

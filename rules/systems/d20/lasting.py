"""Effects and fuses that run out: counted to a turn or to a count of the order (D20C-SEQ-09, D20C-HOUSE-25)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.types import Id, drop, put
from rules.systems.d20.marks import Effect
from rules.systems.d20.state import D20Fight
from rules.systems.d20.turns import ROUND_SECONDS


def counted_down(fight: D20Fight, turn: Id, notes: Notes, *, renewed: bool, again: bool = False) -> D20Fight:
    """Take a round off what is counted to this turn, or to a count between the lowest one reached so far and this.

    renewed: a round has begun since the last turn. again: the turn comes for the second time, after a delay, so that
    what is counted to it has had its due.
    """
    state, reached = fight.round, fight.combatants[turn].body.initiative or 0
    before = state.passed if state.counted is None else state.counted

    def passes(anchor: Id | None, count: int | None) -> bool:
        if anchor is not None:
            return anchor == turn and not again
        if count is None:
            return False
        below = before is None or count < before
        wrapped = renewed and before is not None
        return (below or count >= reached) if wrapped else (below and count >= reached)

    for who, one in fight.combatants.items():
        effects = one.body.effects
        for effect in one.body.effects.values():
            if effect.rounds is None or not passes(effect.anchor, effect.count):
                continue
            left = effect.rounds - 1
            if left > 0:
                effects = put(effects, effect.id, replace(effect, rounds=left))
            else:
                effects = drop(effects, effect.id)
                tell_ended(fight, who, effect, notes)
        if effects is not one.body.effects:
            fight = fight.with_body(who, replace(one.body, effects=effects))
    planted = {
        name: replace(one, left=one.left - ROUND_SECONDS) if passes(one.anchor, one.count) else one
        for name, one in state.planted.items()
    }
    lowest = reached if renewed or before is None else min(before, reached)
    return replace(fight, round=replace(fight.round, planted=planted, counted=lowest))


def tell_ended(fight: D20Fight, who: Id, effect: Effect, notes: Notes) -> None:
    """Say that an effect has ended."""
    called: str | Word = effect.name or Word(f"effect.{effect.what}")
    params: dict[str, Param] = {"who": Ref(who), "what": called}
    notes.add(Fact("effect.ends", params=params, rules=("D20C-SEQ-09",)))

"""A fight brought in order after any change: who has left, hit points, the states they come to, the next save due.

(D20H-HP-05, D20H-TMP-01, D20H-REC-03, D20H-REC-04, D20H-REC-07)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.types import Id, put
from rules.systems.d20.hit_points import state_by_hit_points
from rules.systems.d20.passing.recovery import with_due
from rules.systems.d20.state import Body, D20Fight


def settled(fight: D20Fight) -> D20Fight:
    """Forget in the round whoever has left, clamp hit points, read their state where it cannot stand; idempotent.

    Whatever brought somebody to a state, the save of that state falls due (D20H-REC-03, D20H-REC-04, D20H-REC-07).
    """
    for who, one in fight.combatants.items():
        body = _settled_body(one.body)
        for effect in body.effects.values():
            if effect.anchor is not None and not _has_turns(fight, effect.anchor):
                body = replace(body, effects=put(body.effects, effect.id, replace(effect, anchor=None)))
        if body != one.body:
            fight = fight.with_body(who, body)
        fight = with_due(fight, who)
    state, here = fight.round, fight.combatants
    grapples = {}
    for name, held in state.grapples.items():
        pairs = tuple(pair for pair in held.pairs if pair.one in here and pair.other in here)
        if pairs:
            choking = {one: by for one, by in held.choking.items() if one in here and by in here}
            grapples[name] = replace(held, pairs=pairs, choking=choking)
    after = replace(
        state,
        turn=None if state.turn is not None and state.turn.who not in here else state.turn,
        aware=None if state.aware is None else tuple(who for who in state.aware if who in here),
        ready=frozenset(who for who in state.ready if who in here),
        done=frozenset(who for who in state.done if who in here),
        begun=frozenset(who for who in state.begun if who in here),
        delayed=frozenset(who for who in state.delayed if who in here),
        postponed=frozenset(who for who in state.postponed if who in here),
        lost=frozenset(who for who in state.lost if who in here),
        readied={who: held for who, held in state.readied.items() if who in here},
        opportunities={who: made for who, made in state.opportunities.items() if who in here},
        grapples=grapples,
        planted={
            name: one if one.anchor is None or _has_turns(fight, one.anchor) else replace(one, anchor=None)
            for name, one in state.planted.items()
        },
    )
    return fight if after == state else replace(fight, round=after)


def _settled_body(body: Body) -> Body:
    if body.hp > body.hp_max:
        body = replace(body, hp=body.hp_max)
    if body.being == "object":
        return replace(body, hp=max(0, body.hp))
    if body.temp < 0:
        body = replace(body, temp=0)
    by_points = state_by_hit_points(body.points)
    if body.points > 0 and body.vital in ("disabled", "dying", "stable"):
        return replace(body, vital="normal", tended=False, recovering=False, fresh=False)
    if by_points == "dead" or (body.points <= 0 and body.vital == "normal"):
        return replace(body, vital=by_points)
    return body


def _has_turns(fight: D20Fight, who: Id) -> bool:
    """Whether somebody is there and will have a turn again, on which effects can end."""
    return who in fight.combatants and fight.combatants[who].body.vital != "dead"

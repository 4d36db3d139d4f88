"""Fights in which the hidden creature has the turn, and after it a player who may be quicker."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.fight import Fight
from rules.systems.d20.state import Turn
from rules.systems.tactico.state import Planned
from rules.systems.tactico.state import Round as TacticoRound
from rules.systems.tactico.state import Turn as TacticoTurn
from rules.systems.tapiz.state import Round as TapizRound
from rules.systems.tumbas.state import Declared, Group, with_round
from tests.rules.test_stage import played

HIDDEN, QUICK = "dd", "aa"


def hidden_first(slug: str, *, declaring: bool = False) -> Fight[Any, Any]:
    """The scenario of a system with the hidden creature before all others of its round.

    declaring: in Táctico the turn is at its declarations, in which it is first too.
    """
    fight = played(slug).fight
    rest = tuple(who for who in fight.order if who not in (HIDDEN, QUICK))
    fight = replace(fight, order=(HIDDEN, QUICK, *rest), status="running")
    if slug == "tapiz":
        return replace(fight, round=TapizRound(1, turn=HIDDEN))
    if slug == "d20":
        first = {HIDDEN: 40, QUICK: 39}
        for who, initiative in first.items():
            fight = fight.with_body(who, replace(fight.body(who), initiative=initiative))
        state = replace(fight.round, turn=Turn(HIDDEN), done=frozenset(), begun=frozenset({HIDDEN}))
        return replace(fight, round=state)
    if slug == "tumbas":
        declared = {HIDDEN: Declared("test"), QUICK: Declared("test"), **{who: Declared("nothing") for who in rest}}
        groups = (Group("missile", (HIDDEN,)), Group("missile", (QUICK,)))
        return with_round(fight, number=1, stage="missile", declared=declared, groups=groups, done=frozenset())
    if declaring:
        state = TacticoRound(1, "declaration", ranked=fight.round.ranked)
        return replace(fight, order=(*rest, QUICK, HIDDEN), round=state)
    still = Planned()
    turns = {who: TacticoTurn((Planned("test"), Planned("test"), still)) for who in (HIDDEN, QUICK)}
    others = {who: TacticoTurn((still, still, still)) for who in rest}
    return replace(fight, round=replace(fight.round, number=1, stage="segments", segment=1, turns={**turns, **others}))

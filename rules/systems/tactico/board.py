"""What Táctico says about the boards of its people: squares of a metre, what follows from them, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.rules import NO_OVERLAY, Overlay
from rules.core.board.walking import on_board, overlay
from rules.core.facts import Fact
from rules.core.types import Id
from rules.systems.tactico.moving import metres_of
from rules.systems.tactico.situation import DISTANCE, ENGAGED
from rules.systems.tactico.squares import SQUARES, distance_there, engaged_there, holds, sight
from rules.systems.tactico.state import TacticoFight


def shown(fight: TacticoFight, who: Id, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
    """Where a combatant gets with one action (TAC-ACT-03, TAC-HOUSE-10, TAC-HOUSE-17)."""
    if looking.get("action") != "move" or not on_board(fight, who):
        return NO_OVERLAY
    most = metres_of(looking.get("way") or "move", fight.body(who).movement)
    return overlay(fight, who, SQUARES, looking, holds, most=most)


def seen(fight: TacticoFight, one: Id, other: Id) -> Overlay:
    """How far it is from one to another, what follows from that, and the lines between them."""
    found = sight(fight, one, other)
    follows = ((DISTANCE, distance_there(fight, one, other)), (ENGAGED, engaged_there(fight, one, other)))
    told = tuple(Fact(kind.code(said.value)) for kind, said in follows if said is not None and said.value != "apart")
    return replace(found, facts=(*found.facts[:1], *told, *found.facts[1:]))


BOARD = replace(SQUARES, derives=(ENGAGED, DISTANCE), overlay=shown, sight=seen)

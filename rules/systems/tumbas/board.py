"""What Tumbas says about its boards: squares, what follows from where people stand, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.rules import NO_OVERLAY, Overlay
from rules.core.board.walking import ANYWHERE, on_board, overlay
from rules.core.types import Id
from rules.systems.tumbas.going import STEP_AWAY
from rules.systems.tumbas.situation import COVER, ENGAGED, target_notes
from rules.systems.tumbas.squares import SQUARES, holds, sight
from rules.systems.tumbas.state import TumbasFight

FARTHEST: Mapping[str, int] = {"move": ANYWHERE, "disengage": STEP_AWAY}
"""How many squares each action covers (TUM-HOUSE-12, TUM-HOUSE-19)."""


def shown(fight: TumbasFight, who: Id, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
    """Where a combatant gets that moves, or gets away from those beside it."""
    most = FARTHEST.get(looking.get("action", ""))
    if most is None or not on_board(fight, who):
        return NO_OVERLAY
    return overlay(fight, who, SQUARES, looking, holds, most=most)


def stands(fight: TumbasFight, one: Id, other: Id) -> Overlay:
    """What one has to another: how far it is, what follows from where both stand or was declared, the lines."""
    found = sight(fight, one, other)
    if not found.between or not fight.body(other).able:
        return found
    return replace(found, facts=(*found.facts, *target_notes(fight, other, one)))


BOARD = replace(SQUARES, derives=(ENGAGED, COVER), overlay=shown, sight=stands)

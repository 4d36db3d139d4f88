"""What Tapiz says about its boards: squares of two metres, what follows from where people stand, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.rules import NO_OVERLAY, Overlay
from rules.core.board.walking import on_board, overlay
from rules.core.types import Id
from rules.systems.tapiz.moving import COMBAT_MODES, cells_of, holds
from rules.systems.tapiz.situation import KINDS, target_notes
from rules.systems.tapiz.squares import SQUARES, sight
from rules.systems.tapiz.state import TapizFight, in_conflict


def shown(fight: TapizFight, who: Id, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
    """Where a combatant gets in its asalto, whether it moves alone or beside an attack (TAP-MOVE-03, TAP-MOVE-04)."""
    if looking.get("action") not in ("move", "attack") or not in_conflict(fight) or not on_board(fight, who):
        return NO_OVERLAY
    body, chosen = fight.body(who), looking.get("mode") or looking.get("moving")
    mode = next((one for one in COMBAT_MODES if one == chosen), COMBAT_MODES[-1])
    most, usual = cells_of(body, mode), cells_of(body, COMBAT_MODES[0])
    return overlay(fight, who, SQUARES, looking, holds, most=most, usual=usual)


def stands(fight: TapizFight, one: Id, other: Id) -> Overlay:
    """What one has to another: how far it is, what follows from where both stand or was declared, the lines."""
    found = sight(fight, one, other)
    return replace(found, facts=(*found.facts, *target_notes(fight, other, one))) if found.between else found


BOARD = replace(SQUARES, derives=KINDS, overlay=shown, sight=stands)

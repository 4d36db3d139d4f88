"""What Tapiz says about its boards: squares of two metres, what follows from where people stand, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.rules import NO_OVERLAY, Overlay
from rules.core.board.walking import on_board, overlay
from rules.core.facts import Explanation, fact
from rules.core.types import Id
from rules.systems.tapiz.moving import COMBAT_MODES, cells_of, holds, planned_mode, way_costs, with_way
from rules.systems.tapiz.situation import KINDS, target_notes
from rules.systems.tapiz.squares import METRES, SQUARES, sight
from rules.systems.tapiz.state import TapizFight, in_conflict

GOES = ("move", "attack", "other", "remove_effect", "heal", "stabilise")
"""The actions that a way over the board may go with (TAP-MOVE-07)."""


def shown(fight: TapizFight, who: Id, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
    """Where a combatant gets in its asalto, alone or beside another action (TAP-MOVE-03, TAP-MOVE-04)."""
    if looking.get("action") not in GOES or not in_conflict(fight) or not on_board(fight, who):
        return NO_OVERLAY
    body, chosen = fight.body(who), "" if looking.get("to") else looking.get("mode")
    mode = next((one for one in COMBAT_MODES if one == chosen), COMBAT_MODES[-1])
    most, usual = cells_of(body, mode), cells_of(body, COMBAT_MODES[0])
    found = overlay(fight, who, SQUARES, looking, holds, most=most, usual=usual)
    if not found.way or (needed := planned_mode(fight, who, looking)) is None:
        return found
    return replace(found, facts=(*_far(found), *way_costs(needed, looking["action"])))


def _far(planned: Overlay) -> Explanation:
    """How far it is to the end of a way, and what it costs where dear ground makes that more."""
    far = METRES * (len(planned.way) - 1)
    return tuple(
        fact("move.dear", far, cost=one.value) if one.value is not None and one.value > far else one
        for one in planned.facts
    )


def stands(fight: TapizFight, one: Id, other: Id) -> Overlay:
    """What one has to another: how far it is, what follows from where both stand or was declared, the lines."""
    found = sight(fight, one, other)
    return replace(found, facts=(*found.facts, *target_notes(fight, other, one))) if found.between else found


BOARD = replace(SQUARES, derives=KINDS, overlay=shown, sight=stands, with_way=with_way)

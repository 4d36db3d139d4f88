"""What Tumbas says about its boards: squares, what follows from where people stand, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.rules import NO_OVERLAY, Choosable, Overlay
from rules.core.board.walking import ANYWHERE, known_to, next_to, on_board, overlay, reach_of
from rules.core.facts import fact
from rules.core.types import Id
from rules.systems.tumbas.going import STEP_AWAY, way_beside
from rules.systems.tumbas.situation import DERIVED, target_notes
from rules.systems.tumbas.squares import SQUARES, holds, sight
from rules.systems.tumbas.state import TumbasFight

FARTHEST: Mapping[str, int] = {"move": ANYWHERE, "disengage": STEP_AWAY}
"""How many squares each action covers (TUM-HOUSE-12, TUM-HOUSE-19)."""


def shown(fight: TumbasFight, who: Id, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
    """Where a combatant gets that moves, gets away from those beside it or charges, now or as it declares."""
    if not on_board(fight, who):
        return NO_OVERLAY
    action = looking.get("action", "")
    if action == "declare":
        return _declares(fight, who, looking)
    if action == "charge":
        return _charges(fight, who, looking)
    most = FARTHEST.get(action)
    return NO_OVERLAY if most is None else overlay(fight, who, SQUARES, looking, holds, most=most)


def _declares(fight: TumbasFight, who: Id, looking: Mapping[str, str]) -> Overlay:
    """A tap on a square declares a move to it; of a charge its way is drawn (TUMS-CMB-03)."""
    moves = looking.get("what") == "move"
    found = overlay(fight, who, SQUARES, looking if moves else {}, holds, most=ANYWHERE)
    charge = _charges(fight, who, looking) if looking.get("what") == "charge" else NO_OVERLAY
    way = charge.way or found.way
    return replace(found, via="", also=(("what", "move"),), way=way, facts=charge.facts)


def _charges(fight: TumbasFight, who: Id, looking: Mapping[str, str]) -> Overlay:
    """The squares beside the target, and the way to the one that was tapped, else to the nearest (TUM-HOUSE-12)."""
    target, known = looking.get("target", ""), known_to(fight, who, SQUARES)
    if target not in known.places:
        return NO_OVERLAY
    way = way_beside(fight, who, target, looking.get("to", ""))
    if way is None:
        return Overlay("to", facts=(fact("core.board.no_way"),))
    reach = reach_of(known, who, SQUARES, ANYWHERE, holds).costs
    beside = (Choosable(cell) for cell in reach if next_to(known, who, SQUARES, target, cell))
    return Overlay("to", choosable=tuple(beside), chosen=way[-1:], way=way)


def stands(fight: TumbasFight, one: Id, other: Id) -> Overlay:
    """What one has to another: how far it is, what follows from where both stand or was declared, the lines."""
    found = sight(fight, one, other)
    if not found.between or not fight.body(other).able:
        return found
    return replace(found, facts=(*found.facts, *target_notes(fight, other, one)))


BOARD = replace(SQUARES, derives=DERIVED, overlay=shown, sight=stands)

"""Being locked in melee, leaving it and pursuing (TAC-MEL-01 to -05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, get_args

from rules.core.audience import Viewer
from rules.core.errors import at_least, one_of
from rules.core.relations import relate
from rules.core.types import Id
from rules.systems.tactico.situation import DISTANCE, ENGAGED, engaged
from rules.systems.tactico.state import TacticoFight

MeleeStage = Literal["none", "leaving", "left_last_turn"]

MELEE_STAGES: tuple[MeleeStage, ...] = get_args(MeleeStage)

REACH_METRES = 1
"""Opponents nearer than this are locked; at exactly this distance they are not (TAC-MEL-01)."""


def known_stage(stage: MeleeStage) -> MeleeStage:
    """Return the stage of leaving, or refuse it as unknown (TAC-MEL-03)."""
    return one_of(stage, MELEE_STAGES, "tactico.melee.stage_unknown", field="melee_stage")


def is_engaged(distance_m: int | Fraction | None) -> bool:
    """Return whether the nearest opponent, in metres or None, is so near that both are locked (TAC-MEL-01)."""
    return distance_m is not None and at_least(distance_m, 0, "tactico.distance", field="distance_m") < REACH_METRES


def may_move(distance_m: int | Fraction | None, stage: MeleeStage) -> bool:
    """Return whether the melee allows a move: not engaged, or left by the last turn (TAC-MEL-02, TAC-MEL-04)."""
    return known_stage(stage) == "left_last_turn" or not is_engaged(distance_m)


def stage_after(stage: MeleeStage) -> MeleeStage:
    """Return the stage in the next turn: a turn spent leaving allows a move in the one after (TAC-MEL-03, -04)."""
    return "left_last_turn" if known_stage(stage) == "leaving" else "none"


def catches_up(gap_m: int | Fraction, fled_m: int | Fraction, pursued_m: int | Fraction) -> bool:
    """Return whether a pursuer is in melee again, from the metres between both and those of each (TAC-MEL-05)."""
    for field, metres in (("gap_m", gap_m), ("fled_m", fled_m), ("pursued_m", pursued_m)):
        at_least(metres, 0, "tactico.distance", field=field)
    return gap_m + fled_m - pursued_m < REACH_METRES


# in a fight


def opponents(fight: TacticoFight, who: Id) -> tuple[Id, ...]:
    """Those that a combatant is locked with and that can still do something, in order (TAC-MEL-01)."""
    return tuple(other for other in fight.order if engaged(fight, who, other) and fight.body(other).able)


def seen_opponents(fight: TacticoFight, who: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The opponents that a viewer may know of."""
    return tuple(other for other in opponents(fight, who) if viewer.game_master or not fight.combatants[other].hidden)


def engage(fight: TacticoFight, one: Id, other: Id) -> TacticoFight:
    """Lock two in melee; that is nearer than ten metres (TAC-MEL-01)."""
    if one == other:
        return fight
    return relate(relate(fight, DISTANCE, one, other, "to_10"), ENGAGED, one, other, "melee")


def disengage(fight: TacticoFight, who: Id) -> TacticoFight:
    """Take a combatant out of every melee."""
    for other in fight.order:
        if engaged(fight, who, other):
            fight = relate(fight, ENGAGED, who, other, "apart")
    return fight


def nearest(fight: TacticoFight, who: Id) -> int | None:
    """Metres to the nearest opponent as the melee asks: 0 while one holds the combatant there, else None.

    An opponent who left the melee by the last turn holds no one, and may therefore be pursued (TAC-MEL-02, -04, -05).
    A hidden opponent holds no one who does not know of it: a refusal would tell.
    """
    unseen = not fight.combatants[who].hidden
    holding = [
        other
        for other in opponents(fight, who)
        if other not in fight.round.left and not (unseen and fight.combatants[other].hidden)
    ]
    return 0 if holding else None


def stage_of(fight: TacticoFight, who: Id) -> MeleeStage:
    """Whether a combatant leaves a melee in this turn, or did in the last (TAC-MEL-03, TAC-MEL-04)."""
    turn = fight.round.turns.get(who)
    if turn is not None and turn.leaving:
        return "leaving"
    return "left_last_turn" if who in fight.round.left else "none"

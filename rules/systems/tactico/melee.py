"""Being locked in melee and leaving it (TAC-MEL-01 to -05)."""

from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of

MeleeStage = Literal["none", "leaving", "left_last_turn"]

MELEE_STAGES: tuple[MeleeStage, ...] = get_args(MeleeStage)

REACH_METRES = 1
"""Opponents nearer than this are locked; at exactly this distance they are not (TAC-MEL-01)."""


def known_stage(stage: MeleeStage) -> MeleeStage:
    """Return the stage of leaving, or refuse it as unknown (TAC-MEL-03)."""
    return one_of(stage, MELEE_STAGES, "tactico.melee.stage_unknown", field="melee_stage")


def is_engaged(distance_m: int | Fraction | None) -> bool:
    """Say whether the nearest opponent, in metres or None, is so near that both are locked (TAC-MEL-01)."""
    return distance_m is not None and at_least(distance_m, 0, "tactico.distance", field="distance_m") < REACH_METRES


def may_move(distance_m: int | Fraction | None, stage: MeleeStage) -> bool:
    """Say whether the melee lets somebody move: not engaged, or left by the last turn (TAC-MEL-02, TAC-MEL-04)."""
    return known_stage(stage) == "left_last_turn" or not is_engaged(distance_m)


def stage_after(stage: MeleeStage) -> MeleeStage:
    """Return the stage in the next turn: who spent a turn leaving may move in the one after (TAC-MEL-03, -04)."""
    return "left_last_turn" if known_stage(stage) == "leaving" else "none"


def catches_up(gap_m: int | Fraction, fled_m: int | Fraction, pursued_m: int | Fraction) -> bool:
    """Say whether a pursuer is in melee again, from the metres between both and those covered by each (TAC-MEL-05)."""
    for field, metres in (("gap_m", gap_m), ("fled_m", fled_m), ("pursued_m", pursued_m)):
        at_least(metres, 0, "tactico.distance", field=field)
    return gap_m + fled_m - pursued_m < REACH_METRES

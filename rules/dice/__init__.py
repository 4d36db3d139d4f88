"""Dice without chance: notation, faces and exact odds; who rolls is the caller's business."""

from rules.dice.faces import check_faces
from rules.dice.limits import MAX_DICE, MAX_SIDES
from rules.dice.notation import PERCENTILE, DicePool, parse, parse_sum, written
from rules.dice.odds import added, chance_ahead, chance_at_least, distribution, highest

__all__ = [
    "MAX_DICE",
    "MAX_SIDES",
    "PERCENTILE",
    "DicePool",
    "added",
    "chance_ahead",
    "chance_at_least",
    "check_faces",
    "distribution",
    "highest",
    "parse",
    "parse_sum",
    "written",
]

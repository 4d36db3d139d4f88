"""The dice of Táctico: two d6 for every skill roll, one d10 for the location of a hit, any dice by hand.

(TAC-ROLL-03, TAC-LOC-01)
"""

from collections.abc import Sequence
from typing import Literal

from rules.core.dice_action import dice_action
from rules.dice import check_faces

Double = Literal["none", "double_1", "double_6"]

SKILL_DICE: tuple[int, ...] = (6, 6)
"""The two dice of a skill roll (TAC-ROLL-03)."""

LOCATION_DICE: tuple[int, ...] = (10,)
"""The die of a hit location; a face marked 0 is given as 10 (TAC-LOC-01, TAC-LOC-02)."""

SIDES: tuple[int, ...] = (3, 4, 6, 8, 10, 12, 20)
"""The dice that may be rolled by hand."""


def double_of(faces: Sequence[int]) -> Double:
    """Return which of the two doubles that mean something the two dice show (TAC-ROLL-06, TAC-ROLL-07)."""
    match check_faces(faces, SKILL_DICE):
        case (1, 1):
            return "double_1"
        case (6, 6):
            return "double_6"
        case _:
            return "none"


ROLL = dice_action("2d6", SIDES)

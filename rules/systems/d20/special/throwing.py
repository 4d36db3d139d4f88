"""Throwing at a place: range increments, the die of a bounce or a miss, the corners (D20S-EXP-03 to -09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.systems.d20.grid import SQUARE_FT
from rules.systems.d20.ranges import MAX_INCREMENTS

ScatterDie = Literal[4, 8, 12]
Landing = Literal["target_creature", "aimed_square_corner", "nearby_square_corner"]

SCATTER_DICE: tuple[ScatterDie, ...] = (4, 8, 12)


@dataclass(frozen=True)
class Corner:
    """A corner of the grid in squares from the near-left corner of the aimed square, as the thrower sees it.

    right: negative to the left; beyond: negative short of it.
    """

    right: int
    beyond: int


CORNERS: Mapping[ScatterDie, tuple[Corner, ...]] = {
    4: (Corner(0, 1), Corner(1, 1), Corner(1, 0), Corner(0, 0)),
    8: (
        Corner(1, 2),
        Corner(2, 1),
        Corner(2, 0),
        Corner(1, -1),
        Corner(0, -1),
        Corner(-1, 0),
        Corner(-1, 1),
        Corner(0, 2),
    ),
    12: (
        Corner(1, 3),
        Corner(2, 2),
        Corner(3, 1),
        Corner(3, 0),
        Corner(2, -1),
        Corner(1, -2),
        Corner(0, -2),
        Corner(-1, -1),
        Corner(-2, 0),
        Corner(-2, 1),
        Corner(-1, 2),
        Corner(0, 3),
    ),
}
"""Where each face of each die lands, face 1 first (D20S-HOUSE-04, D20S-EXP-06 to -08)."""


def range_increments(distance_ft: int, increment_ft: int) -> int:
    """Return how many range increments a throw takes, rounded up, at least 1 (D20S-EXP-09).

    Raises OutOfRange for a negative distance or an increment below 1 ft.
    """
    at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft")
    at_least(increment_ft, 1, "d20.range.increment", field="range_increment_ft")
    return max(1, -(-distance_ft // increment_ft))


def check_in_reach(increments: int) -> None:
    """Refuse a throw beyond five range increments (D20S-EXP-09)."""
    if increments > MAX_INCREMENTS["thrown"]:
        raise NotAllowed("d20.throw.too_far", field="distance_ft", params={"increments": increments})


def miss_die(increments: int) -> ScatterDie:
    """Return the die that says where a miss lands (D20S-EXP-07, D20S-EXP-08; at one increment D20S-HOUSE-05)."""
    if increments == 1:
        return 4
    return 8 if increments <= 3 else 12


def landing(die: ScatterDie) -> Landing:
    """Say which kind of square's corner a scatter die stands for (D20S-EXP-06 to -08)."""
    return "aimed_square_corner" if die == 4 else "nearby_square_corner"


def corner(die: ScatterDie, face: int) -> Corner:
    """Look up the corner that a face stands for (D20S-HOUSE-04).

    Raises UnknownValue for another die, OutOfRange for a face that it does not have.
    """
    known = one_of(die, SCATTER_DICE, "d20.scatter.die_unknown", field="die")
    within(face, 1, known, "dice.face", field="face")
    return CORNERS[known][face - 1]


def feet_from_corner(further_squares: int) -> int:
    """Return how far a square is from a landing corner: the four that share it 5 ft, each further one 5 ft more.

    further_squares: steps beyond those four, of the nearest square of a large creature (D20S-HOUSE-06).
    """
    at_least(further_squares, 0, "d20.scatter.squares_negative", field="further_squares")
    return SQUARE_FT * (1 + further_squares)

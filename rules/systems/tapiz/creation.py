"""A new character: attribute scores and starting values (TAP-CHAR-01, TAP-HOUSE-01, TAP-HOUSE-04, TAP-HOUSE-05)."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from rules.core.errors import OutOfRange, one_of
from rules.dice import check_faces
from rules.systems.tapiz.advancement import known_hit_die
from rules.systems.tapiz.attributes import ATTRIBUTES, USUAL_SCORES

CreationMethod = Literal["roll", "given"]

CREATION_METHODS: tuple[CreationMethod, ...] = get_args(CreationMethod)

Method = Literal["roll", "typed", "in_order", "three", "modest", "points", "many_points", "heroic", "own"]

METHODS: tuple[Method, ...] = get_args(Method)
"""How attributes are found (TAP-HOUSE-01), in the order in which it is offered.

4d6 by the app or at the table, 3d6 in order with one swap, 3d6 assigned freely, a fixed row, two budgets, another fixed
row, and scores found in another way.
"""

ALWAYS: tuple[Method, ...] = ("roll", "typed")
"""The ways that need not be switched on (TAP-HOUSE-01)."""

STARTING_LEVEL = 1
"""Level of a new character (TAP-CHAR-05)."""

GENERATION_DICE: tuple[int, ...] = (6,) * 4 * len(ATTRIBUTES)
"""Four d6 for each of the six results (TAP-HOUSE-01)."""

PLAIN_DICE = 3
"""So many of each group of four dice count where the lowest is not dropped: 3d6 (TAP-HOUSE-01)."""

POINT_BUDGETS: tuple[int, ...] = (63, 72)
"""Points of the two alternatives by points (TAP-HOUSE-01)."""

POINT_SCORES = range(8, 19)
"""Scores that the alternatives by points allow (TAP-HOUSE-01)."""

FIXED_SCORES: tuple[tuple[int, ...], ...] = ((14, 12, 10, 10, 9, 8), (16, 14, 13, 12, 10, 9))
"""The two alternatives with fixed scores (TAP-HOUSE-01)."""


def known_method(method: CreationMethod) -> CreationMethod:
    """Return the way in which scores are found, or refuse it as unknown."""
    return one_of(method, CREATION_METHODS, "tapiz.creation.method_unknown", field="method")


def drop_lowest(faces: Sequence[int]) -> int:
    """Add four d6 without the lowest (TAP-HOUSE-01)."""
    four = check_faces(faces, (6,) * 4)
    return sum(four) - min(four)


def plain_sum(faces: Sequence[int]) -> int:
    """Add three d6, the first of a group of four that was rolled for any of the ways (TAP-HOUSE-01)."""
    return sum(check_faces(faces[:PLAIN_DICE], (6,) * PLAIN_DICE))


def swapped(scores: Sequence[int], one: int, other: int) -> tuple[int, ...]:
    """The results in order with two of them changed places (TAP-HOUSE-01)."""
    found = list(scores)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def roll_scores(faces: Sequence[int]) -> tuple[int, ...]:
    """Return the six results of twenty-four d6, four for each, in order (TAP-HOUSE-01)."""
    checked = check_faces(faces, GENERATION_DICE)
    return tuple(drop_lowest(checked[start : start + 4]) for start in range(0, len(checked), 4))


def check_score(score: int, *, field: str = "score") -> int:
    """Return a score that a new character may have, 3 to 18 (TAP-CHAR-01)."""
    if score not in USUAL_SCORES:
        raise OutOfRange("tapiz.creation.score", field=field, params={"value": score, "least": 3, "most": 18})
    return score


def points_left(scores: Mapping[str, int], budget: int) -> int:
    """Return what is left of a budget of points, which may be negative while scores are being chosen (TAP-HOUSE-01)."""
    for name, score in scores.items():
        if score not in POINT_SCORES:
            raise OutOfRange("tapiz.creation.point_score", field=name, params={"value": score, "least": 8, "most": 18})
    return budget - sum(scores.values())


def starting_hit_points(score: int, hit_die: int) -> int:
    """Return a pool at level 1: Constitution or Wisdom plus the highest face of its hit die (TAP-HOUSE-04, -05)."""
    return score + known_hit_die(hit_die)

"""The squares of a board as d20 reads them: what they cost, how many a body fills, how far it strikes.

Rules: D20C-GRD-01, D20C-GRD-06, D20C-AOO-03, D20C-MEL-01, D20C-COV-04, D20C-CON-03, D20C-HOUSE-21.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.board.field import Field, field_of
from rules.core.board.places import filled
from rules.core.board.rules import BoardRules, GroundKind
from rules.core.board.walking import cells_between, place_of
from rules.core.boards import Cell
from rules.core.types import Id
from rules.systems.d20.arms import Weapon
from rules.systems.d20.cover import CONCEALMENTS, COVERS
from rules.systems.d20.lights import lit_ft
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.sizes import Size
from rules.systems.d20.state import Body, D20Fight

GROUNDS = (
    GroundKind("clear", common=True),
    GroundKind("difficult", common=True, cost=2),
    GroundKind("bushes", cost=2, concealment="quarter", rules=("D20C-CON-03",)),
    GroundKind("thicket", cost=2, concealment="three_quarters", rules=("D20C-CON-03",)),
    GroundKind("fog", concealment="half", rules=("D20C-CON-03",)),
    GroundKind("furniture", cost=2, cover="quarter", rules=("D20C-COV-04",)),
    GroundKind("pillar", cost=0, cover="half", rules=("D20C-COV-04",)),
    GroundKind("water", common=True, cost=4, rules=("D20C-MVA-03",)),
    GroundKind("gap", cost=0),
    GroundKind("solid", common=True, cost=0, blocks_sight=True, rules=("D20C-RNG-03",)),
)
"""What may cover a square; swimming goes at a quarter of the speed (D20C-MVA-03)."""

SHADOWS, NEAR_DARKNESS, DARKNESS = GLOOMS = ("shadows", "near_darkness", "darkness")
"""What may be painted of light; elsewhere there is enough of it (D20C-CON-03)."""

HIDDEN_BY: Mapping[str, str] = {SHADOWS: "half", NEAR_DARKNESS: "nine_tenths", DARKNESS: "total"}
"""The concealment that each gives (D20C-CON-03)."""

FILLS: Mapping[Size, int] = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
"""Squares on a side that a body fills; all others fill one."""

TALL: Mapping[Size, int] = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
LONG: Mapping[Size, int] = {"huge": 2, "gargantuan": 3, "colossal": 4}
"""Squares that a body reaches, on two legs and on more; all others reach one (D20C-AOO-03, docs/d20-board.md)."""


def climb(levels: int) -> int | None:
    """What a step up or down costs beside itself, in squares: one a level; two levels and more are climbed."""
    return abs(levels) if abs(levels) <= 1 else None


def span_of(fight: D20Fight, who: Id) -> int:
    """How many squares a combatant fills on a side."""
    return FILLS.get(fight.body(who).size, 1)


SQUARES = BoardRules(
    "square",
    SQUARE_FT,
    "board.feet",
    GROUNDS,
    covers=COVERS[1:-1],
    concealments=CONCEALMENTS,
    lights=GLOOMS,
    darkness=DARKNESS,
    shines=lambda fight, who: lit_ft(fight.body(who)) // SQUARE_FT,
    rise=climb,
    low_cover="quarter",
    window_cover="three_quarters",
    span=span_of,
)
"""What is reckoned with; `d20.board` adds what is shown."""


def natural_reach(body: Body) -> int:
    """How many squares a body reaches without a weapon (D20C-MEL-01, D20C-AOO-03)."""
    return (TALL if body.legs == "biped" else LONG).get(body.size, 1)


def reach_with(body: Body, weapon: Weapon) -> int:
    """How many squares a body reaches with a weapon (D20C-MEL-01)."""
    return natural_reach(body) + (weapon.reach // SQUARE_FT)


def farthest_reach(body: Body) -> int:
    """How many squares a body reaches with whatever it strikes with."""
    return max(reach_with(body, weapon) for weapon in body.carried() if weapon.melee)


def ground_of(fight: D20Fight) -> Field:
    """The board of a fight, ready to be reckoned with."""
    board = fight.board
    assert board is not None  # noqa: S101 - nobody asks without one
    return field_of(board, SQUARES)


def body_squares(fight: D20Fight, who: Id) -> tuple[Cell, ...]:
    """The squares that a combatant on the board fills."""
    return filled(place_of(fight, who), span_of(fight, who))


def squares_between(fight: D20Fight, one: Id, other: Id) -> int | None:
    """How many squares it is between two combatants, 1 side by side; None where the board does not tell."""
    return cells_between(fight, SQUARES, one, other)

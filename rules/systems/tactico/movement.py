"""Movement of people in a turn: moves, Atletismo, crawling (TAC-ACT-03, TAC-ACT-04, TAC-HOUSE-10, TAC-HOUSE-17)."""

from collections.abc import Sequence

from rules.core.errors import at_least

MOVES_WITHOUT_ATHLETICS = 1
"""Moves of a turn that need no Atletismo (TAC-ACT-04)."""

CRAWLED_METRES = 1
"""Metres crawled in a segment (TAC-DMG-09, TAC-HOUSE-17)."""

STRIDES: tuple[str, ...] = ("move", "athletics_move")
"""Actions that cover the Movimiento (TAC-ACT-03, TAC-HOUSE-10)."""

MOVING: tuple[str, ...] = (*STRIDES, "crawl")
"""Actions with which somebody has moved in a segment (TAC-ATK-01, TAC-MEL-02)."""


def metres_of(action: str, movement: int) -> int:
    """Return the metres that one action covers; `movement` is the Movimiento in metres (TAC-ACT-03, TAC-HOUSE-10)."""
    at_least(movement, 0, "tactico.movement.negative", field="movement")
    if action in STRIDES:
        return movement
    return CRAWLED_METRES if action in MOVING else 0


def segments_moved(actions: Sequence[str]) -> int:
    """Count the segments in which somebody moves, by whatever means (TAC-ATK-01, TAC-ATK-02)."""
    return sum(action in MOVING for action in actions)


def too_many_moves(actions: Sequence[str]) -> bool:
    """Say whether more than one move of a turn is made without Atletismo (TAC-ACT-04)."""
    return actions.count("move") > MOVES_WITHOUT_ATHLETICS

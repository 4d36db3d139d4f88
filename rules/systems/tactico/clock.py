"""The time that turns take: three segments of a second each (TAC-TURN-02)."""

from rules.core.errors import at_least

SEGMENTS = 3
"""Segments of a turn, one action in each (TAC-TURN-02, TAC-ACT-01)."""

SECONDS_OF_SEGMENT = 1
SECONDS_OF_TURN = SEGMENTS * SECONDS_OF_SEGMENT
SECONDS_OF_WEEK = 7 * 24 * 60 * 60
"""The measure of natural recovery (TAC-HEAL-04)."""


def elapsed_seconds(turns: int) -> int:
    """Return the seconds of complete turns; raises OutOfRange for fewer than none (TAC-TURN-02)."""
    return at_least(turns, 0, "tactico.time.turns", field="turns") * SECONDS_OF_TURN

"""Time of the tactical environment: turns of three segments (TAC-TURN-02)."""

from rules.core.errors import at_least, within

SEGMENTS = 3
"""Segments of a turn, one action in each (TAC-TURN-02, TAC-ACT-01)."""

SECONDS_OF_SEGMENT = 1
SECONDS_OF_TURN = SEGMENTS * SECONDS_OF_SEGMENT


def elapsed_seconds(turns: int, segments: int = 0) -> int:
    """Return the seconds of complete turns and of the segments resolved in the present one, 0 to 2 (TAC-TURN-02)."""
    at_least(turns, 0, "tactico.time.turns", field="turns")
    within(segments, 0, SEGMENTS - 1, "tactico.time.segments", field="segments")
    return turns * SECONDS_OF_TURN + segments * SECONDS_OF_SEGMENT

"""The d20 and the percentile die: one face read, and what a natural 1 or 20 does (D20C-ATK-02, -03, D20C-SAV-02)."""

from collections.abc import Sequence

from rules.dice import PERCENTILE, check_faces

D20 = 20
"""Sides of the die of attacks, saving throws, checks and initiative (D20C-ATK-01, D20C-SAV-01, D20C-INI-01)."""


def natural_d20(faces: Sequence[int]) -> int:
    """Return the one face of a d20; missing without it, out of range outside 1 to 20 (D20C-ATK-01, D20C-SAV-01)."""
    (face,) = check_faces(faces, (D20,))
    return face


def percentile(faces: Sequence[int]) -> int:
    """Return the one face of a percentile roll, 1 to 100; missing without it, out of range beyond it (D20C-CON-04)."""
    (face,) = check_faces(faces, (PERCENTILE,))
    return face


def reaches(natural: int, total: int, target: int) -> bool:
    """Say whether an attack roll or saving throw succeeds.

    The total has to reach the target, but a natural 1 always fails and a natural 20 always succeeds
    (D20C-ATK-01 to -03, D20C-SAV-02, D20C-HOUSE-03).
    """
    return natural == D20 or (natural != 1 and total >= target)


def check_reaches(total: int, difficulty: int) -> bool:
    """Say whether an ability check succeeds: natural 1 and 20 mean nothing there (D20C-HOUSE-04)."""
    return total >= difficulty

"""Attack rolls, saves and opposed checks as special attacks use them (D20S-GEN-04, -05, D20S-HOUSE-01, -02)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.types import Id
from rules.systems.d20.special.throws import ACTOR, TARGET, Throw, Throws, throw, throw_one

AREA_DEFENSE = 10
"""Defense of a square, of an area and of the foe to be distracted (D20S-AUTO-03, D20S-EXP-04, D20S-AID-02)."""


@dataclass(frozen=True)
class Roll:
    """A d20 with its bonus against a number, and whether that was enough."""

    face: int
    total: int
    success: bool


@dataclass(frozen=True)
class Opposed:
    """Two totals against each other; `won`: the acting side wins."""

    acting_total: int
    other_total: int
    won: bool


def reaches(face: int, total: int, needed: int) -> bool:
    """Say whether an attack roll or a save succeeds: natural 1 never, natural 20 always (D20S-GEN-04, D20S-GEN-05)."""
    return face != 1 and (face == 20 or total >= needed)


def roll_against(bonus: int, needed: int, *, purpose: str, roller: str = ACTOR) -> Throws[Roll]:
    """Roll an attack against a Defense or a save against a DC (D20S-GEN-04, D20S-GEN-05)."""
    face = yield from throw_one(purpose, roller, bonus=bonus, needed=needed)
    return judged(face, bonus, needed)


def judged(face: int, bonus: int, needed: int) -> Roll:
    """Work out an attack roll or a save whose die has fallen (D20S-GEN-04, D20S-GEN-05)."""
    return Roll(face, face + bonus, reaches(face, face + bonus, needed))


def save_together(bonuses: Sequence[tuple[Id, int]], dc: int) -> Throws[tuple[bool, ...]]:
    """Roll the Reflex saves of several, their dice in order, and return who succeeds (D20S-GEN-05)."""
    if not bonuses:
        return ()
    faces = yield from throw(*(Throw("reflex", who, bonus=bonus, needed=dc) for who, bonus in bonuses))
    return tuple(judged(face, bonus, dc).success for face, (_, bonus) in zip(faces, bonuses, strict=True))


def opposed(acting_face: int, acting_modifier: int, other_face: int, other_modifier: int) -> Opposed:
    """Compare two checks: higher total, then higher modifier, then not the acting side (D20S-HOUSE-01, -02)."""
    acting, other = acting_face + acting_modifier, other_face + other_modifier
    return Opposed(acting, other, (acting, acting_modifier) > (other, other_modifier))


def opposed_check(
    acting_modifier: int, other_modifier: int, *, purpose: str, acting: str = ACTOR, other: str = TARGET
) -> Throws[Opposed]:
    """Roll an opposed check, the acting side's die first (D20S-HOUSE-01, D20S-HOUSE-02)."""
    acting_face, other_face = yield (
        Throw(purpose, acting, bonus=acting_modifier),
        Throw(purpose, other, bonus=other_modifier),
    )
    return opposed(acting_face, acting_modifier, other_face, other_modifier)

"""Dice of Tapiz: sums, the emulated d3, and d% read as digits (TAP-DICE-01 to -07)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, OutOfRange, one_of
from rules.dice import PERCENTILE, Pool, check_faces, parse

PercentileSet = Literal["two_d10", "tens_die"]
PercentileConvention = Literal["standard", "alternative"]

SIDES: tuple[int, ...] = (3, 4, 6, 8, 10, 12, 20)
"""Dice that an expression may name (TAP-DICE-03, TAP-DICE-04)."""

ACTION_DICE: tuple[int, ...] = (6, 6, 6)
"""The three dice of an action or resistance roll (TAP-ROLL-02)."""

PERCENTILE_SETS: tuple[PercentileSet, ...] = get_args(PercentileSet)
PERCENTILE_CONVENTIONS: tuple[PercentileConvention, ...] = get_args(PercentileConvention)

_DIGITS = range(10)
_TENS = range(0, 100, 10)


@dataclass(frozen=True)
class DiceResult:
    """The total of an expression and what each die added to it (none for d%)."""

    total: int
    values: tuple[int, ...] | None


def parse_notation(notation: str) -> Pool:
    """Read an expression of the dice that Tapiz uses (TAP-DICE-01 to -03)."""
    return parse(notation, SIDES)


def die_rolled(sides: int) -> int:
    """Return the sides of the die that is really rolled: a d6 for the d3, else the die itself (TAP-DICE-04)."""
    return 6 if sides == 3 else sides


def dice_rolled(pool: Pool) -> tuple[int, ...]:
    """Return the dice that are really rolled for a pool, in order; d% is two d10 (TAP-DICE-04, TAP-DICE-05)."""
    return (10, 10) if pool.percentile else (die_rolled(pool.sides),) * pool.count


def die_value(sides: int, face: int) -> int:
    """Return what one die adds: its face, or half of it rounded up for the emulated d3 (TAP-DICE-04)."""
    return (face + 1) // 2 if sides == 3 else face


def sum_dice(pool: Pool, faces: Sequence[int]) -> DiceResult:
    """Add the faces of a pool of equal dice (TAP-DICE-01, TAP-DICE-02, TAP-DICE-04)."""
    checked = check_faces(faces, dice_rolled(pool))
    values = tuple(die_value(pool.sides, face) for face in checked)
    return DiceResult(sum(values), values)


def percentile(
    faces: Sequence[int],
    kind: PercentileSet = "two_d10",
    convention: PercentileConvention = "standard",
) -> int:
    """Read a tens die and a units die as digits, 1 to 100 (TAP-DICE-05 to -07)."""
    one_of(kind, PERCENTILE_SETS, "tapiz.percentile.set_unknown", field="percentile_set")
    one_of(convention, PERCENTILE_CONVENTIONS, "tapiz.percentile.convention_unknown", field="percentile_convention")
    if len(faces) < 2:
        raise Missing("dice.too_few", field="faces", params={"given": len(faces), "needed": 2})
    if len(faces) > 2:
        raise OutOfRange("dice.too_many", field="faces", params={"given": len(faces), "needed": 2})
    tens, units = faces
    for face, shown in ((tens, _TENS if kind == "tens_die" else _DIGITS), (units, _DIGITS)):
        if face not in shown:
            raise OutOfRange("tapiz.percentile.face", field="faces", params={"value": face})
    joined = (tens if kind == "tens_die" else tens * 10) + units
    if kind == "tens_die" and convention == "alternative" and units == 0 and tens in (0, 10):
        return 10 if tens == 0 else PERCENTILE
    return joined or PERCENTILE


def roll_dice(
    notation: str,
    faces: Sequence[int],
    *,
    percentile_set: PercentileSet = "two_d10",
    percentile_convention: PercentileConvention = "standard",
) -> DiceResult:
    """Work out a dice expression from the faces in rolling order (TAP-DICE-01 to -07)."""
    pool = parse_notation(notation)
    if pool.percentile:
        return DiceResult(percentile(faces, percentile_set, percentile_convention), None)
    return sum_dice(pool, faces)

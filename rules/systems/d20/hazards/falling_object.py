"""Objects that fall on somebody, and getting free of them (D20H-FOBJ-01 to -07)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount, Purpose, halved
from rules.systems.d20.hazards.fall import FALL_DIE, full_tens
from rules.systems.d20.rolls import check, roll_against, roll_amounts
from rules.systems.d20.sizes import Size, categories_larger, known_size

FreeingMethod = Literal["strength", "escape_artist"]

FREEING_METHODS: tuple[FreeingMethod, ...] = get_args(FreeingMethod)


@dataclass(frozen=True)
class ObjectRow:
    """An object of one size: damage of a short fall, Reflex DC, and the Strength DC to push it off."""

    initial_damage: Amount
    reflex_dc: int | None = None
    strength_dc: int | None = None


FALLING_OBJECTS: Mapping[Size, ObjectRow] = {
    "fine": ObjectRow(Amount(0)),
    "diminutive": ObjectRow(Amount(1), 0),
    "tiny": ObjectRow(Amount(1, 3), 5),
    "small": ObjectRow(Amount(1, 4), 10, 5),
    "medium": ObjectRow(Amount(1, 6), 15, 10),
    "large": ObjectRow(Amount(2, 6), 20, 20),
    "huge": ObjectRow(Amount(4, 6), 25, 30),
    "gargantuan": ObjectRow(Amount(8, 6), 30, 40),
    "colossal": ObjectRow(Amount(10, 6), 35, 50),
}
"""Falling objects by size; without a Reflex DC they never hurt (D20H-FOBJ-01, D20H-FOBJ-03)."""

SHORT_FALL_FT = 10
MOST_EXTRA_DICE = 20

PINNING_FAILURE = 10
PINNING_CATEGORIES = 3
"""By so much a save fails, and by so many sizes the object is larger, where it pins (D20H-FOBJ-05)."""

ESCAPE_ARTIST_DC = 20


@dataclass(frozen=True)
class Impact:
    """An object that fell on somebody; pinned is not the pinned of a grapple: it only stops movement."""

    initial_damage: str
    extra_dice: int
    dc: int | None
    save_success: bool | None
    damage: int
    pinned: bool
    strength_dc: int | None


@dataclass(frozen=True)
class Escape:
    """An attempt to get out from under an object."""

    dc: int
    success: bool
    pinned: bool
    strength_dc: int | None


def extra_dice(fall_ft: int | Fraction) -> int:
    """Return the d6 for every ten feet beyond the first ten (D20H-FOBJ-02)."""
    beyond = at_least(fall_ft, 0, "d20.distance.negative", field="fall_ft") - SHORT_FALL_FT
    return min(MOST_EXTRA_DICE, max(0, full_tens(beyond)))


def impact(object_size: Size, fall_ft: int | Fraction, character_size: Size, reflex_bonus: int) -> Throws[Impact]:
    """Let an object fall on a character (D20H-FOBJ-01 to -05, D20H-HOUSE-02).

    fall_ft: 0 or more. Rolls the Reflex save (d20), the initial dice and the extra ones (d6 each); nothing for a fine
    object. Raises UnknownValue, OutOfRange.
    """
    known_size(object_size, "object_size")
    known_size(character_size, "character_size")
    row = FALLING_OBJECTS[object_size]
    extra = extra_dice(fall_ft)
    if row.reflex_dc is None:
        return Impact(str(row.initial_damage), 0, None, None, 0, pinned=False, strength_dc=row.strength_dc)
    saved = yield from roll_against("reflex", reflex_bonus, row.reflex_dc)
    damage = yield from roll_amounts({"damage": row.initial_damage, "extra_damage": Amount(extra, FALL_DIE)})
    return Impact(
        initial_damage=str(row.initial_damage),
        extra_dice=extra,
        dc=saved.needed,
        save_success=saved.success,
        damage=halved(damage) if saved.success else damage,
        pinned=not saved.success
        and saved.total <= saved.needed - PINNING_FAILURE
        and categories_larger(object_size, character_size) >= PINNING_CATEGORIES,
        strength_dc=row.strength_dc,
    )


def escape(object_size: Size, method: FreeingMethod, bonus: int, dc_modifier: int = 0) -> Throws[Escape]:
    """Try to push the object off or to wriggle out (D20H-FOBJ-06, D20H-FOBJ-07).

    dc_modifier: the game master's. Rolls a check (d20). Raises UnknownValue, and NotAllowed for pushing off an object
    that has no Strength DC.
    """
    known_size(object_size, "object_size")
    one_of(method, FREEING_METHODS, "d20.escape.method_unknown", field="method")
    strength_dc = FALLING_OBJECTS[object_size].strength_dc
    dc = ESCAPE_ARTIST_DC if method == "escape_artist" else strength_dc
    if dc is None:
        raise NotAllowed("d20.escape.nothing_to_push", field="method")
    purpose: Purpose = method
    tried = yield from check(purpose, bonus, dc + dc_modifier)
    return Escape(tried.needed, tried.success, not tried.success, strength_dc)

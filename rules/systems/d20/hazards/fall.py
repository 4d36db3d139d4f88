"""Falling (D20H-FALL-01 to -03)."""

from dataclasses import dataclass
from fractions import Fraction

from rules.core.errors import at_least
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount, halved
from rules.systems.d20.rolls import check, roll_against, roll_amount

FEET_PER_DIE = 10
MOST_DICE = 20
FALL_DIE = 6

FALL_DC = 10
"""DC of the Reflex save before the distance counts (D20H-FALL-02)."""

TUMBLE_DC = 15
TUMBLE_FT = 10
"""By so many feet a Tumble check shortens the fall (D20H-FALL-03)."""


@dataclass(frozen=True)
class Fall:
    """A fall of one character; DC and save are None for one that hurts nobody."""

    tumble_success: bool | None
    effective_distance_ft: int | Fraction
    dice_count: int
    dc: int | None
    save_success: bool | None
    damage: int


def full_tens(distance_ft: int | Fraction) -> int:
    """Return how many whole tens of feet were fallen (D20H-FALL-01, D20H-FOBJ-02)."""
    return int(distance_ft // FEET_PER_DIE)


def shortened(distance_ft: int | Fraction, *, tumbled: bool) -> int | Fraction:
    """Return the distance that counts after a Tumble check (D20H-FALL-03)."""
    return max(0, distance_ft - TUMBLE_FT) if tumbled else distance_ft


def fall(distance_ft: int | Fraction, reflex_bonus: int, tumble_bonus: int | None = None) -> Throws[Fall]:
    """Fall so many feet (D20H-FALL-01 to -03, D20H-HOUSE-02).

    distance_ft: 0 or more. tumble_bonus: None without an attempt. Rolls Tumble (d20) where it is tried, then the Reflex
    save (d20) and the damage (d6 each), both from ten feet on; the cap on dice does not cap the DC. Raises OutOfRange.
    """
    at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft")
    tumbled = None if tumble_bonus is None else (yield from check("tumble", tumble_bonus, TUMBLE_DC)).success
    distance = shortened(distance_ft, tumbled=tumbled is True)
    tens = full_tens(distance)
    dice = min(tens, MOST_DICE)
    if not dice:
        return Fall(tumbled, distance, 0, None, None, 0)
    saved = yield from roll_against("reflex", reflex_bonus, FALL_DC + tens)
    damage = yield from roll_amount("damage", Amount(dice, FALL_DIE))
    return Fall(tumbled, distance, dice, saved.needed, saved.success, halved(damage) if saved.success else damage)

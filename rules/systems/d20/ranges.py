"""Range increments and what a ranged attack needs (D20C-RNG-01 to -03)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of

RangedWeapon = Literal["thrown", "projectile"]

RANGED_WEAPONS: tuple[RangedWeapon, ...] = get_args(RangedWeapon)

PENALTY_PER_INCREMENT = -2
"""For each full range increment of the distance (D20C-RNG-01)."""

MAX_INCREMENTS: Mapping[RangedWeapon, int] = {"thrown": 5, "projectile": 10}
"""The farthest that weapons reach (D20C-RNG-02, D20S-EXP-09)."""


@dataclass(frozen=True)
class RangePenalty:
    """What the distance takes from a ranged attack."""

    penalty: int
    full_increments: int
    max_range_ft: int | Fraction


def range_penalty(distance_ft: int | Fraction, increment_ft: int | Fraction, weapon: RangedWeapon) -> RangePenalty:
    """Return the penalty of a distance in feet (D20C-RNG-01, D20C-RNG-02).

    Raises UnknownValue, OutOfRange for a negative distance, an increment of 0 or less, and a distance beyond the
    weapon's most increments.
    """
    one_of(weapon, RANGED_WEAPONS, "d20.weapon.ranged_unknown", field="weapon")
    at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft")
    if increment_ft <= 0:
        raise OutOfRange("d20.range.increment", field="increment_ft", params={"value": increment_ft})
    most = increment_ft * MAX_INCREMENTS[weapon]
    if distance_ft > most:
        raise OutOfRange("d20.range.beyond", field="distance_ft", params={"value": distance_ft, "most": most})
    increments = int(distance_ft // increment_ft)
    return RangePenalty(PENALTY_PER_INCREMENT * increments, increments, most)


def check_line_of_sight(*, clear: bool) -> None:
    """Refuse a ranged attack when something solid stands between attacker and target (D20C-RNG-03)."""
    if not clear:
        raise NotAllowed("d20.range.no_line_of_sight", field="target")

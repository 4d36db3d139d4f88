"""The nine sizes and what a difference of size does in special attacks (D20S-GEN-02, D20S-GEN-03)."""

from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of

Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]

SIZES: tuple[Size, ...] = get_args(Size)
"""Smallest first: the place is the number of the category (D20S-GEN-02)."""

BONUS_PER_CATEGORY = 4
"""What each category of difference gives the larger one in an opposed check (D20S-GEN-03)."""

MOST_CATEGORIES_LARGER = 1
"""How much larger may be who is tripped, overrun, pushed or held (D20S-TRIP-01, -OVR-03, -BULL-03, -GRAP-13)."""


def known_size(size: Size, field: str = "size") -> Size:
    """Return the size, or refuse it as unknown."""
    return one_of(size, SIZES, "d20.size.unknown", field=field)


def categories_larger(one: Size, other: Size) -> int:
    """Return how many categories `one` is larger than `other`, negative when it is smaller (D20S-GEN-02)."""
    return SIZES.index(one) - SIZES.index(other)


def size_bonus(own: Size, other: Size) -> int:
    """Return +4 per category that `own` is larger; the smaller one has no penalty (D20S-GEN-03)."""
    return BONUS_PER_CATEGORY * max(0, categories_larger(own, other))


def too_large(actor: Size, target: Size) -> bool:
    """Say whether the target is beyond the limit of two categories (D20S-TRIP-01, -OVR-03, -BULL-03, -GRAP-04, -13)."""
    return categories_larger(target, actor) > MOST_CATEGORIES_LARGER


def check_not_too_large(actor: Size, target: Size) -> None:
    """Refuse a target that is two or more categories larger (D20S-TRIP-01, D20S-BULL-03)."""
    if too_large(actor, target):
        raise NotAllowed("d20.maneuver.target_too_large", field="target", params={"actor": actor, "target": target})


def one_smaller(size: Size) -> Size:
    """Return the next smaller category; nothing is smaller than the smallest (D20S-GEN-02)."""
    return SIZES[max(0, SIZES.index(size) - 1)]

"""The nine sizes of creatures and objects, and what a size or a difference of sizes is worth.

D20C-ATK-07, D20C-PAS-04, D20S-GEN-02, D20S-GEN-03, D20H-SIZE-01.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of
from rules.systems.d20.terms import Term

Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]

SIZES: tuple[Size, ...] = get_args(Size)
"""Smallest first: the place is the number of the category (D20S-GEN-02)."""

DEFAULT_SIZE: Size = "medium"

SIZE_MODIFIERS: Mapping[Size, int] = {
    "fine": +8,
    "diminutive": +4,
    "tiny": +2,
    "small": +1,
    "medium": 0,
    "large": -1,
    "huge": -2,
    "gargantuan": -4,
    "colossal": -8,
}
"""What a creature's size adds to its attack rolls and to its Defense (D20C-ATK-07)."""

BONUS_PER_CATEGORY = 4
"""What each category of difference gives the larger one in an opposed check (D20S-GEN-03)."""

MOST_CATEGORIES_LARGER = 1
"""How much larger may be who is tripped, overrun, pushed or held (D20S-TRIP-01, -OVR-03, -BULL-03, -GRAP-13)."""


def known_size(size: Size, field: str = "size") -> Size:
    """Return the size, or refuse it as unknown (D20C-ATK-07, D20S-GEN-02, D20H-SIZE-01)."""
    return one_of(size, SIZES, "d20.size.unknown", field=field)


def size_modifier(size: Size) -> int:
    """Return what a size adds to attack rolls and Defense (D20C-ATK-07, D20C-ATK-08, D20C-DEF-06)."""
    return SIZE_MODIFIERS[known_size(size)]


def categories_larger(one: Size, other: Size) -> int:
    """Return how many categories `one` is larger than `other`, below 0 when smaller (D20S-GEN-02, D20H-FOBJ-05)."""
    return SIZES.index(one) - SIZES.index(other)


def categories_apart(one: Size, other: Size) -> int:
    """Return how many size categories lie between two creatures, 0 or more (D20C-PAS-04, D20H-STRG-02)."""
    return abs(categories_larger(one, other))


def size_bonus(own: Size, other: Size) -> int:
    """Return +4 per category that `own` is larger; the smaller one has no penalty (D20S-GEN-03)."""
    return BONUS_PER_CATEGORY * max(0, categories_larger(own, other))


def size_term(own: Size, other: Size, name: str = "size_difference") -> Term:
    """The same as a term of an opposed check (D20S-GEN-03)."""
    return Term(name, size_bonus(own, other), ("D20S-GEN-03",))


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

"""Sizes of creatures: the modifier to attacks and Defense, and how many categories apart (D20C-ATK-07, D20C-PAS-04)."""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import one_of

Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]

SIZES: tuple[Size, ...] = get_args(Size)
"""All sizes, the smallest first."""

DEFAULT_SIZE: Size = "medium"

SIZE_MODIFIERS: Mapping[Size, int] = {
    "colossal": -8,
    "gargantuan": -4,
    "huge": -2,
    "large": -1,
    "medium": 0,
    "small": +1,
    "tiny": +2,
    "diminutive": +4,
    "fine": +8,
}
"""What a creature's size adds to its attack rolls and to its Defense (D20C-ATK-07)."""


def known_size(size: Size, field: str = "size") -> Size:
    """Return the size, or refuse it as unknown (D20C-ATK-07)."""
    return one_of(size, SIZES, "d20.size.unknown", field=field)


def size_modifier(size: Size, field: str = "size") -> int:
    """Return what a size adds to attack rolls and Defense (D20C-ATK-07, D20C-ATK-08, D20C-DEF-06)."""
    return SIZE_MODIFIERS[known_size(size, field)]


def categories_apart(one: Size, other: Size) -> int:
    """Return how many size categories lie between two creatures, 0 or more (D20C-PAS-04)."""
    return abs(SIZES.index(known_size(one)) - SIZES.index(known_size(other)))

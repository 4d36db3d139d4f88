"""The nine sizes of creatures and objects, and what a size is worth in Defense (D20H-SIZE-01, D20C-ATK-07)."""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import one_of

Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]

SIZES: tuple[Size, ...] = get_args(Size)
"""From the smallest to the largest."""

SIZE_MODIFIERS: Mapping[Size, int] = {
    "fine": 8,
    "diminutive": 4,
    "tiny": 2,
    "small": 1,
    "medium": 0,
    "large": -1,
    "huge": -2,
    "gargantuan": -4,
    "colossal": -8,
}
"""What a size adds to Defense (D20C-ATK-07)."""


def known_size(size: Size, field: str = "size") -> Size:
    """Return the size, or refuse it as unknown (D20H-SIZE-01, D20C-ATK-07)."""
    return one_of(size, SIZES, "d20.size.unknown", field=field)


def categories_larger(one: Size, other: Size) -> int:
    """Return by how many categories `one` is larger than `other`, below 0 when smaller (D20H-FOBJ-05, D20H-STRG-02)."""
    return SIZES.index(one) - SIZES.index(other)

"""The nine sizes of creatures and objects, and what size is worth in Defense."""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import one_of

Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]

SIZES: tuple[Size, ...] = get_args(Size)
"""From the smallest to the largest."""

DEFENSE_BY_SIZE: Mapping[Size, int] = {
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
"""What a size adds to Defense."""


def known_size(size: Size, field: str = "size") -> Size:
    """Return the size, or refuse it as unknown."""
    return one_of(size, SIZES, "d20.size.unknown", field=field)


def categories_larger(one: Size, other: Size) -> int:
    """Return by how many categories `one` is larger than `other`; negative when it is smaller."""
    return SIZES.index(one) - SIZES.index(other)

"""The five attributes (TUM-ATTR-01 to -07, TUMS-CHAR-02)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from rules.core.errors import OutOfRange, one_of

Attribute: TypeAlias = Literal["strength", "agility", "resistance", "intelligence", "will"]

ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)

PHYSICAL: frozenset[Attribute] = frozenset({"strength", "agility", "resistance"})
"""Tests of these attributes are physical actions, which overload makes harder (TUM-HOUSE-11)."""

ROWS: Mapping[Attribute, tuple[str, ...]] = {
    "strength": ("TUM-ATTR-02",),
    "agility": ("TUM-ATTR-03",),
    "resistance": ("TUM-ATTR-04",),
    "intelligence": ("TUM-ATTR-05",),
    "will": ("TUM-ATTR-06",),
}
"""The row that says what each attribute is for (TUM-ATTR-02 to -06)."""

LEAST, MOST = -2, 4
"""The values that an attribute may have (TUMS-CHAR-02)."""


def known_attribute(attribute: Attribute) -> Attribute:
    """Return the attribute; raises UnknownValue for any other (TUM-ATTR-01)."""
    return one_of(attribute, ATTRIBUTES, "tumbas.attribute.unknown", field="attribute")


def check_value(value: int, *, field: str) -> int:
    """Return the value of an attribute; raises OutOfRange outside -2 to 4 (TUMS-CHAR-02)."""
    if not LEAST <= value <= MOST:
        raise OutOfRange(
            "tumbas.attribute.range", field=field, params={"value": value, "minimum": LEAST, "maximum": MOST}
        )
    return value

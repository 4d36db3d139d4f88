"""The five attributes (TUM-ATTR-01 to -07, TUMS-CHAR-02)."""

from collections.abc import Mapping
from typing import Literal, get_args

from rules.core.errors import OutOfRange, one_of

Attribute = Literal["strength", "agility", "resistance", "intelligence", "will"]

ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)

LETTERS: Mapping[str, Attribute] = {
    "F": "strength",
    "A": "agility",
    "R": "resistance",
    "I": "intelligence",
    "V": "will",
}
"""The letter of each attribute on the sheet (TUM-ATTR-01)."""

PHYSICAL: frozenset[Attribute] = frozenset({"strength", "agility", "resistance"})
"""Attributes whose tests are physical actions, which overload makes harder (TUM-HOUSE-11)."""

LEAST, MOST = -2, 4
"""The values that an attribute may have (TUMS-CHAR-02)."""


def attribute_of(letter: str) -> Attribute:
    """Return the attribute that a letter stands for (TUM-ATTR-01)."""
    return LETTERS[one_of(letter, LETTERS, "tumbas.attribute.unknown", field="attribute")]


def known_attribute(attribute: Attribute) -> Attribute:
    """Return the attribute, or refuse it as unknown (TUM-ATTR-01)."""
    return one_of(attribute, ATTRIBUTES, "tumbas.attribute.unknown", field="attribute")


def check_value(value: int, *, field: str = "attribute") -> int:
    """Return a value that an attribute may have, -2 to 4 (TUMS-CHAR-02)."""
    if not LEAST <= value <= MOST:
        raise OutOfRange(
            "tumbas.attribute.range", field=field, params={"value": value, "minimum": LEAST, "maximum": MOST}
        )
    return value

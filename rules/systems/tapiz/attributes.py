"""The six attributes and their modifiers (TAP-CHAR-01, TAP-CHAR-02, TAP-HOUSE-02)."""

from typing import Literal, get_args

from rules.core.errors import at_least

Attribute = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]

ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)

MENTAL: frozenset[Attribute] = frozenset({"intelligence", "wisdom", "charisma"})
"""The attributes of the mind."""

USUAL_SCORES = range(3, 19)
"""Scores of a new character (TAP-CHAR-01); species, growth and objects may lead outside."""


def attribute_modifier(score: int) -> int:
    """Return the modifier of a score: half of what it has above 10, rounded down (TAP-HOUSE-02)."""
    return (at_least(score, 1, "tapiz.attribute.score", field="score") - 10) // 2

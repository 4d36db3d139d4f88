"""The six abilities and their modifiers (D20H-HOUSE-03, D20C-CIR-07)."""

from typing import Literal, get_args

from rules.core.errors import at_least

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]

ABILITIES: tuple[Ability, ...] = get_args(Ability)


def ability_modifier(score: int) -> int:
    """Return the modifier of a score of 0 or more: half of what it has above 10, rounded down (D20H-HOUSE-03)."""
    return (at_least(score, 0, "d20.ability.score", field="score") - 10) // 2

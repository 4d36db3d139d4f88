"""The bonus of traits on one roll and its cap (TAP-ROLL-03)."""

from dataclasses import dataclass

from rules.core.errors import at_least
from rules.systems.tapiz.languages import LanguageUse, language_bonus


@dataclass(frozen=True)
class TraitBonus:
    """The parts of a trait bonus, their sum, its cap, and what enters the roll."""

    first_trait: int
    further_traits: int
    language_bonus: int
    uncapped: int
    cap: int
    bonus: int


def trait_cap(level: int) -> int:
    """Return the highest trait bonus of a roll: twice the level (TAP-ROLL-03)."""
    return 2 * at_least(level, 1, "tapiz.level", field="level")


def trait_bonus(level: int, traits: int, *, aimed: bool = False, language: LanguageUse | None = None) -> TraitBonus:
    """Work out the trait bonus of a roll (TAP-ROLL-03, TAP-LANG-05 to -07; an aimed attack: TAP-STANCE-10)."""
    spoken = language_bonus(language) if language is not None else 0
    cap = trait_cap(level)
    at_least(traits, 0, "tapiz.traits.negative", field="traits")
    first = level * (2 if aimed else 1) if traits else 0
    further = max(0, traits - 1)
    uncapped = first + further + spoken
    return TraitBonus(first, further, spoken, uncapped, cap, min(uncapped, cap))

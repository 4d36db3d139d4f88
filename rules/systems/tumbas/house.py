"""The house tables, where the source is silent: races, classes, talents, weapons, armour, magic, creatures.

The rows are in `tables/*.toml`; their ids serve as values of inputs and in the codes of words. (TUM-HOUSE-02 to -34)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from rules.core.tables import load_table
from rules.systems.tumbas.attributes import Attribute

Talent: TypeAlias = Literal[
    "foresight",
    "pack_mule",
    "strong_arm",
    "sharp_shot",
    "healer",
    "alert",
    "quick",
    "light_footed",
    "iron_gut",
    "firm_mind",
    "learned",
    "smooth_tongue",
]
Use: TypeAlias = Literal["melee", "thrown", "ranged"]

TALENTS: tuple[Talent, ...] = get_args(Talent)

TALENT_VALUES: Mapping[Talent, int] = {**dict.fromkeys(TALENTS, 1), "pack_mule": 2}
"""How much a talent adds to what it adds to (TUM-HOUSE-06)."""

DAMAGE_DICE: tuple[int, ...] = (3, 4, 6, 8, 10, 12)
"""The sides that a damage die may have (TUM-HOUSE-08, TUM-HOUSE-26, TUM-HOUSE-27)."""

STARTING_COINS = 15
"""Gold coins of a new character (TUM-HOUSE-07)."""


@dataclass(frozen=True)
class Race:
    """What a race changes at creation (TUM-HOUSE-02)."""

    modifiers: Mapping[Attribute, int]
    """Added to the attributes named; the others stay as they are."""
    extra_talents: int = 0
    """Initial talents beyond the first."""


@dataclass(frozen=True)
class CharacterClass:
    """A class: its hit die (TUM-HOUSE-03) and the attribute with which it casts, if it does (TUM-HOUSE-26)."""

    hit_die: int
    casts_with: Attribute | None = None


@dataclass(frozen=True)
class Weapon:
    """A weapon (TUM-HOUSE-08)."""

    attributes: tuple[Attribute, ...]
    """The higher of these is used."""
    damage_die: int
    hands: int
    use: Use
    coins: int = 0
    reload: bool = False
    """It is reloaded between two shots (TUM-HOUSE-12)."""


@dataclass(frozen=True)
class Armour:
    """An armour or the shield: what it takes off each hit, its spaces and its price (TUM-HOUSE-09)."""

    armour: int
    spaces: int
    coins: int


@dataclass(frozen=True)
class Grade:
    """A grade of magic: the penalty dice of its test and its effect die (TUM-HOUSE-26)."""

    punishment_dice: int
    effect_die: int


@dataclass(frozen=True)
class Creature:
    """A creature (TUM-HOUSE-27)."""

    attributes: tuple[int, int, int, int, int]
    """In the order of `ATTRIBUTES`."""
    hp: int
    damage_die: int
    armour: int


RACES: Mapping[str, Race] = load_table("tumbas", "races", Race)
CLASSES: Mapping[str, CharacterClass] = load_table("tumbas", "classes", CharacterClass)
WEAPONS: Mapping[str, Weapon] = load_table("tumbas", "weapons", Weapon)
ARMOURS: Mapping[str, Armour] = load_table("tumbas", "armour", Armour)
GRADES: Mapping[str, Grade] = load_table("tumbas", "magic", Grade)
CREATURES: Mapping[str, Creature] = load_table("tumbas", "creatures", Creature)

SUITS: tuple[str, ...] = tuple(name for name in ARMOURS if name != "shield")
"""What may be worn as armour; a shield is worn beside it (TUM-HOUSE-09)."""


def talent_bonus(talents: Sequence[str], talent: Talent) -> int:
    """Return what a talent adds for a character with these talents, 0 without it (TUM-HOUSE-06)."""
    return TALENT_VALUES[talent] if talent in talents else 0

"""House tables where the source is silent: races, classes, talents, weapons, armour, magic (TUM-HOUSE-02 to -34)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.systems.tumbas.attributes import Attribute

Race = Literal["human", "elf", "dwarf", "halfling"]
CharacterClass = Literal["barbarian", "warrior", "ranger", "priest", "thief", "wizard"]
Talent = Literal[
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
WeaponName = Literal[
    "unarmed",
    "dagger",
    "staff",
    "spear",
    "mace",
    "short_sword",
    "axe",
    "sword",
    "great_sword",
    "sling",
    "bow",
    "crossbow",
]
Use = Literal["melee", "thrown", "ranged"]
ArmourName = Literal["none", "leather", "mail", "plate", "shield"]
Grade = Literal["minor", "moderate", "major", "extraordinary"]

RACES: tuple[Race, ...] = get_args(Race)
CLASSES: tuple[CharacterClass, ...] = get_args(CharacterClass)
TALENTS: tuple[Talent, ...] = get_args(Talent)
GRADES: tuple[Grade, ...] = get_args(Grade)

RACE_MODIFIERS: Mapping[Race, Mapping[Attribute, int]] = {
    "human": {},
    "elf": {"agility": 1, "resistance": -1},
    "dwarf": {"agility": -1, "resistance": 1},
    "halfling": {"strength": -1, "will": 1},
}
"""What a race adds to the attributes; the others stay as they are (TUM-HOUSE-02)."""

EXTRA_TALENTS: Mapping[Race, int] = {"human": 1, "elf": 0, "dwarf": 0, "halfling": 0}
"""Initial talents that a race has beyond the first (TUM-HOUSE-02)."""

HIT_DICE_OF_CLASSES: Mapping[CharacterClass, int] = {
    "barbarian": 12,
    "warrior": 10,
    "ranger": 8,
    "priest": 8,
    "thief": 6,
    "wizard": 4,
}
"""Sides of the hit die of a class (TUM-HOUSE-03)."""

CASTING: Mapping[CharacterClass, Attribute] = {"wizard": "intelligence", "priest": "will"}
"""The classes that cast, and the attribute that they cast with (TUM-HOUSE-26)."""

TALENT_VALUES: Mapping[Talent, int] = {**dict.fromkeys(TALENTS, 1), "pack_mule": 2}
"""How much each talent gives of what it gives (TUM-HOUSE-06)."""

STARTING_COINS = 15
"""Gold coins of a new character (TUM-HOUSE-07)."""


@dataclass(frozen=True)
class Weapon:
    """One row of the weapons; `attributes`: the higher of these is used (TUM-HOUSE-08)."""

    attributes: tuple[Attribute, ...]
    damage_die: int
    hands: int
    use: Use
    coins: int


_F: tuple[Attribute, ...] = ("strength",)
_A: tuple[Attribute, ...] = ("agility",)

WEAPONS: Mapping[WeaponName, Weapon] = {
    "unarmed": Weapon(_F, 3, 1, "melee", 0),
    "dagger": Weapon((*_F, *_A), 4, 1, "thrown", 1),
    "staff": Weapon(_F, 6, 2, "melee", 1),
    "spear": Weapon(_F, 6, 1, "thrown", 3),
    "mace": Weapon(_F, 6, 1, "melee", 2),
    "short_sword": Weapon((*_F, *_A), 6, 1, "melee", 4),
    "axe": Weapon(_F, 8, 1, "melee", 6),
    "sword": Weapon(_F, 8, 1, "melee", 6),
    "great_sword": Weapon(_F, 10, 2, "melee", 10),
    "sling": Weapon(_A, 4, 1, "ranged", 1),
    "bow": Weapon(_A, 6, 2, "ranged", 6),
    "crossbow": Weapon(_A, 8, 2, "ranged", 8),
}
"""The weapons; a `thrown` one serves in melee too, or is thrown with Agility (TUM-HOUSE-08)."""

DAMAGE_DICE: tuple[int, ...] = (3, 4, 6, 8, 10, 12)
"""Sides that a damage die may have (TUM-HOUSE-08, TUM-HOUSE-26, TUM-HOUSE-27)."""


@dataclass(frozen=True)
class Armour:
    """One row of the armour: what it takes off each hit, its spaces and its price (TUM-HOUSE-09)."""

    armour: int
    spaces: int
    coins: int


ARMOURS: Mapping[ArmourName, Armour] = {
    "none": Armour(0, 0, 0),
    "leather": Armour(1, 1, 3),
    "mail": Armour(2, 2, 8),
    "plate": Armour(3, 3, 20),
    "shield": Armour(0, 1, 5),
}
"""The armour; a shield is worn beside one (TUM-HOUSE-09)."""


@dataclass(frozen=True)
class Magic:
    """One grade of magic: the punishment dice of its test and its effect die (TUM-HOUSE-26)."""

    punishment_dice: int
    effect_die: int


MAGIC: Mapping[Grade, Magic] = {
    "minor": Magic(0, 4),
    "moderate": Magic(1, 6),
    "major": Magic(2, 8),
    "extraordinary": Magic(3, 10),
}
"""The grades of magic, the smallest first (TUM-HOUSE-26)."""


def known_race(race: Race) -> Race:
    """Return the race, or refuse it as unknown (TUM-HOUSE-02)."""
    return one_of(race, RACES, "tumbas.race.unknown", field="race")


def known_class(character_class: CharacterClass) -> CharacterClass:
    """Return the class, or refuse it as unknown (TUM-HOUSE-03)."""
    return one_of(character_class, CLASSES, "tumbas.class.unknown", field="character_class")


def known_talent(talent: Talent) -> Talent:
    """Return the talent, or refuse it as unknown (TUM-HOUSE-06)."""
    return one_of(talent, TALENTS, "tumbas.talent.unknown", field="talents")


def weapon(name: WeaponName) -> Weapon:
    """Return a weapon by its name (TUM-HOUSE-08)."""
    return WEAPONS[one_of(name, WEAPONS, "tumbas.weapon.unknown", field="weapon")]


def armour(name: ArmourName) -> Armour:
    """Return an armour by its name (TUM-HOUSE-09)."""
    return ARMOURS[one_of(name, ARMOURS, "tumbas.armour.unknown", field="armour")]


def magic(grade: Grade) -> Magic:
    """Return a grade of magic by its name (TUM-HOUSE-26)."""
    return MAGIC[one_of(grade, MAGIC, "tumbas.magic.unknown", field="grade")]

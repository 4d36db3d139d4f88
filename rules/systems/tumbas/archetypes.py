"""Characters made at once: one archetype a class, names that fit anybody, and how they become a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.creation import Pick, Proposal, Say
from rules.core.types import Json
from rules.systems.tumbas.attributes import ATTRIBUTES, LEAST, MOST, Attribute
from rules.systems.tumbas.creation import create_character, initial_talents, with_race
from rules.systems.tumbas.equipment import PRICES
from rules.systems.tumbas.house import (
    ARMOURS,
    CLASSES,
    RACE_MODIFIERS,
    RACES,
    WEAPONS,
    ArmourName,
    CharacterClass,
    Race,
    Talent,
    WeaponName,
)
from rules.systems.tumbas.load import UNITS_PER_SPACE

NAMES: tuple[str, ...] = (
    *("Abrán", "Alcor", "Amber", "Ansel", "Aruel", "Baldo", "Beril", "Brano", "Calvar", "Carel"),
    *("Dagmir", "Denia", "Dorel", "Eder", "Elgar", "Erwil", "Fabel", "Farid", "Galen", "Gildar"),
    *("Hadrel", "Ibar", "Ilio", "Iriel", "Jorul", "Kael", "Lander", "Leral", "Loris", "Maril"),
    *("Nadel", "Nubar", "Odel", "Orane", "Perel", "Quilar", "Rodel", "Sabar", "Tadel", "Urbel"),
)
"""Invented, and of nobody in particular."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What somebody of a class is good at: values before race in the order of the attributes, talents, gear."""

    values: tuple[int, int, int, int, int]
    talents: tuple[Talent, ...]
    weapons: tuple[WeaponName, ...]
    armour: ArmourName = "none"
    shield: bool = False

    def attributes(self) -> dict[Attribute, int]:
        """The five values by attribute."""
        return dict(zip(ATTRIBUTES, self.values, strict=True))

    @property
    def coins(self) -> int:
        """What the gear costs (TUM-HOUSE-08, TUM-HOUSE-09)."""
        worn = ARMOURS[self.armour].coins + (ARMOURS["shield"].coins if self.shield else 0)
        return worn + sum(WEAPONS[name].coins for name in self.weapons)

    @property
    def spaces(self) -> int:
        """What the gear takes of the load (TUM-LOAD-01, TUM-HOUSE-09)."""
        worn = ARMOURS[self.armour].spaces + (ARMOURS["shield"].spaces if self.shield else 0)
        return worn + len(self.weapons)


ARCHETYPES: Mapping[CharacterClass, Archetype] = {
    "barbarian": Archetype((3, 1, 2, -1, 0), ("strong_arm", "alert", "iron_gut"), ("great_sword",), "leather"),
    "warrior": Archetype((2, 1, 2, 0, 0), ("strong_arm", "quick", "pack_mule"), ("axe",), "leather", shield=True),
    "ranger": Archetype((0, 3, 1, 0, 1), ("sharp_shot", "alert", "quick"), ("bow", "dagger"), "leather"),
    "priest": Archetype((1, 0, 1, 0, 3), ("healer", "firm_mind", "smooth_tongue"), ("mace",), "mail"),
    "thief": Archetype((0, 3, 0, 2, 0), ("light_footed", "alert", "smooth_tongue"), ("short_sword", "sling")),
    "wizard": Archetype((-1, 1, 0, 3, 2), ("learned", "alert", "firm_mind"), ("staff",)),
}


def propose(archetype: str, pick: Pick, say: Say) -> Proposal:
    """A whole character of a class, any of them for "" (TUMS-CHAR-01 to -03, TUM-HOUSE-02, -03, -05 to -09)."""
    name: CharacterClass = next((one for one in CLASSES if one == archetype), CLASSES[pick(len(CLASSES))])
    made = ARCHETYPES[name]
    fitting = [race for race in RACES if _fits(made, race)]
    race = fitting[pick(len(fitting))]
    talents = made.talents[: initial_talents(race)]
    new = create_character(made.attributes(), race, name, talents)
    left = new.coins - made.coins
    food = PRICES["provisions"]
    free = new.capacity - new.equipment_points - made.spaces
    # provisions only where they can be carried freely
    lots = 1 if left >= food.coins and free >= food.points // UNITS_PER_SPACE["provisions"] else 0
    values: dict[str, Json] = {
        "race": race,
        "character_class": name,
        "talents": list(talents),
        "weapons": [{"weapon": weapon, "note": ""} for weapon in made.weapons],
        "armour": made.armour,
        "shield": made.shield,
        "equipment_points": new.equipment_points,
        "provisions": lots * food.points,
        "coins": left - lots * food.coins,
    }
    values |= {str(attribute): value for attribute, value in with_race(made.attributes(), race).items()}
    return Proposal(NAMES[pick(len(NAMES))], values)


def _fits(made: Archetype, race: Race) -> bool:
    modifiers = RACE_MODIFIERS[race]
    after = (value + modifiers.get(name, 0) for name, value in made.attributes().items())
    return all(LEAST <= value <= MOST for value in after)

"""Characters made at once: what they are good at, names that fit anybody, how they become a sheet (TAC-HOUSE-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.creation import Pick, Proposal, Say
from rules.core.types import Json
from rules.systems.tactico.attributes import CHARACTERISTICS, Characteristic
from rules.systems.tactico.house import Protection
from rules.systems.tactico.skills import Skill
from rules.systems.tactico.weapons import WeaponCategory, weapon_of

NAMES: tuple[str, ...] = (
    *("Abel Ruano", "Alex Duarte", "Andrea Solís", "Ariel Vidal", "Bel Lozano", "Cruz Montes", "Dani Ferrer"),
    *("Eider Paz", "Gael Roca", "Guada Luna", "Iris Campos", "Jara Olmo", "Jules Prado", "Lara Quiroga"),
    *("Leo Bastida", "Loren Garay", "Mar Tena", "Milán Sastre", "Nil Ortega", "Noa Herranz", "Pau Serra"),
    *("Quim Arnal", "Reyes Cano", "Rut Aldana", "Sacha Vera", "Sol Ibarra", "Teo Navas", "Val Monreal"),
)
"""Of nobody in particular."""

SPARES = 2
"""Reloads that somebody begins with for each weapon."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What somebody is good at: characteristics in their order (30 points), skills (25 points), gear."""

    values: tuple[int, int, int, int, int, int]
    skills: Mapping[Skill, int]
    weapons: tuple[WeaponCategory, ...]
    protection: Protection = "light"
    equipment: bool = False
    things: tuple[str, ...] = ("water", "ration")

    def characteristics(self) -> dict[Characteristic, int]:
        """The six values by characteristic."""
        return dict(zip(CHARACTERISTICS, self.values, strict=True))


ARCHETYPES: Mapping[str, Archetype] = {
    "guard": Archetype(
        (6, 5, 6, 4, 5, 4),
        {"athletics": 4, "brawl": 4, "melee_weapons": 6, "ranged_weapons": 6, "driving": 3, "tactics": 2},
        ("shotguns", "melee_weapons"),
        "heavy",
    ),
    "scout": Archetype(
        (4, 7, 4, 4, 7, 4),
        {"athletics": 5, "brawl": 3, "melee_weapons": 3, "ranged_weapons": 6, "driving": 4, "tactics": 4},
        ("rifles", "melee_weapons"),
    ),
    "medic": Archetype(
        (4, 5, 5, 7, 4, 5),
        {"medicine": 6, "ranged_weapons": 5, "driving": 4, "athletics": 4, "brawl": 3, "mechanics": 3},
        ("handguns",),
        "cloth",
        equipment=True,
    ),
    "mechanic": Archetype(
        (5, 5, 5, 7, 4, 4),
        {"mechanics": 6, "driving": 6, "ranged_weapons": 4, "athletics": 3, "brawl": 4, "medicine": 2},
        ("handguns",),
        things=("tools", "lamp", "water"),
    ),
    "brawler": Archetype(
        (7, 6, 6, 3, 4, 4),
        {"brawl": 6, "melee_weapons": 6, "athletics": 6, "ranged_weapons": 4, "driving": 3},
        ("melee_weapons", "submachine_guns"),
    ),
    "pilot": Archetype(
        (4, 7, 4, 5, 6, 4),
        {"piloting": 6, "gunnery": 6, "tactics": 4, "driving": 4, "ranged_weapons": 5},
        ("handguns",),
        "cloth",
        things=("water", "lamp"),
    ),
}


def propose(archetype: str, pick: Pick, say: Say) -> Proposal:
    """A whole character of an archetype, any of them for "" (TAC-HOUSE-03, TAC-HOUSE-13, TAC-HOUSE-14)."""
    names = tuple(ARCHETYPES)
    made = ARCHETYPES[archetype if archetype in ARCHETYPES else names[pick(len(names))]]
    values: dict[str, Json] = {str(name): value for name, value in made.characteristics().items()}
    values |= {str(name): value for name, value in made.skills.items()}
    values["weapons"] = [
        {
            "category": category,
            "place": _PLACE_OF.get(category, "back"),
            "spares": None if weapon_of(category).rounds is None else SPARES,
        }
        for category in made.weapons
    ]
    values["protection"] = [{"kind": made.protection, "location": "torso", "size": 2}]
    values["equipment"] = made.equipment
    values["containers"] = [{"name": say("thing.backpack"), "size": 1, "capacity": 6}]
    values["items"] = [
        {"name": say(f"thing.{thing}"), "category": _CATEGORY_OF.get(thing, "other"), "size": 1, "place": "container_1"}
        for thing in made.things
    ]
    return Proposal(NAMES[pick(len(NAMES))], values)


_PLACE_OF = {"handguns": "holster", "submachine_guns": "holster", "melee_weapons": "sheath"}
_CATEGORY_OF = {"water": "food_and_drink", "ration": "food_and_drink"}

"""People made at once: six ways to be good at something, names that fit anybody, and how they become a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.creation import Pick, Proposal, Say
from rules.core.types import Json
from rules.systems.d20.abilities import ABILITIES

NAMES: tuple[str, ...] = (
    *("Alcor Vidal", "Amber Roca", "Ariel Bosch", "Cruz Andrade", "Dani Lago", "Eider Solís", "Gael Prieto"),
    *("Iris Toledo", "Jael Cano", "Kim Robles", "Lander Gil", "Loris Peña", "Mar Quiroga", "Nur Baeza"),
    *("Paz Herrero", "Quim Serra", "Reyes Duarte", "Sacha Nieto", "Tai Molina", "Val Ochoa"),
)
"""Invented, and of nobody in particular."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What somebody is good at: scores in the order of the abilities, numbers of the class, training, gear."""

    scores: tuple[int, int, int, int, int, int]
    growth: Mapping[str, Json]
    feats: tuple[str, ...] = ()
    skills: Mapping[str, int] = field(default_factory=dict)
    weapons: tuple[Mapping[str, Json], ...] = ()
    armour: Mapping[str, Json] = field(default_factory=dict)


FISTS: Mapping[str, Json] = {"dice": "1d6", "use": "melee"}
PISTOL: Mapping[str, Json] = {
    "dice": "2d6",
    "use": "projectile",
    "weapon_kind": "firearm",
    "increment": 30,
    "capacity": 15,
    "reload": "box",
    "weapon_size": "small",
    "weight": "3",
}
KNIFE: Mapping[str, Json] = {
    "dice": "1d4",
    "use": "thrown",
    "weapon_kind": "thrown",
    "threat_from": 19,
    "increment": 10,
    "properties": ["light"],
    "weapon_size": "tiny",
    "weight": "1",
}
VEST: Mapping[str, Json] = {"armour_bonus": 1, "armour_proficient_bonus": 3, "armour_weight": "4"}

ARCHETYPES: Mapping[str, Archetype] = {
    "brawler": Archetype(
        (15, 12, 14, 10, 13, 8),
        {"hit_die": "8", "attack_growth": "fast", "fortitude_growth": "fair", "defense_growth": "medium"},
        ("combat_martial_arts",),
        {"climb": 4, "jump": 4, "intimidate": 2},
        ({**FISTS, "name": "weapon.baton"}, {**KNIFE, "name": "weapon.knife"}),
    ),
    "shooter": Archetype(
        (10, 15, 12, 13, 14, 8),
        {"hit_die": "8", "attack_growth": "medium", "reflex_growth": "good", "defense_growth": "high"},
        ("personal_firearms", "improved_initiative"),
        {"hide": 4, "spot": 4, "tumble": 4},
        ({**PISTOL, "name": "weapon.pistol"}, {**KNIFE, "name": "weapon.knife"}),
        VEST,
    ),
    "survivor": Archetype(
        (13, 12, 15, 10, 14, 8),
        {"hit_die": "10", "attack_growth": "medium", "fortitude_growth": "good", "defense_growth": "medium"},
        ("improved_damage_threshold",),
        {"survival": 4, "concentration": 4},
        ({**KNIFE, "name": "weapon.knife"}, {**PISTOL, "name": "weapon.pistol", "properties": ["not_proficient"]}),
    ),
    "scholar": Archetype(
        (8, 13, 12, 15, 14, 10),
        {"hit_die": "6", "attack_growth": "slow", "will_growth": "good", "defense_growth": "low", "skill_points": 9},
        (),
        {"repair": 4, "demolitions": 4, "search": 4, "disable_device": 4},
        ({**KNIFE, "name": "weapon.knife"},),
    ),
    "carer": Archetype(
        (10, 12, 13, 14, 15, 8),
        {
            "hit_die": "6",
            "attack_growth": "medium",
            "will_growth": "good",
            "defense_growth": "medium",
            "skill_points": 5,
        },
        (),
        {"treat_injury": 4, "spot": 4, "listen": 4, "sense_motive": 4},
        ({**PISTOL, "name": "weapon.pistol"},),
    ),
    "talker": Archetype(
        (8, 14, 12, 13, 10, 15),
        {"hit_die": "6", "attack_growth": "slow", "reflex_growth": "fair", "defense_growth": "low", "skill_points": 7},
        (),
        {"bluff": 4, "intimidate": 4, "sense_motive": 4},
        ({**PISTOL, "name": "weapon.pistol"},),
    ),
}
"""By name, in the order of the abilities that they lean on."""


def propose(wanted: str, pick: Pick, say: Say) -> Proposal:
    """A whole person of the archetype that was asked for, else of any."""
    names = tuple(ARCHETYPES)
    chosen = wanted if wanted in ARCHETYPES else names[pick(len(names))]
    found = ARCHETYPES[chosen]
    values: dict[str, Json] = {
        "class_name": say(f"archetype.{chosen}"),
        **dict(zip(ABILITIES, found.scores, strict=True)),
        **found.growth,
        "feats": list(found.feats),
        "skills": [{"skill": name, "ranks": ranks} for name, ranks in found.skills.items()],
        "weapons": [{**weapon, "name": say(str(weapon["name"]))} for weapon in found.weapons],
        **found.armour,
    }
    if found.armour:
        values["armour"] = say("armour.vest")
    return Proposal(NAMES[pick(len(NAMES))], values)

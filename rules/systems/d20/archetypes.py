"""Six archetypes of our own: what each leans on, and what an experienced player would have it learn and carry.

Classes belong to the setting: an archetype also stands for the class of a pack that is most like it.
(D20C-ATK-05, D20C-DEF-03, D20C-SAV-01, D20C-HPS-01)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rules.core.classes import chosen_class
from rules.core.creation import Said, offered_as
from rules.core.inputs import Input
from rules.core.types import Json
from rules.systems.d20.abilities import SAVES, Ability
from rules.systems.d20.levelling import (
    FIRST_LEVEL,
    AttackGrowth,
    DefenseGrowth,
    SaveGrowth,
    attack_at,
    defense_at,
    save_at,
)
from rules.systems.d20.sheet import CLASS_INPUTS

NAMES: tuple[str, ...] = (
    *("Alcor Vidal", "Amber Roca", "Ariel Bosch", "Cruz Andrade", "Dani Lago", "Eider Solís", "Gael Prieto"),
    *("Iris Toledo", "Jael Cano", "Kim Robles", "Lander Gil", "Loris Peña", "Mar Quiroga", "Nur Baeza"),
    *("Paz Herrero", "Quim Serra", "Reyes Duarte", "Sacha Nieto", "Tai Molina", "Val Ochoa"),
)
"""Invented names."""


BY_HAND: tuple[Input, ...] = tuple(item for item in CLASS_INPUTS if item.name not in ("level", "experience"))
"""What a class made by hand consists of."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What an archetype is good at, each list with the best first."""

    icon: str
    abilities: tuple[Ability, Ability, Ability, Ability, Ability, Ability]
    growth: Mapping[str, Json]
    """The numbers of its class, by the inputs of the sheet."""
    feats: tuple[str, ...]
    skills: tuple[str, ...]
    kit: str
    """What it carries (`starting.KITS`); it is proficient with all of it, given its first two feats."""


ARCHETYPES: Mapping[str, Archetype] = {
    "brawler": Archetype(
        "swords",
        ("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence"),
        {"hit_die": "8", "attack_growth": "fast", "fortitude_growth": "fair", "defense_growth": "medium"},
        ("combat_martial_arts", "improved_damage_threshold", "sunder", "improved_initiative", "blind_fight"),
        ("climb", "jump", "intimidate", "swim", "balance", "spot"),
        "street",
    ),
    "shooter": Archetype(
        "target",
        ("dexterity", "wisdom", "intelligence", "constitution", "strength", "charisma"),
        {"hit_die": "8", "attack_growth": "medium", "reflex_growth": "good", "defense_growth": "high"},
        ("personal_firearms", "improved_initiative", "advanced_firearms", "two_weapon_fighting", "burst_fire"),
        ("spot", "hide", "tumble", "move_silently", "drive", "listen"),
        "patrol",
    ),
    "survivor": Archetype(
        "heart",
        ("constitution", "wisdom", "strength", "dexterity", "intelligence", "charisma"),
        {"hit_die": "10", "attack_growth": "medium", "fortitude_growth": "good", "defense_growth": "medium"},
        ("improved_damage_threshold", "personal_firearms", "blind_fight", "improved_initiative"),
        ("survival", "concentration", "spot", "climb", "listen", "treat_injury"),
        "wilds",
    ),
    "scholar": Archetype(
        "scroll-text",
        ("intelligence", "wisdom", "dexterity", "constitution", "charisma", "strength"),
        {"hit_die": "6", "attack_growth": "slow", "will_growth": "good", "defense_growth": "low", "skill_points": 9},
        ("improved_initiative", "improved_damage_threshold", "personal_firearms", "blind_fight"),
        (
            *("disable_device", "repair", "demolitions", "search", "spot", "drive", "listen", "concentration"),
            *("treat_injury", "sense_motive", "hide", "move_silently"),
        ),
        "workshop",
    ),
    "carer": Archetype(
        "hand-helping",
        ("wisdom", "intelligence", "constitution", "dexterity", "strength", "charisma"),
        {
            "hit_die": "6",
            "attack_growth": "medium",
            "will_growth": "good",
            "defense_growth": "medium",
            "skill_points": 5,
        },
        ("personal_firearms", "improved_initiative", "improved_damage_threshold", "blind_fight"),
        ("treat_injury", "sense_motive", "spot", "listen", "search", "concentration", "drive", "survival"),
        "rescue",
    ),
    "talker": Archetype(
        "message-circle",
        ("charisma", "dexterity", "intelligence", "constitution", "wisdom", "strength"),
        {
            "hit_die": "6",
            "attack_growth": "slow",
            "reflex_growth": "fair",
            "defense_growth": "low",
            "skill_points": 7,
        },
        ("personal_firearms", "improved_initiative", "improved_damage_threshold", "two_weapon_fighting"),
        ("bluff", "sense_motive", "intimidate", "spot", "listen", "drive", "escape_artist", "hide", "search", "tumble"),
        "office",
    ),
}
"""By name, in the order of the abilities that they lean on."""

USUAL_CLASS: Mapping[str, Json] = {
    "hit_die": "8",
    "attack_growth": "medium",
    "fortitude_growth": "poor",
    "reflex_growth": "poor",
    "will_growth": "poor",
    "defense_growth": "low",
    "skill_points": 3,
}
"""The numbers of a class about which nothing else is said: the defaults of the sheet."""


@dataclass(frozen=True, slots=True)
class FirstLevel:
    """What a class gives at level 1."""

    hit_die: int
    attack: int
    saves: Mapping[str, int]
    defense: int
    skill_points: int


def first_level(growth: Mapping[str, Json]) -> FirstLevel:
    """The numbers of a class at level 1 (D20C-ATK-05, D20C-DEF-03, D20C-SAV-01, D20C-HPS-01)."""
    numbers = {**USUAL_CLASS, **{name: growth[name] for name in USUAL_CLASS if growth.get(name) is not None}}
    return FirstLevel(
        hit_die=int(numbers["hit_die"]),
        attack=attack_at(cast(AttackGrowth, numbers["attack_growth"]), FIRST_LEVEL),
        saves={name: save_at(cast(SaveGrowth, numbers[f"{name}_growth"]), FIRST_LEVEL) for name in SAVES},
        defense=defense_at(cast(DefenseGrowth, numbers["defense_growth"]), FIRST_LEVEL),
        skill_points=int(numbers["skill_points"]),
    )


def likest(growth: Mapping[str, Json]) -> str:
    """The archetype whose class is most like these numbers."""
    wanted = first_level(growth)

    def far(name: str) -> int:
        own = first_level(ARCHETYPES[name].growth)
        return (
            abs(own.hit_die - wanted.hit_die)
            + 4 * abs(own.attack - wanted.attack)
            + 2 * sum(abs(own.saves[save] - wanted.saves[save]) for save in SAVES)
            + abs(own.defense - wanted.defense)
            + abs(own.skill_points - wanted.skill_points)
        )

    return min(ARCHETYPES, key=far)


def class_of(said: Said) -> str:
    """The class that was chosen: one of our own, the code of an entry, or OWN; empty while none is."""
    return chosen_class(said, ARCHETYPES)


def growth_of(said: Said) -> Mapping[str, Json]:
    """The numbers of the class, and whatever else an entry gives."""
    chosen = class_of(said)
    if chosen in ARCHETYPES:
        return ARCHETYPES[chosen].growth
    if entry := offered_as(said, chosen, "class"):
        return entry.gives
    return {item.name: said[item.name] for item in BY_HAND if item.name in said}

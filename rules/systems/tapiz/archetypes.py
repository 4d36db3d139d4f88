"""Characters made at once: six archetypes of our own, names that fit anybody, and how they become a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.creation import Pick, Proposal, Say
from rules.core.types import Json
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.creation import GENERATION_DICE, STARTING_LEVEL, roll_scores
from rules.systems.tapiz.house import Armour
from rules.systems.tapiz.languages import COMMON_LANGUAGE_AT_START

NAMES: tuple[str, ...] = (
    *("Abrel", "Adirel", "Aldren", "Amiral", "Arvel", "Azurel", "Belis", "Bránder", "Brisel", "Cadrín"),
    *("Calix", "Cendrel", "Corvel", "Dairen", "Delmar", "Dorvil", "Edriel", "Elmir", "Enebril", "Erlin"),
    *("Esparvel", "Faimir", "Fendral", "Galdir", "Gavriel", "Gerlin", "Grisel", "Halsen", "Helvir", "Ilmar"),
    *("Irdel", "Isvel", "Jandrel", "Joriel", "Kendal", "Lavrin", "Lisdre", "Lorimel", "Madril", "Marvel"),
    *("Melquir", "Mirtel", "Nadriel", "Nerval", "Odrin", "Olivel", "Orvel", "Peliar", "Quirel", "Radel"),
    *("Rosmir", "Sabriel", "Salvir", "Sendrel", "Tamriel", "Tirzel", "Ulver", "Valdren", "Yarel", "Zandir"),
)
"""Invented, and of nobody in particular."""

TEMPERS = 8
"""So many personality traits there are to draw from."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What somebody is good at: attributes from best to worst, armour and hit dice.

    Its traits are words: two abilities of which one is drawn, an object, a group and a background.
    """

    name: str
    scores: tuple[Attribute, ...]
    armour: Armour = "none"
    shield: bool = False
    physical_die: int = 8
    mental_die: int = 8


ARCHETYPES: tuple[Archetype, ...] = (
    Archetype(
        name="sentinel",
        scores=("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence"),
        armour="medium",
        shield=True,
        physical_die=10,
        mental_die=6,
    ),
    Archetype(
        name="tracker",
        scores=("dexterity", "wisdom", "constitution", "strength", "intelligence", "charisma"),
        armour="light",
    ),
    Archetype(
        name="scholar",
        scores=("intelligence", "wisdom", "charisma", "constitution", "dexterity", "strength"),
        physical_die=6,
        mental_die=10,
    ),
    Archetype(
        name="envoy",
        scores=("charisma", "intelligence", "dexterity", "wisdom", "constitution", "strength"),
        armour="light",
        physical_die=6,
        mental_die=10,
    ),
    Archetype(
        name="healer",
        scores=("wisdom", "constitution", "intelligence", "charisma", "dexterity", "strength"),
        armour="light",
    ),
    Archetype(
        name="rogue",
        scores=("dexterity", "charisma", "intelligence", "constitution", "strength", "wisdom"),
        armour="light",
    ),
)

BY_NAME: Mapping[str, Archetype] = {archetype.name: archetype for archetype in ARCHETYPES}


def propose(archetype: str, pick: Pick, say: Say) -> Proposal:
    """A whole character of an archetype, any of them for "" (TAP-HOUSE-01, TAP-CHAR-04, TAP-HOUSE-21)."""
    made = BY_NAME.get(archetype) or ARCHETYPES[pick(len(ARCHETYPES))]
    results = sorted(roll_scores([1 + pick(sides) for sides in GENERATION_DICE]), reverse=True)
    values: dict[str, Json] = dict(zip(made.scores, results, strict=True))
    values |= {
        "character_class": say(f"archetype.{made.name}"),
        "level": STARTING_LEVEL,
        "primary": made.scores[0],
        "traits": _traits(made, pick, say),
        "languages": starting_languages(say),
        "armour": made.armour,
        "shield": made.shield,
        "physical_die": str(made.physical_die),
        "mental_die": str(made.mental_die),
    }
    return Proposal(NAMES[pick(len(NAMES))], values)


def starting_languages(say: Say) -> list[Json]:
    """What everybody speaks and writes at the start (TAP-HOUSE-21)."""
    start = COMMON_LANGUAGE_AT_START
    return [{"name": say("language.common"), "spoken": start.spoken, "written": start.written}]


def _traits(made: Archetype, pick: Pick, say: Say) -> list[Json]:
    ability = ("first", "second")[pick(2)]
    return [
        {"text": say(f"archetype_{ability}.{made.name}"), "sort": "ability"},
        {"text": say(f"archetype_object.{made.name}"), "sort": "object"},
        {"text": say(f"archetype_group.{made.name}"), "sort": "group"},
        {"text": say(f"temper.n{1 + pick(TEMPERS)}"), "sort": "personality"},
        {"text": say(f"archetype_past.{made.name}"), "sort": "background"},
    ]

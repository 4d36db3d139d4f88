"""Characters made at once: six archetypes of our own, names that fit all of them, and how they become a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.creation import Pick, Say, WholeCharacter
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.languages import COMMON_LANGUAGE_AT_START
from rules.systems.tapiz.sheet import Armour

NAMES: tuple[str, ...] = (
    *("Abrel", "Adirel", "Aldren", "Amiral", "Arvel", "Azurel", "Belis", "Bránder", "Brisel", "Cadrín"),
    *("Calix", "Cendrel", "Corvel", "Dairen", "Delmar", "Dorvil", "Edriel", "Elmir", "Enebril", "Erlin"),
    *("Esparvel", "Faimir", "Fendral", "Galdir", "Gavriel", "Gerlin", "Grisel", "Halsen", "Helvir", "Ilmar"),
    *("Irdel", "Isvel", "Jandrel", "Joriel", "Kendal", "Lavrin", "Lisdre", "Lorimel", "Madril", "Marvel"),
    *("Melquir", "Mirtel", "Nadriel", "Nerval", "Odrin", "Olivel", "Orvel", "Peliar", "Quirel", "Radel"),
    *("Rosmir", "Sabriel", "Salvir", "Sendrel", "Tamriel", "Tirzel", "Ulver", "Valdren", "Yarel", "Zandir"),
)
"""Invented names."""

STARTING_LEVEL = 1
"""Level of a new character (TAP-CHAR-05)."""

DICE_EACH = 4
"""Dice of each of the six results, of which the lowest is dropped (TAP-HOUSE-01)."""

TEMPERS = (
    *("temper.n1", "temper.n2", "temper.n3", "temper.n4"),
    *("temper.n5", "temper.n6", "temper.n7", "temper.n8"),
)
"""How many personality traits there are to draw from."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What a character is good at. Its traits are words, of its two abilities one is drawn."""

    scores: tuple[Attribute, ...]
    """The attributes from best to worst."""
    armour: Armour = "none"
    shield: bool = False
    physical_die: int = 8
    mental_die: int = 8


ARCHETYPES: Mapping[str, Archetype] = load_table("tapiz", "archetypes", Archetype)


def drop_lowest(faces: tuple[int, ...]) -> int:
    """Add the dice of one result without the lowest (TAP-HOUSE-01)."""
    return sum(faces) - min(faces)


def propose(archetype: str, pick: Pick, say: Say) -> WholeCharacter:
    """Make a whole character of an archetype, any of them for "" (TAP-HOUSE-01, TAP-CHAR-04, TAP-HOUSE-21)."""
    name = archetype if archetype in ARCHETYPES else tuple(ARCHETYPES)[pick(len(ARCHETYPES))]
    made = ARCHETYPES[name]
    groups = [tuple(1 + pick(6) for _ in range(DICE_EACH)) for _ in ATTRIBUTES]
    results = sorted(map(drop_lowest, groups), reverse=True)
    values: dict[str, Json] = dict(zip(made.scores, results, strict=True))
    values |= {
        "character_class": say(f"archetype.{name}"),
        "level": STARTING_LEVEL,
        "primary": made.scores[0],
        "traits": _traits(name, pick, say),
        "languages": starting_languages(say),
        "armour": made.armour,
        "shield": made.shield,
        "physical_die": str(made.physical_die),
        "mental_die": str(made.mental_die),
    }
    return WholeCharacter(NAMES[pick(len(NAMES))], values)


def starting_languages(say: Say) -> list[Json]:
    """What every character speaks and writes at the start (TAP-HOUSE-21)."""
    start = COMMON_LANGUAGE_AT_START
    return [{"name": say("language.common"), "spoken": start.spoken, "written": start.written}]


def _traits(name: str, pick: Pick, say: Say) -> list[Json]:
    ability = ("archetype_first", "archetype_second")[pick(2)]
    return [
        {"text": say(f"{ability}.{name}"), "sort": "ability"},
        {"text": say(f"archetype_object.{name}"), "sort": "object"},
        {"text": say(f"archetype_group.{name}"), "sort": "group"},
        {"text": say(TEMPERS[pick(len(TEMPERS))]), "sort": "personality"},
        {"text": say(f"archetype_past.{name}"), "sort": "background"},
    ]

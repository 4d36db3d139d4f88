"""Six archetypes of our own, each with what it is good at, and names that fit all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.creation import Say
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.languages import COMMON_LANGUAGE_AT_START

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
    """What a character is good at; its traits are words."""

    scores: tuple[Attribute, ...]
    """The attributes from best to worst."""
    icon: str
    """A symbol of the sprite."""
    kit: str
    """What it carries (`starting.KITS`)."""
    physical_die: int = 8
    mental_die: int = 8


ARCHETYPES: Mapping[str, Archetype] = load_table("tapiz", "archetypes", Archetype)


def drop_lowest(faces: tuple[int, ...]) -> int:
    """Add the dice of one result without the lowest (TAP-HOUSE-01)."""
    return sum(faces) - min(faces)


def starting_languages(say: Say) -> list[Json]:
    """What every character speaks and writes at the start (TAP-HOUSE-21)."""
    start = COMMON_LANGUAGE_AT_START
    return [{"name": say("language.common"), "spoken": start.spoken, "written": start.written}]

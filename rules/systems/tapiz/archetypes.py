"""Six archetypes of our own, each with what it is good at, and names that fit all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.classes import chosen_class
from rules.core.creation import Offered, Said, Say, offered_as
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.hit_points import DEFAULT_HIT_DIE
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


def class_of(said: Said) -> str:
    """The class that was chosen: one of our own, the code of an entry, or OWN; empty while none is."""
    return chosen_class(said, ARCHETYPES)


def archetype_of(said: Said) -> str:
    """The archetype that the class is, or that leans on the same attribute."""
    chosen = class_of(said)
    if chosen in ARCHETYPES:
        return chosen
    entry = offered_as(said, chosen, "class")
    return likest(entry) if entry else next(iter(ARCHETYPES))


def likest(entry: Offered) -> str:
    """The archetype that a class of a pack is most like."""
    primary, die = entry.gives.get("primary"), str(entry.gives.get("physical_die") or DEFAULT_HIT_DIE)
    return min(
        ARCHETYPES,
        key=lambda name: (
            ARCHETYPES[name].scores.index(primary) if primary in ATTRIBUTES else 0,
            abs(ARCHETYPES[name].physical_die - int(die)),
        ),
    )


def best_of(said: Said) -> tuple[Attribute, ...]:
    """The attributes from the one that the class uses most."""
    usual = ARCHETYPES[archetype_of(said)].scores
    entry = offered_as(said, class_of(said), "class")
    primary = entry.gives.get("primary") if entry else None
    return tuple(sorted(usual, key=lambda name: name != primary)) if primary in ATTRIBUTES else usual


def drop_lowest(faces: tuple[int, ...]) -> int:
    """Add the dice of one result without the lowest (TAP-HOUSE-01)."""
    return sum(faces) - min(faces)


def starting_languages(say: Say) -> list[Json]:
    """What every character speaks and writes at the start (TAP-HOUSE-21)."""
    start = COMMON_LANGUAGE_AT_START
    return [{"name": say("language.common"), "spoken": start.spoken, "written": start.written}]

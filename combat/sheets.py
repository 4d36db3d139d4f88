"""Characters as the verbs of an encounter take them."""

from __future__ import annotations

from characters import lending
from characters.models import Character
from equipment.ledger.fights import frozen_gear
from rules.core.outfit import dump_gear
from rules.core.types import Id, Json

from . import store


def character_row(character: Character, *, hidden: bool = False) -> dict[str, Json]:
    """The row that enlists a character as it is; one that has a player is of the party and shows numbers."""
    people = players(character)
    return {
        "id": store.new_id(),
        "name": character.name,
        "side": "party" if people or character.kind == "person" else "foes",
        "kind": character.kind,
        "sheet": character.sheet,
        "hidden": hidden,
        "shows": "number" if people else "word",
        "controllers": people,
        "character": str(character.pk),
        "gear": gear_of(character),
        "condition": character.condition or None,
    }


def sheet_of(character: Character, who: Id) -> dict[str, Json]:
    """What the verb `resheet` takes: the sheet as it is now, and its players."""
    return {
        "who": who,
        "sheet": character.sheet,
        "name": character.name,
        "controllers": players(character),
        "gear": gear_of(character),
    }


def gear_of(character: Character) -> Json:
    """The character's present possessions, in the form that verbs take."""
    return dump_gear(frozen_gear(character.table, character.pk))


def players(character: Character) -> list[Id]:
    """The people who act for a character now, as long as they play at its table."""
    return sorted(map(str, lending.controlled_by(character)))

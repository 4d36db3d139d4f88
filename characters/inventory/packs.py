"""The items that the table's setting packs offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from rules.core.types import Json
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.speech import PageSpeaker

MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Ware:
    """An item as a pack describes it; `entry`: its code."""

    entry: str
    kind: str
    name: str
    values: Mapping[str, Json]
    kind_word: str = ""
    pack: str = ""


def wares(table: Table, words: PageSpeaker, *, search: str = "") -> list[Ware]:
    """The items of the table's packs that the reader may know and that match these words, at most one page of them.

    `table.role` is the reader's role.
    """
    found = catalogue.entries_for(table, family="item", game_master=_runs(table), search=search)
    return [_ware(one, words) for one in found if one.sound][:MOST_SHOWN]


def ware(table: Table, entry: str) -> Ware | None:
    """The item of this code; None where the table's packs have none that the reader may know."""
    found = catalogue.entry_for(table, entry, game_master=_runs(table))
    if found is None or not found.sound or found.family != "item":
        return None
    return _ware(found, None)


def _runs(table: Table) -> bool:
    return getattr(table, "role", None) == Role.GAME_MASTER


def _ware(one: CatalogueEntry, words: PageSpeaker | None) -> Ware:
    word = words.first_word(f"entry.{one.kind}", default=one.kind) if words else ""
    return Ware(one.code, one.kind, one.name, one.values, word, one.pack)

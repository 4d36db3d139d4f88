"""What a sheet may take from the table's packs: classes, species, talents and spells, and what each would change."""

from __future__ import annotations

from itertools import groupby

from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from equipment.packs.files.kinds import kinds_of
from equipment.packs.models import TablePack
from equipment.packs.words import kind_word
from rules.core.equipment import EntryKind, taken
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import PageSpeaker

from . import sheets
from .sheets import CheckedSheet


def kinds_for(table: Table, kind: SheetKind) -> dict[str, EntryKind]:
    """The kinds of entries that write on such a sheet; entries that are whole sheets are not taken."""
    known = kinds_of(get_system(table.system))
    return {name: one for name, one in known.items() if one.gives == kind.name and one.family != "creature"}


def may_take(table: Table, kind: SheetKind) -> bool:
    """Whether the table's packs have any such entry."""
    return bool(kinds_for(table, kind)) and TablePack.objects.filter(table=table).exists()


def offered(table: Table, kind: SheetKind, *, game_master: bool, search: str = "") -> list[CatalogueEntry]:
    """The entries that a sheet of this kind may take, as far as this reader may know them."""
    known = kinds_for(table, kind)
    found = catalogue.entries_for(table, game_master=game_master, search=search)
    return [one for one in found if one.kind in known and one.sound]


def grouped(
    table: Table, kind: SheetKind, entries: list[CatalogueEntry], words: PageSpeaker
) -> list[dict[str, object]]:
    """Entries, as `offered` gives them, by kind with its name."""
    known = kinds_for(table, kind)
    return [
        {"name": name, "title": kind_word(known[name], words, many=True), "entries": list(some)}
        for name, some in groupby(entries, key=lambda one: one.kind)
    ]


def after_all(
    kind: SheetKind, sheet: dict[str, Json], entries: list[CatalogueEntry]
) -> tuple[dict[str, Json], dict[str, RuleError]]:
    """The sheet after it took these entries one after the other, checked, or its faults."""
    for entry in entries:
        found = after(kind, sheet, entry)
        if found.errors:
            return {}, found.errors
        sheet = found.sheet
    return sheet, {}


def after(kind: SheetKind, sheet: dict[str, Json], entry: CatalogueEntry) -> CheckedSheet:
    """The sheet after it took an entry, checked, or its faults."""
    return sheets.check(kind, taken(sheet, entry.gives, kind.inputs))

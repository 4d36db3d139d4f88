"""The entries with which a table plays, in one language; the shop, sheets, fights and the compendium use them.

Published versions never change, so the entries of each are read once and kept, separately for each language.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from unicodedata import combining, normalize
from uuid import UUID

from django.utils.translation import get_language

from rules.core.equipment import GIVES, EntryKind, Family
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.system import AnySystem
from rules.core.types import Json
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import FIRST_LANGUAGE

from .files.checking import counting, creature_sheet, whole
from .files.document import Entry, in_language
from .files.kinds import kinds_of
from .files.languages import spoken
from .models import Entry as Row
from .models import PackVersion, packs_of
from .stored import entry_of, in_order

MOST_KEPT = 200

SECRET: frozenset[Family] = frozenset({"creature"})
"""The families that only game masters read, even of shown packs: they decide what players learn of a foe."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """An entry as it counts for a table, its words in one language."""

    pack: str
    """The name of the pack."""
    pack_id: UUID
    number: str
    """The number of the pack's version."""
    kind: str
    family: Family
    code: str
    name: str
    text: str = ""
    values: Mapping[str, Json] = field(default_factory=dict)
    """Its values with inherited ones and `gives`, checked by its kind; as written if it is not sound."""
    raw: Mapping[str, Json] = field(default_factory=dict)
    """Its values with inherited ones, as written, in all languages."""
    of: str = ""
    """The code of the entry of which it is a part."""
    above: str = ""
    """The name of the entry of which it is a part."""
    licence: str = ""
    source: str = ""
    sound: bool = True
    """Whether the rules accept its values."""
    shown: bool = True
    """Whether all people at the table may read it."""
    needle: str = ""
    """The text that searches look through."""
    place: str = ""
    """The key by which it is sorted."""

    @property
    def gives(self) -> Mapping[str, Json]:
        """The values that it writes on a sheet."""
        return self.values.get(GIVES) or {}


def plain(text: str) -> str:
    """A text as searches compare it: lower case without accents."""
    return "".join(mark for mark in normalize("NFD", text.casefold()) if not combining(mark))


def entries_for(
    table: Table,
    *,
    family: Family | None = None,
    kind: str | None = None,
    game_master: bool = True,
    search: str = "",
    language: str | None = None,
) -> list[CatalogueEntry]:
    """The entries of all packs of a table, of one family or kind, that match all words of a search.

    They are ordered by kind, then name. Without `game_master` only those that the table may read. `language`: the
    page's by default. Two queries, or one when all versions are cached, whatever the number of packs and entries.
    """
    said = language or (get_language() or FIRST_LANGUAGE)[:2]
    words = plain(search).split()
    kinds = {name: number for number, name in enumerate(kinds_of(get_system(table.system)))}
    found = [
        one
        for one in _of_table(table, said)
        if (family is None or one.family == family)
        and (kind is None or one.kind == kind)
        and (game_master or (one.shown and one.family not in SECRET))
        and all(word in one.needle for word in words)
    ]
    return sorted(found, key=lambda one: (kinds.get(one.kind, len(kinds)), one.place, one.code))


def entry_for(
    table: Table, code: str, *, game_master: bool = True, language: str | None = None
) -> CatalogueEntry | None:
    """The entry of this code; None unless the table plays with it and this reader may know it."""
    found = entries_for(table, game_master=game_master, language=language)
    return next((one for one in found if one.code == code), None)


def entries_of(version: PackVersion, *, family: Family) -> list[CatalogueEntry]:
    """The entries of one family of a version, whichever table plays with it; reads `version.pack`."""
    language = (get_language() or FIRST_LANGUAGE)[:2]
    return [one for one in _kept.entries([version], language)[version.pk] if one.family == family]


def sheet_of_creature(table: Table, entry: CatalogueEntry) -> dict[str, Json]:
    """The complete sheet of a creature of the bestiary; raises RuleError where the rules no longer accept it."""
    system = get_system(table.system)
    return creature_sheet(system, kinds_of(system)[entry.kind], entry.values)


def _of_table(table: Table, language: str) -> Iterable[CatalogueEntry]:
    versions = packs_of(table)
    known = _kept.entries([one.version for one in versions], language)
    for one in versions:
        for entry in known[one.version_id]:
            yield entry if one.shown else _hidden(entry)


def _hidden(entry: CatalogueEntry) -> CatalogueEntry:
    return replace(entry, shown=False)


class _Kept:
    """A cache of the entries of published versions; the oldest go when there are too many."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: OrderedDict[tuple[UUID, str, str], tuple[CatalogueEntry, ...]] = OrderedDict()

    def entries(self, versions: Sequence[PackVersion], language: str) -> dict[UUID, tuple[CatalogueEntry, ...]]:
        """The entries of each version; one query reads all uncached ones. Reads `version.pack`."""
        keys = {one.pk: (one.pk, one.checksum, language) for one in versions}
        with self._lock:
            known = {pk: self._entries[key] for pk, key in keys.items() if key in self._entries}
        missing = [one for one in versions if one.pk not in known]
        if missing:
            rows: dict[UUID, list[Row]] = {one.pk: [] for one in missing}
            for row in Row.objects.filter(version__in=missing):
                rows[row.version_id].append(row)
            for one in missing:
                known[one.pk] = tuple(said(one, [entry_of(row) for row in rows[one.pk]], language))
        with self._lock:
            for pk, found in known.items():
                self._entries[keys[pk]] = found
                self._entries.move_to_end(keys[pk])
            while len(self._entries) > MOST_KEPT:
                self._entries.popitem(last=False)
        return known


_kept = _Kept()


def said(version: PackVersion, entries: Sequence[Entry], language: str) -> Iterable[CatalogueEntry]:
    """Entries of a version as they count, in this language; reads `version.pack`."""
    system = get_system(version.pack.system)
    kinds = kinds_of(system)
    spoken_in = language if language in version.languages else next(iter(version.languages), language)
    by_code = {entry.code: entry for entry in entries}
    for entry in in_order(system, entries):
        if entry.kind in kinds:
            yield _one(system, kinds[entry.kind], version, entry, by_code, spoken_in)


def _one(
    system: AnySystem,
    kind: EntryKind,
    version: PackVersion,
    entry: Entry,
    others: Mapping[str, Entry],
    language: str,
) -> CatalogueEntry:
    raw = whole(system, kind, entry, others)
    sound = True
    try:
        values = counting(system, kind, raw, language)
    except RuleError:
        # Written under older rules with other values: it can still be read.
        values, sound = spoken(raw, (), (), language), False
    above = others.get(entry.of)
    name, text = in_language(entry.name, language), in_language(entry.text, language)
    return CatalogueEntry(
        pack=version.called(language),
        pack_id=version.pack_id,
        number=version.number,
        kind=entry.kind,
        family=kind.family,
        code=entry.code,
        name=name,
        text=text,
        values=values,
        raw=raw,
        of=entry.of,
        above=in_language(above.name, language) if above else "",
        licence=entry.licence or version.licence,
        source=entry.source or version.source,
        sound=sound,
        needle=plain(f"{entry.code} {name} {text}"),
        place=plain(name),
    )

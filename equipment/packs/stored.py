"""Converts a stored version to the pack of its files, and back."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.registry import get_system
from rules.core.system import AnySystem

from . import models
from .files import scenes
from .files.document import BattleMap, Chapter, Entry, Foes, Pack, Scene
from .files.kinds import kinds_of


def entry_of(row: models.Entry) -> Entry:
    """A stored entry as in its file."""
    return Entry(row.kind, row.code, row.name, row.text, row.values, row.of, row.licence, row.source)


def row_of(entry: Entry, version: models.PackVersion) -> models.Entry:
    """An entry as an unsaved row."""
    return models.Entry(
        version=version,
        kind=entry.kind,
        code=entry.code,
        name=dict(entry.name),
        text=dict(entry.text),
        values=dict(entry.values),
        of=entry.of,
        licence=entry.licence,
        source=entry.source,
    )


def pack_of(version: models.PackVersion, entries: Iterable[models.Entry] | None = None) -> Pack:
    """A stored version as in its files; reads `version.pack`, and the entries where they are not given."""
    system = get_system(version.pack.system)
    found = [entry_of(row) for row in (version.entries.all() if entries is None else entries)]
    return Pack(
        system=version.pack.system,
        code=version.pack.code,
        slug=version.pack.slug,
        version=version.number,
        languages=tuple(version.languages),
        name=version.name,
        description=version.description,
        licence=version.licence,
        authors=tuple(version.authors),
        source=version.source,
        chapters=chapters_of(version),
        entries=in_order(system, found),
        maps=maps_in(version),
        scenes=scenes_in(version),
    )


def chapters_of(version: models.PackVersion) -> tuple[Chapter, ...]:
    """The chapters of a stored version."""
    return tuple(Chapter(one["slug"], one["text"]) for one in version.chapters)


def maps_in(version: models.PackVersion) -> tuple[BattleMap, ...]:
    """The maps of a stored version."""
    return tuple(
        BattleMap(one["slug"], one["name"], one["data"], tuple(one.get("picture", ()))) for one in version.maps
    )


def scenes_in(version: models.PackVersion) -> tuple[Scene, ...]:
    """The scenes of a stored version."""
    return tuple(
        Scene(one["slug"], one["name"], one.get("text", {}), tuple(Foes(**pile) for pile in one.get("foes", ())), laid)
        for one in version.scenes
        for laid in (one.get("map", ""),)
    )


def rows_of(maps: Iterable[BattleMap]) -> list[dict[str, object]]:
    """Maps in the form that a version stores."""
    return [
        {
            "slug": one.slug,
            "name": dict(one.name),
            "data": one.data,
            **({"picture": one.picture} if one.picture else {}),
        }
        for one in maps
    ]


def in_order(system: AnySystem, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries by kind, in the order of the system, and code; unknown kinds come last."""
    order = {name: number for number, name in enumerate(kinds_of(system))}
    return tuple(sorted(entries, key=lambda one: (order.get(one.kind, len(order)), one.kind, one.code)))


def fill(version: models.PackVersion, pack: Pack) -> models.PackVersion:
    """An unsaved row with the head of a pack."""
    version.number = pack.version
    version.languages = list(pack.languages)
    version.name, version.description = dict(pack.name), dict(pack.description)
    version.licence, version.authors, version.source = pack.licence, list(pack.authors), pack.source
    version.chapters = [{"slug": one.slug, "text": dict(one.text)} for one in pack.chapters]
    version.maps = rows_of(pack.maps)
    version.scenes = [{"slug": one.slug, **scenes.written(one)} for one in pack.scenes]
    return version

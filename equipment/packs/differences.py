"""The differences between two versions of a pack: entries added, removed and changed, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.core.types import Json

from .files.document import BattleMap, Chapter, Entry, Pack, Scene


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A changed field of an entry; `path`: `price`, `gives.size`, `name.en`. None: the field is absent."""

    path: str
    old: Json
    new: Json


@dataclass(frozen=True, slots=True)
class ChangedEntry:
    """An entry that both versions have, with its changed fields."""

    old: Entry
    new: Entry
    fields: tuple[ChangedValue, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences from one version to another."""

    added: tuple[Entry, ...]
    removed: tuple[Entry, ...]
    changed: tuple[ChangedEntry, ...]
    head: tuple[ChangedValue, ...]
    chapters: tuple[str, ...]
    maps: tuple[str, ...]
    scenes: tuple[str, ...]

    @property
    def any(self) -> bool:
        """Whether there are any differences."""
        texts = self.head or self.chapters or self.maps or self.scenes
        return bool(self.added or self.removed or self.changed or texts)


def between(old: Pack, new: Pack) -> Differences:
    """The differences between two versions; entries are matched by code."""
    before, after = _by_code(old.entries), _by_code(new.entries)
    both = [(before[code], after[code]) for code in after if code in before]
    return Differences(
        added=tuple(one for one in new.entries if one.code not in before),
        removed=tuple(one for one in old.entries if one.code not in after),
        changed=tuple(
            ChangedEntry(one, other, fields)
            for one, other in both
            if (fields := tuple(_fields(_said(one), _said(other))))
        ),
        head=tuple(_fields(_head(old), _head(new))),
        chapters=_touched(old.chapters, new.chapters),
        maps=_touched(old.maps, new.maps),
        scenes=_touched(old.scenes, new.scenes),
    )


def _touched(old: Iterable[Chapter | BattleMap | Scene], new: Iterable[Chapter | BattleMap | Scene]) -> tuple[str, ...]:
    """The slugs of what is new, gone or different."""
    before, after = ({one.slug: one for one in some} for some in (old, new))
    return tuple(slug for slug in sorted({*before, *after}) if before.get(slug) != after.get(slug))


def _by_code(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.code: entry for entry in entries}


def _head(pack: Pack) -> dict[str, Json]:
    return {
        "name": dict(pack.name),
        "description": dict(pack.description),
        "licence": pack.licence,
        "authors": ", ".join(pack.authors),
        "source": pack.source,
        "languages": ", ".join(pack.languages),
    }


def _said(entry: Entry) -> dict[str, Json]:
    own = {"kind": entry.kind, "of": entry.of, "licence": entry.licence, "source": entry.source}
    texts = {"name": dict(entry.name), "text": dict(entry.text)}
    return {**own, **texts, **entry.values}


def _fields(old: Mapping[str, Json], new: Mapping[str, Json], path: str = "") -> Iterator[ChangedValue]:
    for name in dict.fromkeys((*old, *new)):
        one, other = old.get(name), new.get(name)
        if one == other:
            continue
        if isinstance(one, Mapping | None) and isinstance(other, Mapping | None):
            yield from _fields(one or {}, other or {}, f"{path}{name}.")
        else:
            yield ChangedValue(f"{path}{name}", one, other)

"""Reads a pack from its files: all is checked, and refused as a whole with all faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from rules.core.equipment import EntryKind
from rules.core.errors import UnknownValue
from rules.core.registry import get_system
from rules.core.system import AnySystem
from rules.core.types import Json

from . import heads, maps, scenes, tables
from .checking import faults_in, language_faults, whole
from .document import (
    MOST_ENTRIES,
    MOST_LINE,
    MOST_MAPS,
    MOST_NAME,
    MOST_SCENES,
    MOST_TEXT,
    BattleMap,
    Chapter,
    Entry,
    Pack,
    Scene,
)
from .faults import Fault, Path, Refused, refused
from .heads import HEAD
from .kinds import LETTERS, OWN_NAMES, kinds_of
from .parsing import parsed_json, parsed_toml, text_of, value_faults
from .unpacking import Files

CHAPTERS = "chapters"

_CHAPTER = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]{2})\.md")


def load(files: Files, systems: Callable[[str], AnySystem] = get_system) -> Pack:
    """The pack in these files; raises Refused with all their faults."""
    if HEAD not in files:
        raise refused("pack.missing_head", HEAD)
    head = parsed_toml(HEAD, files[HEAD])
    if faults := [*value_faults(HEAD, head)]:
        raise Refused(faults)
    system = _system(head, systems)
    reading = _Reading(system, kinds_of(system))
    pack = heads.read(head, reading.faults)
    reading.code, reading.languages = pack.code, pack.languages
    for path in files:
        if path != HEAD:
            reading.file(path, files[path])
    entries = reading.entries()
    chapters = reading.chapters()
    if len(reading.maps) > MOST_MAPS:
        reading.faults.append(Fault(maps.FOLDER, (), "pack.many", {"most": MOST_MAPS}))
    if len(reading.scenes) > MOST_SCENES:
        reading.faults.append(Fault(scenes.FOLDER, (), "pack.many", {"most": MOST_SCENES}))
    creatures = {one.code for one in entries if reading.kinds[one.kind].family == "creature"}
    reading.faults += scenes.unknown(reading.scenes, creatures, {one.slug for one in reading.maps})
    if reading.faults:
        raise Refused(sorted(reading.faults, key=lambda one: one.file != HEAD), system.slug)
    return Pack(
        **{name: getattr(pack, name) for name in heads.FIELDS},
        chapters=chapters,
        entries=entries,
        maps=tuple(sorted(reading.maps, key=lambda one: one.slug)),
        scenes=tuple(sorted(reading.scenes, key=lambda one: one.slug)),
    )


def _system(head: Mapping[str, Json], systems: Callable[[str], AnySystem]) -> AnySystem:
    """The system of the pack, without which nothing else can be checked."""
    try:
        return systems(str(head.get("system", "")))
    except UnknownValue:
        code = "pack.system" if head.get("system") else "pack.missing"
        raise Refused([Fault(HEAD, ("system",), code)]) from None


@dataclass(frozen=True, slots=True)
class _Raw:
    file: str
    path: Path
    kind: EntryKind
    table: Mapping[str, Json]


@dataclass
class _Reading:
    system: AnySystem
    kinds: Mapping[str, EntryKind]
    faults: list[Fault] = field(default_factory=list)
    raw: list[_Raw] = field(default_factory=list)
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    maps: list[BattleMap] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)
    code: str = ""
    languages: tuple[str, ...] = ()

    def file(self, path: str, data: bytes) -> None:
        """Read one file and note its faults."""
        try:
            self._file(PurePosixPath(path), data)
        except Refused as problem:
            self.faults += problem.faults

    def _file(self, path: PurePosixPath, data: bytes) -> None:
        ending = path.suffix.lower()
        if path.parts[0] == CHAPTERS:
            self._chapter(path, data)
            return
        if path.parts[0] == maps.FOLDER:
            self.maps.append(maps.read(self.system, path, data, self.languages))
            return
        if path.parts[0] == scenes.FOLDER:
            self.scenes.append(scenes.read(path, data, self.languages))
            return
        if ending in (".md", ".txt") and len(path.parts) == 1:
            # A readme or a licence, for people who open the folder.
            return
        kind = self.kinds.get(path.parts[0] if len(path.parts) > 1 else path.stem)
        if kind is None or ending not in (".toml", ".json", ".csv"):
            raise refused("pack.file.unknown", str(path), words=", ".join(self.kinds))
        if ending == ".csv":
            for line in tables.lines(self.system, kind, str(path), data, self.faults):
                self.raw.append(_Raw(str(path), (line.number,), kind, line.values))
            return
        parsed = parsed_toml(str(path), data) if ending == ".toml" else parsed_json(str(path), data)
        if faults := [*value_faults(str(path), parsed)]:
            raise Refused(faults)
        self.faults += [Fault(str(path), (name,), "pack.unknown") for name in parsed if name != "entry"]
        listed = parsed.get("entry", [])
        if not isinstance(listed, list):
            raise Refused([Fault(str(path), ("entry",), "pack.list")])
        for number, table in enumerate(listed):
            if isinstance(table, dict):
                self.raw.append(_Raw(str(path), ("entry", number), kind, table))
            else:
                self.faults.append(Fault(str(path), ("entry", number), "pack.table"))

    def _chapter(self, path: PurePosixPath, data: bytes) -> None:
        found = _CHAPTER.fullmatch(path.name)
        text = text_of(str(path), data).strip()
        if len(path.parts) != 2 or not found or not re.match(r"# *[^\s#]", text):
            raise refused("pack.chapter", str(path))
        if found[2] not in self.languages:
            raise refused("pack.language", str(path))
        if len(text) > MOST_TEXT:
            raise refused("pack.long", str(path), most=MOST_TEXT)
        self.texts.setdefault(found[1], {})[found[2]] = text

    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters in the order of their names; a language that is missing is a fault."""
        found: list[Chapter] = []
        for slug, texts in sorted(self.texts.items()):
            for language in self.languages:
                if language not in texts:
                    here = f"{CHAPTERS}/{slug}.{next(iter(texts))}.md"
                    self.faults.append(Fault(here, (), "pack.language_missing", {"language": language}))
            found.append(Chapter(slug, {one: texts[one] for one in self.languages if one in texts}))
        return tuple(found)

    def entries(self) -> tuple[Entry, ...]:
        """All entries by kind and code; faults are noted."""
        if len(self.raw) > MOST_ENTRIES:
            self.faults.append(Fault("", (), "pack.many", {"most": MOST_ENTRIES}))
            return ()
        read = [(raw, self._entry(raw)) for raw in self.raw]
        by_code: dict[str, Entry] = {}
        where: dict[str, str] = {}
        for raw, entry in read:
            if entry.code and entry.code in by_code:
                self._fault(raw, ("code",), "pack.entry.twice", entry.code, name=entry.code, file=where[entry.code])
            by_code.setdefault(entry.code, entry)
            where.setdefault(entry.code, raw.file)
        for raw, entry in read:
            self._judge(raw, entry, by_code)
        order = {name: number for number, name in enumerate(self.kinds)}
        return tuple(sorted((one for _raw, one in read), key=lambda one: (order[one.kind], one.code)))

    def _judge(self, raw: _Raw, entry: Entry, by_code: Mapping[str, Entry]) -> None:
        above = by_code.get(entry.of)
        if entry.of and (above is None or above.kind != entry.kind or above.of):
            self._fault(raw, ("of",), "pack.entry.of", entry.code, name=entry.of[:20])
            return
        for path, language in language_faults(self.system, raw.kind, entry.values, self.languages):
            self._fault(raw, path, "pack.language_missing", entry.code, language=language)
        values = whole(self.system, raw.kind, entry, by_code)
        for path, error in faults_in(self.system, raw.kind, values, self.languages):
            self.faults.append(
                Fault(raw.file, (*raw.path, *path), error.reason, _plain(error.params), entry.code, error)
            )

    def _entry(self, raw: _Raw) -> Entry:
        table = raw.table
        code = self._words(raw, "code", MOST_LINE)
        wanted = f"{self.code or 'XX'}{LETTERS[raw.kind.family]}"
        if not code:
            self._fault(raw, ("code",), "pack.missing", "")
        elif not re.fullmatch(rf"{wanted}[0-9]{{4}}", code):
            self._fault(raw, ("code",), "pack.entry.code", code, wanted=wanted)
        return Entry(
            kind=raw.kind.name,
            code=code,
            name=self._said(raw, "name", MOST_NAME, needed=True),
            text=self._said(raw, "text", MOST_TEXT),
            values={name: value for name, value in table.items() if name not in OWN_NAMES},
            of=self._words(raw, "of", MOST_LINE),
            licence=self._words(raw, "licence", MOST_LINE),
            source=self._words(raw, "source", MOST_LINE),
        )

    def _words(self, raw: _Raw, name: str, most: int) -> str:
        return heads.words(raw.table, name, most, self._noting(raw))

    def _said(self, raw: _Raw, name: str, most: int, *, needed: bool = False) -> dict[str, str]:
        return heads.said(raw.table, name, most, self.languages, self._noting(raw), needed=needed)

    def _noting(self, raw: _Raw) -> heads.Noting:
        code = raw.table.get("code")
        return lambda path, reason, params: self._fault(
            raw, path, reason, code if isinstance(code, str) else "", **params
        )

    def _fault(self, raw: _Raw, path: Path, code: str, entry: str, **params: Json) -> None:
        self.faults.append(Fault(raw.file, (*raw.path, *path), code, params, entry[:MOST_LINE]))


def _plain(params: Mapping[str, object]) -> dict[str, Json]:
    return {name: value for name, value in params.items() if isinstance(value, int | str)}

"""Checks the values of an entry by the rules, and computes the values as they count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.core.equipment import GIVES, EntryKind, checked, taken
from rules.core.errors import RuleError, UnknownValue
from rules.core.inputs import Input, Rows, check_inputs
from rules.core.system import AnySystem
from rules.core.types import Json

from .document import Entry
from .faults import Path
from .kinds import kind_for, may_ask, sheet_of
from .languages import spoken, texts_by_language


def inherited(
    system: AnySystem, kind: EntryKind, above: Mapping[str, Json], own: Mapping[str, Json]
) -> dict[str, Json]:
    """The values of an entry that is part of another: its own override those above; rows of both are joined."""
    found = {**above, **own}
    over, under = own.get(GIVES), above.get(GIVES)
    if isinstance(over, Mapping) and isinstance(under, Mapping):
        found[GIVES] = taken(under, over, sheet_of(system, kind))
    return found


def whole(system: AnySystem, kind: EntryKind, entry: Entry, others: Mapping[str, Entry]) -> dict[str, Json]:
    """The values of an entry with those that it inherits, texts still by language."""
    above = others.get(entry.of)
    return inherited(system, kind, above.values, entry.values) if above else dict(entry.values)


def counting(system: AnySystem, kind: EntryKind, values: Mapping[str, Json], language: str) -> dict[str, Json]:
    """Complete values in one language, checked by their kind; raises RuleError."""
    asked = kind_for(system, kind, values)
    sheet = sheet_of(system, kind)
    return checked(asked, spoken(values, asked.inputs, sheet, language), sheet)


def faults_in(
    system: AnySystem, kind: EntryKind, values: Mapping[str, Json], languages: Sequence[str]
) -> Iterator[tuple[Path, RuleError]]:
    """All faults that the rules find in complete values, in any language, with their places."""
    seen: set[tuple[Path, str]] = set()
    asked = kind_for(system, kind, values)
    sheet = sheet_of(system, kind)
    for language in languages:
        said = spoken(values, asked.inputs, sheet, language)
        found = [*_faults(asked, said, sheet)]
        if not found and kind.family == "creature":
            found = [*_sheet_faults(system, kind, said)]
        for path, error in found:
            if (path, error.reason) not in seen:
                seen.add((path, error.reason))
                yield path, error


def creature_sheet(system: AnySystem, kind: EntryKind, values: Mapping[str, Json]) -> dict[str, Json]:
    """The sheet of a creature, which its entry gives, from values in one language; raises RuleError."""
    sheet = system.sheet_kinds[kind.gives]
    given = values.get(GIVES) or {}
    return dict(sheet.load(check_inputs(sheet.inputs, given)))


def _sheet_faults(system: AnySystem, kind: EntryKind, values: Mapping[str, Json]) -> Iterator[tuple[Path, RuleError]]:
    if not kind.gives:
        return
    try:
        creature_sheet(system, kind, values)
    except RuleError as error:
        yield (GIVES, *_place(error.field or "")), error


def _place(field: str) -> Path:
    """The path of a field by its name, which for a part of a row is `<name>__<row>__<part>`."""
    return tuple(int(part) if part.isdecimal() else part for part in field.split("__") if part)


def _faults(kind: EntryKind, values: Mapping[str, Json], sheet: Sequence[Input]) -> Iterator[tuple[Path, RuleError]]:
    found = False
    known = {item.name for item in kind.inputs} | ({GIVES} if kind.gives else set())
    for name in values:
        if name not in known:
            found = True
            yield (name,), UnknownValue("core.input.unknown", field=name)
    for item in kind.inputs:
        for fault in _of_input(item, values.get(item.name), (item.name,)):
            found = True
            yield fault
    for fault in _given(values.get(GIVES) if kind.gives else None, sheet):
        found = True
        yield fault
    if not found:
        try:
            kind.load(checked(kind, values, tuple(sheet)))
        except RuleError as error:
            yield (error.field,) if error.field else (), error


def _given(given: Json, sheet: Sequence[Input]) -> Iterator[tuple[Path, RuleError]]:
    if given is None:
        return
    if not isinstance(given, Mapping):
        yield (GIVES,), UnknownValue("core.input.form", field=GIVES)
        return
    inputs = {item.name: item for item in sheet}
    for name, value in given.items():
        if name in inputs:
            yield from _of_input(inputs[name], value, (GIVES, name))
        else:
            yield (GIVES, name), UnknownValue("core.input.unknown", field=name)


def _of_input(item: Input, value: Json, path: Path) -> Iterator[tuple[Path, RuleError]]:
    """The faults of one value; those inside rows name the row and its part."""
    found = False
    if isinstance(item, Rows) and isinstance(value, list):
        parts = {part.name for part in item.of}
        for number, row in enumerate(value):
            if not isinstance(row, dict):
                continue
            for name in row:
                if name not in parts:
                    found = True
                    yield (*path, number, name), UnknownValue("core.input.unknown", field=name)
            for part in item.of:
                for fault in _of_input(part, row.get(part.name), (*path, number, part.name)):
                    found = True
                    yield fault
    if found:
        return
    try:
        item.check(value)
    except RuleError as error:
        yield path, error


def language_faults(
    system: AnySystem, kind: EntryKind, values: Mapping[str, Json], languages: Sequence[str]
) -> Iterator[tuple[Path, str]]:
    """The texts by language that lack one of the pack's languages: their places, and the language."""
    for path, texts in texts_by_language(values, may_ask(system, kind), sheet_of(system, kind)):
        for language in languages:
            if not texts.get(language, "").strip():
                yield path, language

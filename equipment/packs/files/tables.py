"""CSV files: one entry a line; the first line names the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.core.equipment import GIVES, EntryKind
from rules.core.inputs import Input, Rows, Text
from rules.core.system import AnySystem
from rules.core.types import Json

from .cells import placed, value_of
from .document import LANGUAGE, MOST_ENTRIES, MOST_TEXT
from .faults import Fault, refused
from .kinds import OWN_NAMES, may_ask, sheet_of
from .parsing import text_of

_WORDS = Text("words", multiline=True, length=MOST_TEXT)


@dataclass(frozen=True, slots=True)
class CsvLine:
    """A line of a CSV file as a tree of values."""

    number: int
    values: dict[str, Json]


def column_input(system: AnySystem, kind: EntryKind, name: str) -> Input | None:
    """The reader of the cells of a column of this name; None where there is no such column.

    `name`, `text.es`, `price`, `attacks.1.damage`, `gives.notes.en`.
    """
    first, *rest = name.split(".")
    if first in OWN_NAMES:
        by_language = first in ("name", "text") and len(rest) == 1 and LANGUAGE.fullmatch(rest[0])
        return _WORDS if not rest or by_language else None
    if first == GIVES and kind.gives:
        if not rest:
            return _WORDS
        first, *rest = rest
        return _inside({item.name: item for item in sheet_of(system, kind)}.get(first), rest)
    return _inside({item.name: item for item in may_ask(system, kind)}.get(first), rest)


def _inside(item: Input | None, rest: list[str]) -> Input | None:
    match item:
        case _ if not rest:
            return item
        case Text() if len(rest) == 1 and LANGUAGE.fullmatch(rest[0]):
            return item
        case Rows() if len(rest) >= 2 and rest[0].isdecimal() and len(rest[0]) <= 3:
            return _inside({part.name: part for part in item.of}.get(rest[1]), rest[2:])
    return None


def mark_of(text: str) -> str:
    """The separator of a table's cells: comma, semicolon or tab, whichever is most frequent in the first line."""
    first = text.split("\n", 1)[0]
    return max("\t;,", key=lambda one: (first.count(one), one == "\t"))


def rows_of(text: str) -> list[list[str]]:
    """The cells of a table in text."""
    return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=mark_of(text))]


def as_text(rows: Iterable[list[str]], mark: str) -> str:
    """The text of a table that reads as these rows."""
    to = io.StringIO()
    csv.writer(to, delimiter=mark, lineterminator="\n").writerows(rows)
    return to.getvalue()


def lines(system: AnySystem, kind: EntryKind, file: str, data: bytes, faults: list[Fault]) -> Iterator[CsvLine]:
    """The lines of a CSV file; faults of its columns are added to `faults`. Raises Refused where it is no CSV."""
    try:
        rows = rows_of(text_of(file, data))
    except csv.Error as error:
        raise refused("pack.file.form", file, reason=str(error)[:120]) from None
    if len(rows) > MOST_ENTRIES + 1:
        raise refused("pack.many", file, most=MOST_ENTRIES)
    head = rows[0] if rows else []
    inputs = {name: column_input(system, kind, name) for name in head if name}
    for name, item in inputs.items():
        if item is None:
            faults.append(Fault(file, (1, name), "pack.csv.column", {"name": name[:60]}))
        elif head.count(name) > 1 or any(other.startswith(f"{name}.") for other in head):
            faults.append(Fault(file, (1, name), "pack.csv.twice", {"name": name[:60]}))
    for number, row in enumerate(rows[1:], start=2):
        if not any(row):
            continue
        if any(row[len(head) :]):
            faults.append(Fault(file, (number,), "pack.csv.wide"))
        cells = {
            name: value_of(item, cell, system.slug)
            for name, cell in zip(head, row, strict=False)
            if name and (item := inputs[name]) is not None
        }
        yield CsvLine(number, placed(cells))

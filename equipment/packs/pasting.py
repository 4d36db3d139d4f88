"""A table pasted from a spreadsheet: the meaning of its columns, the entries of its lines, their faults."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core.equipment import GIVES, EntryKind
from rules.core.errors import Missing, OutOfRange
from rules.core.inputs import Input, Rows
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.core.words import LANGUAGES, Speaker
from tapiz_site.inputs import label_of
from tapiz_site.speech import PageSpeaker

from . import drafts
from .catalogue import plain
from .errors import PackError
from .files.cells import placed, speaker, value_of
from .files.document import MOST_LINE, MOST_NAME, MOST_TEXT, Entry
from .files.faults import Path
from .files.kinds import may_ask, sheet_of
from .files.languages import fitted, in_languages, is_by_language
from .files.tables import as_text, column_input, mark_of, rows_of
from .models import PackVersion
from .words import field_word

MOST_LINES = 500
"""How many lines are checked together; the others wait until these are taken."""
MOST_COLUMNS = 60
MOST_PASTED = 400_000

NAMES: Mapping[str, tuple[str, ...]] = {
    "name": ("nombre", "name"),
    "code": ("código", "codigo", "code"),
    "text": ("texto", "descripción", "descripcion", "text", "description"),
    "of": ("parte de", "part of"),
    "licence": ("licencia", "licence", "license"),
    "source": ("procedencia", "fuente", "source"),
}


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """A possible meaning of a column: the name of a CSV column, and its words."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class PastedCell:
    """A cell as it was pasted, and its fault."""

    text: str
    fault: str = ""


@dataclass
class PastedLine:
    """A pasted line as an entry: its cells, and its faults that belong to no cell; `row`: the pasted text."""

    number: int
    cells: list[PastedCell]
    entry: Entry
    faults: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether the line has no fault."""
        return not self.faults and not any(cell.fault for cell in self.cells)


@dataclass
class PastedTable:
    """A pasted table."""

    head: list[str]
    became: list[str]
    """The meaning of each column: the name of a CSV column, or ""."""
    lines: list[PastedLine] = field(default_factory=list)
    waiting: list[list[str]] = field(default_factory=list)
    """The rows beyond those that are checked together."""
    mark: str = "\t"
    """The separator of the cells."""

    @property
    def good(self) -> list[PastedLine]:
        """The lines without a fault."""
        return [line for line in self.lines if line.good]

    def left(self) -> str:
        """The table as text without its good lines: only faulty and waiting ones; empty where there are none."""
        rows = [*(line.row for line in self.lines if not line.good), *self.waiting]
        return as_text([self.head, *rows], self.mark).rstrip("\n") if rows else ""


class TooWide(PackError):
    """A table with more columns than an entry can have values."""

    code = "pack_paste_wide"
    words = gettext_lazy("La tabla tiene %(columns)s columnas; se leen %(most)s como mucho.")


def targets(system: AnySystem, kind: EntryKind, words: PageSpeaker) -> list[ColumnMeaning]:
    """All possible meanings of a column."""
    found = [ColumnMeaning(name, field_word(system.slug, None, name)) for name in NAMES]
    for item in may_ask(system, kind):
        found += _targets(item, item.name, label_of(item, words), words)
    for item in sheet_of(system, kind):
        found += _targets(item, f"{GIVES}.{item.name}", label_of(item, words), words)
    return found


def _targets(item: Input, name: str, label: str, words: PageSpeaker) -> list[ColumnMeaning]:
    if not isinstance(item, Rows):
        return [ColumnMeaning(name, label)]
    return [
        ColumnMeaning(f"{name}.{number}.{part.name}", f"{label} {number}: {label_of(part, words)}")
        for number in (1, 2, 3)
        for part in item.of
    ]


def guessed(system: AnySystem, kind: EntryKind, head: Sequence[str]) -> list[str]:
    """The meaning of each column by the first line: its name or its words in any language; none twice."""
    names: dict[str, str] = {}
    for language in reversed(LANGUAGES):
        said = speaker(system.slug, language)

        for item in sheet_of(system, kind):
            names |= dict.fromkeys(_called(item, said), f"{GIVES}.{item.name}")
        for item in may_ask(system, kind):
            names |= dict.fromkeys(_called(item, said), item.name)
    for name, said_so in NAMES.items():
        names |= {plain(word): name for word in said_so}
    found: list[str] = []
    for cell in head:
        wanted = cell.strip()
        name = wanted if column_input(system, kind, wanted) else names.get(plain(wanted), "")
        found.append(name if name not in found else "")
    return found


def _called(item: Input, words: Speaker) -> tuple[str, ...]:
    """The names that a column of this input may have: its name, its words, and those without unit or remark."""
    code = item.label or f"input.{item.name}"
    label = plain(words.word(code)) if words.has(code) else item.name
    return plain(item.name), re.split(r"[,(]", label)[0].strip(), label


def read(
    draft: PackVersion,
    system: AnySystem,
    kind: EntryKind,
    text: str,
    became: Sequence[str] | None,
    words: PageSpeaker,
) -> PastedTable:
    """A pasted text as a table; `became`: the meaning of the columns, where the person has chosen it.

    Blank lines are skipped. Raises csv.Error where it cannot be read, and TooWide.
    """
    text = text.strip("\n")
    pasted = [row for row in rows_of(text) if any(row)]
    rows = [_trimmed(row) for row in pasted]
    if (widest := max(map(len, rows), default=0)) > MOST_COLUMNS:
        raise TooWide(columns=widest, most=MOST_COLUMNS)
    # A column with cells may lack a name.
    head = [*rows[0], *[""] * (min(widest, len(pasted[0])) - len(rows[0]))] if rows else []
    chosen = list(became) if became is not None and len(became) == len(head) else guessed(system, kind, head)
    chosen = [name if column_input(system, kind, name) else "" for name in chosen]
    table = PastedTable(head, chosen, waiting=rows[MOST_LINES + 1 :], mark=mark_of(text))
    used = frozenset(draft.entries.values_list("code", flat=True))
    taken: set[str] = set()
    for number, row in enumerate(rows[1 : MOST_LINES + 1], start=2):
        cells = [*row[: len(head)], *[""] * (len(head) - len(row))]
        line = _line(draft, system, kind, number, cells, chosen, words, used, taken)
        line.row = row
        if len(row) > len(head):
            line.faults.append(_("La línea tiene más celdas que la primera."))
        table.lines.append(line)
    return table


def _trimmed(row: list[str]) -> list[str]:
    """A row without the blank cells at its end, which spreadsheets add."""
    last = max(number for number, cell in enumerate(row, start=1) if cell)
    return row[:last]


def _line(
    draft: PackVersion,
    system: AnySystem,
    kind: EntryKind,
    number: int,
    cells: Sequence[str],
    became: Sequence[str],
    words: PageSpeaker,
    used: frozenset[str],
    taken: set[str],
) -> PastedLine:
    values = {
        name: value_of(item, cell, system.slug)
        for name, cell in zip(became, cells, strict=True)
        if name and (item := column_input(system, kind, name)) is not None
    }
    tree = placed(values)
    by_column: dict[str, str] = {}
    faults: list[str] = []
    languages = draft.languages
    names, texts = (_said(tree.pop(one, None), languages) for one in ("name", "text"))
    code = str(tree.pop("code", None) or "")
    tree = in_languages(tree, may_ask(system, kind), sheet_of(system, kind), languages)
    of, licence, source = (str(tree.pop(one, None) or "")[:MOST_LINE] for one in ("of", "licence", "source"))
    for column, words_said, most in (("name", names, MOST_NAME), ("text", texts, MOST_TEXT)):
        if any(len(one) > most for one in words_said.values()):
            by_column[column] = words.error(OutOfRange("core.input.long", field=column, params={"maximum": most}))
    if not names:
        by_column["name"] = words.error(Missing("core.input.missing", field="name"))
    start = drafts.start_of(draft, kind)
    if not code:
        code = drafts.free_code(start, used | taken)
    elif code in used or code in taken:
        by_column["code"] = _("Ese código ya lo lleva otra entrada.")
    elif not (code.startswith(start) and len(code) == 7 and code[3:].isdecimal()):
        by_column["code"] = _("Tiene que ser %(wanted)s y cuatro cifras.") % {"wanted": start}
    taken.add(code)
    if of and not draft.entries.filter(code=of, kind=kind.name, of="").exists():
        by_column["of"] = _("No hay una entrada así de esta clase que no sea a su vez parte de otra.")
    for path, error in drafts.faults_of(draft, kind, tree, of).items():
        column = _column(path, became)
        said = words.error(error)
        if column:
            by_column.setdefault(column, said)
        else:
            faults.append(f"{'.'.join(map(str, path))}: {said}" if path else said)
    shown_in = {*became, *(one.partition(".")[0] for one in became)}
    faults += [fault for column, fault in by_column.items() if column not in shown_in]
    entry = Entry(
        kind=kind.name,
        code=code,
        name=names,
        text=texts,
        values=tree,
        of=of,
        licence=licence,
        source=source,
    )
    shown = [PastedCell(cell, _fault(column, by_column)) for cell, column in zip(cells, became, strict=True)]
    return PastedLine(number, shown, entry, faults)


def _said(value: Json, languages: Sequence[str]) -> dict[str, str]:
    """A name or text in all languages of the draft; {} where it is empty."""
    found = fitted(value, languages)
    if is_by_language(found):
        return dict(found)
    return dict.fromkeys(languages, str(found)) if found else {}


def _fault(column: str, by_column: Mapping[str, str]) -> str:
    return by_column.get(column) or by_column.get(column.partition(".")[0], "") if column else ""


def _column(path: Path, became: Sequence[str]) -> str:
    """The column of a fault: rows are counted from 1 in columns, from 0 in paths."""
    name = ".".join(str(step + 1) if isinstance(step, int) else step for step in path)
    return next((one for one in became if one and (one == name or one.startswith(f"{name}."))), "")

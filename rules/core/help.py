"""The rules of a system in words for players: data in `systems/<slug>/help/`, a text for every row of its catalogue.

`index.toml` names every row by subject, with its kind, which settings of the house change which rows, and whose rules
they are; `<language>/<subject>.toml` holds the title of the subject and the title, text and table of each of its
rows.
A row that the book does not have, or that is read otherwise than the book prints it, has `book`: what the book says,
empty where it is silent. What la carta cannot change of such a row has `fixed`: why not.
A system without this folder has no help, and nothing is shown.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SYSTEMS_FOLDER = Path(__file__).resolve().parent.parent / "systems"
FIRST_LANGUAGE = "es"
"""The language in which help is written first, and the one to fall back on."""

KINDS = ("calc", "roll", "state", "table", "choice", "text", "reading")
"""What a row is: computed, rolled, kept as state, data, a decision of a person, guidance, a reading of a doubt."""

EXECUTABLE = ("calc", "roll", "state", "table", "choice")
"""The kinds of rows that the program executes or offers."""

ROW_ID = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*-\d\d\b")
"""The form of the id of a row, such as TAP-ROLL-03."""

_CITED = re.compile(r"\b([A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*)-(\d\d)\b((?:,?(?: to| and)? -\d\d\b)*)")
_MORE = re.compile(r"( to)? -(\d\d)\b")


@dataclass(frozen=True, slots=True)
class HelpTable:
    """The table of a row: the words of its head and its rows, each as long as the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class HelpRow:
    """One rule in words."""

    id: str
    kind: str
    subject: str
    title: str
    paragraphs: tuple[str, ...]
    """How it is played here."""
    table: HelpTable | None = None
    settings: tuple[str, ...] = ()
    """The names of the settings of the house that change it."""
    book: str | None = None
    """What the book says, where that differs or leaves a doubt; empty where it is silent."""
    fixed: str = ""
    """Why la carta cannot change it, or a part of it."""


@dataclass(frozen=True, slots=True)
class HelpSubject:
    """A chapter of the catalogue with its rows in order."""

    name: str
    title: str
    rows: tuple[HelpRow, ...]


@dataclass(frozen=True, slots=True)
class Help:
    """All rules of a system in one language. credit: after whose rules they are told."""

    subjects: tuple[HelpSubject, ...]
    rows: Mapping[str, HelpRow]
    credit: str = ""

    def known(self, ids: Iterable[str]) -> tuple[HelpRow, ...]:
        """The rows of these ids that there are, in the order of the ids."""
        return tuple(self.rows[one] for one in ids if one in self.rows)

    def search(self, words: str) -> tuple[HelpSubject, ...]:
        """The subjects with those rows that hold all of these words; accents and case do not count.

        A subject's title counts for each of its rows.
        """
        wanted = folded(words).split()
        found = (
            HelpSubject(
                subject.name,
                subject.title,
                tuple(row for row in subject.rows if _holds(subject, row, wanted)),
            )
            for subject in self.subjects
        )
        return tuple(subject for subject in found if subject.rows)


def folded(text: str) -> str:
    """A text without accents, in small letters and with the plain minus sign, for comparing."""
    plain = unicodedata.normalize("NFKD", text.replace("−", "-"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def cited(text: str) -> Iterator[str]:
    """The ids of rows that a text names, lists such as "TAP-ROLL-02 to -05, -08" taken apart."""
    for found in _CITED.finditer(text):
        subject, last = found[1], int(found[2])
        yield f"{subject}-{last:02}"
        for more in _MORE.finditer(found[3]):
            number = int(more[2])
            for one in range(last + 1, number + 1) if more[1] else (number,):
                yield f"{subject}-{one:02}"
            last = number


@cache
def index_of(slug: str) -> Mapping[str, Mapping[str, str]]:
    """Every row of a system's catalogue by subject: id → kind; empty where the system has no help."""
    subjects: Mapping[str, Mapping[str, str]] = _read(slug, "index").get("subjects", {})
    return subjects


@cache
def settings_of(slug: str) -> Mapping[str, tuple[str, ...]]:
    """The rows that each setting of the house changes: name of the setting → ids."""
    return {name: tuple(ids) for name, ids in _read(slug, "index").get("settings", {}).items()}


@cache
def help_of(slug: str, language: str) -> Help:
    """The help of a system in a language; what that lacks is told in Spanish, what both lack is left out."""
    changed = settings_of(slug)
    subjects = []
    for name, kinds in index_of(slug).items():
        files = [_read(slug, f"{one}/{name}") for one in dict.fromkeys((language, FIRST_LANGUAGE))]
        rows = []
        for one, kind in kinds.items():
            text = next((file[one] for file in files if one in file), None)
            if text is not None:
                settings = tuple(setting for setting, ids in changed.items() if one in ids)
                rows.append(_row(one, kind, name, text, settings))
        title = next((file["title"] for file in files if "title" in file), name)
        subjects.append(HelpSubject(name, title, tuple(rows)))
    credit = _read(slug, "index").get("credit", "")
    return Help(tuple(subjects), {row.id: row for subject in subjects for row in subject.rows}, credit)


def _row(one: str, kind: str, subject: str, text: Mapping[str, Any], settings: tuple[str, ...]) -> HelpRow:
    table = text.get("table")
    return HelpRow(
        one,
        kind,
        subject,
        text["title"],
        tuple(" ".join(part.split()) for part in text["text"].split("\n\n")),
        HelpTable(tuple(table["head"]), tuple(tuple(row) for row in table["rows"])) if table else None,
        settings,
        text.get("book"),
        text.get("fixed", ""),
    )


def _read(slug: str, name: str) -> dict[str, Any]:
    path = SYSTEMS_FOLDER / slug / "help" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _holds(subject: HelpSubject, row: HelpRow, wanted: list[str]) -> bool:
    cells = (cell for line in (row.table.head, *row.table.rows) for cell in line) if row.table else ()
    text = folded("\n".join((subject.title, row.id, row.title, *row.paragraphs, row.book or "", row.fixed, *cells)))
    return all(word in text for word in wanted)

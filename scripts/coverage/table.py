"""The table of a system's rows as a page of documentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rules.core.help import SYSTEMS_FOLDER, help_of
from rules.core.words import words
from scripts.coverage.rows import Evidence

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "coverage"

SHOWN = 3
"""How many names one cell holds."""

EVERYWHERE = 8
"""More places than this are not named one by one."""

HEAD = """\
# {name}: every row, what runs it in play and what proves it

Written by `make coverage`, which plays every written fight (`tests/fights`) and every test of the system that cites
rows, and traces which functions run. Only what the application asks of the system counts, with all that it calls in
turn; a function that a test calls by itself does not.

A row of kind calc, roll, state or table is **done** when a function that cites it ran in a fight or test that cites it
too, and a worked case of it passes. Data that cite a row, such as tables, run with the functions that read them, and
classes when one is made or asked. A choice is done when the application offers it and a fight or test cites it. Every
row has its help in both languages.

*Runs* names the functions that ran, *Shown by* the fights and tests that cite the row and ran one of them. *On screen*
names the acts of a fight that came to it, besides `card`, `fight` (its course), `sheet`, `things`, `making` and
`advancing` (of a character), and la carta.
"""

LINE = re.compile(r"^\| ([A-Z0-9]+(?:-[A-Z0-9]+)*-\d+) \| (\w+) \|.* (done|open: [^|]+) \|$", re.MULTILINE)

Rows = Mapping[str, Iterable[Evidence]]
"""The rows of a system by subject."""


def slugs() -> list[str]:
    """The systems whose rows are known."""
    return sorted(path.parent.parent.name for path in SYSTEMS_FOLDER.glob("*/help/index.toml"))


def page(slug: str, rows: Rows) -> str:
    """The page of one system."""
    name = words(slug, "en").get("system.name", slug.capitalize())
    return "\n".join([HEAD.format(name=name), *_summary(rows), *_subjects(slug, rows), *_idle(rows)]) + "\n"


def states(text: str) -> dict[str, tuple[str, str]]:
    """The rows of a written page: kind, and "done" or what is open. Names of functions and tests are left out."""
    return {row: (kind, state) for row, kind, state in LINE.findall(text)}


def _state(row: Evidence) -> str:
    return f"open: {', '.join(row.open)}" if row.open else "done"


def _summary(found: Rows) -> Iterator[str]:
    rows = [row for subject in found.values() for row in subject]
    every, done = Counter(row.kind for row in rows), Counter(row.kind for row in rows if not row.open)
    yield "| Kind | Rows | Done | Open |"
    yield "| --- | --- | --- | --- |"
    for kind, count in every.items():
        yield f"| {kind} | {count} | {done[kind]} | {count - done[kind]} |"
    yield f"| all | {every.total()} | {done.total()} | {every.total() - done.total()} |"


def _subjects(slug: str, found: Rows) -> Iterator[str]:
    titles = {subject.name: subject.title for subject in help_of(slug, "en").subjects}
    for subject, rows in found.items():
        yield ""
        yield f"## {titles.get(subject, subject)}"
        yield ""
        yield "| Row | Kind | Runs | Shown by | Cases | On screen | |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        for row in rows:
            cells = (row.row, row.kind, _listed(row.ran, "`"), _listed(row.shown_by), str(row.passed or "–"))
            places = "nearly everywhere" if len(row.screens) > EVERYWHERE else _listed(row.screens)
            yield f"| {' | '.join((*cells, places, _state(row)))} |"


def _idle(found: Rows) -> Iterator[str]:
    """Functions that cite rows and did not run: of rows that are done, another function did."""
    idle: dict[str, list[str]] = {}
    for row in (row for subject in found.values() for row in subject):
        for name in row.cited_in:
            if row.executed and name not in row.ran:
                idle.setdefault(name, []).append(row.row)
    if idle:
        yield ""
        yield "## What cites rows and did not run"
        yield ""
        yield "Of rows that are executed: other functions of theirs ran, these did not."
        yield ""
        yield from (f"* `{name}`: {', '.join(rows)}" for name, rows in sorted(idle.items()))


def _listed(names: Iterable[str], mark: str = "") -> str:
    shown = [f"{mark}{name}{mark}" for name in names]
    more = f" +{len(shown) - SHOWN}" if len(shown) > SHOWN else ""
    return ", ".join(shown[:SHOWN]) + more if shown else "–"

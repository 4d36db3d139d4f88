"""The table of a system's rows as a page of documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from rules.core.help import SYSTEMS_FOLDER, help_of, index_of
from rules.core.words import LANGUAGES, words
from scripts.coverage.code import Code
from scripts.coverage.proofs import cases, citations
from scripts.coverage.rows import Evidence

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "coverage"

SHOWN = 3
"""How many names one cell holds."""

EVERYWHERE = 8
"""More places than this are not named one by one."""

HEAD = """\
# {name}: every row, what executes it and what proves it

Written by `make coverage`; a test holds it to the code. A row of kind calc, roll, state or table is **done** when a
function cites it, a worked case of it passes, and a written fight (`tests/fights`) or a sheet test cites it; a choice
when it is offered and cited; every row when its help is told in both languages. *On screen* names the acts of a fight
that reach it, besides `card`, `fight` (its course), `sheet`, `making` and `advancing` (of a character), and la carta.
"""


def slugs() -> list[str]:
    """The systems whose rows are known, whether they can be played yet or not."""
    return sorted(path.parent.parent.name for path in SYSTEMS_FOLDER.glob("*/help/index.toml"))


@cache
def evidence(slug: str) -> Mapping[str, tuple[Evidence, ...]]:
    """All rows of a system with what is known of them, by subject."""
    code = Code(slug)
    passed, failed = cases(slug)
    cited_by = citations(slug)
    told = [help_of(slug, language).rows for language in LANGUAGES]
    return {
        subject: tuple(
            Evidence(
                row,
                kind,
                functions=tuple(code.functions.get(row, ())),
                passed=passed[row],
                failed=failed[row],
                cited_by=tuple(cited_by.get(row, ())),
                screens=tuple(code.screens.get(row, ())),
                told=all(row in rows for rows in told),
            )
            for row, kind in rows.items()
        )
        for subject, rows in index_of(slug).items()
    }


def page(slug: str) -> str:
    """The page of one system."""
    found = evidence(slug)
    name = words(slug, "en").get("system.name", slug.capitalize())
    return "\n".join([HEAD.format(name=name), *_summary(found), *_subjects(slug, found)]) + "\n"


def _summary(found: Mapping[str, Iterable[Evidence]]) -> Iterator[str]:
    rows = [row for subject in found.values() for row in subject]
    every, done = Counter(row.kind for row in rows), Counter(row.kind for row in rows if not row.open)
    yield "| Kind | Rows | Done | Open |"
    yield "| --- | --- | --- | --- |"
    for kind, count in every.items():
        yield f"| {kind} | {count} | {done[kind]} | {count - done[kind]} |"
    yield f"| all | {every.total()} | {done.total()} | {every.total() - done.total()} |"


def _subjects(slug: str, found: Mapping[str, Iterable[Evidence]]) -> Iterator[str]:
    titles = {subject.name: subject.title for subject in help_of(slug, "en").subjects}
    for subject, rows in found.items():
        yield ""
        yield f"## {titles.get(subject, subject)}"
        yield ""
        yield "| Row | Kind | Function | Cases | Cited by | On screen | |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        for row in rows:
            cells = (row.row, row.kind, _listed(row.functions, "`"), str(row.passed or "–"), _listed(row.cited_by))
            state = f"open: {', '.join(row.open)}" if row.open else "done"
            places = "nearly everywhere" if len(row.screens) > EVERYWHERE else _listed(row.screens)
            yield f"| {' | '.join((*cells, places, state))} |"


def _listed(names: Iterable[str], mark: str = "") -> str:
    shown = [f"{mark}{name}{mark}" for name in names]
    more = f" +{len(shown) - SHOWN}" if len(shown) > SHOWN else ""
    return ", ".join(shown[:SHOWN]) + more if shown else "–"

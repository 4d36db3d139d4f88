"""The evidence for every row, gathered by playing and by the worked cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core.help import help_of, index_of, settings_of
from rules.core.registry import get_system
from rules.core.words import LANGUAGES, words
from scripts.coverage.cases import cases
from scripts.coverage.code import Code
from scripts.coverage.playing import citing, play_all
from scripts.coverage.rows import Evidence
from scripts.coverage.table import Rows
from scripts.coverage.tracing import LANGUAGE, Trace, entries
from scripts.unplayed import SYSTEMS, Key, Tree
from tests.fights.story import load, stories

CARTA = "la carta"


def gather(slugs: Sequence[str]) -> Mapping[str, Rows]:
    """Play these systems and give all their rows with what is known of them, by system and subject."""
    asked = {slug: entries(get_system(slug), words(slug, LANGUAGE)) for slug in slugs}
    trace = Trace({code: places for own in asked.values() for code, places in own.items()})
    play_all(trace, slugs)
    tree = Tree()
    return {slug: _rows(slug, Code(slug, tree), trace) for slug in slugs}


def _rows(slug: str, code: Code, trace: Trace) -> Rows:
    ran: dict[str, set[Key]] = {}
    players: dict[str, set[str]] = {}
    screens: dict[str, set[str]] = {}
    for (player, asked), codes in trace.ran.items():
        system, _, name = player.partition("/")
        if system == slug:
            for key in code.ran(codes.values()):
                for row in code.rows.get(key, ()):
                    ran.setdefault(row, set()).add(key)
                    players.setdefault(row, set()).add(name)
                    screens.setdefault(row, set()).update(trace.asked[asked])
    for setting in get_system(slug).settings:
        for row in settings_of(slug).get(setting.name, ()):
            screens.setdefault(row, set()).add(CARTA)
    passed, failed = cases(slug)
    cited_by = citations(slug)
    told = [help_of(slug, language).rows for language in LANGUAGES]
    return {
        subject: tuple(
            Evidence(
                row,
                kind,
                cited_in=_named(key for key, rows in code.rows.items() if row in rows),
                ran=_named(ran.get(row, ())),
                shown_by=tuple(name for name in cited_by.get(row, ()) if name in players.get(row, ())),
                cited_by=tuple(cited_by.get(row, ())),
                passed=passed[row],
                failed=failed[row],
                screens=tuple(sorted(screens.get(row, ()))),
                told=all(row in rows for rows in told),
            )
            for row, kind in kinds.items()
        )
        for subject, kinds in index_of(slug).items()
    }


def _named(keys: Iterable[Key]) -> tuple[str, ...]:
    """Names for the reader: those of the uppermost modules first, without the package that all have in common."""
    names = [f"{module.removeprefix(SYSTEMS).partition('.')[2]}.{name}" for module, name in keys]
    return tuple(sorted(names, key=lambda name: (name.count("."), name)))


def citations(slug: str) -> dict[str, list[str]]:
    """By row, the written fights and the modules of tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in stories(slug):
        for row in load(path).rows:
            found.setdefault(row, []).append(path.stem)
    for path, rows in citing(slug).items():
        for row in rows:
            if path.stem not in found.setdefault(row, []):
                found[row].append(path.stem)
    return found

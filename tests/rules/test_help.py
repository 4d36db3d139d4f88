"""Every rule of a catalogue has its text in both languages, and every id that is cited anywhere is one of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from rules.core.citations import cited_by
from rules.core.help import (
    EXECUTABLE,
    KINDS,
    ROW_ID,
    SYSTEMS_FOLDER,
    cited,
    folded,
    help_of,
    index_of,
    settings_of,
)
from rules.core.registry import SYSTEMS, get_system
from rules.core.words import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
HELPED = sorted(path.parent.parent.name for path in SYSTEMS_FOLDER.glob("*/help/index.toml"))
CITING = ("rules", "characters", "combat", "tapiz_site", "templates", "docs", "content", "tests")
TEXTS = (".py", ".toml", ".md", ".html", ".json")
TESTS_OF_HELP = {Path(__file__), ROOT / "tests" / "rulebook"}
LONGEST = 600

every_system = pytest.mark.parametrize("slug", HELPED)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def kinds(slug: str) -> dict[str, str]:
    return {row: kind for rows in index_of(slug).values() for row, kind in rows.items()}


def written(slug: str, language: str) -> dict[str, dict[str, dict[str, object]]]:
    """The files of a language as they lie there: subject → id → what is written of it."""
    folder = SYSTEMS_FOLDER / slug / "help" / language
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))}


def test_there_is_help() -> None:
    assert "tapiz" in HELPED


@every_language
@every_system
def test_every_row_has_its_text(slug: str, language: str) -> None:
    files = written(slug, language)
    lacking = [row for name, rows in index_of(slug).items() for row in rows if row not in files.get(name, {})]
    assert lacking == []
    assert any(kinds(slug)[row] in EXECUTABLE for row in kinds(slug))


@every_language
@every_system
def test_no_text_is_left_over(slug: str, language: str) -> None:
    files, index = written(slug, language), index_of(slug)
    assert sorted(files) == sorted(index)
    for name, file in files.items():
        assert [row for row in file if row != "title"] == list(index[name]), name


@every_system
def test_no_row_stands_twice_and_every_kind_is_known(slug: str) -> None:
    rows = [row for subject in index_of(slug).values() for row in subject]
    assert len(rows) == len(set(rows))
    assert set(kinds(slug).values()) <= set(KINDS)


@every_language
@every_system
def test_texts_are_short_and_well_formed(slug: str, language: str) -> None:
    for row in help_of(slug, language).rows.values():
        cells = [cell for line in (row.table.head, *row.table.rows) for cell in line] if row.table else []
        sentences = (*row.paragraphs, *filter(None, (row.book, row.fixed)))
        assert row.title, row.id
        assert row.paragraphs, row.id
        assert len(" ".join(row.paragraphs)) <= LONGEST, row.id
        for text in (row.title, *sentences, *cells):
            assert text == text.strip(), row.id
            assert "  " not in text, row.id
            assert not re.search(r"(?<![\w-])-\d", text), f"{row.id}: the minus sign is −"
        assert all(re.search(r"[.:?!…]$", text) for text in sentences), row.id
        assert not row.title.endswith("."), row.id


@every_system
def test_tables_are_whole_and_the_same_in_both_languages(slug: str) -> None:
    shapes = []
    for language in LANGUAGES:
        tables = {row.id: row.table for row in help_of(slug, language).rows.values() if row.table}
        for one, table in tables.items():
            assert {len(line) for line in table.rows} == {len(table.head)}, one
        shapes.append({one: (len(table.head), len(table.rows)) for one, table in tables.items()})
    assert shapes[0] == shapes[1]
    assert {row for row, kind in kinds(slug).items() if kind == "table"} <= set(shapes[0])


@every_system
def test_both_languages_name_the_same_rules_and_numbers(slug: str) -> None:
    spanish, english = (help_of(slug, language).rows for language in LANGUAGES)
    for one, row in spanish.items():
        first, second = (" ".join(said.paragraphs) for said in (row, english[one]))
        assert ROW_ID.findall(first) == ROW_ID.findall(second), one


@every_system
def test_texts_name_only_rules_that_there_are(slug: str) -> None:
    known = set(kinds(slug))
    for language in LANGUAGES:
        for row in help_of(slug, language).rows.values():
            assert {one for text in row.paragraphs for one in cited(text)} <= known, row.id


@cache
def citing() -> Mapping[str, frozenset[str]]:
    """What each file of the project cites, read once for all systems."""
    return {
        path.relative_to(ROOT).as_posix(): frozenset(cited(path.read_text(encoding="utf-8")))
        for folder in CITING
        for path in (ROOT / folder).rglob("*")
        if path.suffix in TEXTS and not any(path == own or own in path.parents for own in TESTS_OF_HELP)
    }


@every_system
def test_every_id_that_is_cited_can_be_read(slug: str) -> None:
    known = set(kinds(slug))
    families = {row.rsplit("-", 2)[0] for row in known}
    unknown = [(name, one) for name, ids in citing().items() for one in ids - known]
    assert [(name, one) for name, one in unknown if one.rsplit("-", 2)[0] in families] == []


@every_language
@every_system
def test_what_is_ours_tells_what_the_book_says_and_is_set_or_fixed(slug: str, language: str) -> None:
    rows = help_of(slug, language).rows
    ours = {one for one, kind in kinds(slug).items() if kind == "reading" or "-HOUSE-" in one}
    told = {one for one, row in rows.items() if row.book is not None}
    assert sorted(ours - told) == []
    assert [one for one in sorted(ours & told) if not rows[one].settings and not rows[one].fixed] == []
    assert [one for one in sorted(told) if not rows[one].settings and not rows[one].fixed] == []
    assert [one for one, row in rows.items() if row.fixed and row.book is None] == []


@every_system
def test_both_languages_tell_the_book_and_fix_the_same(slug: str) -> None:
    spanish, english = (
        {one: (row.book is None, not row.book, not row.fixed) for one, row in help_of(slug, language).rows.items()}
        for language in LANGUAGES
    )
    assert spanish == english


@every_system
def test_settings_name_rules_and_are_declared(slug: str) -> None:
    changed = settings_of(slug)
    assert {row for rows in changed.values() for row in rows} <= set(kinds(slug))
    declared = {item.name for item in get_system(slug).settings} if slug in SYSTEMS else set()
    assert declared == (set(changed) if declared else set())


def test_a_system_without_help_has_none() -> None:
    assert help_of("nothing", "es").subjects == ()
    assert help_of("nothing", "es").rows == {}


def test_searching_ignores_accents_and_case() -> None:
    spanish = help_of("tapiz", "es")
    assert [row.id for subject in spanish.search("CLASE armádura ca") for row in subject.rows][:1] == ["TAP-ROLL-09"]
    assert [row.id for subject in spanish.search("tap-odd-05") for row in subject.rows] == ["TAP-DICE-07", "TAP-ODD-05"]
    assert "TAP-HERO-05" in {row.id for subject in spanish.search("heroicidad 14") for row in subject.rows}
    assert spanish.search("nada de eso hay aquí jamás") == ()
    assert folded("ÁrBol −2") == "arbol -2"


def test_a_language_that_lacks_a_text_falls_back_on_spanish() -> None:
    assert help_of("tapiz", "fr").rows["TAP-ROLL-04"].title == "Éxito"
    assert help_of("tapiz", "en").rows["TAP-ROLL-04"].title == "Success"


def test_lists_of_ids_are_taken_apart() -> None:
    assert list(cited("so (TAP-ROLL-02 to -04, -08 and TAP-EFF-01)")) == [
        "TAP-ROLL-02",
        "TAP-ROLL-03",
        "TAP-ROLL-04",
        "TAP-ROLL-08",
        "TAP-EFF-01",
    ]
    assert list(cited("TAP-HOUSE-07, -11 and -18; 3 -04")) == ["TAP-HOUSE-07", "TAP-HOUSE-11", "TAP-HOUSE-18"]


def test_an_action_cites_what_it_executes_the_nearest_first() -> None:
    cited_by.cache_clear()
    attack = cited_by("tapiz", "attack")
    assert attack[0] == "TAP-HOUSE-19"
    assert {"TAP-ROLL-02", "TAP-ROLL-09", "TAP-EFF-07", "TAP-HP-05"} <= set(attack)
    assert attack.index("TAP-ROLL-02") < attack.index("TAP-HP-05")
    assert cited_by("tapiz", "end_scene")[0] == "TAP-HP-04"
    assert cited_by("tapiz", "enlist") == ()
    assert cited_by("tumbas", "relate") == ("TUMS-CMB-04", "TUM-HOUSE-14"), "what core was handed"
    assert not {row for row in cited_by("tapiz", "attack") if not row.startswith("TAP-")}


def test_every_action_of_tapiz_cites_a_rule() -> None:
    assert [name for name in get_system("tapiz").actions if not cited_by("tapiz", name)] == []

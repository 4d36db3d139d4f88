"""The tables of docs/coverage are true, and a row counts only with everything that it needs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.core.help import index_of
from scripts.coverage.code import Code, documented
from scripts.coverage.proofs import CASES, cases, cited_in_tests
from scripts.coverage.rows import Evidence
from scripts.coverage.table import FOLDER, evidence, page, slugs
from tests.fights.story import load, stories

WHOLE = {"functions": ("rolls.compare",), "passed": 3, "cited_by": ("first_blood",), "told": True}


@pytest.mark.parametrize("slug", slugs())
def test_the_table_is_true(slug: str) -> None:
    written = (FOLDER / f"{slug}.md").read_text(encoding="utf-8")
    assert written == page(slug), "make coverage"


def test_every_table_is_of_a_system() -> None:
    assert [path.stem for path in sorted(FOLDER.glob("*.md"))] == slugs()


@pytest.mark.parametrize("slug", slugs())
def test_every_row_stands_in_its_table_once(slug: str) -> None:
    rows = [row.row for subject in evidence(slug).values() for row in subject]
    assert rows == [row for kinds in index_of(slug).values() for row in kinds]
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("slug", slugs())
def test_written_fights_cite_rows_that_there_are(slug: str) -> None:
    known = {row for kinds in index_of(slug).values() for row in kinds}
    assert {path.name: sorted(load(path).rows - known) for path in stories(slug) if load(path).rows - known} == {}


# What a row needs


@pytest.mark.parametrize("kind", ["calc", "roll", "state", "table"])
@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        ({"functions": ()}, "no function"),
        ({"passed": 0}, "no case"),
        ({"failed": 1}, "1 cases fail"),
        ({"cited_by": ()}, "not cited"),
        ({"told": False}, "no help"),
    ],
)
def test_what_is_executed_needs_function_case_and_citation(kind: str, lacking: dict, words: str) -> None:
    assert Evidence("TAP-ROLL-04", kind, **WHOLE).open == ()
    assert Evidence("TAP-ROLL-04", kind, **{**WHOLE, **lacking}).open == (words,)


def test_a_choice_must_be_offered_and_cited() -> None:
    assert Evidence("TAP-ROLL-10", "choice", cited_by=("on_the_road",), screens=("Attack",), told=True).open == ()
    assert Evidence("TAP-ROLL-10", "choice", told=True).open == ("not cited", "not offered")


@pytest.mark.parametrize("kind", ["text", "reading"])
def test_guidance_must_be_told(kind: str) -> None:
    assert Evidence("TAP-GEN-01", kind, told=True).open == ()
    assert Evidence("TAP-GEN-01", kind).open == ("no help",)


# Where the evidence comes from


def test_a_case_that_fails_proves_nothing(tmp_path: Path) -> None:
    case = case_of("TAP-ROLL-04")
    vectors = [{**case, "id": "right"}, {**case, "id": "wrong", "out": {"nothing like it": 1}}]
    data = {"system": "tapiz", "operations": {}, "vectors": vectors}
    (tmp_path / "tapiz.json").write_text(json.dumps(data), encoding="utf-8")
    (tmp_path / "other.json").write_text(json.dumps(data), encoding="utf-8")
    passed, failed = cases("tapiz", tmp_path)
    assert (passed["TAP-ROLL-04"], failed["TAP-ROLL-04"]) == (1, 1)


def case_of(row: str) -> dict:
    """A worked case of one row alone."""
    data = json.loads((CASES / "tapiz.json").read_text(encoding="utf-8"))
    return next(one for one in data["vectors"] if one["rules"] == [row] and "out" in one)


def test_a_test_cites_in_its_own_docstring() -> None:
    one = 'def test_one():\n    """TAP-ROLL-02 to -04."""\n'
    source = f'"""All of TAP-HP-01."""\n\n{one}\n\ndef helper():\n    """TAP-HP-02."""\n'
    assert list(cited_in_tests(source)) == ["TAP-ROLL-02", "TAP-ROLL-03", "TAP-ROLL-04"]


def test_functions_methods_and_data_cite() -> None:
    source = '''
PRICE = 5
"""Points (TAP-EFF-01)."""
OTHER = 1

class Body:
    """State (TAP-HP-01)."""

    def rule(self):
        return Fact("x", rules=("TAP-HP-02",))
'''
    found = {name: text for name, text in documented(source) if "TAP-" in text}
    assert list(found) == ["PRICE", "Body", "Body.rule"]


def test_places_are_found_by_what_they_reach() -> None:
    """Rolling initiative is in one verb; where the lost point of a round is taken, the round is passed."""
    code = Code("tapiz")
    assert "Heal" in code.screens["TAP-HOUSE-17"]
    assert "Attack" not in code.screens["TAP-TIME-02"]
    assert code.functions["TAP-ROLL-04"][:1] != []
    assert "TAP-GEN-01" not in code.screens

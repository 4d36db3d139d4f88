"""The pages of docs/coverage list every row, and a row counts only with everything that it needs.

That they say the truth is checked by `python -m scripts.coverage --check`, which plays for a minute.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.core.help import index_of
from rules.core.registry import get_system
from scripts.coverage.cases import CASES, cases
from scripts.coverage.code import Code, documented
from scripts.coverage.playing import cited_in_tests
from scripts.coverage.rows import Evidence
from scripts.coverage.table import FOLDER, page, slugs, states
from scripts.coverage.tracing import Trace, codec_aside, entries
from scripts.unplayed import Tree
from tests.fights.runner import play
from tests.fights.story import load, stories

WHOLE = {"cited_in": ["a"], "ran": ["a"], "shown_by": ["duel"], "cited_by": ["duel"], "passed": 3, "told": True}


def written(slug: str) -> str:
    return (FOLDER / f"{slug}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", slugs())
def test_every_row_stands_in_its_page_once(slug: str) -> None:
    catalogue = {row: kind for kinds in index_of(slug).values() for row, kind in kinds.items()}
    assert {row: kind for row, (kind, _) in states(written(slug)).items()} == catalogue
    assert all(written(slug).count(f"\n| {row} |") == 1 for row in catalogue)


def test_every_page_is_of_a_system() -> None:
    assert [path.stem for path in sorted(FOLDER.glob("*.md"))] == slugs()


@pytest.mark.parametrize("slug", slugs())
def test_written_fights_cite_rows_that_there_are(slug: str) -> None:
    known = {row for kinds in index_of(slug).values() for row in kinds}
    assert {path.name: sorted(load(path).rows - known) for path in stories(slug) if load(path).rows - known} == {}


# What a row needs


@pytest.mark.parametrize("kind", ["calc", "roll", "state", "table"])
@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        ({"cited_in": (), "ran": (), "shown_by": ()}, "no function cites it"),
        ({"ran": (), "shown_by": ()}, "nothing in play runs it"),
        ({"shown_by": ()}, "no fight or test that cites it runs it"),
        ({"passed": 0}, "no case"),
        ({"failed": 1}, "1 cases fail"),
        ({"told": False}, "no help"),
    ],
)
def test_what_is_executed_must_run_in_play_and_be_right(kind: str, lacking: dict, words: str) -> None:
    assert Evidence("TAP-ROLL-04", kind, **WHOLE).open == ()
    assert Evidence("TAP-ROLL-04", kind, **{**WHOLE, **lacking}).open == (words,)


def test_a_choice_must_be_offered_and_cited() -> None:
    assert Evidence("TAP-ROLL-10", "choice", cited_by=["on_the_road"], screens=["Attack"], told=True).open == ()
    assert Evidence("TAP-ROLL-10", "choice", told=True).open == ("no fight or test cites it", "not offered")


@pytest.mark.parametrize("kind", ["text", "reading"])
def test_guidance_must_be_told(kind: str) -> None:
    assert Evidence("TAP-GEN-01", kind, told=True).open == ()
    assert Evidence("TAP-GEN-01", kind).open == ("no help",)


def test_a_page_can_be_read_back() -> None:
    rows = {"dice": [Evidence("TAP-ROLL-04", "roll", **WHOLE), Evidence("TAP-ROLL-05", "roll", told=True)]}
    assert states(page("tapiz", rows)) == {
        "TAP-ROLL-04": ("roll", "done"),
        "TAP-ROLL-05": ("roll", "open: no function cites it, no case"),
    }


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


def test_functions_methods_and_data_cite(tmp_path: Path) -> None:
    source = '''
PRICE = 5
"""Points (TAP-EFF-01)."""
OTHER = 1

class Body:
    """State (TAP-HP-01)."""
    points: int
    """Physical ones (TAP-HP-03)."""

    def rule(self):
        return Fact("x", rules=("TAP-HP-02",))
'''
    (tmp_path / "rules" / "systems" / "tapiz").mkdir(parents=True)
    (tmp_path / "rules" / "systems" / "tapiz" / "harm.py").write_text(source, encoding="utf-8")
    assert {name for (_, name) in Code("tapiz", Tree(tmp_path, ["rules"])).rows} == {"PRICE", "Body", "Body.rule"}
    assert [name for name, text in documented(Tree(tmp_path, ["rules"]).modules["rules.systems.tapiz.harm"].tree)] == [
        "PRICE",
        "Body",
        "Body",
        "Body.rule",
    ]


# What is noted of a fight


@pytest.fixture
def ran() -> Mapping[str, set[str]]:
    """By who played, the names of the functions that ran: once a written fight, once a test by itself."""
    system = get_system("tumbas")
    trace = Trace(entries(system, {}))
    card = system.card
    with codec_aside(system), trace.played_by("fight"):
        fight = play(load(stories("tumbas")[0])).recorder.fight
    with trace.played_by("looking"):
        card(fight, next(iter(fight.combatants)))
    found: dict[str, set[str]] = {"fight": set(), "looking": set()}
    for (player, _), codes in trace.ran.items():
        found[player] |= {code.co_qualname for code in codes.values() if "tumbas" in code.co_filename}
    return found


def test_what_the_application_asks_for_is_noted_with_all_that_it_calls(ran: Mapping[str, set[str]]) -> None:
    assert ran["looking"] < ran["fight"]
    assert ran["looking"]


def test_what_a_test_calls_by_itself_is_not_noted() -> None:
    trace = Trace(entries(get_system("tumbas"), {}))
    with trace.played_by("nobody"):
        help_ = index_of.__wrapped__("tumbas")
    assert help_
    assert trace.ran == {}


def test_the_places_that_ask_are_named() -> None:
    places = entries(get_system("tumbas"), {"action.attack": "Attack"}).values()
    assert {"Attack", "card", "fight", "sheet"} <= set().union(*places)

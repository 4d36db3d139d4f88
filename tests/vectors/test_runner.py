"""The runner tells passing cases from failing ones and names what is wrong."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from tests.vectors import __main__ as command
from tests.vectors.cases import BadFileError, load
from tests.vectors.compare import Partly, same
from tests.vectors.refusals import KEPT, refusals
from tests.vectors.runner import run

DATA = Path(__file__).parent / "data"


def report_of(*paths: Path) -> list[str]:
    lines: list[str] = []
    run(paths, lines.append)
    return lines


def written(tmp_path: Path, **changes: object) -> Path:
    case = {"id": "X-1", "op": "heal", "in": {}, "error": "missing"} | changes
    path = tmp_path / "cases.json"
    entry = {key: value for key, value in case.items() if value != "absent"}
    path.write_text(json.dumps({"system": "tapiz", "operations": {}, "vectors": [entry]}))
    return path


CATALOGUES = sorted(path.name for path in DATA.glob("*.json") if path.name != "small.json")


@pytest.mark.parametrize("name", CATALOGUES)
def test_all_our_cases_pass(name):
    assert report_of(DATA / name) == [f"{len(load(DATA / name).cases)} passed, 0 failed"]


@pytest.mark.parametrize("name", CATALOGUES)
def test_refused_cases_are_refused_for_the_same_reason_at_the_same_input(name: str) -> None:
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    now = refusals(DATA / name)
    assert [line for line in now if line not in kept] == [], "if that is meant: python -m tests.vectors.refusals"


def test_there_are_cases_to_pass():
    assert "tapiz.json" in CATALOGUES


def test_only_wrong_cases_are_reported():
    reported = {line.split()[0] for line in report_of(DATA / "small.json")[:-2]}
    assert reported == {"OWN-4", "OWN-5", "OWN-6", "OWN-7", "OWN-8", "OWN-9"}


def test_sum_counts_cases_without_adapter_as_failed():
    *_, without, total = report_of(DATA / "small.json")
    assert without == "no adapter for tapiz juggle: 2 cases"
    assert total == "3 passed, 8 failed"


@pytest.mark.parametrize(
    ("id_", "problem"),
    [
        ("OWN-4", "total: expected 11, got 10"),
        ("OWN-4", "success: expected 1, got True"),
        ("OWN-5", "dice: 1 of 4 not asked for"),
        ("OWN-6", "expected the error missing, got the error out_of_range"),
        ("OWN-7", "expected a result, got the error missing"),
        ("OWN-8", "expected the error not_allowed, got {"),
        ("OWN-9", "broke down: TypeError"),
    ],
)
def test_report_says_what_differs(id_: str, problem: str):
    (line,) = [line for line in report_of(DATA / "small.json") if line.startswith(f"{id_} ")]
    assert problem in line


def test_command_ends_well_only_when_nothing_failed(capsys: pytest.CaptureFixture[str]):
    assert command.main([str(DATA / "tapiz.json")]) == 0
    assert command.main([str(DATA / "tapiz.json"), str(DATA / "small.json")]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith(" passed, 8 failed")


def test_file_that_cannot_be_read_fails_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert command.main([str(tmp_path / "none.json")]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_unknown_system_has_no_adapter(tmp_path: Path):
    path = tmp_path / "cases.json"
    case = {"id": "X-1", "op": "heal", "in": {}, "error": "missing"}
    path.write_text(json.dumps({"system": "nobody", "operations": {}, "vectors": [case]}))
    assert report_of(path) == ["no adapter for nobody heal: 1 case", "0 passed, 1 failed"]


@pytest.mark.parametrize(
    "changes",
    [
        {"out": {}},
        {"error": "absent"},
        {"error": "wrong_word"},
        {"dice": [True]},
        {"dice": "123"},
        {"in": []},
        {"op": "absent"},
        {"id": 7},
    ],
)
def test_case_of_another_form_makes_the_file_bad(tmp_path: Path, changes: dict[str, object]):
    with pytest.raises(BadFileError):
        load(written(tmp_path, **changes))


@pytest.mark.parametrize("text", ["[]", "{}", "{", '{"system": "tapiz", "operations": {}}'])
def test_file_of_another_form_is_bad(tmp_path: Path, text: str):
    path = tmp_path / "cases.json"
    path.write_text(text)
    with pytest.raises(BadFileError):
        load(path)


def test_same_id_twice_makes_the_file_bad(tmp_path: Path):
    path = tmp_path / "cases.json"
    case = {"id": "X-1", "op": "heal", "in": {}, "error": "missing"}
    path.write_text(json.dumps({"system": "tapiz", "operations": {}, "vectors": [case, case]}))
    with pytest.raises(BadFileError, match="X-1"):
        load(path)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (2, 2),
        (12.5, Fraction(25, 2)),
        (Decimal("0.3"), Fraction(3, 10)),
        (1 / 600, Fraction(1, 600)),
        ([1, "a"], (1, "a")),
        ({"a": None}, {"a": None}),
    ],
)
def test_equal_values(expected: object, got: object):
    assert same(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, True),
        (False, 0),
        ("1", 1),
        (None, 0),
        ([1, 2], [2, 1]),
        ([1], [1, 2]),
        ({"a": 1}, {"a": 1, "b": 2}),
        (Decimal("1.67"), Fraction(5, 3)),
    ],
)
def test_different_values(expected: object, got: object):
    assert not same(expected, got)


def test_decimals_count_only_as_far_as_stated():
    assert same(Decimal("1.67"), Fraction(5, 3), 2)
    assert not same(Decimal("1.67"), Fraction(5, 3), 3)


def test_object_that_a_catalogue_compares_partly():
    assert same({"a": 1}, Partly(a=1, b=2))
    assert not same({"a": 1, "c": 3}, Partly(a=1, b=2))

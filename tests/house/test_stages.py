"""How `make test` deals out the files of tests."""

import importlib.util
import sys
from itertools import zip_longest
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.clean import ROOT
from tests.taking import taken


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script in a checkout in which nothing has run yet."""
    monkeypatch.syspath_prepend(ROOT / "scripts")
    spec = importlib.util.spec_from_file_location("stages_of_tests", ROOT / "scripts" / "test.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    # its dataclass looks itself up
    monkeypatch.setitem(sys.modules, spec.name, found)
    spec.loader.exec_module(found)
    monkeypatch.setattr(found, "SECONDS", tmp_path / "seconds.json")
    return found


def test_each_file_falls_to_one_process(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.write_text("a\nb\nc\nd\ne", encoding="utf-8")
    both = zip_longest(taken(files), taken(files))
    assert [one for pair in both for one in pair if one] == ["a", "b", "c", "d", "e"]


def test_a_first_run_begins_with_the_long_ones_and_forgets_none(stages: ModuleType) -> None:
    order = stages.longest_first()
    named = [stages.module(Path(file)) for file in order]
    assert set(named[: len(stages.LONG_MODULES)]) == set(stages.LONG_MODULES)
    browser = set(ROOT.glob("tests/browser/**/test_*.py"))
    assert {Path(file) for file in order} == set(ROOT.glob("tests/**/test_*.py")) - browser
    assert len(set(order)) == len(order)


def test_what_took_long_comes_first(stages: ModuleType) -> None:
    stages.SECONDS.write_text('{"tests.house.test_stages": 1000}', encoding="utf-8")
    assert stages.longest_first()[0] == __file__

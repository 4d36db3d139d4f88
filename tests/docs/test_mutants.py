"""Mutants are real changes in places that there are, and what is said of them is known again."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from scripts.mutants.__main__ import EQUIVALENT, explained, shares
from scripts.mutants.changes import Change, changes
from scripts.mutants.subjects import ROOT, SUBJECTS


@cache
def changes_of(path: Path) -> Sequence[Change]:
    """All that can be changed in a file, found once for all tests."""
    return changes(path.read_bytes())


def made(source: str) -> set[str]:
    """What can become of the only statement of a function."""
    whole = f"def rule():\n    {source}\n".encode()
    return {one.made(whole).decode().partition("\n")[2].strip() for one in changes(whole)}


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("return a < b", {"return a <= b"}),
        ("return (a) in (b)", {"return (a) not in (b)"}),
        ("return a and not b", {"return (a)", "return (not b)", "return a and (b)"}),
        ("return 3 + x", {"return 4 + x", "return (3) - (x)"}),
        ("return a if b else c", {"return (a)", "return (c)"}),
        ("return max(a, b)", {"return min(a, b)"}),
        ("return told(a, who=b)", {"return told(a)"}),
        ("return zip(a, b, strict=True)", set()),
        ("raise Late(a)", {"pass"}),
        ("total += 1", {"pass", "total += 2"}),
        ("if found: pass", {"if not (found): pass"}),
        ("return 'ñ' if b else c", {"return ('ñ')", "return (c)"}),
        ('"""At most 3 < 4."""', set()),
    ],
)
def test_one_thing_is_changed_at_a_time(source: str, mutants: set[str]) -> None:
    assert made(source) == mutants


def test_types_and_decorators_are_left_alone() -> None:
    assert changes(b"class A:\n    size: Literal[1] = 2\n    @cached(3)\n    def rule(a: Literal[4]) -> 5: ...\n") == []


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=list(SUBJECTS))
def test_every_subject_has_code_and_tests(subject) -> None:
    assert subject.files()
    assert subject.test_files()
    for path in subject.files():
        if found := changes_of(path):
            ast.parse(found[len(found) // 2].made(path.read_bytes()))


def test_a_change_says_where_it_is_and_what_becomes_of_the_line() -> None:
    source = b"class A:\n    def rule(self):\n        if b:\n            return c  <  3\n"
    (one,) = (one for one in changes(source) if one.instead == " <= ")
    assert (one.function, one.first) == ("A.rule", 4)
    assert one.shown(source) == ("return c < 3", "return c <= 3")


def test_samples_are_shared_out_among_the_subjects() -> None:
    assert sum(shares(120, list(SUBJECTS)).values()) == 120
    assert shares(30, ["ledger", "core"]) == {"ledger": 15, "core": 15}


def test_what_changes_nothing_has_its_reason_and_can_still_be_made() -> None:
    known = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    tried = {path for subject in SUBJECTS.values() for path in subject.files()}
    for one in known:
        assert one.keys() == {"file", "function", "before", "after", "reason"}
        assert one["reason"]
        path = ROOT / one["file"]
        assert path in tried, f"nothing is changed in {one['file']}"
        source = path.read_bytes()
        shown = {change.shown(source) for change in changes_of(path) if change.function == one["function"]}
        assert (one["before"], one["after"]) in shown, f"{one['file']} has no such change: {one}"


def test_what_changes_nothing_in_one_file_may_matter_in_another() -> None:
    one = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"][0]
    assert explained({**one, "place": f"{one['file']}:12"})
    assert not explained({**one, "place": "rules/core/elsewhere.py:12"})
    assert not explained({**one, "place": f"{one['file']}:12", "after": "otherwise"})


ASKED_BEFORE = """
import gc
from pathlib import Path

import house
from scripts.mutants import trying

trying.OURS = str(Path(house.__file__).parent)
assert house.bill() == [3]
gc.freeze()
file = Path(house.__file__)
changed = compile(file.read_text().replace("3", "4"), str(file), "exec", dont_inherit=True)
assert trying.Loaded.now().put_in(file, changed)
assert house.bill() == [4]
"""


def test_a_change_counts_though_its_function_was_asked_before(tmp_path: Path) -> None:
    """In a process of its own: to look through all that the tests of this one keep takes much longer."""
    (tmp_path / "house.py").write_text(
        "from functools import cache\n\n\ndef price():\n    return 3\n\n\n@cache\ndef bill():\n    return [price()]\n"
    )
    found = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    subprocess.run([sys.executable, "-c", ASKED_BEFORE], env=found, check=True)

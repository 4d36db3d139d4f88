"""The contract suite itself finds what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.facts import Fact
from tests.rules.contract import Emitted, demands_on_words, forgotten_yield_from

FORGETFUL = """
def pay(who: str) -> Steps[int]:
    yield from ()
    return 1

def rule(fight: object) -> Steps[int]:
    pay("a")
    faces = roll("attack", None, 6)
    price = yield from pay("b")
    return (yield from together({"c": pay("c")}, key="k"))
"""


def test_a_rule_that_nobody_runs_is_found(tmp_path: Path) -> None:
    path = tmp_path / "rule.py"
    path.write_text(FORGETFUL, encoding="utf-8")
    assert forgotten_yield_from(path) == ["rule.py:7: pay", "rule.py:8: roll"]


def test_a_code_without_words_is_found() -> None:
    emitted = Emitted()
    emitted.fact(Fact("nobody.ever.said.this"))
    with pytest.raises(AssertionError, match=r"nobody\.ever\.said\.this"):
        demands_on_words("tapiz", emitted)

"""The contract suite itself finds what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.facts import Fact
from tests.rules.demands import Emitted, demands_on_words, forgotten_yield_from

FORGETFUL = """
from rules.core.throws import known, throw_one
def pay(who: str) -> Steps[int]:
    yield from ()
    return 1

def rule(fight: object) -> Steps[int]:
    pay("a")
    faces = roll("attack", None, 6)
    price = yield from pay("b")
    return (yield from together({"c": pay("c")}, key="k"))

def strike() -> Throws[int]:
    known("hit", True)
    return (yield from throw_one("attack", 20))

def struck(fight: object) -> Steps[int]:
    strike()
    kept = strike()
    return (yield from asked(kept, Asking()))
"""


def test_a_rule_that_nobody_runs_is_found(tmp_path: Path) -> None:
    path = tmp_path / "rule.py"
    path.write_text(FORGETFUL, encoding="utf-8")
    assert forgotten_yield_from(path) == [
        "rule.py:8: pay",
        "rule.py:9: roll",
        "rule.py:14: known",
        "rule.py:18: strike",
    ]


def test_a_code_without_words_is_found() -> None:
    emitted = Emitted()
    emitted.fact(Fact("nobody.ever.said.this"))
    with pytest.raises(AssertionError, match=r"nobody\.ever\.said\.this"):
        demands_on_words("tapiz", emitted)

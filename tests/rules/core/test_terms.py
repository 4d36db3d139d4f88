"""Terms of a roll: what was thrown, and the number to reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, TABLE
from rules.core.facts import Fact, Ref
from rules.core.terms import beat, fell, reach, thrown


@pytest.mark.parametrize(
    ("term", "code", "value", "params", "audience"),
    [
        (lambda: thrown((2, 5), "R-1"), "term.thrown", 7, {"faces": "2 5"}, TABLE),
        (
            lambda: thrown((2, 5), "R-1", value=25, audience=GAME_MASTER),
            "term.thrown",
            25,
            {"faces": "2 5"},
            GAME_MASTER,
        ),
        (lambda: thrown((2, 5), "R-1", value=0), "term.thrown", 0, {"faces": "2 5"}, TABLE),
        (lambda: fell((2, 5), "R-1", audience=GAME_MASTER), "term.thrown", None, {"faces": "2 5"}, GAME_MASTER),
        (lambda: reach(12, "R-1", audience=GAME_MASTER), "reach.number", None, {"number": 12}, GAME_MASTER),
        (lambda: beat(12, "orc", "R-1"), "reach.other", None, {"number": 12, "other": Ref("orc")}, TABLE),
        (
            lambda: beat(12, "orc", "R-1", ties=True, audience=GAME_MASTER),
            "reach.equal_other",
            None,
            {"number": 12, "other": Ref("orc")},
            GAME_MASTER,
        ),
        (
            lambda: beat(12, "orc", "R-1", audience=GAME_MASTER),
            "reach.other",
            None,
            {"number": 12, "other": Ref("orc")},
            GAME_MASTER,
        ),
    ],
)
def test_a_term_says_what_it_is_made_of(
    term: Callable[[], Fact], code: str, value: int | None, params: Any, audience: Any
) -> None:
    made = term()
    assert (made.code, made.value, made.params, made.audience, made.rules) == (code, value, params, audience, ("R-1",))


def test_what_makes_up_the_number_to_reach_stands_under_it() -> None:
    assert reach(12, terms=(Fact("toy.base", 12),)).terms == (Fact("toy.base", 12),)

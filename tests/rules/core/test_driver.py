"""A rule that breaks its contract is found out, and says how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.driver import CEILING, ContractError, Done, Pending, Unasked, run
from rules.core.requests import Steps, roll


def asks(*keys: str) -> Steps[list[int]]:
    """A rule that asks for a die after the other."""
    found: list[int] = []
    for key in keys:
        found += yield from roll(key, None, 6)
    return found


def returns_a_rule() -> Any:
    yield from ()
    return asks("a")


def yields_a_word() -> Any:
    yield "a"


FACE = {"faces": [3]}


def test_a_rule_waits_for_the_first_answer_that_is_not_there() -> None:
    found = run(asks("a", "b"), {"a": FACE})
    assert isinstance(found, Pending)
    assert [one.key for one in found.open] == ["b"]
    assert run(asks("a", "b"), {"a": FACE, "b": FACE}) == Done([3, 3])


@pytest.mark.parametrize(
    ("rule", "answers", "said"),
    [
        (lambda: [1], {}, "a rule is a generator, not list"),
        (yields_a_word, {}, "not str: `yield from` forgotten"),
        (returns_a_rule, {}, "returned another rule"),
        (lambda: asks("a", "a"), {"a": FACE}, r"asked twice: \['a'\]"),
        (lambda: asks("a"), {"b": FACE}, r"nobody asked for: \['b'\]"),
        (lambda: asks("a"), {"a": FACE, "b": FACE}, r"nobody asked for: \['b'\]"),
        (lambda: asks(*map(str, range(CEILING + 2))), {str(one): FACE for one in range(CEILING + 2)}, "more than"),
    ],
    ids=["no rule", "no request", "another rule", "twice", "unasked", "left over", "endless"],
)
def test_a_rule_that_breaks_its_contract_says_how(rule: Callable[[], Any], answers: dict[str, Any], said: str) -> None:
    with pytest.raises(ContractError, match=said) as broken:
        run(rule(), answers)
    assert isinstance(broken.value, Unasked) == ("nobody asked" in said)

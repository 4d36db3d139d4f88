"""Several rules side by side: each who has answered goes on, and nobody waits for a neighbour."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.core.driver import ContractError, Done, Pending, run
from rules.core.requests import Answer, Steps, Together, choose, roll, together


def two(who: str) -> Steps[int]:
    (first,) = yield from roll(f"{who}:1", who, 6)
    (second,) = yield from roll(f"{who}:2", who, 6)
    return first * 10 + second


def nested() -> Steps[dict[str, dict[str, int]]]:
    left = together({"a": two("a"), "b": two("b")}, key="left")
    right = together({"c": two("c")}, key="right")
    return (yield from together({"left": left, "right": right}, key="all"))


def keys(answers: dict[str, Answer]) -> list[str]:
    result = run(nested(), answers)
    return [leaf.key for leaf in result.open] if isinstance(result, Pending) else []


def test_each_goes_on_by_itself() -> None:
    given: dict[str, Answer] = {}
    assert keys(given) == ["a:1", "b:1", "c:1"]
    given["b:1"] = {"faces": [2]}
    assert keys(given) == ["a:1", "b:2", "c:1"]
    given["c:1"] = {"faces": [3]}
    given["c:2"] = {"faces": [4]}
    assert keys(given) == ["a:1", "b:2"]


def test_every_order_of_answers_comes_to_the_same() -> None:
    faces = {"a:1": 1, "a:2": 2, "b:1": 3, "b:2": 4, "c:1": 5, "c:2": 6}
    for order in permutations(["a", "a", "b", "c"]):
        given: dict[str, Answer] = {}
        for who in (*order, "b", "c"):
            key = f"{who}:1" if f"{who}:1" not in given else f"{who}:2"
            assert key in keys(given)
            given[key] = {"faces": [faces[key]]}
        assert run(nested(), given) == Done({"left": {"a": 12, "b": 34}, "right": {"c": 56}})


def test_nobody_to_ask_is_no_question() -> None:
    assert run(together({}, key="none"), {}) == Done({})


def empty() -> Steps[int]:
    yield Together(key="empty")
    return 0


def same_key() -> Steps[dict[str, int]]:
    return (yield from together({"a": two("x"), "b": two("x")}, key="k"))


@pytest.mark.parametrize("rule", [empty, same_key])
def test_a_question_to_nobody_or_twice_under_one_key(rule: object) -> None:
    with pytest.raises(ContractError):
        run(rule(), {})  # type: ignore[operator]


def test_a_decision_without_inputs_is_taken_by_an_empty_answer() -> None:
    assert run(choose("go", None), {"go": {}}) == Done({})

"""Several rules side by side: each who has answered goes on, and nobody waits for a neighbour."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER
from rules.core.driver import ContractError, Done, Pending, run
from rules.core.errors import Missing, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Fact
from rules.core.inputs import Flag
from rules.core.requests import Answer, Choose, Dice, StandingOrder, Steps, Together, choose, roll, together


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


TWO = Dice(key="two", sides=(6, 4))


def test_faces_are_taken_in_order() -> None:
    assert TWO.check({"faces": (6, 1)}) == {"faces": [6, 1]}
    assert TWO.check({"faces": [1, 4]}) == {"faces": [1, 4]}


@pytest.mark.parametrize(
    ("faces", "kind", "reason", "params"),
    [
        (None, Missing, "core.dice.missing", {"count": 2}),
        ("64", Missing, "core.dice.missing", {"count": 2}),
        ([], Missing, "core.dice.missing", {"count": 2}),
        ([6], Missing, "core.dice.missing", {"count": 2}),
        ([6, 1, 1], OutOfRange, "core.dice.many", {"count": 2}),
        ([6, "1"], UnknownValue, "core.input.number", {}),
        ([6, 1.0], UnknownValue, "core.input.number", {}),
        ([6, True], UnknownValue, "core.input.number", {}),
        ([6, 0], OutOfRange, "core.dice.face", {"face": 0, "sides": 4}),
        ([6, 5], OutOfRange, "core.dice.face", {"face": 5, "sides": 4}),
        ([7, 1], OutOfRange, "core.dice.face", {"face": 7, "sides": 6}),
    ],
)
def test_faces_that_no_such_dice_show_are_refused(
    faces: object, kind: type[RuleError], reason: str, params: dict[str, int]
) -> None:
    with pytest.raises(kind) as refused:
        TWO.check({"faces": faces})
    assert (refused.value.reason, refused.value.field, refused.value.params) == (reason, "faces", params)


def test_several_requests_take_no_answer_as_one() -> None:
    with pytest.raises(UnknownValue, match=r"core\.request\.together"):
        Together(key="all", parts=(TWO,)).check({})


def test_a_request_holds_what_it_was_asked_with() -> None:
    shared: dict[str, Any] = {"so_far": (Fact("toy.told"),), "audience": GAME_MASTER}
    thrown: dict[str, Any] = {**shared, "label": "label", "bonus": 2, "odds": Fact("odds"), "summed": False}
    assert next(roll("key", "ana", 6, 4, **thrown)) == Dice(key="key", to="ana", sides=(6, 4), **thrown)
    order = StandingOrder("strike", {"yes": True}, {"yes": False})
    decided: dict[str, Any] = {
        **shared,
        "default": {"yes": True},
        "label": "label",
        "about": "orc",
        "standing": order,
        "against": "orc",
    }
    inputs = (Flag("yes"),)
    assert next(choose("key", "ana", *inputs, **decided)) == Choose(key="key", to="ana", inputs=inputs, **decided)
    one = Dice(key="dice", to="ana", sides=(6,))
    both = together({"dice": roll("dice", "ana", 6)}, key="all", **shared)
    assert next(both) == Together(key="all", parts=(one,), **shared)

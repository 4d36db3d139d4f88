"""Every kind of input: what fits, what is missing, unknown or out of range."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.errors import Missing, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Fact
from rules.core.inputs import (
    Allocation,
    Choice,
    Combatants,
    Deal,
    Flag,
    Input,
    Number,
    Option,
    Rows,
    Several,
    Text,
    check_inputs,
    game_master_decides,
    options_of,
    seldom,
)
from rules.core.requests import Choose, Dice

AB = (Option("a", Fact("a")), Option("b", Fact("b")), Option("no", Fact("no"), reason=Fact("why")))
DICE = Dice("d", sides=(6, 20))
SHARES = Allocation("x", options=AB, shares=(Option("all", Fact("all")), Option("half", Fact("half"))))


@pytest.mark.parametrize(
    ("item", "value", "normal"),
    [
        (Choice("x", options=AB), "a", "a"),
        (Choice("x", options=AB, required=False), None, None),
        (Choice("x", options=AB, required=False, default="b"), "", "b"),
        (Several("x", options=AB), ["b", "a"], ["b", "a"]),
        (Several("x", options=AB), None, []),
        (Several("x", options=AB, words=True), [["a", "  so \x00"], "b"], [["a", "so"], ["b", ""]]),
        (Number("x", minimum=0, maximum=3), 0, 0),
        (Number("x", required=False, default=2), None, 2),
        (Text("x"), "  hola\x00\n ahí ", "hola  ahí"),
        (Text("x", multiline=True), "a\nb", "a\nb"),
        (Text("x", required=False), "   ", ""),
        (Flag("x"), True, True),
        (Flag("x", default=True), None, True),
        (Combatants("x", options=AB), "a", "a"),
        (Combatants("x", options=AB, several=True), ["b", "a", "b"], ["b", "a"]),
        (Combatants("x", options=AB, several=True, required=False), [], []),
        (Rows("x", of=(Number("n"), Text("t"))), [{"n": 1, "t": "q"}], [{"n": 1, "t": "q"}]),
        (Rows("x"), None, []),
        (SHARES, {"b": "half", "a": "all"}, {"a": "all", "b": "half"}),
        (replace(SHARES, required=False), {}, {}),
        (replace(SHARES, required=False), None, {}),
    ],
)
def test_what_fits(item: Input, value: Any, normal: Any) -> None:
    assert item.check(value) == normal


@pytest.mark.parametrize(
    ("item", "value", "kind"),
    [
        (Choice("x", options=AB), None, Missing),
        (Choice("x", options=AB), "z", UnknownValue),
        (Choice("x", options=AB), ["a"], UnknownValue),
        (Choice("x", options=AB), "no", OutOfRange),
        (Several("x", options=AB, minimum=1), [], Missing),
        (Several("x", options=AB, minimum=2), ["a"], Missing),
        (Several("x", options=AB), ["a", "a"], UnknownValue),
        (Several("x", options=AB), "a", UnknownValue),
        (Several("x", options=AB), [["a"]], UnknownValue),
        (Number("x"), None, Missing),
        (Number("x"), "3", UnknownValue),
        (Number("x"), True, UnknownValue),
        (Number("x"), 1.5, UnknownValue),
        (Number("x", minimum=1, maximum=3), 4, OutOfRange),
        (Number("x", minimum=1, maximum=3), 0, OutOfRange),
        (Text("x"), "", Missing),
        (Text("x"), "   ", Missing),
        (Text("x"), "\x00", Missing),
        (Text("x"), 3, UnknownValue),
        (Text("x", length=2), "abc", OutOfRange),
        (Flag("x"), "on", UnknownValue),
        (Combatants("x", options=AB), None, Missing),
        (Combatants("x", options=AB), "z", UnknownValue),
        (Combatants("x", options=AB, several=True), "a", UnknownValue),
        (Combatants("x", options=AB, several=True), [["a"]], UnknownValue),
        (Combatants("x", options=AB, several=True), [], Missing),
        (Rows("x", of=(Number("n"),)), {"n": 1}, UnknownValue),
        (Rows("x", of=(Number("n"),)), [1], UnknownValue),
        (Rows("x", of=(Number("n"),), maximum=1), [{"n": 1}, {"n": 2}], OutOfRange),
        (SHARES, {}, Missing),
        (SHARES, None, Missing),
        (SHARES, ["a"], UnknownValue),
        (SHARES, {"z": "all"}, UnknownValue),
        (SHARES, {"a": "a"}, UnknownValue),
        (SHARES, {"no": "all"}, OutOfRange),
    ],
)
def test_what_does_not_fit(item: Input, value: Any, kind: type[RuleError]) -> None:
    with pytest.raises(kind) as refused:
        item.check(value)
    assert refused.value.field == "x"


def test_forms_are_filled_in_order_and_unknown_names_refused() -> None:
    inputs = (Number("a", required=False, default=1), Flag("b"))
    assert check_inputs(inputs, {"b": True}) == {"a": 1, "b": True}
    with pytest.raises(UnknownValue) as refused:
        check_inputs(inputs, {"c": 1})
    assert refused.value.field == "c"


def test_faces_in_order() -> None:
    assert DICE.check({"faces": (6, 20), "more": 1}) == {"faces": [6, 20]}
    assert Choose("c", inputs=(Flag("b"),)).check({}) == {"b": False}


LONG = "a" * 300
DEAL = Deal("x", places=AB[:2], numbers=(7, 9))


@pytest.mark.parametrize(
    ("item", "value", "normal"),
    [
        (Text("x", length=3), "abc", "abc"),
        (Text("x", required=False, default="abc"), "", "abc"),
        (Number("x", minimum=1, maximum=3), 1, 1),
        (Number("x", minimum=1, maximum=3), 3, 3),
        (Number("x", required=False), None, None),
        (Rows("x", of=(Number("n"),), maximum=2), [{"n": 1}, {"n": 2}], [{"n": 1}, {"n": 2}]),
        (Rows("x", of=(Number("n", required=False, default=4),)), [{}], [{"n": 4}]),
        (Combatants("x", options=AB, required=False), None, None),
        (Several("x", options=AB, minimum=2), ["a", "b"], ["a", "b"]),
        (Several("x", options=AB, default=["a"]), None, []),
        (Several("x", options=AB, default=["a"], assumed=True), None, ["a"]),
        (Several("x", options=AB, default=["a"], assumed=True), [], []),
        (Several("x", options=AB, words=True), [["a", LONG]], [["a", LONG[:200]]]),
        (Flag("x"), None, False),
        (Choice("x", options=AB, required=False, default=3), None, None),
        (Number("x", required=False, default="3"), None, None),
        (Number("x", minimum=1, maximum=3, above="toy.many"), 3, 3),
        (DEAL, None, [0, 1]),
        (DEAL, [1, 0], [1, 0]),
        (DEAL, {"order": [1, 0], "held": "a"}, [1, 0]),
        *((DEAL, wrong, [0, 1]) for wrong in ([0, 0], [1], [2, 0], [1, "0"], [1.0, 0.0], [True, False], {"held": "a"})),
        (replace(DEAL, default=[1, 0]), None, [1, 0]),
        (replace(DEAL, default=[1, 0]), [0, 1], [0, 1]),
    ],
)
def test_what_just_fits_and_what_is_left_out(item: Input, value: Any, normal: Any) -> None:
    assert item.check(value) == normal


WHY = Option("no", Fact("no"), reason=Fact("error.toy.far", params={"feet": 30}))


@pytest.mark.parametrize(
    ("item", "value", "reason", "params"),
    [
        (Choice("x", options=(WHY,)), "no", "toy.far", {"feet": 30}),
        (Choice("x", options=AB), "no", "core.input.refused", {}),
        (Choice("x", options=AB), "z", "core.input.option", {}),
        (Text("x", length=2), "abc", "core.input.long", {"maximum": 2}),
        (Number("x", minimum=1, maximum=3), 4, "core.input.range", {"minimum": 1, "maximum": 3}),
        (Number("x", minimum=1, maximum=3, above="toy.many"), 4, "toy.many", {"most": 3}),
        (Number("x", minimum=1, maximum=3, above="toy.many"), 0, "core.input.range", {"minimum": 1, "maximum": 3}),
        (Rows("x", maximum=1), [{}, {}], "core.input.many", {"maximum": 1}),
        (Rows("x"), {}, "core.input.form", {}),
        (Rows("x"), [{}, 1], "core.input.form", {}),
        (Several("x", options=AB), ["a", "a"], "core.input.twice", {}),
        (Several("x", options=AB, minimum=1), None, "core.input.missing", {}),
        (Several("x", options=AB, minimum=2), ["a"], "core.input.missing", {}),
        (Several("x", options=AB, words=True), [("a", "why")], "core.input.option", {}),
        (Several("x", options=AB, words=True), [["a", "why", "more"]], "core.input.option", {}),
        (Several("x", options=AB, words=True), [["a", 3]], "core.input.option", {}),
        (SHARES, ["a"], "core.input.form", {}),
        (Several("x", options=AB), [["a", "why"]], "core.input.option", {}),
        (DEAL, "10", "core.input.form", {}),
    ],
)
def test_why_a_value_does_not_fit(item: Input, value: Any, reason: str, params: dict[str, int]) -> None:
    with pytest.raises(RuleError) as refused:
        item.check(value)
    assert (refused.value.reason, refused.value.field, refused.value.params) == (reason, "x", params)


def test_numbers_are_dealt_to_the_places() -> None:
    assert DEAL.dealt(None) == {"a": 7, "b": 9}
    assert DEAL.dealt([1, 0]) == {"a": 9, "b": 7}


def test_options_are_named_by_words_with_a_line_beside_them_where_there_is_one() -> None:
    assert options_of("toy", ("a", "b")) == (Option("a", Fact("toy.a")), Option("b", Fact("toy.b")))
    assert options_of("toy", ("a",), line="does") == (Option("a", Fact("toy.a"), notes=(Fact("does.a"),)),)


def test_inputs_are_marked_as_rare_or_as_the_game_masters() -> None:
    assert seldom(Flag("x"), Text("y")) == (Flag("x", seldom=True), Text("y", seldom=True))
    assert game_master_decides(Flag("x")) == (Flag("x", game_master_decides=True),)
    assert game_master_decides(Flag("x"), rules=("TOY-1",), always=True) == (
        Flag("x", game_master_decides=True, needs_word=True, decided_in=("TOY-1",)),
    )

"""Which decisions are answered by buttons, and in which order (`contract.demands_on_ways` plays them)."""

from __future__ import annotations

import pytest

from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Option, Text
from rules.core.requests import Choose
from rules.core.ways import ways


def asked_by(*inputs: object) -> Choose:
    return Choose(key="key", to=None, inputs=inputs)  # type: ignore[arg-type]


def test_a_yes_or_no_acts_first_and_is_declined_in_words() -> None:
    found = ways(asked_by(Flag("strikes", "input.strikes", refusal="answer.let_pass")))
    assert [(way.values, way.label.code, way.acts) for way in found] == [
        ({"strikes": True}, "input.strikes", True),
        ({"strikes": False}, "answer.let_pass", False),
    ]


def test_a_choice_puts_what_is_proposed_first_and_letting_be_last() -> None:
    options = tuple(Option(name, Fact(f"way.{name}")) for name in ("none", "parry", "dodge"))
    found = ways(asked_by(Choice("defence", default="dodge", options=options)))
    assert [way.values["defence"] for way in found] == ["dodge", "parry", "none"]


@pytest.mark.parametrize(
    "inputs",
    [
        (Text("words"),),
        (Flag("one"), Flag("other")),
        (Choice("one", options=tuple(Option(str(number), Fact("way")) for number in range(9))),),
        (Choice("one", options=(Option("only", Fact("way")),)),),
        (),
    ],
)
def test_other_decisions_are_forms(inputs: tuple[object, ...]) -> None:
    assert ways(asked_by(*inputs)) == ()

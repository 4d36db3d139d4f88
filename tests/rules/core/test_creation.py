"""How a sheet comes about: steps that are passed over, filled in and checked, and what is left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.core.creation import (
    LONGEST_LINE,
    Creation,
    CreationStep,
    Left,
    Offered,
    Said,
    brief,
    checked,
    filled,
    offered,
    offered_as,
    propose,
    reasons,
    unanswered,
    unfinished,
)
from rules.core.errors import NotAllowed, OutOfRange
from rules.core.facts import Fact, fact
from rules.core.gear import Thing
from rules.core.inputs import Number, Option, Text
from rules.core.types import Json

POINTS = CreationStep(
    "points",
    lambda said: (Number("might", minimum=0, maximum=9), Number("wit", minimum=0, maximum=9)),
    left=lambda said: (Left("points", 5 - said["might"] - said["wit"], 5, spent=True),),
    fill=lambda said, pick: {"might": said.get("might", 2), "wit": said.get("wit", 3)},
    why=lambda said: (Fact("why.points"),),
)
SPELL = CreationStep(
    "spell",
    lambda said: (Text("spell"),) if said.get("wit", 0) > 4 else (),
    fill=lambda said, pick: {"spell": "light"},
    why=lambda said: (Fact("why.spell"),),
    faults=lambda said: (NotAllowed("toy.spell"),) if said.get("spell") == "death" else (),
)
CREATION = Creation(
    (POINTS, SPELL),
    start=lambda say: {"might": None} if say("x") == "never" else {},
    sheet=lambda said, say: {name: said[name] for name in ("might", "wit")},
    archetypes=(Option("strong", Fact("toy.strong")), Option("wise", Fact("toy.wise"))),
    names=("Ana", "Bea"),
    of_archetype=lambda name: {"strong": {"might": 5, "wit": 0}, "wise": {"might": 0, "wit": 5}}[name],
    told=lambda said: (Fact("toy.told", said["wit"]),),
    things=lambda said, say: (Thing("1", "weapon", say("axe")),),
)


@pytest.mark.parametrize(
    ("left", "faults"),
    [
        ([], []),
        ([Left("feats", 0, 2)], []),
        ([Left("feats", 1, 2)], ["core.creation.left"]),
        ([Left("feats", 1, 2, must=False)], []),
        ([Left("feats", -1, 2)], ["core.creation.over"]),
        ([Left("feats", -1, 2, must=False)], ["core.creation.over"]),
        ([Left("feats", -1, 2), Left("skills", 1, 2)], ["core.creation.left", "core.creation.over"]),
        ([Left("feats", 0, 2), Left("skills", 1, 2, must=False)], []),
    ],
)
def test_a_step_is_finished_when_nothing_is_left_that_must_go_and_nothing_is_too_much(
    left: Sequence[Left], faults: list[str]
) -> None:
    step = replace(POINTS, left=lambda said: left)
    assert [one.reason for one in unfinished(step, {})] == faults
    assert any(one.stops for one in left) == bool(faults)


def test_what_is_left_or_too_much_is_counted_in_words() -> None:
    assert [Left("feats", number, 2).counted for number in (2, -2)] == [Fact("left.feats", 2)] * 2


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"might": 1, "wit": 3}, "core.creation.left"),
        ({"might": 9, "wit": 9}, "core.creation.over"),
        ({"might": 0, "wit": 5, "spell": "death"}, "toy.spell"),
    ],
)
def test_the_first_step_at_fault_is_told(said: Said, reason: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        checked(CREATION, said)
    assert refused.value.reason == reason


def test_answers_come_in_normal_form_and_steps_without_questions_are_passed_over() -> None:
    assert checked(CREATION, {"might": 2, "wit": 3, "other": 1}) == {"might": 2, "wit": 3, "other": 1}
    assert checked(CREATION, {"might": 0, "wit": 5, "spell": " light "})["spell"] == "light"
    with pytest.raises(OutOfRange):
        checked(CREATION, {"might": 10, "wit": 3})
    assert filled(CREATION, {}, max) == {"might": 2, "wit": 3}
    assert filled(CREATION, {"might": 0, "wit": 5}, max) == {"might": 0, "wit": 5, "spell": "light"}
    assert reasons(CREATION, {"wit": 3}) == (Fact("why.points"),)
    assert reasons(CREATION, {"wit": 5}) == (Fact("why.points"), Fact("why.spell"))


def test_a_whole_character_is_of_the_archetype_that_was_asked_for_else_of_any() -> None:
    def last(count: int) -> int:
        return count - 1

    whole = propose(CREATION, "strong", last, str.upper, {"around": 1})
    assert (whole.name, whole.values, whole.told) == ("Bea", {"might": 5, "wit": 0}, (Fact("toy.told", 0),))
    assert ([one.name for one in whole.things], whole.reasons) == (["AXE"], (Fact("why.points"),))
    assert propose(CREATION, "", last, str, {}).values == {"might": 0, "wit": 5}
    assert propose(CREATION, "", lambda count: 0, str, {}).values == {"might": 5, "wit": 0}
    freely = replace(CREATION, any_class=True)
    assert propose(freely, "", last, str, {}).values == {"might": 2, "wit": 3}, "its steps answer all"
    assert propose(freely, "wise", last, str, {}).values == {"might": 0, "wit": 5}


def test_a_tile_has_the_first_paragraph_and_no_more_than_fits() -> None:
    assert brief("") == brief("  \nmore") == ()
    assert brief("Short. \nMore.") == (fact("core.verbatim", text="Short."),)
    assert brief("x" * LONGEST_LINE) == (fact("core.verbatim", text="x" * LONGEST_LINE),)
    assert brief("x" * 138 + " yy") == (fact("core.verbatim", text="x" * 138 + "…"),)
    assert brief("x" * 200) == (fact("core.verbatim", text="x" * 139 + "…"),)


def test_entries_of_packs_are_offered_by_kind_and_found_by_code() -> None:
    axe = Offered("axe", "weapon", "Axe", "Sharp.", {"damage": 3, "gives": {"might": 1}})
    said: Said = {"lienzo": [axe, Offered("elf", "race", "Elf")]}
    assert [one.code for one in offered(said, "race", "weapon")] == ["axe", "elf"]
    assert (offered(said, "weapon"), offered({}, "weapon")) == ((axe,), ())
    assert (offered_as(said, "axe", "weapon"), offered_as(said, "axe", "race")) == (axe, None)
    assert (axe.label, axe.line) == (fact("core.verbatim", text="Axe"), (fact("core.verbatim", text="Sharp."),))
    thing = axe.thing(charges=2)
    assert (thing.kind, thing.name, thing.entry, thing.place, thing.charges) == ("weapon", "Axe", "axe", "packed", 2)
    assert axe.thing("worn").place == "worn"
    assert (axe.gives, Offered("elf", "race", "Elf").gives) == ({"might": 1}, {})


@pytest.mark.parametrize(
    ("value", "nothing"), [(None, True), ("", True), ([], True), ({}, True), (0, False), ("x", False)]
)
def test_nothing_was_said_where_an_input_is_empty(value: Json, nothing: bool) -> None:
    assert unanswered({"might": value}, "might") is nothing
    assert unanswered({}, "might")

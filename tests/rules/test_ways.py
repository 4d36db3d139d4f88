"""Which decisions are answered by buttons, and in which order (`contract.demands_on_ways` plays them)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.core.audience import Viewer
from rules.core.driver import ContractError
from rules.core.engine import begin
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command, Head, Outcome
from rules.core.inputs import Choice, Flag, Number, Option, Text
from rules.core.requests import Answer, Choose, Dice, Request, Steps, choose, roll, together
from rules.core.system import Action
from rules.core.ways import MOST_OTHERS, Way, leads_to, let_be, ways
from tests.rules.toys import threat

ACTS, LETS_BE = Way({"acts": True}, Fact("yes")), Way({"acts": False}, Fact("no"), acts=False)


def asked_by(*inputs: object) -> Choose:
    return Choose(key="key", to=None, inputs=inputs)  # type: ignore[arg-type]


def test_a_yes_or_no_acts_first_and_is_declined_in_words() -> None:
    note = Fact("note.opportunity")
    found = ways(asked_by(Flag("strikes", "input.strikes", refusal="answer.let_pass", note=note)))
    assert [way.notes for way in found] == [(note,), ()]
    assert ways(asked_by(Flag("strikes")))[0].notes == ()
    assert [(way.values, way.label.code, way.acts) for way in found] == [
        ({"strikes": True}, "input.strikes", True),
        ({"strikes": False}, "answer.let_pass", False),
    ]


def test_a_choice_puts_what_is_proposed_first_and_letting_be_last() -> None:
    options = tuple(Option(name, Fact(f"way.{name}")) for name in ("none", "parry", "dodge"))
    found = ways(asked_by(Choice("defence", default="dodge", options=options)))
    assert [way.values["defence"] for way in found] == ["dodge", "parry", "none"]
    found = ways(asked_by(Choice("defence", default="none", options=options[:2])))
    assert [way.values["defence"] for way in found] == ["parry", "none"]


@pytest.mark.parametrize(
    "inputs",
    [
        (Text("words"),),
        (Flag("one"), Flag("other")),
        (Choice("one", options=tuple(Option(str(number), Fact("way")) for number in range(9))),),
        (Choice("one", options=(Option("only", Fact("way")),)),),
        (Choice("one", options=(Option("open", Fact("way")), Option("shut", Fact("way"), reason=Fact("no")))),),
        (Choice("one", options=(Option("this", Fact("way")), Option("that", Fact("way")))), Flag("other")),
        (),
    ],
)
def test_other_decisions_are_forms(inputs: tuple[object, ...]) -> None:
    assert ways(asked_by(*inputs)) == ()


def asks(*lines: str) -> Callable[[threat.ThreatFight, Command], Steps[threat.ThreatOutcome]]:
    """A rule that asks Ana whether she acts and then for each line in turn, such as `orc d20, spy asked`."""

    def one(key: str, who: str, what: str) -> Steps[object]:
        if what.startswith("d"):
            return (yield from roll(key, who, int(what[1:]), 4))
        return (yield from choose(key, who, Flag("yes"), default={"yes": True} if what == "proposed" else None))

    def rule(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
        said = yield from choose("acts", "ana", Flag("acts"), Number("force", default=1))
        if said["force"] != 1:
            raise ContractError("what is filled in beside the buttons is as the form proposes it")
        for place, line in enumerate(lines):
            parts = (part.split() for part in line.split(", "))
            found = {f"{who} {what} {place}": (who, what) for who, what in parts}
            given = yield from together({key: one(key, *of) for key, of in found.items()}, key=str(place))
            if any(faces != (1, 1) for key, faces in given.items() if " d" in key):
                raise NotAllowed("toy.luck")
        return Outcome(fight, ())

    return rule


def dice_after(way: Way, *lines: str) -> str | None:
    class System(threat.ThreatSystem):
        actions = {"ask": Action("ask", asks(*lines))}

    system = System()
    head = begin(system, Head(threat.scenario(threat.SYSTEM)), Command("c", "ask"), Viewer("gm", game_master=True)).head
    request = Choose(key="acts", to="ana", inputs=(Flag("acts"), Number("force", default=1)))
    found = leads_to(system, head, request, way)
    return found and found.key


@pytest.mark.parametrize(
    ("lines", "dice"),
    [
        ([], None),
        (["ana d6"], "ana d6 0"),
        (["ana d6", "ana d8"], "ana d6 0"),
        (["orc d20", "ana d6"], "ana d6 1"),
        (["orc proposed", "spy d4", "ana d6"], "ana d6 2"),
        (["orc d20, ana d6"], "ana d6 0"),
        # who is there before her must decide first
        (["orc asked", "ana d6"], None),
        (["orc d20, spy asked", "ana d6"], None),
        # she is asked another thing before she throws
        (["ana asked", "ana d6"], None),
        (["orc d20, ana proposed", "ana d6"], None),
        # others are let come first only so often
        (["orc d20"] * (MOST_OTHERS - 1) + ["ana d6"], f"ana d6 {MOST_OTHERS - 1}"),
        (["orc d20"] * MOST_OTHERS + ["ana d6"], None),
    ],
)
def test_a_way_leads_to_the_next_dice_of_the_one_who_is_asked(lines: list[str], dice: str | None) -> None:
    assert dice_after(ACTS, *lines) == dice


def test_who_lets_be_throws_for_something_else_after_others() -> None:
    assert dice_after(LETS_BE, "ana d6") == "ana d6 0"
    assert dice_after(LETS_BE, "orc d20", "ana d6") is None


def test_a_way_that_the_form_does_not_take_leads_to_no_dice() -> None:
    assert dice_after(Way({"acts": "perhaps"}, Fact("maybe")), "ana d6") is None


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (Dice(key="dice", sides=(6, 8)), {"faces": [1, 1]}),
        (Choose(key="proposed", default={"yes": True}), {"yes": True}),
        (Choose(key="asked"), None),
        (Request("both"), None),
    ],
)
def test_one_who_comes_first_lets_be(request_: Request, answer: Answer | None) -> None:
    assert let_be(request_) == answer

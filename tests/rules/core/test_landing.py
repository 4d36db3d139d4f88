"""What is about to land: who is asked, what is proposed, and what comes of each answer."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.audience import controllers_of
from rules.core.driver import Done, Pending, run
from rules.core.facts import Fact, Notes
from rules.core.inputs import Choice, Text
from rules.core.landing import LANDS, ORDER, Landing, Means, landed, met
from rules.core.requests import Answer, Choose, StandingOrder, Steps
from tests.rules.toys import threat

FIGHT = threat.scenario(threat.SYSTEM)
COST, LEFT = Fact("toy.cost"), Fact("toy.left")


def noted(code: str) -> Notes:
    notes = Notes()
    notes.tell(code)
    return notes


def lands(damage: int) -> Any:
    def after(fight: threat.ThreatFight) -> Steps[threat.ThreatFight]:
        yield from ()
        return threat.hurt(fight, "ana", damage)

    return after


def renamed(fight: threat.ThreatFight, words: str) -> Steps[threat.ThreatFight]:
    """The fight in which the words stand where one reads them."""
    yield from ()
    return threat.hurt(fight, "orc", len(words))


DODGE: Means[Any, Any] = Means("dodge", Fact("toy.dodge"), (COST,))
TALE: Means[Any, Any] = Means("tale", Fact("toy.tale"), (), renamed, in_words=True)


def wound(name: str = "wound", on: str = "ana", *means: Means[Any, Any], **more: Any) -> Landing[Any, Any]:
    return Landing(name, on, Fact("toy.wound"), lands(5), (LEFT,), means, **more)


def asked(*landings: Landing[Any, Any]) -> tuple[Choose, ...]:
    state = run(landed(FIGHT, landings, noted("toy.before")), {})
    assert isinstance(state, Pending)
    assert all(isinstance(one, Choose) for one in state.open)
    return state.open  # type: ignore[return-value]


def after(answers: dict[str, Answer], *landings: Landing[Any, Any]) -> dict[str, int]:
    state = run(landed(FIGHT, landings, Notes()), answers)
    assert isinstance(state, Done)
    return {who: one.body.damage for who, one in state.result.combatants.items() if one.body.damage}


def test_what_nobody_can_meet_lands() -> None:
    assert after({}, wound()) == {"ana": 5}
    assert after({}) == {}
    state = run(met(FIGHT, wound(), Notes(), key="x"), {})
    assert isinstance(state, Done)
    assert state.result == LANDS


def test_who_has_means_is_asked_and_to_let_it_land_is_proposed() -> None:
    (request,) = asked(wound("wound", "orc", DODGE))
    assert (request.key, request.to, request.about, request.label) == ("landing:orc", "orc", "orc", "ask.landing")
    assert request.audience == controllers_of("orc")
    assert request.so_far == (Fact("toy.before"),)
    assert request.default == {"wound": LANDS}
    assert request.standing == StandingOrder(ORDER, {"wound": "dodge"}, {"wound": LANDS})
    (choice,) = request.inputs
    assert isinstance(choice, Choice)
    assert [(one.value, one.label.code, one.notes) for one in choice.options] == [
        (LANDS, "toy.wound", (LEFT,)),
        ("dodge", "toy.dodge", (COST,)),
    ]
    assert (choice.label, choice.default, choice.required, choice.layout, choice.fresh) == (
        "input.landing", LANDS, False, "column", True,
    )  # fmt: skip


def test_what_takes_one_out_is_decided_and_never_proposed() -> None:
    (request,) = asked(wound("wound", "ana", DODGE, takes_out=True), wound("other", "ana", DODGE))
    assert (request.default, request.standing) == (None, None)
    assert [(one.default, one.required) for one in request.inputs] == [(None, True), (LANDS, False)]


def test_what_is_told_in_words_has_a_field_for_them_and_no_order() -> None:
    (request,) = asked(wound("wound", "ana", TALE))
    _choice, words = request.inputs
    assert isinstance(words, Text)
    assert (words.name, words.label, words.required, words.length, words.fresh) == (
        "wound_words", "input.landing_words", False, 80, True,
    )  # fmt: skip
    assert request.standing == StandingOrder(ORDER, {"wound": LANDS}, {"wound": LANDS})
    (both,) = asked(wound("wound", "ana", TALE, DODGE))
    assert both.standing is not None
    assert both.standing.always == {"wound": "dodge"}


@pytest.mark.parametrize(
    ("answer", "harm"),
    [
        ({"wound": LANDS}, {"ana": 5}),
        ({"wound": "dodge"}, {}),
        ({"wound": "tale", "wound_words": " a tree "}, {"orc": 6}),
        ({"wound": "tale"}, {}),
    ],
)
def test_it_lands_or_is_met_as_it_was_answered(answer: Answer, harm: dict[str, int]) -> None:
    assert after({"landing:ana": answer}, wound("wound", "ana", DODGE, TALE)) == harm
    state = run(met(FIGHT, wound("wound", "ana", DODGE, TALE), Notes(), key="x"), {"x:ana": answer})
    assert isinstance(state, Done)
    assert state.result == answer["wound"]


def test_several_are_asked_at_once_and_what_they_cannot_meet_lands_with_the_rest() -> None:
    landings = (wound("one", "ana", DODGE), wound("two", "orc", DODGE), wound("three"), wound("four", "ana", DODGE))
    requests = asked(*landings)
    assert [(one.key, [item.name for item in one.inputs]) for one in requests] == [
        ("landing:ana", ["one", "four"]),
        ("landing:orc", ["two"]),
    ]
    answers = {"landing:ana": {"one": "dodge", "four": LANDS}, "landing:orc": {"two": "dodge"}}
    assert after(answers, *landings) == {"ana": 10}
    state = run(landed(FIGHT, landings, noted("toy.cost"), key="fall"), {})
    assert isinstance(state, Pending)
    assert (state.request.key, state.request.so_far) == ("fall", (COST,))


def test_what_means_nothing_by_itself_leaves_the_fight_as_it_is() -> None:
    plain: Landing[Any, Any] = Landing("wound", "ana", Fact("toy.wound"))
    assert after({}, plain) == {}

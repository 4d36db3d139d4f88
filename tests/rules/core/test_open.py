"""What is open: who knows of it and may answer, what it asks by now, and what proposals and orders come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import GAME_MASTER, PUBLIC, TABLE, Audience, Viewer, controllers_of
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref, Word
from rules.core.fight import Command, Head, Outcome
from rules.core.hand import KEY
from rules.core.inputs import Choice, Flag, Text, game_master_decides, options_of
from rules.core.requests import Choose, Dice, Request, StandingOrder, Steps, choose, roll
from rules.core.system import Action
from rules.core.types import Id
from tests.rules.toys import threat

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))
LIGHT = game_master_decides(Flag("dark"))
SKY = game_master_decides(Choice("sky", default="day", options=options_of("toy", ("day", "dusk", "night"))))
BRAVE = StandingOrder("order.brave", {"yes": True}, {"yes": False})


def looks(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """A question about what the game master decides, then one that an order may answer, then dice."""
    seen = yield from choose("seen", command.actor, *LIGHT, default={"dark": False})
    given = yield from choose("sure", command.actor, Flag("yes"), standing=BRAVE)
    (face,) = yield from roll("eye", command.actor, 6)
    return Outcome(fight, (Fact("toy.looked", face + 10 * seen["dark"] + 100 * given["yes"]),))


def watches(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """What the game master decides is asked for once more."""
    yield from choose("seen", command.actor, *SKY, default={"sky": "day"})
    return Outcome(fight, ())


def dares(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """A question to which only one answer is allowed."""
    given = yield from choose("sure", command.actor, Flag("yes"), standing=BRAVE)
    if given["yes"]:
        raise NotAllowed("toy.too_brave")
    return Outcome(fight, ())


def while_unhurt(fight: threat.ThreatFight, command: Command) -> Steps[threat.ThreatOutcome]:
    """Asks twice, and the unhurt first of all."""
    if not fight.body("orc").damage:
        yield from roll("first", command.actor, 6)
    yield from roll("eye", command.actor, 6)
    return Outcome(fight, ())


class Looking(threat.ThreatSystem):
    actions = {
        **threat.ThreatSystem.actions,
        "look": Action("look", looks, interrupts=True),
        "watch": Action("watch", watches, lambda *_: SKY),
        "dare": Action("dare", dares),
        "wait": Action("wait", while_unhurt),
        "begin": Action("begin", looks),
    }
    opening = ("begin",)


SYSTEM = Looking()
HEAD: AnyHead = Head(threat.scenario(threat.SYSTEM))


def begun(action: str = "look", actor: Id | None = "ana", head: AnyHead = HEAD) -> AnyHead:
    return engine.begin(SYSTEM, head, Command(f"of {actor}", action, actor), GM).head


def asks(head: AnyHead) -> list[tuple[str, Id | None]]:
    waiting = engine.waits_for(SYSTEM, head)
    return [(one.key, one.to) for one in waiting.requests] if waiting else []


# Who knows of it


@pytest.mark.parametrize(
    ("to", "actor", "audience", "knows"),
    [
        ("ana", "ana", TABLE, True),
        ("ana", "ana", GAME_MASTER, True),
        ("ana", "spy", GAME_MASTER, True),
        ("orc", "orc", TABLE, True),
        ("orc", "orc", controllers_of("orc"), False),
        ("orc", "spy", TABLE, True),
        ("spy", "orc", TABLE, False),
        (None, "orc", TABLE, True),
        (None, "orc", GAME_MASTER, False),
        (None, "spy", TABLE, False),
        (None, None, TABLE, False),
    ],
)
def test_players_know_of_what_they_are_asked_and_may_read_and_nothing_of_the_hidden(
    to: Id | None, actor: Id | None, audience: Audience, knows: bool
) -> None:
    request = Dice("eye", to, audience, sides=(6,))
    head = begun(actor=actor)
    assert engine.knows_of(request, head, ANA) is knows
    assert engine.knows_of(request, head, GM)
    assert engine.may_answer(request, ANA) is (to == "ana")
    assert engine.may_answer(request, GM)


def test_what_nobody_is_known_to_have_begun_is_the_game_masters() -> None:
    assert not engine.knows_of(Dice("eye", None, sides=(6,)), HEAD, ANA)
    assert engine.knows_of(Dice("eye", "orc", sides=(6,)), HEAD, PUBLIC)


def test_what_a_hidden_one_does_is_open_to_players_while_they_are_asked() -> None:
    head = begun("look", "spy", begun())
    assert engine.known_open(SYSTEM, head, GM) is head
    assert [one.command.actor for one in engine.known_open(SYSTEM, head, ANA).open] == ["ana"]
    beneath = engine.known_on_top(SYSTEM, head, ANA)
    assert [one.command.actor for one in beneath.open] == ["spy", "ana"]
    assert engine.known_on_top(SYSTEM, head, GM) is head
    in_sight = replace(head, fight=replace(head.fight, combatants={
        who: replace(one, hidden=False) for who, one in head.fight.combatants.items()
    }))  # fmt: skip
    assert engine.known_open(SYSTEM, in_sight, ANA) is in_sight


def test_what_a_hidden_one_does_is_open_to_players_although_others_are_asked_in_secret() -> None:
    blast = Command("c", "blast", "spy", {"targets": ["spy", "ana"]})
    head = engine.begin(SYSTEM, HEAD, blast, GM).head
    head = engine.answer(SYSTEM, head, "damage", {"faces": [1, 1, 1]}, GM).head
    assert sorted(to or "" for _key, to in asks(head)) == ["ana", "spy"]
    assert engine.known_open(SYSTEM, head, ANA).open == head.open


def test_players_answer_what_they_know_of_and_leave_the_hidden_beneath() -> None:
    head = begun("look", "spy", begun())
    step = engine.answer(SYSTEM, head, "seen", {"dark": False}, ANA)
    assert [(one.command.actor, dict(one.answers)) for one in step.head.open] == [
        ("spy", {}),
        ("ana", {"seen": {"dark": False}}),
    ]
    assert [one.command.actor for one in engine.cancel(SYSTEM, head, ANA).head.open] == ["spy"]


# What it asks


def test_what_a_player_proposes_is_asked_of_the_game_master_and_told() -> None:
    proposed = engine.answer(SYSTEM, begun(), "seen", {"dark": True}, ANA)
    assert proposed.answer == {"dark": True}
    assert (asks(proposed.head), proposed.head.open[-1].answers) == ([("seen", None)], {})
    assert [one.code for one in proposed.facts] == ["core.hand.ask"]
    waiting = engine.waits_for(SYSTEM, proposed.head)
    assert waiting is not None
    (put,) = waiting.requests
    assert isinstance(put, Choose)
    assert (put.default, put.about) == ({"dark": True}, "ana")
    with pytest.raises(NotAllowed, match=r"core\.not_for_you"):
        engine.answer(SYSTEM, proposed.head, "seen", {"dark": True}, ANA)
    for word, code in ((True, "core.hand.yes"), (False, "core.hand.set")):
        said = engine.answer(SYSTEM, proposed.head, "seen", {"dark": word}, GM)
        assert [one.code for one in said.facts] == [code]
        assert said.head.open[-1].answers == {"seen": {"dark": word}}


def test_a_proposal_leaves_what_is_open_beneath() -> None:
    head = begun("look", "ana", begun("look", "orc"))
    proposed = engine.answer(SYSTEM, head, "seen", {"dark": True}, ANA)
    assert proposed.head.open[:-1] == head.open[:-1] != ()


def test_what_is_proposed_on_the_way_is_told_beside_that_and_not_beside_the_first_proposal() -> None:
    head = engine.begin(SYSTEM, HEAD, Command("c", "watch", "ana", {"sky": "night"}), ANA).head
    head = engine.answer(SYSTEM, head, KEY, {"sky": "night"}, GM).head
    head = engine.answer(SYSTEM, head, "seen", {"sky": "dusk"}, ANA).head
    assert [one.code for one in engine.answer(SYSTEM, head, "seen", {"sky": "dusk"}, GM).facts] == ["core.hand.yes"]


def test_what_is_usual_needs_no_word_and_the_game_master_asks_nobody() -> None:
    for value, viewer in ((False, ANA), (True, GM)):
        step = engine.answer(SYSTEM, begun(), "seen", {"dark": value}, viewer)
        assert (asks(step.head), step.facts) == ([("sure", "ana")], ())


def test_what_an_order_answers_is_told_as_such() -> None:
    asked = engine.answer(SYSTEM, begun(), "seen", {"dark": False}, ANA).head
    ana = replace(asked.fight.combatants["ana"], orders={"order.brave": "never"})
    asked = replace(asked, fight=asked.fight.with_combatant(ana))
    found = engine.ordered(SYSTEM, HEAD, asked)
    assert found is not None
    assert (found.request.key, found.answer) == ("sure", {"yes": False})
    assert [one.code for one in found.step.facts] == ["core.orders.used_never"]
    rolled = engine.answer(SYSTEM, found.step.head, "eye", {"faces": [4]}, GM, rolled=True, by_order=True)
    assert [one.code for one in rolled.facts] == ["core.rolled_by", "toy.looked"]


def test_what_an_order_says_and_the_rule_refuses_stays_a_question() -> None:
    ana = replace(HEAD.fight.combatants["ana"], orders={"order.brave": "always"})
    asked = begun("dare", head=replace(HEAD, fight=HEAD.fight.with_combatant(ana)))
    assert engine.ordered(SYSTEM, HEAD, asked) is None
    assert asks(asked) == [("sure", "ana")]


def test_the_game_master_sees_what_a_hidden_one_can_no_longer_go_on_with() -> None:
    head = engine.answer(SYSTEM, begun("wait", "spy"), "first", {"faces": [3]}, GM).head
    stuck = replace(head, fight=threat.hurt(head.fight, "orc", 1))
    assert engine.known_open(SYSTEM, stuck, GM) is stuck
    assert engine.known_open(SYSTEM, stuck, ANA).open == ()


def test_an_act_whose_answers_no_longer_fit_cannot_be_let_stand() -> None:
    head = engine.answer(SYSTEM, begun("wait"), "first", {"faces": [3]}, GM).head
    hurt = replace(head, fight=threat.hurt(head.fight, "orc", 1))
    waiting = engine.waits_for(SYSTEM, hurt)
    assert waiting is not None
    assert waiting.problem is not None
    assert waiting.problem.reason == "core.answers_left"
    with pytest.raises(NotAllowed, match=r"core\.answers_left"):
        engine.let_stand(SYSTEM, hurt, GM)
    assert asks(engine.let_stand(SYSTEM, head, GM).head) == [("eye", "ana")]


@pytest.mark.parametrize("viewer", [GM, ANA])
def test_where_nothing_is_open_all_is_late(viewer: Viewer) -> None:
    with pytest.raises(engine.Late, match=r"core\.late"):
        engine.cancel(SYSTEM, HEAD, viewer)
    with pytest.raises(engine.Late):
        engine.answer(SYSTEM, HEAD, "eye", {"faces": [1]}, viewer)
    assert engine.waits_for(SYSTEM, HEAD) is None


def test_players_cancel_their_own_until_it_is_answered() -> None:
    head = begun()
    assert engine.cancel(SYSTEM, head, ANA).head.open == ()
    with pytest.raises(engine.Late):
        engine.cancel(SYSTEM, begun(actor="orc"), ANA)
    answered = engine.answer(SYSTEM, head, "seen", {"dark": False}, ANA).head
    with pytest.raises(NotAllowed, match=r"core\.not_for_you"):
        engine.cancel(SYSTEM, answered, ANA)
    assert engine.cancel(SYSTEM, answered, GM).head.open == ()
    archived = replace(head, fight=replace(head.fight, status="archived"))
    with pytest.raises(NotAllowed, match=r"core\.while_archived"):
        engine.cancel(SYSTEM, archived, ANA)
    assert engine.cancel(SYSTEM, archived, GM).head.open == ()


def test_what_opens_a_scene_is_known_among_what_is_open() -> None:
    assert not engine.opens(SYSTEM, begun())
    assert engine.opens(SYSTEM, begun("begin"))
    both = replace(HEAD, open=(*begun().open, *begun("begin", "orc").open))
    assert engine.opens(SYSTEM, both)
    assert not engine.opens(SYSTEM, HEAD)


# How it is told


@pytest.mark.parametrize(
    ("rolled", "to", "code"),
    [
        (True, "ana", "core.rolled_by"),
        (False, "ana", "core.typed_by"),
        (True, None, "core.rolled"),
        (False, None, "core.typed"),
    ],
)
def test_faces_are_told_as_rolled_or_typed_with_who_threw_them(rolled: bool, to: Id | None, code: str) -> None:
    request: Request = Dice("eye", to, controllers_of("ana"), sides=(6, 6), label="dice.eye")
    (told,) = engine._dice_told(request, {"faces": [2, 5]}, rolled=rolled)
    assert (told.code, told.params["faces"], told.audience) == (code, "2 5", controllers_of("ana"))
    assert told.params["what"] == Word("dice.eye")
    (plain,) = engine._dice_told(replace(request, label=""), {"faces": [2, 5]}, rolled=rolled)
    assert plain.params["what"] == Word("dice.roll")
    assert told.params.get("who") == (Ref(to) if to else None)
    assert engine._dice_told(Choose("x", to, inputs=(Text("x"),)), {"x": "y"}, rolled=rolled) == ()


def test_odds_are_told_to_those_who_may_know_them() -> None:
    told: Any = Fact("odds.success", 3, audience=controllers_of("ana"))
    assert engine.known_odds(told, ANA) == told
    assert engine.known_odds(told, PUBLIC) is engine.known_odds(None, GM) is None

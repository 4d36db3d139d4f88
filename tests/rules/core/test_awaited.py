"""The combatants that a fight waits for, and what stands in for them when their time is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.awaited import awaited, awaited_of, has_stand_in, over, proposed_answer, standing_in
from rules.core.facts import Fact, Ref
from rules.core.inputs import Flag
from rules.core.requests import Answer, Choose, Dice
from rules.core.types import Id
from tests.rules.recorder import Recorder
from tests.rules.toys import threat
from tests.rules.tumbas.scene import ANA, scene


@pytest.fixture
def play() -> Recorder:
    """Everybody is to declare: Ana and Bruno by their players, the wolves by the game master."""
    return scene(near=[("ana", "wolf1")])


def waits(play: Recorder) -> list[tuple[Id, str]]:
    return [(one.who, one.kind) for one in awaited(play.system, play.head)]


def test_players_whose_turn_it_is_are_waited_for_and_not_the_game_master(play: Recorder) -> None:
    assert waits(play) == [("ana", "act"), ("bruno", "act")]
    one = awaited_of(play.system, play.head, "bruno")
    assert one is not None
    assert (one.who, one.key) == ("bruno", f"act:bruno:{play.system.moment(play.fight)}")
    assert awaited_of(play.system, play.head, "wolf1") is None
    play.begin("hide", who="ana")
    assert waits(play) == [("bruno", "act")]


def test_who_is_asked_is_waited_for_with_the_question(play: Recorder) -> None:
    for who, what in (("ana", "attack"), ("bruno", "nothing"), ("wolf1", "attack"), ("wolf2", "nothing")):
        play.begin("declare", who, what=what, target="wolf1" if who == "ana" else "ana")
    play.begin("declare", "shade", what="nothing")
    play.begin("next_step")
    play.begin("attack", "wolf1", target="ana")
    asked = [one for one in play.requests if one.to == "ana"]
    one = awaited_of(play.system, play.head, "ana")
    assert one is not None
    assert one.kind == "answer"
    assert one.request in asked
    assert one.key == f"answer:ana:{play.head.open[-1].command.id}:{asked[0].key}"
    play.begin("rename", who="shade", name="Sombra")
    assert awaited_of(play.system, play.head, "ana") == one


def test_the_passive_act_stands_in_else_the_end_of_the_turn(play: Recorder) -> None:
    found = standing_in(play.system, play.head, "ana", "c9")
    assert found is not None
    assert (found.id, found.actor, found.action, found.inputs["what"]) == ("c9", "ana", "declare", "defend")
    play.begin("declare", "ana", viewer=ANA, **dict(found.inputs))
    paused = replace(play.head, fight=replace(play.fight, status="paused"))
    assert standing_in(play.system, paused, "ana", "c9") is None
    toy = Recorder(threat.SYSTEM, threat.scenario(threat.SYSTEM))
    assert standing_in(toy.system, toy.head, "ana", "c9") is None, "its turns do not end"


@pytest.mark.parametrize(
    ("default", "answer"),
    [({"yes": True}, {"yes": True}), ({}, {"yes": None}), (None, None)],
)
def test_what_a_question_proposes_stands_in_for_its_answer(default: Answer | None, answer: Answer | None) -> None:
    question = Choose("sure", "ana", inputs=(Flag("yes"),), default=default)
    assert proposed_answer(question) == answer
    assert has_stand_in(question) == (answer is not None)
    dice = Dice("hit", "ana", sides=(6,))
    assert (proposed_answer(dice), has_stand_in(dice)) == (None, True)


def test_that_the_time_is_over_is_told_of_the_combatant() -> None:
    assert over("ana") == Fact("core.posts.over", params={"who": Ref("ana")})

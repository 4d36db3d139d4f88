"""Fights that are played to their end with plain tactics: who is aimed at, what is tried, when it is over."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.core import engine
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed
from rules.core.facts import fact
from rules.core.fight import Head
from rules.core.forecast import MOST_ROUNDS, Course, Forecast, _Player, play, sides
from rules.core.inputs import Choice, Combatants, Flag, Input, Number, Option
from rules.core.people import people_input
from rules.core.requests import Choose, Dice
from rules.core.verbs import AnyFight
from rules.game import Game


def four(slug: str = "tumbas") -> Game:
    """Ana and Bruno against an orc and a wolf."""
    game = Game(slug)
    for name in ("Ana", "Bruno"):
        game.add(name, kind="person")
    for name in ("Orco", "Lobo"):
        game.add(name)
    return game


def with_points(fight: AnyFight, **points: int) -> AnyFight:
    for who, hp in points.items():
        fight = fight.with_body(who, replace(fight.body(who), hp=hp))
    return fight


def acts(slug: str, monkeypatch: pytest.MonkeyPatch, seed: int) -> tuple[Course, list[str]]:
    """A fight, and what everybody did in it, in short."""
    begin, done = engine.begin, list[str]()

    def noted(system: Any, head: AnyHead, command: Any, *about: Any, **more: Any) -> Any:
        step = begin(system, head, command, *about, **more)
        target = command.inputs.get("target") or command.inputs.get("opponent")
        words = (command.actor, command.action, target)
        # what the stage tries out on its own is not done
        done.extend([" ".join(one for one in words if one)] if command.id.startswith("f") else [])
        return step

    monkeypatch.setattr(engine, "begin", noted)
    game = four(slug)
    return play(game.system, game.fight, Random(seed)), done


@pytest.mark.parametrize(
    ("slug", "course", "first"),
    [
        (
            "tapiz",
            Course(True, True, 10, frozenset({"lobo", "orco", "bruno"})),
            "initiative; orco attack bruno; orco end_turn; lobo attack bruno; lobo end_turn; "
            "bruno attack orco; bruno end_turn; ana attack orco; ana end_turn",
        ),
        (
            "tumbas",
            Course(True, True, 5, frozenset({"lobo", "orco"})),
            "next_step; ana declare orco; bruno declare orco; orco declare ana; lobo declare ana; "
            "next_step; ana charge orco; bruno charge orco; orco charge ana; lobo charge ana; "
            "next_step; ana attack orco; bruno attack orco; orco attack ana; lobo attack ana; next_step",
        ),
        (
            "d20",
            Course(False, False, 21, frozenset()),
            "initiative; lobo attack bruno; lobo end_turn; orco attack bruno; orco end_turn; "
            "bruno attack lobo; bruno end_turn; ana attack lobo; ana end_turn",
        ),
        (
            "tactico",
            Course(False, False, 21, frozenset()),
            "next_step; lobo declare; orco declare; bruno declare; ana declare; "
            "next_step; ana move; bruno move; orco move; lobo move; next_step",
        ),
    ],
)
def test_what_everybody_does(slug: str, course: Course, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual act against the first foe who stands, then the end of the turn."""
    found, done = acts(slug, monkeypatch, 2)
    assert found == course
    assert "; ".join(done).startswith(first)


@pytest.mark.parametrize(
    ("points", "won", "fell"),
    [
        ({"orco": 0, "lobo": 0}, True, {"orco", "lobo"}),
        ({"ana": -10, "bruno": -10}, False, {"ana", "bruno"}),
        ({"ana": -10, "bruno": -10, "orco": 0, "lobo": 0}, False, {"ana", "bruno", "orco", "lobo"}),
    ],
)
def test_it_is_over_when_a_side_is_down(points: dict[str, int], won: bool, fell: set[str]) -> None:
    game = four()
    found = play(game.system, with_points(game.fight, **points), Random(1))
    assert found == Course(won, True, 0, frozenset(fell))


def test_a_fight_that_goes_on_too_long_is_undecided() -> None:
    game = four("d20")
    assert play(game.system, game.fight, Random(2)) == Course(False, False, MOST_ROUNDS + 1, frozenset())


def test_all_fights_are_counted() -> None:
    found = Forecast()
    for course in (
        Course(True, True, 3, frozenset({"orco"})),
        Course(False, True, 3, frozenset({"ana", "bruno"})),
        Course(False, False, 21, frozenset({"ana"})),
    ):
        found.add(course)
    assert (found.fights, found.won, found.ended) == (3, 1, 2)
    assert found.rounds == {3: 2, 21: 1}
    assert found.fell == {"orco": 1, "ana": 2, "bruno": 1}
    assert sides(four().fight) == ({"ana", "bruno"}, {"orco", "lobo"})


# The target


def aimed(actor: str, *declared: Input, **points: int) -> dict[str, Any]:
    game = four()
    return _Player(game.system, Random(1))._aimed(with_points(game.fight, **points), actor, declared)


@pytest.mark.parametrize(
    ("actor", "item", "points", "target"),
    [
        ("ana", people_input(["bruno", "orco", "lobo"]), {}, "orco"),
        ("ana", people_input(["bruno", "orco", "lobo"], name="opponent"), {}, "orco"),
        ("ana", people_input(["bruno", "orco", "lobo"], default="lobo"), {}, None),
        ("ana", people_input(["orco", "lobo"], default="lobo"), {"lobo": 0}, "orco"),
        ("ana", people_input(["bruno", "orco", "lobo"]), {"orco": 0}, "lobo"),
        ("ana", people_input(["bruno", "orco", "lobo"]), {"orco": 0, "lobo": 0}, None),
        ("ana", people_input(["bruno", "lobo"], refused={"orco": fact("error.no")}), {}, "lobo"),
        ("ana", people_input(["bruno", "orco"], name="patient"), {}, None),
        ("ana", people_input(["bruno", "orco"], several=True), {}, None),
        ("ana", people_input(["gone", "lobo"], default="gone"), {}, "lobo"),
        ("orco", people_input(["lobo", "bruno", "ana"]), {}, "bruno"),
        ("ana", Flag("target", "input.target"), {}, None),
    ],
)
def test_the_first_foe_who_stands_is_aimed_at(
    actor: str, item: Combatants, points: dict[str, int], target: str | None
) -> None:
    assert aimed(actor, item, **points) == ({} if target is None else {item.name: target})


def test_inputs_that_aim_at_nobody_are_passed_over() -> None:
    patient, target = people_input(["bruno", "orco"], name="patient"), people_input(["bruno", "lobo"])
    assert aimed("ana", patient, target) == {"target": "lobo"}


# What it answers


def answered(*items: Input, default: Any = None) -> Any:
    game = four()
    return _Player(game.system, Random(1))._answer(Choose("k", "ana", inputs=items, default=default))


def options(*values: str, refused: str = "") -> tuple[Option, ...]:
    return tuple(Option(one, fact("x"), reason=fact("no") if one == refused else None) for one in values)


def test_questions_are_answered_as_they_propose_else_with_their_first_answer() -> None:
    one = Choice("one", "input.one", options=options("a", "b"), default="b")
    bare = Choice("bare", "input.bare", options=options("a", "b", refused="a"))
    spare = Choice("spare", "input.spare", options=options("a"), required=False)
    count = Number("count", "input.count", default=2)
    assert answered(one, bare, spare, count) == {"one": "b", "bare": "b", "count": 2}
    assert answered(one, count, default={"one": "a"}) == {"one": "a", "count": 2}
    assert answered(Choice("bare", "input.bare", options=options("a", refused="a"))) == {}


def test_dice_fall_on_all_their_faces() -> None:
    player = _Player(four().system, Random(1))
    asked = Dice("k", "ana", (2, 6, 20))
    fallen = [player._answer(asked)["faces"] for _ in range(200)]
    for place, sides_ in enumerate(asked.sides):
        seen = {faces[place] for faces in fallen}
        assert (min(seen), max(seen)) == (1, sides_)


# What it tries


def test_the_usual_act_is_tried_first_and_the_end_of_the_turn_last() -> None:
    game = four("tapiz")
    player = _Player(game.system, Random(1))
    head: AnyHead = Head(game.fight)
    for number in range(40):
        tried = [one.command.action for one in player._wanted(head)]
        acting = next(iter(game.system.whose_turn(head.fight)), None)
        if acting is not None and not head.open:
            assert tried[-1] == "end_turn"
            if acting in player.habits:
                assert tried[0] == player.habits[acting]
                return
        head = player._on(head, f"f{number}")
    raise AssertionError("nobody acted twice")


def test_an_act_that_is_refused_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    game, begin = four(), engine.begin

    def refuses(system: Any, head: AnyHead, command: Any, *about: Any, **more: Any) -> Any:
        if command.action == "declare":
            raise NotAllowed("core.not_yours")
        return begin(system, head, command, *about, **more)

    monkeypatch.setattr(engine, "begin", refuses)
    found = play(game.system, game.fight, Random(1))
    assert not found.ended
    assert not found.fell

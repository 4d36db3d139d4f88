"""Small pieces that every system shares: terms of a roll, shares of points, offers, the time of posts, classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, PUBLIC, TABLE, Viewer
from rules.core.classes import chosen_class, class_words, drawn_class
from rules.core.creation import Offered, Said
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Command, Fight, Offer
from rules.core.offers import offer
from rules.core.posts import hours, quiet, when_over
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.terms import beat, fell, reach, thrown
from rules.core.types import Json
from tests.rules.recorder import GM
from tests.rules.toys import threat

FIGHT = threat.scenario(threat.SYSTEM)


@pytest.mark.parametrize(
    ("term", "code", "value", "params", "audience"),
    [
        (lambda: thrown((2, 5), "R-1"), "term.thrown", 7, {"faces": "2 5"}, TABLE),
        (
            lambda: thrown((2, 5), "R-1", value=25, audience=GAME_MASTER),
            "term.thrown",
            25,
            {"faces": "2 5"},
            GAME_MASTER,
        ),
        (lambda: thrown((2, 5), "R-1", value=0), "term.thrown", 0, {"faces": "2 5"}, TABLE),
        (lambda: fell((2, 5), "R-1", audience=GAME_MASTER), "term.thrown", None, {"faces": "2 5"}, GAME_MASTER),
        (lambda: reach(12, "R-1", audience=GAME_MASTER), "reach.number", None, {"number": 12}, GAME_MASTER),
        (lambda: beat(12, "orc", "R-1"), "reach.other", None, {"number": 12, "other": Ref("orc")}, TABLE),
        (
            lambda: beat(12, "orc", "R-1", ties=True, audience=GAME_MASTER),
            "reach.equal_other",
            None,
            {"number": 12, "other": Ref("orc")},
            GAME_MASTER,
        ),
        (
            lambda: beat(12, "orc", "R-1", audience=GAME_MASTER),
            "reach.other",
            None,
            {"number": 12, "other": Ref("orc")},
            GAME_MASTER,
        ),
    ],
)
def test_a_term_says_what_it_is_made_of(
    term: Callable[[], Fact], code: str, value: int | None, params: Any, audience: Any
) -> None:
    made = term()
    assert (made.code, made.value, made.params, made.audience, made.rules) == (code, value, params, audience, ("R-1",))


def test_what_makes_up_the_number_to_reach_stands_under_it() -> None:
    assert reach(12, terms=(Fact("toy.base", 12),)).terms == (Fact("toy.base", 12),)


def test_each_takes_its_share_in_the_order_of_the_fight() -> None:
    command = Command("c", "harm", None, {"amount": 5, "targets": {"spy": "half", "orc": "double", "ana": "full"}})
    assert list(shared(FIGHT, command)) == [("ana", 5), ("orc", 10), ("spy", 2)]
    assert list(shared(FIGHT, replace(command, inputs={"amount": 5, "targets": {"orc": "full"}}))) == [("orc", 5)]


def test_points_are_given_and_taken_in_a_range_by_those_who_may() -> None:
    amount = amount_input()
    assert (amount.minimum, amount.maximum) == (1, 999)
    verb = verb_input()
    assert ([one.value for one in verb.options], verb.default, verb.required) == (["harm", "heal"], "harm", False)
    assert (verb.layout, verb_input(("heal",)).default) == ("segments", "heal")
    for viewer, people in ((GM, ["ana", "orc", "spy"]), (Viewer("p", controls=frozenset({"ana"})), ["ana"])):
        asked = shares_input(FIGHT, viewer)
        assert [one.value for one in asked.options] == people
        assert [one.value for one in asked.shares] == ["half", "full", "double"]


def refuses(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    raise NotAllowed("toy.no", params={"left": 2, "of": "points", "odd": [1]})


@pytest.mark.parametrize(
    ("action", "status", "viewer", "reason"),
    [
        ({}, "running", PUBLIC, None),
        ({"for_game_master": True}, "running", PUBLIC, fact("error.core.for_game_master")),
        ({"for_game_master": True}, "running", GM, None),
        ({}, "paused", GM, fact("error.core.while_paused")),
        ({}, "archived", GM, fact("error.core.while_archived")),
        ({"check": refuses}, "running", GM, Fact("error.toy.no", params={"left": 2, "of": "points"})),
    ],
)
def test_what_is_offered_says_why_it_cannot_be_done(
    action: dict[str, Any], status: Any, viewer: Viewer, reason: Fact | None
) -> None:
    verb: Action[Any, Any] = Action("act", lambda fight, command: iter(()), **action)  # type: ignore[arg-type, return-value]
    assert offer(replace(FIGHT, status=status), verb, "ana", viewer) == Offer("act", reason)


@pytest.mark.parametrize(
    ("house", "time", "over", "night"),
    [
        ({}, 48, "remind", None),
        ({"posts_time": "12h", "posts_over": "default", "posts_quiet": "early"}, 12, "default", (22, 8)),
        ({"posts_time": "none", "posts_over": "game_master", "posts_quiet": "none"}, None, "game_master", None),
        ({"posts_time": "72h", "posts_quiet": "midnight"}, 72, "remind", (0, 8)),
        ({"posts_time": "24h", "posts_quiet": "late"}, 24, "remind", (23, 9)),
    ],
)
def test_la_carta_says_how_long_posts_take(
    house: dict[str, Json], time: int | None, over: str, night: tuple[int, int] | None
) -> None:
    assert (hours(house), when_over(house), quiet(house)) == (time, over, night)


HOUSE = ("fighter", "healer")
PACK: Said = {"lienzo": [Offered("bard", "class", "Bard", "Sings.")]}


@pytest.mark.parametrize(
    ("said", "chosen", "name", "line"),
    [
        ({"class": "fighter"}, "fighter", Word("archetype.fighter"), ("archetype_line.fighter",)),
        ({**PACK, "class": "bard"}, "bard", "Bard", ("core.verbatim",)),
        ({"class": "bard"}, "", Word("creation.own_class"), ()),
        ({"class": "own", "called": "Weaver"}, "own", "Weaver", ()),
        ({"class": "own"}, "own", Word("creation.own_class"), ()),
        ({"class": 3}, "", Word("creation.own_class"), ()),
    ],
)
def test_a_class_is_of_the_house_of_a_pack_or_ones_own(
    said: Said, chosen: str, name: object, line: tuple[str, ...]
) -> None:
    assert chosen_class(said, HOUSE) == chosen
    words, told = class_words(said, HOUSE, "called")
    assert (words, tuple(one.code for one in told)) == (name, line)


def test_where_none_was_chosen_one_of_the_packs_is_drawn_else_one_of_the_house() -> None:
    assert drawn_class({"class": "healer"}, HOUSE, max) == {}
    assert drawn_class({}, HOUSE, lambda count: count - 1) == {"class": "healer"}
    assert drawn_class(PACK, HOUSE, lambda count: count - 1) == {"class": "bard"}

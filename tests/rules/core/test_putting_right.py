"""What is told of a mistake that is put right: what each reader sees differ, and nothing to those who see nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, TABLE, Audience, controllers_of
from rules.core.changes import Change
from rules.core.driver import Done, run
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Ref, fact
from rules.core.fight import Command, Fight, Head
from rules.core.putting_right import NAME, by_combatant, put_right_action
from rules.core.stored_facts import dump_fact
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.scene import scene

VERB = put_right_action(SYSTEM)
OWN = controllers_of("ana")


def before(**shows: str) -> Fight[Any, Any]:
    """The fight before; as the table sees the points of each."""
    fight = scene(ana={"hp": 5}).fight
    for who, how in shows.items():
        fight = fight.with_combatant(replace(fight.combatants[who], shows=how))  # type: ignore[arg-type]
    return fight


def put_right(fight: Fight[Any, Any], after: Fight[Any, Any], told: Explanation = ()) -> tuple[Any, Explanation]:
    changes = SYSTEM.codec.diff(Head(fight), Head(after))
    inputs = {"changes": [one.to_json() for one in changes], "facts": [dump_fact(one) for one in told]}
    found = run(VERB.resolve(fight, Command("c", NAME, None, inputs)), {})
    assert isinstance(found, Done)
    return found.result.fight, found.result.explanation


def wounded(fight: Fight[Any, Any], **hp: int) -> Fight[Any, Any]:
    for who, points in hp.items():
        fight = fight.with_body(who, replace(fight.body(who), hp=points))
    return fight


def heads(facts: Explanation) -> list[tuple[str, Audience]]:
    return [(one.code, one.audience) for one in facts]


def test_it_is_the_apps_and_never_offered() -> None:
    verb = put_right_action(SYSTEM)
    assert (verb.name, verb.internal, verb.for_game_master, verb.interrupts) == ("put_right", True, True, True)


def test_changes_are_sorted_by_whom_they_concern() -> None:
    def change(*path: str) -> Change:
        return Change("set", path, 1, 2)

    of_ana, scenes, open_ = (
        change("fight", "combatants", "ana", "body", "hp"),
        change("fight", "clock"),
        change("open", "0"),
    )
    assert by_combatant((of_ana, open_, scenes)) == {"ana": [of_ana], "": [scenes]}


@pytest.mark.parametrize(
    ("shows", "of_points"), [("number", TABLE), ("word", OWN), ("nothing", OWN)], ids=["number", "word", "nothing"]
)
def test_points_are_told_from_what_to_what_to_those_who_read_them(shows: str, of_points: Audience) -> None:
    fight = before(ana=shows)
    after, told = put_right(fight, wounded(fight, ana=8))
    assert after.body("ana").hp == 8
    numbers = [one for one in told if one.code == "core.put_right.from_to"]
    assert [(one.value, one.params["before"], one.audience) for one in numbers] == [(8, 5, of_points)]
    assert told[1].params == {"who": Ref("ana")}


def test_who_sees_no_difference_is_told_nothing() -> None:
    fight = before(ana="nothing")
    _, told = put_right(fight, wounded(fight, ana=8))
    assert heads(told)[:2] == [("core.put_right", GAME_MASTER), ("core.put_right.who", OWN)]
    # the same word for her points, so that the table sees the same
    fight = before(ana="word")
    _, told = put_right(fight, wounded(fight, ana=4))
    assert heads(told)[:2] == [("core.put_right", GAME_MASTER), ("core.put_right.who", OWN)]
    _, told = put_right(fight, wounded(fight, ana=11))
    assert heads(told)[:2] == [("core.put_right", TABLE), ("core.put_right.who", TABLE)]


def test_of_the_hidden_only_the_game_master_is_told() -> None:
    fight = before(shade="number")
    _, told = put_right(fight, wounded(fight, shade=3))
    assert {one.audience for one in told} == {GAME_MASTER}
    assert heads(told)[0] == ("core.put_right", GAME_MASTER)


def test_those_in_whom_nothing_differs_are_left_out() -> None:
    fight = before(ana="number", bruno="number")
    _, told = put_right(fight, wounded(fight, bruno=3))
    assert [one.params["who"] for one in told if one.code == "core.put_right.who"] == [Ref("bruno")]


def test_what_the_entry_should_have_told_comes_first() -> None:
    fight = before(ana="number")
    said = (fact("harm.plain", who="ana"),)
    _, told = put_right(fight, wounded(fight, ana=3), said)
    assert [one.code for one in told[:3]] == ["core.put_right", "harm.plain", "core.put_right.who"]
    # what is told of the hidden makes nothing known to the table
    _, told = put_right(fight, fight, (fact("harm.plain", who="shade"),))
    assert told[0] == Fact("core.put_right", audience=GAME_MASTER)
    _, told = put_right(fight, fight, said)
    assert told[0] == Fact("core.put_right", audience=TABLE)


def test_a_combatant_that_was_not_there_has_nothing_to_compare_with() -> None:
    fight = before(ana="number")
    gone = replace(
        fight,
        combatants={who: one for who, one in fight.combatants.items() if who != "ana"},
        order=tuple(who for who in fight.order if who != "ana"),
    )
    after, told = put_right(gone, fight)
    assert "ana" in after.combatants
    codes = [one.code for one in told]
    assert "core.put_right.number" in codes
    assert "core.put_right.from_to" not in codes


@pytest.mark.parametrize(
    "change",
    [
        Change("set", ("fight", "combatants", "ana", "body", "hp"), 6, 8),
        Change("set", ("fight", "combatants", "gone", "body", "hp"), 5, 8),
        Change("set", ("fight", "combatants", "ana", "body", "none"), 5, 8),
        Change("add", ("fight", "combatants", "ana"), None, {}),
        Change("set", ("fight", "combatants", "ana", "body", "hp", "more", "still"), 5, 8),
        Change("drop", ("fight", "combatants", "ana", "body"), {}, None),
    ],
)
def test_what_has_moved_since_is_refused(change: Change) -> None:
    inputs = {"changes": [change.to_json()], "facts": []}
    with pytest.raises(NotAllowed) as refused:
        run(VERB.resolve(before(), Command("c", NAME, None, inputs)), {})
    assert refused.value.reason == "core.put_right.moved"

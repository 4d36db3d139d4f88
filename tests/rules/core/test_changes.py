"""Changes fold, invert and can be taken back out of the middle."""

from __future__ import annotations

import pytest

from rules.core.changes import Change, DoesNotFit, fold, inverse, remove
from rules.core.types import Json

STATE: Json = {"a": {"hp": 10, "pos": "door", "effects": {}}, "b": {"hp": 5, "pos": "hall", "effects": {}}}
HIT = Change("count", ("a", "hp"), 10, 3)
HIT_AGAIN = Change("count", ("a", "hp"), 3, 1)
MOVE = Change("put", ("a", "pos"), "door", "hall")
MOVE_ON = Change("put", ("a", "pos"), "hall", "roof")
STUN = Change("add", ("a", "effects", "e1"), None, {"rounds": 2})
TICK = Change("count", ("a", "effects", "e1", "rounds"), 2, 1)
GONE = Change("drop", ("a",), STATE["a"], None)


def test_fold_and_inverse_lead_there_and_back() -> None:
    changes = (HIT, MOVE, STUN, TICK)
    after = fold(STATE, changes)
    assert after["a"] == {"hp": 3, "pos": "hall", "effects": {"e1": {"rounds": 1}}}
    assert fold(after, inverse(changes)) == STATE


def test_fold_leaves_the_old_state_alone() -> None:
    before = {"a": {"hp": 10}}
    fold(before, [HIT])
    assert before == {"a": {"hp": 10}}


@pytest.mark.parametrize(
    "change",
    [
        Change("add", ("a",), None, {}),
        Change("put", ("a", "nothing"), 1, 2),
        Change("drop", ("z",), 1, None),
        Change("count", ("z", "hp"), 1, 2),
        Change("put", ("a", "hp", "deep"), 1, 2),
    ],
)
def test_what_does_not_fit_is_refused(change: Change) -> None:
    with pytest.raises(DoesNotFit):
        fold(STATE, [change])


def test_an_old_wound_gives_back_what_it_took_whatever_came_later() -> None:
    state = fold(STATE, [HIT, HIT_AGAIN])
    assert remove(state, [HIT], [[HIT_AGAIN]]).state["a"]["hp"] == 8


def test_a_later_put_wins() -> None:
    state = fold(STATE, [MOVE, MOVE_ON])
    assert remove(state, [MOVE], [[MOVE_ON]]).state == state


def test_what_rests_on_it_is_named_and_nothing_happens() -> None:
    state = fold(STATE, [STUN, HIT, TICK])
    removal = remove(state, [STUN], [[HIT], [TICK]])
    assert removal.depending == (1,)
    assert removal.state is state


def test_a_wound_of_one_who_left_since_is_passed_over() -> None:
    gone = Change("drop", ("a",), fold(STATE, [HIT])["a"], None)
    state = fold(STATE, [HIT, gone])
    assert remove(state, [HIT], [[gone]]).state == state


def test_a_counter_that_was_dropped_since_is_passed_over() -> None:
    used = Change("count", ("uses", "x"), 2, 1)
    dropped = Change("drop", ("uses", "x"), 1, None)
    state = fold({"uses": {"x": 2}}, [used, dropped])
    assert remove(state, [used], [[dropped]]).state == state


@pytest.mark.parametrize(
    "old",
    [
        Change("count", ("a", "luck"), 2, 1),
        Change("put", ("a", "luck"), 2, 1),
        Change("count", ("z", "hp"), 2, 1),
        Change("count", ("a", "hp", "deep"), 2, 1),
        Change("count", ("a", "hp", "very", "deep"), 2, 1),
        Change("drop", ("a", "hp"), 2, None),
    ],
)
def test_what_has_no_place_any_more_is_passed_over(old: Change) -> None:
    """What the steps between did, and was taken back since, may have left no place for it."""
    assert remove(STATE, [old], []).state == STATE


def test_what_was_replaced_as_a_whole_since_keeps_its_own_numbers() -> None:
    aimed = Change("put", ("turn", "target"), "a", "b")
    ended = Change("put", ("turn",), {"target": "b"}, None)
    begun = Change("put", ("turn",), None, {"target": "c"})
    state = fold({"turn": {"target": "a"}}, [aimed, ended, begun])
    assert remove(state, [aimed], [[ended], [begun]]).state == state


def test_what_came_to_life_by_a_put_carries_what_changed_in_it() -> None:
    begun = Change("put", ("turn",), None, {"left": 3})
    used = Change("count", ("turn", "left"), 3, 2)
    ended = Change("put", ("turn",), {"left": 2}, None)
    assert remove(fold({"turn": None}, [begun, used]), [begun], [[used]]).depending == (0,)
    again = (begun, used, ended, begun, used)
    assert remove(fold({"turn": None}, again), [begun], [[used], [ended], [begun], [used]]).depending == (0,)


def test_what_is_added_comes_in_order_and_what_is_put_stays_where_it_is() -> None:
    added = fold({"b": 1, "c": 2}, [Change("add", ("a",), None, 3)])
    assert list(added.items()) == [("a", 3), ("b", 1), ("c", 2)]
    assert list(fold({"c": 1, "a": 2}, [Change("put", ("a",), 2, 3)]).items()) == [("c", 1), ("a", 3)]


def test_json_round_trip() -> None:
    assert [Change.from_json(change.to_json()) for change in (HIT, MOVE, STUN, GONE)] == [HIT, MOVE, STUN, GONE]

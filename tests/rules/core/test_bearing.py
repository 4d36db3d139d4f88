"""The index of a log: the steps that it names decide what becomes of an old step as much as all later ones do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.core.bearing import bearing, piece_of
from rules.core.changes import Change, Path, depending_on, fold, inverse, remove
from tests.sizes import examples

KEYS = ("a", "b", "c")
VALUES = st.recursive(st.integers(0, 3), lambda inner: st.dictionaries(st.sampled_from(KEYS), inner, max_size=3))


def change(data: st.DataObject, state: Any) -> Change:
    """A change that fits the state, at a path of up to three keys."""
    path: tuple[str, ...] = ()
    while True:
        key = data.draw(st.sampled_from(KEYS))
        path += (key,)
        if key not in state:
            return Change("add", path, None, data.draw(VALUES))
        inside = state[key]
        if isinstance(inside, dict) and len(path) < 3 and data.draw(st.booleans()):
            state = inside
            continue
        operations = ["put", "drop", *["count"] * (2 * isinstance(inside, int))]
        operation = data.draw(st.sampled_from(operations))
        after = {"put": data.draw(VALUES), "drop": None, "count": data.draw(st.integers(0, 9))}[operation]
        return Change(operation, path, inside, after)


@settings(phases=[Phase.explicit, Phase.reuse, Phase.generate], max_examples=examples(400))
@given(st.data())
def test_what_bears_on_a_step_decides_as_all_that_followed_does(data: st.DataObject) -> None:
    state, steps = {"a": {"a": {"a": 0}, "b": 1}, "b": {"c": 2}}, []
    for _step in range(data.draw(st.integers(2, 14))):
        changes = []
        for _change in range(data.draw(st.integers(1, 2))):
            changes.append(change(data, state))
            state = fold(state, changes[-1:])
        steps.append(tuple(changes))
    length = data.draw(st.integers(1, 5))
    numbered = list(enumerate(steps))
    pieces = [piece_of(numbered[first : first + length]) for first in range(0, len(steps), length)]
    old = data.draw(st.integers(0, len(steps) - 1))
    struck = data.draw(st.frozensets(st.integers(0, len(steps))))

    def stands(number: int) -> bool:
        return number > old and number not in struck

    named = bearing(steps[old], pieces, stands)
    later = [number for number in range(len(steps)) if stands(number)]
    # More than what is named must not matter either: an excerpt holds what bears on other steps too.
    extra = data.draw(st.frozensets(st.sampled_from(later))) if later else frozenset()
    some = [number for number in later if number in named | extra]
    changes = {number: steps[number] for number in later}
    assert named <= set(later)
    assert [some[at] for at in depending_on(steps[old], [changes[one] for one in some])] == [
        later[at] for at in depending_on(steps[old], [changes[one] for one in later])
    ]
    few, all_ = (remove(state, steps[old], [changes[one] for one in lot]) for lot in (some, later))
    assert few.state == all_.state


def test_what_touches_other_paths_is_not_named() -> None:
    hit = [Change("count", ("ana", "hp"), 20, 13)]
    others = [(number, [Change("put", ("turn",), number, number + 1)]) for number in range(1, 50)]
    piece = piece_of([(0, hit), *others, (50, [Change("count", ("ana", "hp"), 13, 12)])])
    assert bearing(hit, [piece], lambda number: number > 0) == set()
    assert bearing(inverse(hit), [piece_of([(9, [Change("drop", ("ana",), {}, None)])])], bool) == {9}


ROOT = ("ana", "gear")


@pytest.mark.parametrize(
    ("old", "later", "named"),
    [
        # A number that was counted rests on nothing; a replacement of what it is in decides what is left of it.
        ("count", [("count", (*ROOT, "a")), ("count", ROOT)], []),
        ("count", [("count", ROOT), ("put", ("ana",)), ("put", ROOT)], [2]),
        # What came rests with all that changes it or what is in it.
        ("add", [("count", (*ROOT, "a")), ("put", (*ROOT, "b", "c")), ("count", ROOT), ("put", ("bea",))], [1, 2, 3]),
        # What is in a value that was replaced rests with it, until it is replaced again.
        ("put", [("count", (*ROOT, "a")), ("put", ROOT), ("count", (*ROOT, "a")), ("put", ROOT)], [1, 2]),
        ("put", [("put", (*ROOT, "a")), ("count", ROOT), ("put", (*ROOT, "a"))], [1, 2]),
        ("put", [("put", (*ROOT, "a")), ("drop", ("ana",)), ("put", (*ROOT, "a"))], [1, 2, 3]),
    ],
)
@pytest.mark.parametrize("length", [1, 2, 9])
def test_what_is_named_and_no_more(old: str, later: list[tuple[str, Path]], named: list[int], length: int) -> None:
    steps = [(number, [Change(kind, path)]) for number, (kind, path) in enumerate(later, 1)]
    pieces = [piece_of(steps[first : first + length]) for first in range(0, len(steps), length)]
    assert sorted(bearing([Change(old, ROOT)], pieces, bool)) == named


def test_the_index_is_read_no_further_than_it_decides_anything() -> None:
    def pieces() -> Iterator[Any]:
        yield piece_of([(1, [Change("put", ROOT)])])
        raise AssertionError("what follows a replacement decides nothing more")

    assert bearing([Change("count", ROOT)], pieces(), bool) == {1}


def test_a_step_stands_once_at_each_place_in_the_index() -> None:
    twice = [(4, [Change("put", ("a",)), Change("put", ("a",)), Change("count", ("a",))]), (5, [Change("put", ("a",))])]
    assert piece_of(twice) == [[], [], {"a": [[4], [4, 5], {}]}]

"""The index of a log: the steps that it names decide what becomes of an old step as much as all later ones do."""

from __future__ import annotations

from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.core.bearing import bearing, piece_of
from rules.core.changes import Change, depending_on, fold, inverse, remove
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

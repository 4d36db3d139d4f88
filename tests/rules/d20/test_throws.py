"""A rule asks for its dice one after the other, and its faces are looked at in that order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, OutOfRange
from rules.core.throws import Throw, Throws, resolved, throw, throw_one
from rules.systems.d20.dice import D20


def two_twelves_after_a_twenty() -> Throws[tuple[int, int]]:
    first = yield from throw_one("attack", D20)
    if first == 20:
        return first, 0
    low, high = yield from throw(Throw("damage", 12), Throw("damage", 12))
    return first, low + high


def without_dice() -> Throws[str]:
    yield from ()
    return "done"


def test_a_rule_is_sent_its_faces_in_order():
    assert resolved(two_twelves_after_a_twenty(), [19, 3, 12]) == (19, 15)


def test_a_rule_asks_only_for_what_it_needs():
    assert resolved(two_twelves_after_a_twenty(), [20]) == (20, 0)
    assert resolved(without_dice()) == "done"


@pytest.mark.parametrize("faces", [[], [19], [19, 12]])
def test_too_few_faces_are_missing(faces: list[int]):
    with pytest.raises(Missing):
        resolved(two_twelves_after_a_twenty(), faces)


@pytest.mark.parametrize("faces", [[0], [21], [19, 13], [19, 12, 0]])
def test_a_face_that_the_die_does_not_have_is_refused_before_the_next_is_missed(faces: list[int]):
    with pytest.raises(OutOfRange):
        resolved(two_twelves_after_a_twenty(), faces)


def test_of_dice_that_fall_together_one_that_lacks_may_be_told_first():
    with pytest.raises(OutOfRange):
        resolved(two_twelves_after_a_twenty(), [19, 13])
    with pytest.raises(Missing):
        resolved(two_twelves_after_a_twenty(), [19, 13], missing_first=True)
    with pytest.raises(OutOfRange):
        resolved(two_twelves_after_a_twenty(), [19, 13, 1], missing_first=True)
    assert resolved(two_twelves_after_a_twenty(), [19, 3, 12], missing_first=True) == (19, 15)


def test_no_dice_are_not_asked_for():
    assert resolved(throw()) == ()


@given(st.lists(st.integers(1, 12), min_size=1))
def test_faces_that_nobody_asked_for_are_refused(more: list[int]):
    with pytest.raises(OutOfRange):
        resolved(two_twelves_after_a_twenty(), [20, *more])

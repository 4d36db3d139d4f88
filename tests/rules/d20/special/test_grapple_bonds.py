"""Bonds of a grapple begin, tighten and end together with what hangs on them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed
from rules.systems.d20.grapple import begun, free, let_go, opponents, pinned, status, unpinned_by

names = st.sampled_from("abcd")
pairs = st.lists(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]), max_size=8)


def brawl(held: list[tuple[str, str]]):
    bonds = ()
    for one, other in held:
        bonds = begun(bonds, one, other)
    return bonds


@given(pairs)
def test_two_creatures_grapple_each_other_once(held: list[tuple[str, str]]):
    """D20S-GRAP-14, -36."""
    bonds = brawl(held)
    for who in "abcd":
        assert len(set(opponents(bonds, who))) == len(opponents(bonds, who))
        assert all(who in opponents(bonds, other) for other in opponents(bonds, who))
        assert status(bonds, who) == ("grappling" if opponents(bonds, who) else None)


@given(pairs.filter(bool))
def test_a_pin_holds_one_and_ends_when_the_pinner_is_gone(held: list[tuple[str, str]]):
    """D20S-GRAP-22, -26, reading C-27."""
    pinner, target = held[0]
    bonds = pinned(brawl(held), pinner, target)
    assert (status(bonds, pinner), status(bonds, target)) == ("pinning", "pinned")
    assert status(free(bonds, pinner), target) in ("grappling", None)
    assert status(unpinned_by(bonds, pinner), target) == "grappling"


def test_a_pinned_creature_pins_no_longer():
    """D20S-GRAP-25."""
    bonds = pinned(pinned(brawl([("a", "b"), ("b", "c")]), "b", "c"), "a", "b")
    assert [status(bonds, who) for who in "abc"] == ["pinning", "pinned", "grappling"]


def test_a_grapple_ends_for_those_that_no_one_holds():
    """D20S-HOUSE-15."""
    bonds = let_go(brawl([("a", "b"), ("b", "c")]), "a", "b")
    assert [status(bonds, who) for who in "abc"] == [None, "grappling", "grappling"]


def test_a_pinned_creature_lets_go_of_nobody_and_strangers_are_not_pinned():
    bonds = brawl([("a", "b")])
    with pytest.raises(NotAllowed):
        let_go(pinned(bonds, "a", "b"), "b", "a")
    with pytest.raises(NotAllowed):
        pinned(bonds, "a", "c")

"""The order of a round is total and stable, and says what decided each place."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.systems.tapiz.order import Contender, acts_last, initiative_order
from rules.systems.tapiz.sheet import STANCES
from rules.systems.tapiz.turns import has_turn

contenders = st.lists(
    st.builds(
        Contender,
        st.text("abcdef", min_size=1, max_size=5),
        st.integers(5, 8),
        st.integers(9, 11),
        st.sampled_from(STANCES).map(acts_last),
    ),
    max_size=8,
    unique_by=lambda contender: contender.id,
)


@given(contenders)
def test_every_contender_has_one_place(fighters: list[Contender]):
    order = [rank.id for rank in initiative_order(fighters)]
    assert sorted(order) == sorted(one.id for one in fighters)


@given(st.integers(1, 3), st.booleans())
def test_the_surprised_have_no_turn_in_the_first_round(number: int, surprised: bool):
    assert has_turn(number, surprised=surprised) == (number > 1 or not surprised)


@given(contenders)
def test_each_place_names_the_factor_that_decided_it(fighters: list[Contender]):
    by_id = {one.id: one for one in fighters}
    entry = [one.id for one in fighters]
    places = initiative_order(fighters)
    assert [place.decided_by for place in places[:1]] in ([], [None])
    for first, second in pairwise(places):
        before, after = by_id[first.id], by_id[second.id]
        match second.decided_by:
            case "stance":
                assert (before.waits, after.waits) == (False, True)
            case "initiative":
                assert before.initiative > after.initiative
                assert before.waits == after.waits
            case "dexterity":
                assert before.initiative == after.initiative
                assert before.dexterity > after.dexterity
            case "entry":
                assert (before.initiative, before.dexterity) == (after.initiative, after.dexterity)
                assert entry.index(first.id) < entry.index(second.id)
            case other:
                raise AssertionError(other)


@given(contenders)
def test_ordering_what_is_in_order_changes_nothing(fighters: list[Contender]):
    by_id = {one.id: one for one in fighters}
    order = [place.id for place in initiative_order(fighters)]
    assert [place.id for place in initiative_order([by_id[name] for name in order])] == order

"""The order of a round is total and stable, and says what decided each place."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.systems.tapiz.initiative import Participant, has_turn, initiative_order
from rules.systems.tapiz.stances import STANCES, acts_last

participants = st.lists(
    st.builds(
        Participant,
        st.text("abcdef", min_size=1, max_size=5),
        st.integers(5, 8),
        st.sampled_from(STANCES),
        st.integers(9, 11),
        st.booleans(),
    ),
    max_size=8,
    unique_by=lambda participant: participant.id,
)


@given(participants, st.integers(1, 3))
def test_everybody_with_a_turn_has_one_place(fighters: list[Participant], number: int):
    order = [place.id for place in initiative_order(fighters, number)]
    assert sorted(order) == sorted(one.id for one in fighters if has_turn(number, surprised=one.surprised))


@given(participants)
def test_each_place_names_the_factor_that_decided_it(fighters: list[Participant]):
    by_id = {one.id: one for one in fighters}
    entry = [one.id for one in fighters]
    places = initiative_order(fighters, 2)
    assert [place.decided_by for place in places[:1]] in ([], [None])
    for first, second in pairwise(places):
        before, after = by_id[first.id], by_id[second.id]
        match second.decided_by:
            case "stance":
                assert (acts_last(before.stance), acts_last(after.stance)) == (False, True)
            case "initiative":
                assert before.initiative > after.initiative
                assert acts_last(before.stance) == acts_last(after.stance)
            case "dexterity":
                assert before.initiative == after.initiative
                assert before.dexterity > after.dexterity
            case "entry":
                assert (before.initiative, before.dexterity) == (after.initiative, after.dexterity)
                assert entry.index(first.id) < entry.index(second.id)
            case other:
                raise AssertionError(other)


@given(participants)
def test_ordering_what_is_in_order_changes_nothing(fighters: list[Participant]):
    by_id = {one.id: one for one in fighters}
    order = [place.id for place in initiative_order(fighters, 2)]
    assert [place.id for place in initiative_order([by_id[name] for name in order], 2)] == order

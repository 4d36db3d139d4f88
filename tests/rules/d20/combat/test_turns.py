"""Turns follow one another, and effects end on the count on which they began."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.systems.d20.counts import leaves_count
from tests.rules.d20.rounds import effects_of, flat_footed, in_round, lasting, next_turn


@given(st.integers(1, 6), st.integers(1, 4))
def test_everybody_acts_once_a_round(people: int, rounds: int):
    order = [f"p{number}" for number in range(people)]
    fight, turns = in_round(order, None), []
    for _ in range(people * rounds):
        fight, _notes = next_turn(fight)
        turns.append((fight.round.number, fight.round.acting))
    assert turns == [(number + 1, one) for number in range(rounds) for one in order]
    assert flat_footed(fight) == []
    assert fight.clock == 6 * (rounds - 1)


@given(st.integers(1, 5), st.integers(0, 3))
def test_an_effect_ends_when_its_rounds_have_passed(rounds: int, anchor: int):
    """D20C-SEQ-09: it began in the turn of its anchor and ends just before a later turn of the same anchor."""
    order = ["a", "b", "c", "d"]
    fight = in_round(order, order[anchor], acted=order, effects=[lasting("fog", order[anchor], rounds)])
    turns = 0
    while effects_of(fight):
        fight, notes = next_turn(fight)
        turns += 1
    assert turns == len(order) * rounds
    assert [fact.params["what"] for fact in notes.so_far if fact.code == "effect.ends"] == ["fog"]


def test_the_attack_of_opportunity_comes_back_with_the_own_turn():
    """D20C-HOUSE-24."""
    fight, _ = next_turn(in_round(["a", "b"], "a", 2, acted=["a", "b"], opportunities=["a", "b"]))
    assert list(fight.round.opportunities) == ["a"]


def test_a_newcomer_is_flat_footed_until_the_first_turn():
    """D20C-HOUSE-19, D20C-INI-04."""
    fight, _ = next_turn(in_round(["a", "new"], None, 3, acted=["a"]))
    assert flat_footed(fight) == ["new"]
    assert flat_footed(next_turn(fight)[0]) == []


def test_the_count_decides_not_the_person():
    """D20C-HOUSE-25: the maker of an effect on 20 now acts on 12; it still ends at 20, before the turn on 15."""
    counts = {"ane": 20, "b": 15, "c": 9}
    effects = [lasting("total_defense", "ane", 1), lasting("charged", "ane", 1, own_turn=True), lasting("fog", "b", 2)]
    fight = leaves_count(in_round(list(counts), "ane", counts=counts, effects=effects), "ane")
    assert [(one.name, one.count) for one in effects_of(fight) if one.anchor is None] == [("total_defense", 20)]
    ane = replace(fight.body("ane"), initiative=12)
    fight = replace(fight.with_body("ane", ane), order=("b", "ane", "c"))
    names = []
    for _ in range(3):
        fight, _notes = next_turn(fight)
        names.append((fight.round.acting, [one.name for one in effects_of(fight)]))
    assert names == [
        ("b", ["total_defense", "charged", "fog"]),
        ("c", ["total_defense", "charged", "fog"]),
        ("b", ["charged"]),
    ]


@given(st.lists(st.integers(-5, 30), min_size=1, max_size=6), st.integers(-6, 31), st.integers(1, 3))
def test_every_count_is_passed_once_a_round(counts: list[int], count: int, rounds: int):
    order = [f"p{place}" for place in range(len(counts))]
    given_counts = dict(zip(order, sorted(counts, reverse=True), strict=True))
    fog = replace(lasting("fog", order[0], rounds), anchor=None, count=count)
    fight = in_round(order, None, counts=given_counts, effects=[fog])
    ended: list[tuple[int, int]] = []
    for number in range(rounds + 1):
        for place in range(len(order)):
            before = len(effects_of(fight))
            fight, _notes = next_turn(fight)
            ended += [(number, place)] * (before - len(effects_of(fight)))
    first = next((place for place, who in enumerate(order) if given_counts[who] <= count), None)
    # a count below all others is passed when the next round begins
    assert ended == ([(rounds - 1, first)] if first is not None else [(rounds, 0)])

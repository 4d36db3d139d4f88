"""Turns follow one another, and effects end on the count on which they began."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, OutOfRange, UnknownValue
from rules.systems.d20.turns import CountedEffect, TurnEffect, advance_turn, elapsed_seconds, leave_count, pass_counts


@given(st.integers(1, 6), st.integers(1, 4))
def test_everybody_acts_once_a_round(people: int, rounds: int):
    order = [f"p{number}" for number in range(people)]
    current, round_number, acted, turns = None, 1, (), []
    for _ in range(people * rounds):
        begun = advance_turn(order, current, round_number, acted)
        current, round_number, acted = begun.current, begun.round, begun.acted
        turns.append((round_number, current))
    assert turns == [(number + 1, one) for number in range(rounds) for one in order]
    assert begun.flat_footed == ()
    assert begun.elapsed_seconds == 6 * (rounds - 1)


@given(st.integers(1, 5), st.integers(0, 3))
def test_an_effect_ends_so_many_rounds_after_it_began(rounds: int, anchor: int):
    """D20C-SEQ-09: it began in the turn of its anchor and ends just before that turn, so many rounds on."""
    order = ["a", "b", "c", "d"]
    effects: tuple[TurnEffect, ...] = (TurnEffect("fog", order[anchor], rounds),)
    current, round_number, turns = order[anchor], 1, 0
    while effects:
        begun = advance_turn(order, current, round_number, order, effects)
        current, round_number, effects = begun.current, begun.round, begun.effects
        turns += 1
    assert turns == len(order) * rounds
    assert begun.expired == ("fog",)


def test_the_attack_of_opportunity_comes_back_with_the_own_turn():
    """D20C-HOUSE-24."""
    begun = advance_turn(["a", "b"], "a", 2, ["a", "b"], opportunities_used=["a", "b"])
    assert begun.opportunities_used == ("a",)


def test_a_newcomer_is_flat_footed_until_the_first_turn():
    """D20C-HOUSE-19, D20C-INI-04."""
    begun = advance_turn(["a", "new"], None, 3, ["a"])
    assert begun.flat_footed == ("new",)
    assert advance_turn(["a", "new"], "a", 3, begun.acted).flat_footed == ()


def test_the_count_decides_not_the_person():
    """D20C-HOUSE-25: whoever made the effect on 20 now acts on 12; it still ends at 20, before anybody on 15."""
    effects = [
        TurnEffect("total_defense", "ane", 1),
        TurnEffect("charged", "ane", 1, own_turn=True),
        TurnEffect("fog", "b", 2),
    ]
    kept, staying = leave_count(effects, "ane", 20)
    assert [effect.name for effect in kept] == ["charged", "fog"]
    assert staying == (CountedEffect("total_defense", 20, 1),)
    assert pass_counts(staying, 12, 9) == (staying, ())
    assert pass_counts(staying, 9, 15, new_round=True) == ((), ("total_defense",))


@given(st.lists(st.integers(-5, 30), min_size=1, max_size=6), st.integers(-6, 31), st.integers(1, 3))
def test_every_count_is_passed_once_a_round(counts: list[int], count: int, rounds: int):
    order = sorted(counts, reverse=True)
    effects: tuple[CountedEffect, ...] = (CountedEffect("fog", count, rounds),)
    before = None
    ended: list[tuple[int, int]] = []
    for number in range(rounds + 1):
        for place, reached in enumerate(order):
            effects, names = pass_counts(effects, before, reached, new_round=number > 0 and place == 0)
            ended += [(number, place)] * len(names)
            before = reached
    first = next((place for place, reached in enumerate(order) if reached <= count), None)
    # a count below all others is passed when the next round begins
    assert ended == ([(rounds - 1, first)] if first is not None else [(rounds, 0)])


def test_ten_rounds_are_a_minute():
    assert elapsed_seconds(11) == 60


def test_errors_come_in_order():
    with pytest.raises(Missing):
        advance_turn([], "z", 0, [])
    with pytest.raises(UnknownValue):
        advance_turn(["a"], "z", 0, [])
    with pytest.raises(UnknownValue):
        advance_turn(["a"], "a", 0, [], [TurnEffect("fog", "z", 1)])
    with pytest.raises(OutOfRange, match="round"):
        advance_turn(["a"], "a", 0, [])
    with pytest.raises(OutOfRange, match="rounds_left"):
        advance_turn(["a"], "a", 1, [], [TurnEffect("fog", "a", 0)])

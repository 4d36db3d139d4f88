"""Who begins, in which order, who waits, and who acts ahead of others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.systems.d20.counts import Count, Delayer, delay, moved_to, same_count
from rules.systems.d20.initiative import (
    Contender,
    Starter,
    acts_this_round,
    initiative_modifier,
    initiative_order,
    roll_initiative,
    roll_ties,
    start_combat,
    surprised,
    tied,
    with_tie_dice,
)
from rules.systems.d20.waiting import ready_trigger
from tests.rules.d20.table import with_dice

ORDER = [Count("ane", 20), Count("bruno", 15), Count("cora", 10)]

names = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1)


@given(names, st.data())
def test_only_some_being_aware_makes_a_surprise_round(ids: list[str], data: st.DataObject):
    aware = data.draw(st.lists(st.booleans(), min_size=len(ids), max_size=len(ids)))
    start = start_combat([Starter(id_, knows) for id_, knows in zip(ids, aware, strict=True)])
    assert start.surprise_round == (any(aware) and not all(aware))
    assert start.flat_footed == tuple(ids)
    assert sorted(start.roll_initiative_first + start.roll_initiative_after_surprise) == sorted(ids)
    assert sum(start.actions_in_surprise_round.values()) == (sum(aware) if start.surprise_round else 0)


def test_surprise_takes_one_side_that_knows_and_one_that_does_not():
    """D20C-SUR-01."""
    assert surprised(aware=False, known_to_enemies=True)
    assert not surprised(aware=False, known_to_enemies=False)
    assert not surprised(aware=True, known_to_enemies=True)


@given(st.lists(st.tuples(st.integers(-5, 9), st.integers(1, 20)), min_size=1, max_size=6))
def test_nobody_stands_ahead_of_a_better_result(rolls: list[tuple[int, int]]):
    modifiers = [(str(place), modifier) for place, (modifier, _) in enumerate(rolls)]
    rolled = with_dice(roll_initiative(modifiers), *(face for _, face in rolls))
    assert [one.total for one in rolled] == [modifier + face for modifier, face in rolls]
    by_id = {one.id: one for one in rolled}
    ranks = [by_id[id_].rank for id_ in initiative_order(rolled)]
    assert ranks == sorted(ranks, reverse=True)


def test_a_tie_is_parted_group_by_group_from_the_highest_down():
    """D20C-HOUSE-02: both pairs are tied; the upper one is settled to the end first."""
    contenders = (Contender("a", 12, 2), Contender("b", 18, 3), Contender("c", 12, 2), Contender("d", 18, 3))
    assert tied(contenders) == ("b", "d")
    assert tied(with_tie_dice(contenders, ("b", "d"), (7, 7))) == ("b", "d")
    assert tied(with_tie_dice(contenders, ("b", "d"), (4, 9))) == ("a", "c")
    parted = with_dice(roll_ties(contenders), 7, 7, 4, 9, 20, 1)
    assert tied(parted) == ()
    assert initiative_order(parted) == ("d", "b", "a", "c")


def test_a_part_of_a_group_that_is_still_equal_rolls_alone():
    contenders = tuple(Contender(id_, 15, 2) for id_ in "abc")
    contenders = with_tie_dice(contenders, tied(contenders), (6, 11, 6))
    assert tied(contenders) == ("a", "c")
    assert initiative_order(with_tie_dice(contenders, ("a", "c"), (2, 3))) == ("b", "c", "a")


def test_a_newcomer_parts_a_tie_with_an_established_combatant():
    """D20C-INI-05, D20C-HOUSE-02: the established one rolls first."""
    contenders = (Contender("old", 14, 1, established=True), Contender("new", 14, 1))
    assert tied(contenders) == ("old", "new")
    order = initiative_order(with_tie_dice(contenders, ("old", "new"), (3, 12)))
    assert order == ("new", "old")
    assert acts_this_round(order, ["new"], "old") == {"new": False}


def test_a_hidden_one_comes_after_those_with_whom_it_is_tied():
    """D20C-HOUSE-02: only those who are seen roll, and the hidden among themselves."""
    seen = (Contender("a", 15, 2), Contender("b", 15, 2))
    hidden = (Contender("c", 15, 2, hidden=True), Contender("d", 15, 2, hidden=True))
    assert tied((seen[0], hidden[0])) == ()
    assert initiative_order((hidden[0], seen[0])) == ("a", "c")
    parted = with_dice(roll_ties((hidden[0], seen[0], hidden[1], seen[1])), 3, 9, 4, 20)
    assert initiative_order(parted) == ("b", "a", "d", "c")


def test_an_order_changed_by_readying_is_not_sorted_again():
    """D20C-INI-02, D20C-RDY-05: a stands ahead of b on the same count in spite of the lower modifier."""
    standing = [Contender("a", 15, 0, established=True), Contender("b", 15, 5, established=True)]
    assert tied(standing) == ()
    assert initiative_order([*standing, Contender("n", 9, 1)]) == ("a", "b", "n")


def test_improved_initiative_is_part_of_the_modifier():
    assert initiative_modifier(2, improved_initiative=True) == 6


@given(st.sampled_from(ORDER), st.integers(-5, 25))
def test_delaying_only_lowers(actor: Count, count: int):
    """D20C-DLY-02, D20C-HOUSE-16: everybody on the new count or above acts first."""
    if count >= actor.initiative:
        with pytest.raises(OutOfRange, match="not_lower"):
            delay(ORDER, actor.id, count)
        return
    after = delay(ORDER, actor.id, count)
    place = after.order.index(actor.id)
    assert [one.id for one in ORDER if one.id != actor.id] == [id_ for id_ in after.order if id_ != actor.id]
    by_id = {one.id: one.initiative for one in ORDER}
    assert all(by_id[id_] >= count for id_ in after.order[:place])
    assert all(by_id[id_] < count for id_ in after.order[place + 1 :])


def test_a_lost_action_comes_back_on_any_count():
    """D20C-HOUSE-17."""
    assert moved_to(ORDER, "cora", 17) == ("ane", "cora", "bruno")
    assert moved_to(ORDER, "cora", 20) == ("ane", "cora", "bruno")


@given(st.lists(st.tuples(st.integers(-3, 9), st.integers(3, 20)), min_size=1, max_size=5, unique=True))
def test_the_advantage_acts_first_on_a_count_or_last_of_all(ranks: list[tuple[int, int]]):
    """D20C-DLY-06 to -08."""
    delayers = [Delayer(str(place), *rank) for place, rank in enumerate(ranks)]
    best = str(ranks.index(max(ranks)))
    assert same_count(delayers)[0] == best
    assert sorted(same_count(delayers)) == sorted(one.id for one in delayers)


@given(st.permutations(["ane", "bruno", "cora"]), st.sampled_from(["this_round", "next_round_before_turn"]))
def test_a_readied_action_comes_just_ahead_of_its_trigger(ids: list[str], timing: str):
    order = [Count(id_, 20 - 5 * place) for place, id_ in enumerate(ids)]
    for trigger in ("bruno", "cora"):
        after = ready_trigger(order, "ane", "attack", timing, condition_met=True, trigger_by=trigger)
        assert after.order.index("ane") + 1 == after.order.index(trigger)
        assert after.holder_initiative == next(one.initiative for one in order if one.id == trigger)
        assert not after.regular_turn_left


def test_what_was_not_used_by_the_own_turn_is_lost():
    """D20C-RDY-07: also when the condition occurs at that very moment."""
    after = ready_trigger(ORDER, "bruno", "move", "own_turn", condition_met=True, trigger_by="ane")
    assert after.lost
    assert not after.taken
    assert after.regular_turn_left
    assert after.order == ("ane", "bruno", "cora")


def test_a_readied_action_waits_for_its_condition():
    """D20C-RDY-04."""
    after = ready_trigger(ORDER, "ane", "attack", "this_round")
    assert (after.taken, after.lost, after.holder_initiative) == (False, False, 20)
    waiting = ready_trigger(ORDER, "ane", "attack", "next_round_before_turn")
    assert waiting.regular_turn_left


@pytest.mark.parametrize("readied", ["full_round", "free", "varies", "none", "step"])
def test_nothing_but_attack_and_move_actions_can_be_readied(readied: str):
    """D20C-RDY-03."""
    with pytest.raises(NotAllowed, match=r"d20\.ready\.type"):
        ready_trigger(ORDER, "ane", readied, "this_round")


def test_errors_of_readying_come_in_order():
    with pytest.raises(Missing, match="trigger"):
        ready_trigger(ORDER, "nobody", "free", "this_round", condition_met=True)
    with pytest.raises(UnknownValue):
        ready_trigger(ORDER, "ane", "free", "some day", condition_met=True, trigger_by="cora")
    with pytest.raises(UnknownValue, match="type"):
        ready_trigger(ORDER, "ane", "daydream", "this_round")
    with pytest.raises(NotAllowed, match="own_trigger"):
        ready_trigger(ORDER, "ane", "attack", "this_round", condition_met=True, trigger_by="ane")

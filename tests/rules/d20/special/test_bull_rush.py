"""Bull rush: how far the target goes, and what becomes of the one who pushed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.bull_rush import BullRush, Pusher, bull_rush, further_push

BRUNO = Pusher("medium", 3)
CART_HORSE = Pusher("large", 4, stable=True)

faces = st.integers(1, 20)


def rush(actor: Pusher, target: Pusher, thrown: list[int], **changes: object) -> BullRush:
    usual = {"charging": False, "moves_with_target": True, "movement_left_ft": 20, "square_behind_occupied": False}
    return resolved(bull_rush(actor, target, **usual | changes), thrown)


def test_size_legs_and_charge_add_up():
    """D20S-BULL-05: +2 for charging; +4 for size and +4 for four legs."""
    check = rush(BRUNO, CART_HORSE, [10, 10], charging=True).check
    assert (check.acting_total, check.other_total) == (15, 22)


@given(faces, faces, st.integers(0, 40), st.booleans(), st.booleans())
def test_push_follow_and_way_back(one: int, two: int, left: int, along: bool, behind: bool):
    """D20S-BULL-06, -07, -10."""
    result = rush(
        BRUNO,
        Pusher("medium", 3),
        [one, two],
        moves_with_target=along,
        movement_left_ft=left,
        square_behind_occupied=behind,
    )
    if not result.check.won:
        assert result == BullRush(result.check, actor_back_ft=5, actor_prone=behind)
        return
    lead = one - two
    assert result.push_ft == 5 + result.actor_follow_ft
    assert result.actor_follow_ft <= left
    assert result.actor_follow_ft % 5 == 0
    assert result.actor_follow_ft + 5 > min(lead, left) if along else result.actor_follow_ft == 0
    assert (result.actor_back_ft, result.actor_prone) == (0, False)


@pytest.mark.parametrize(("lead", "left", "further"), [(4, 20, 0), (5, 20, 5), (14, 20, 10), (14, 9, 5), (30, 0, 0)])
def test_five_feet_for_each_full_five_points_within_the_movement_left(lead: int, left: int, further: int):
    assert further_push(lead, left) == further


def test_an_actor_who_stays_pushes_five_feet_however_far_ahead():
    """D20S-BULL-08."""
    assert rush(Pusher("huge", 9), BRUNO, [20, 1], moves_with_target=False).push_ft == 5


def test_refusals_come_before_dice_and_in_order():
    with pytest.raises(UnknownValue):
        rush(BRUNO, Pusher("vast", 1), [], movement_left_ft=-1)
    with pytest.raises(OutOfRange):
        rush(BRUNO, Pusher("huge", 1), [], movement_left_ft=-1)
    with pytest.raises(NotAllowed):
        rush(BRUNO, Pusher("huge", 1), [])

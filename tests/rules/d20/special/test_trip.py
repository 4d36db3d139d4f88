"""Trip and overrun: who falls, who trips in return, and where an overrun ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.maneuvers import Footing
from rules.systems.d20.overrun import Overrun
from rules.systems.d20.sizes import SIZES, too_large
from rules.systems.d20.trip import Trip, defending_ability, standing_modifier, trip, tripping_modifier
from tests.rules.d20.special.pieces import overrun

MARTA = Footing("medium", strength_modifier=2, dexterity_modifier=1, stable=False)
HOUND = Footing("small", strength_modifier=0, dexterity_modifier=3, stable=True)

modifiers = st.integers(-5, 10)
footings = st.builds(Footing, st.sampled_from(SIZES), modifiers, modifiers, st.booleans())


def try_trip(actor: Footing, target: Footing, faces: list[int], **changes: object) -> Trip:
    manner = {"method": "unarmed", "counter": True, "drop": False} | changes
    rule = trip(actor, target, touch_attack_bonus=4, touch_defense=13, method=manner["method"])
    return resolved(rule, faces, manner)


def try_overrun(faces: list[int], **changes: object) -> Overrun:
    usual = {
        "touch_attack_bonus": 4,
        "touch_defense": 13,
        "method": "unarmed",
        "within": "charge",
        "straight_run_ft": 10,
        "five_foot_step": False,
        "attempts_this_action": 0,
        "defender_choice": "block",
        "square_behind_occupied": False,
    }
    choices = {"counter": True, "drop": changes.pop("drop", False)}
    return resolved(overrun(MARTA, HOUND, **usual | changes), faces, choices)


def test_a_larger_actor_against_four_legs():
    """D20S-TRIP-05: +4 for Marta's size, +4 for the hound's legs, which counts on its Dexterity too."""
    assert tripping_modifier(MARTA, HOUND) == 2 + 4
    assert standing_modifier(HOUND, MARTA) == 3 + 4
    assert try_trip(MARTA, HOUND, [9, 12, 10]).target_prone


def test_in_return_the_roles_change_and_legs_help_only_the_one_who_is_to_fall():
    """D20S-TRIP-07: the hound rolls bare Strength, Marta the better ability and her size."""
    result = try_trip(MARTA, HOUND, [9, 3, 10, 19, 12])
    assert result.counter is not None
    assert (result.counter.acting_total, result.counter.other_total) == (19, 12 + 2 + 4)
    assert result.actor_prone


def test_a_trip_weapon_may_be_let_go_instead_of_falling():
    """D20S-TRIP-11: only such a weapon, and only when the actor would fall."""
    lost, kept = [9, 3, 10, 19, 12], [9, 3, 10, 5, 12]
    assert try_trip(MARTA, HOUND, lost, method="weapon", drop=True) == Trip(
        True, try_trip(MARTA, HOUND, lost).check, try_trip(MARTA, HOUND, lost).counter, weapon_dropped=True
    )
    assert not try_trip(MARTA, HOUND, kept, method="weapon", drop=True).weapon_dropped
    assert try_trip(MARTA, HOUND, lost, method="unarmed", drop=True).actor_prone


@given(footings, footings, st.lists(st.integers(1, 20), min_size=5, max_size=5), st.booleans())
def test_nobody_falls_without_a_check_and_never_both(actor: Footing, target: Footing, faces: list[int], reacts: bool):
    if too_large(actor.size, target.size):
        with pytest.raises(NotAllowed):
            try_trip(actor, target, faces)
        return
    touch = faces[0] == 20 or (faces[0] != 1 and faces[0] + 4 >= 13)
    lost = touch and not try_trip(actor, target, faces[:3], counter=False).target_prone
    counters = reacts and lost and not too_large(target.size, actor.size)
    thrown = faces[: (5 if counters else 3) if touch else 1]
    result = try_trip(actor, target, thrown, counter=reacts)
    assert result.touch_hit == touch
    assert (result.counter is not None) == counters
    assert not (result.target_prone and result.actor_prone)
    better = max(target.strength_modifier, target.dexterity_modifier)
    assert getattr(target, f"{defending_ability(target)}_modifier") == better


def test_an_avoided_overrun_throws_no_dice():
    """D20S-OVR-07."""
    assert try_overrun([], defender_choice="avoid") == Overrun("avoided", "continues", False, False, False)


@pytest.mark.parametrize(
    ("faces", "behind", "outcome", "position", "prone"),
    [
        ([9, 12, 10], True, "tripped", "continues", False),
        ([8], False, "pushed_back", "back_5ft", False),
        ([8], True, "pushed_back", "back_5ft", True),
        ([9, 3, 10, 19, 12], True, "actor_tripped", "target_square", True),
        ([9, 3, 10, 5, 12], False, "pushed_back", "back_5ft", False),
    ],
)
def test_a_blocked_overrun_ends_where_the_trip_says(
    faces: list[int], behind: bool, outcome: str, position: str, prone: bool
):
    """D20S-OVR-08 to -10, reading C-08."""
    result = try_overrun(faces, square_behind_occupied=behind)
    assert (result.outcome, result.actor_position, result.actor_prone) == (outcome, position, prone)


def test_an_actor_who_drops_the_weapon_goes_back_on_its_feet():
    """D20S-TRIP-11 within D20S-OVR-10."""
    result = try_overrun([9, 3, 10, 19, 12], method="weapon", drop=True)
    assert result == Overrun("pushed_back", "back_5ft", actor_prone=False, target_prone=False, weapon_dropped=True)


@pytest.mark.parametrize(
    ("changes", "error", "reason"),
    [
        ({"within": "other", "straight_run_ft": 5}, NotAllowed, "d20.maneuver.not_in_move_or_charge"),
        ({"five_foot_step": True}, NotAllowed, "d20.maneuver.five_foot_step"),
        ({"attempts_this_action": 1}, NotAllowed, "d20.maneuver.second_attempt"),
        ({"straight_run_ft": 9}, NotAllowed, "d20.maneuver.run_too_short"),
        ({"straight_run_ft": -1, "within": "other"}, OutOfRange, "d20.distance.negative"),
        ({"straight_run_ft": -1, "method": "lasso"}, UnknownValue, "d20.trip.method_unknown"),
        ({"attempts_this_action": 1, "defender_choice": "flee"}, UnknownValue, "d20.overrun.choice_unknown"),
    ],
)
def test_an_overrun_is_refused_before_any_die(changes: dict[str, object], error: type[Exception], reason: str):
    with pytest.raises(error, match=reason):
        try_overrun([], **changes)

"""What stands against a maneuver, and who may strike meanwhile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, OutOfRange, UnknownValue
from rules.systems.d20.budget import known_action
from rules.systems.d20.maneuvers import MANEUVERS, WITHIN
from rules.systems.d20.opportunity import OPENINGS, PROVOKING, drawn_by
from rules.systems.d20.sizes import SIZES
from tests.rules.d20.special.pieces import obstacles

sizes = st.sampled_from(SIZES)
foes = st.lists(st.sampled_from("abcde"), unique=True)


def test_every_reason_against_an_overrun_is_named_in_order():
    against = obstacles(
        "overrun",
        "fine",
        "colossal",
        within="other",
        five_foot_step=True,
        attempts_this_action=2,
        straight_run_ft=0,
    )
    assert against == ("target_too_large", "not_in_move_or_charge", "five_foot_step", "second_attempt", "run_too_short")


@given(sizes, sizes, st.booleans(), st.integers(0, 3))
def test_a_grab_may_always_be_tried(actor: str, target: str, step: bool, attempts: int):
    """D20S-GRAP-13: a grab alone is possible at any size."""
    assert not obstacles("grapple_grab", actor, target, five_foot_step=step, attempts_this_action=attempts)


@given(st.sampled_from(MANEUVERS), sizes, st.sampled_from(WITHIN), st.booleans(), st.integers(0, 3), st.integers(0, 40))
def test_a_step_or_a_short_run_matters_to_few(
    maneuver: str, size: str, within: str, step: bool, attempts: int, run: int
):
    """D20S-OVR-01 to -05, D20S-BULL-01, -02: against one of the same size only movement can stand in the way."""
    against = obstacles(
        maneuver,
        size,
        size,
        within=within,
        five_foot_step=step,
        attempts_this_action=attempts,
        straight_run_ft=run,
    )
    allowed = {
        "overrun": within != "other" and not step and not attempts and run >= 10,
        "bull_rush": within != "other" and not step,
    }
    assert (not against) == allowed.get(maneuver, True)


def test_what_is_absent_is_missed_before_words_and_numbers_are_looked_at():
    with pytest.raises(Missing):
        obstacles("overrun", "enormous", "medium", within="move_action", attempts_this_action=-1)
    with pytest.raises(Missing):
        obstacles("bull_rush", "medium", "medium")
    with pytest.raises(UnknownValue):
        obstacles("overrun", "medium", "medium", within="dream", straight_run_ft=-5)
    with pytest.raises(OutOfRange):
        obstacles("overrun", "medium", "colossal", within="other", straight_run_ft=-5)


@given(st.sampled_from(PROVOKING), foes, st.sampled_from("abcdef"), st.booleans(), st.booleans())
def test_only_those_who_threaten_may_strike(action: str, threatening: list[str], other: str, armed: bool, sunder: bool):
    """D20S-AOO-01."""
    striking = drawn_by(action, threatening, other, unarmed_counts_as_armed=armed, sunder_feat=sunder)
    assert list(striking) == [foe for foe in threatening if foe in striking]


@given(st.sampled_from(PROVOKING), foes, st.sampled_from("abcdef"))
def test_being_armed_and_knowing_how_to_break_weapons_help_in_their_own_actions(
    action: str, threatening: list[str], other: str
):
    """D20S-TRIP-03, D20S-OBJ-05."""
    plain = drawn_by(action, threatening, other)
    helped_by = {"unarmed_counts_as_armed": ("unarmed_attack", "trip_unarmed"), "sunder_feat": ("strike_held_object",)}
    for flag, helped in helped_by.items():
        assert drawn_by(action, threatening, other, **{flag: True}) == (() if action in helped else plain)


def test_every_action_says_who_may_strike():
    assert tuple(OPENINGS) == PROVOKING


def test_only_what_provokes_by_the_action_tables_lets_a_foe_strike():
    """D20C-AOT-01, -02, -05, -08: the tables say whether it provokes, special attacks only who may strike."""
    for action, opening in OPENINGS.items():
        if opening.action is not None:
            row = known_action(opening.action)
            # whether an attack on an object provokes depends on the object: it does when a creature holds it
            wanted = "maybe" if opening.action == "attack_object" else "no" if opening.drawn == "nobody" else "yes"
            assert row.provokes == wanted, action


def test_what_follows_no_row_of_the_tables_draws_nothing():
    """D20S-DIS-06, D20S-GRAP-36: where their rows would say yes."""
    own = {action: opening.drawn for action, opening in OPENINGS.items() if opening.action is None}
    assert own == {"disarm_counter": "nobody", "grapple_join": "nobody"}

"""What fits into a turn, and several attacks in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.systems.d20.attack_bonus import OFF_HANDS, base_attacks, two_weapon_penalties
from rules.systems.d20.budget import (
    ACTIONS,
    COVERING_DISTANCE,
    KNOCKOUT_BLOW,
    Remaining,
    TurnAction,
    check_plan,
    known_action,
)
from tests.vectors.d20_sums import PlannedAttack, full_attack

MOVE = TurnAction("move", "move_speed", 30)
ATTACK = TurnAction("attack", "attack_melee")
STEP = TurnAction("step", "five_foot_step", 5)
DRAW = TurnAction("free", "draw_weapon_with_move")
START = TurnAction("attack", "start_full_round_action")
COMPLETE = TurnAction("attack", "complete_full_round_action")

actions = st.builds(
    TurnAction,
    type=st.sampled_from(["attack", "move", "full_round", "free", "step"]),
    action=st.sampled_from(["", *ACTIONS]),
    distance_ft=st.sampled_from([0, 5, 30]),
)


def legal(*done: TurnAction, **situation: bool) -> bool:
    try:
        check_plan(done, **situation)
    except RuleError:
        return False
    return True


@given(st.lists(actions, max_size=4), st.booleans())
def test_no_beginning_of_a_legal_turn_is_illegal(done: list[TurnAction], limited: bool):
    if legal(*done, limited=limited):
        for length in range(len(done)):
            assert legal(*done[:length], limited=limited)


@given(st.lists(actions, max_size=3), st.booleans())
def test_what_remains_is_what_can_still_be_begun(done: list[TurnAction], limited: bool):
    """D20C-ACT-02, D20C-ACT-04: the count of each type holds exactly, a charge in a limited turn apart."""
    if not legal(*done, limited=limited):
        return
    left = check_plan(done, limited=limited)
    for part, count in (("attack", left.attack), ("move", left.move), ("full_round", left.full_round)):
        further = [TurnAction(part)] * (count + 1)
        assert legal(*done, *further[:count], limited=limited)
        assert not legal(*done, *further, limited=limited)


@given(st.lists(actions, max_size=3))
def test_a_limited_turn_never_allows_more(done: list[TurnAction]):
    if legal(*done, limited=True):
        assert legal(*done)


@pytest.mark.parametrize("moving", COVERING_DISTANCE)
def test_no_step_beside_a_full_round_action_that_moves(moving: str):
    """D20C-ACT-09: not even when it has covered no distance."""
    assert legal(TurnAction("full_round", moving, 30))
    assert not legal(TurnAction("full_round", moving), STEP)
    assert legal(TurnAction("full_round", "coup_de_grace"), STEP)


def test_a_surprise_round_allows_a_charge_or_a_bull_rush():
    """D20C-CHG-05, D20C-CHG-09."""
    assert legal(TurnAction("full_round", "bull_rush_charge", 30), limited=True)
    assert not legal(TurnAction("full_round", "overrun_charge", 30), limited=True)


def test_the_second_of_two_attacks_needs_a_full_attack():
    """D20C-MEL-02, D20C-CHG-08."""
    assert legal(TurnAction("full_round", "full_attack", attacks=4))
    assert not legal(TurnAction("attack", "attack_ranged", attacks=2))
    assert not legal(TurnAction("full_round", "charge", 20, attacks=2))
    assert not legal(TurnAction("attack", "total_defense", attacks=1))


def test_a_weapon_is_drawn_in_each_of_two_moves():
    """D20C-MVA-05."""
    check_plan([DRAW, MOVE, DRAW, MOVE], base_attack_bonus=1)
    with pytest.raises(NotAllowed, match="draw_needs_move"):
        check_plan([DRAW, DRAW, MOVE], base_attack_bonus=1)
    with pytest.raises(NotAllowed, match="draw_needs_bonus"):
        check_plan([DRAW, MOVE])
    with pytest.raises(NotAllowed, match="draw_needs_move"):
        check_plan([DRAW, TurnAction("move", "stand_up")], base_attack_bonus=1)


def test_a_full_round_action_over_two_turns():
    """D20C-MVA-07, D20C-MVA-08: speaking and the step may follow the start, and come before the rest."""
    assert check_plan([TurnAction("move", "stand_up"), START, TurnAction("free", "speak"), STEP]) == Remaining(0, 0, 0)
    rest = check_plan([STEP, TurnAction("free", "speak"), COMPLETE], must_complete_full_round=True)
    assert rest == Remaining(0, 1, 0)
    with pytest.raises(NotAllowed, match="must_complete"):
        check_plan([MOVE], must_complete_full_round=True)
    with pytest.raises(NotAllowed, match="no_full_round_action"):
        check_plan([TurnAction("attack", "start_full_round_action", which="open_door")])
    with pytest.raises(UnknownValue):
        check_plan([TurnAction("attack", "start_full_round_action", which="somersault")])
    check_plan([TurnAction("attack", "attack_melee", which="open_door")])


@pytest.mark.parametrize("which", ["full_attack", "charge", "run", "withdraw"])
def test_what_cannot_be_spread_over_two_turns(which: str):
    """D20C-HOUSE-13."""
    with pytest.raises(NotAllowed, match="not_over_two_turns"):
        check_plan([TurnAction("attack", "start_full_round_action", which=which)])


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_done_as_what_it_is(name: str):
    row = known_action(name).type
    for part in ("attack", "move", "full_round", "free", "step"):
        fits = part == "step" if name == "five_foot_step" else row == part or (row == "varies" and part != "step")
        assert legal(TurnAction(part, name)) == fits


def test_errors_of_a_turn_come_in_order():
    with pytest.raises(UnknownValue):
        check_plan([ATTACK, ATTACK, TurnAction("move", distance_ft=-5), TurnAction("free", "somersault")])
    with pytest.raises(UnknownValue, match="type"):
        check_plan([TurnAction("dance")])
    with pytest.raises(OutOfRange):
        check_plan([ATTACK, ATTACK, TurnAction("move", distance_ft=-5)])
    with pytest.raises(OutOfRange, match="step"):
        check_plan([TurnAction("step", distance_ft=6)])
    with pytest.raises(OutOfRange, match="attacks"):
        check_plan([TurnAction("attack", attacks=-1)])
    with pytest.raises(NotAllowed, match="second_attack_action"):
        check_plan([ATTACK, ATTACK])


def test_what_provokes_by_itself():
    """D20C-AOT-01 to -06, D20C-AOT-08."""
    assert {name for name, row in ACTIONS.items() if row.provokes == "yes"} == {
        "attack_weapon",
        "attack_ranged",
        "attack_unarmed",
        "stabilize_character",
        "sheathe_weapon",
        "stand_up",
        "move_speed",
        "move_heavy_object",
        "reload_box_magazine_or_speed_loader",
        "pick_up_object",
        "retrieve_stored_object",
        "run",
        "coup_de_grace",
        "reload_internal_magazine",
        "load_weapon",
        "disarm",
        "grapple",
    }
    assert known_action("attack_object").provokes == "maybe"


def test_what_stands_in_for_a_melee_attack():
    """D20C-AOT-09."""
    assert [name for name, row in ACTIONS.items() if row.replaces_melee_attack] == ["trip", "disarm", "grapple"]


def test_the_knockout_blow_is_no_row_of_the_tables_but_provokes():
    """D20C-KOB-01, D20C-KOB-05."""
    assert (KNOCKOUT_BLOW.type, KNOCKOUT_BLOW.provokes) == ("full_round", "yes")
    with pytest.raises(UnknownValue):
        known_action("knockout_blow")


def test_readying_provokes_nothing():
    """D20C-RDY-02."""
    assert known_action("ready_attack_action").provokes == "no"


@pytest.mark.parametrize(
    ("bonus", "attacks"),
    [(-1, (-1,)), (5, (5,)), (6, (6, 1)), (10, (10, 5)), (11, (11, 6, 1)), (16, (16, 11, 6, 1)), (20, (20, 15, 10, 5))],
)
def test_attacks_by_base_attack_bonus(bonus: int, attacks: tuple[int, ...]):
    """D20C-HOUSE-12."""
    assert base_attacks(bonus) == attacks


@given(st.lists(st.builds(PlannedAttack, st.sampled_from(["primary", "off"]), st.integers(-5, 20)), min_size=1))
def test_each_hand_goes_down_on_its_own(sequence: list[PlannedAttack]):
    """D20C-FUL-04."""
    falling = sorted(sequence, key=lambda attack: attack.bonus, reverse=True)
    assert full_attack(falling, "continue").attacks_made == len(sequence)
    by_hand = [attack for attack in falling if attack.hand == "off"]
    by_hand += [attack for attack in falling if attack.hand == "primary"]
    assert full_attack(by_hand, "move_other", step_taken=True).attacks_made == 1


def test_a_full_attack_needs_an_attack_and_falling_bonuses():
    with pytest.raises(Missing):
        full_attack([], "dance")
    with pytest.raises(UnknownValue):
        full_attack([PlannedAttack("primary", 1), PlannedAttack("primary", 6)], "dance")
    with pytest.raises(NotAllowed, match="rising"):
        full_attack([PlannedAttack("off", 1), PlannedAttack("primary", 9), PlannedAttack("off", 2)], "continue")


@pytest.mark.parametrize("off_hand", OFF_HANDS)
def test_the_feat_and_a_light_weapon_always_help(off_hand: str):
    """D20C-TWF-02, D20C-TWF-03: 2 and 6 by the feat, 2 and 2 by the light weapon."""
    plain, trained = (two_weapon_penalties(off_hand, feat=feat) for feat in (False, True))
    assert (trained.primary - plain.primary, trained.off - plain.off) == (2, 6)
    lighter = 0 if off_hand == "normal" else 2
    assert plain.primary == -6 + lighter
    assert plain.off == -10 + lighter

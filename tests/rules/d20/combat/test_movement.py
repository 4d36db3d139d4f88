"""Ways of moving, running, squares, and what provokes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.systems.d20.budget import ACTIONS, action_provokes
from rules.systems.d20.movement import (
    MOVE_MODES,
    Stamina,
    after_pause,
    movement,
    pass_through,
    run_dc,
    run_round,
    speed_in_the_dark,
)
from rules.systems.d20.opportunity import HELD_WEAPONS, can_strike, drawn_by, has_opportunity, movement_provokes
from rules.systems.d20.sizes import SIZES, categories_apart
from tests.rules.d20.table import with_dice

modes = st.sampled_from(MOVE_MODES)
speeds = st.integers(0, 60)
squares = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
paths = st.lists(st.lists(st.sampled_from("gho"), max_size=3, unique=True), min_size=1, max_size=5)


@given(modes, speeds, st.booleans())
def test_darkness_never_speeds_up_and_the_feat_helps(mode: str, speed: int, limited: bool):
    """D20C-GRD-06, D20C-HOUSE-14."""
    if limited and mode in ("double_move", "run", "withdraw"):
        with pytest.raises(NotAllowed, match="limited"):
            movement(mode, speed, limited=limited)
        return
    light = movement(mode, speed, limited=limited).max_ft
    feat = movement(mode, speed_in_the_dark(speed, blind_fight=True), limited=limited).max_ft
    dark = movement(mode, speed_in_the_dark(speed), limited=limited).max_ft
    assert dark <= feat <= light


@given(modes, speeds, st.integers(-5, 250))
def test_a_distance_stays_within_the_limits(mode: str, speed: int, distance: int):
    limits = movement(mode, speed)
    if limits.min_ft <= distance <= limits.max_ft:
        assert movement(mode, speed, distance_ft=distance) == limits
    else:
        with pytest.raises(OutOfRange, match="distance"):
            movement(mode, speed, distance_ft=distance)


def test_each_factor_rounds_down_by_itself():
    """D20C-HOUSE-01: 35 in the dark is 17, and a quarter of that 4."""
    assert speed_in_the_dark(35) == 17
    assert movement("climb", 17).max_ft == 4
    assert movement("run", 17).max_ft == 68
    assert movement("crawl", 0).max_ft == 5


def test_a_slow_creature_cannot_charge_at_all():
    """D20C-CHG-02, D20C-CHG-05."""
    assert movement("charge", 5, distance_ft=10).max_ft == 10
    with pytest.raises(OutOfRange):
        movement("charge", 5, distance_ft=10, limited=True)


def test_errors_of_moving_come_in_order():
    with pytest.raises(UnknownValue):
        movement("fly", -5)
    with pytest.raises(OutOfRange, match="speed"):
        movement("run", -5)
    with pytest.raises(OutOfRange, match="distance"):
        movement("charge", 30, distance_ft=70, limited=True)
    with pytest.raises(NotAllowed, match="limited"):
        movement("run", 30, limited=True, needs_skill_check=True)
    movement("move", 30, needs_skill_check=True)


@given(st.integers(1, 8), st.integers(0, 30))
def test_nobody_runs_for_ever(constitution: int, modifier: int):
    """D20C-RUN-03 to -05: free rounds by Constitution score, then checks that get harder, then ten rounds of rest."""
    stamina, ran = Stamina(), 0
    while not stamina.rest_rounds_left:
        dc = run_dc(constitution, stamina)
        rule = run_round("run", stamina, constitution=constitution, constitution_modifier=modifier)
        after = with_dice(rule, *(() if dc is None else (10,)))
        assert after.check_dc == dc
        stamina, ran = after.stamina, ran + after.ran
    assert ran == constitution + modifier + 1
    assert stamina == Stamina(ran, modifier + 2, 10)
    with pytest.raises(NotAllowed, match="resting"):
        with_dice(run_round("run", stamina, constitution=constitution, constitution_modifier=modifier))
    for left in range(9, -1, -1):
        rule = run_round("rest", stamina, constitution=constitution, constitution_modifier=modifier)
        stamina = with_dice(rule).stamina
        assert stamina.rest_rounds_left == left
    assert stamina == Stamina()


def test_ten_rounds_without_running_start_afresh():
    """D20C-HOUSE-15: for a runner who stopped in time; one who owes a rest has to rest."""
    tired = Stamina(5, 0, 0)
    assert after_pause(tired, 9) == tired
    assert after_pause(tired, 10) == Stamina()
    assert after_pause(Stamina(12, 1, 10), 10) == Stamina(12, 1, 10)


@pytest.mark.parametrize(
    ("stamina", "score"),
    [(Stamina(-1), 10), (Stamina(0, -1), 10), (Stamina(0, 0, -1), 10), (Stamina(0, 0, 11), 10), (Stamina(), 0)],
)
def test_counters_of_running_have_their_range(stamina: Stamina, score: int):
    with pytest.raises(OutOfRange):
        with_dice(run_round("rest", stamina, constitution=score, constitution_modifier=0))


@given(st.sampled_from(SIZES), st.sampled_from(SIZES), st.booleans(), st.integers(0, 3))
def test_who_stands_in_the_way(mover: str, occupant: str, resists: bool, ranks: int):
    """D20C-PAS-01 to -04."""
    assert pass_through(mover, occupant, "friendly", resists=resists).free
    passing = pass_through(mover, occupant, "hostile", resists=resists, tumble_ranks=ranks)
    assert passing.free == (not resists or categories_apart(mover, occupant) >= 3)
    assert passing.options == (() if passing.free else ("overrun", "tumble") if ranks else ("overrun",))
    assert passing == pass_through(occupant, mover, "hostile", resists=resists, tumble_ranks=ranks)


def test_errors_of_passing_come_in_order():
    with pytest.raises(UnknownValue):
        pass_through("medium", "titanic", "hostile", tumble_ranks=-1)
    with pytest.raises(OutOfRange):
        pass_through("medium", "medium", "friendly", tumble_ranks=-1)


@given(paths)
def test_withdrawing_spares_the_first_square_only(path: list[list[str]]):
    """D20C-AOO-04 to -06, D20C-WDR-02, D20C-WDR-03, D20C-HOUSE-20."""
    walked = movement_provokes("move", path)
    assert sorted(walked) == sorted({enemy for square in path[:-1] for enemy in square})
    assert movement_provokes("withdraw", path) == (movement_provokes("move", path[1:]) if path[1:] else ())
    if len(path) <= 2:
        assert movement_provokes("five_foot_step", path) == ()


def test_errors_of_a_path_come_in_order():
    with pytest.raises(Missing):
        movement_provokes("fly", [])
    with pytest.raises(UnknownValue):
        movement_provokes("fly", [["g"]])
    with pytest.raises(OutOfRange):
        movement_provokes("five_foot_step", [[], [], []])


@pytest.mark.parametrize("weapon", HELD_WEAPONS)
def test_an_archer_who_fights_unarmed_well_threatens_too(weapon: str):
    """D20C-AOO-02, D20C-UNA-04."""
    assert can_strike(weapon) == (weapon in ("melee", "natural"))
    assert can_strike(weapon, unarmed_counts_as_armed=True)


def test_what_no_hand_can_hold_threatens_nothing():
    with pytest.raises(UnknownValue) as refused:
        can_strike("tentacle")
    assert refused.value.field == "weapon"


@given(*[st.booleans()] * 3)
def test_one_attack_of_opportunity_for_a_combatant_that_is_able(flat_footed: bool, total_defense: bool, used: bool):
    """D20C-AOO-08, D20C-AOO-10, D20C-HOUSE-23."""
    able = has_opportunity(int(used), flat_footed=flat_footed, total_defense=total_defense)
    assert able == (not flat_footed and not total_defense and not used)


@pytest.mark.parametrize("action", ACTIONS)
def test_the_tables_say_what_provokes(action: str):
    """D20C-AOO-07, D20C-AOT-07: what usually provokes does, unless the game master rules otherwise."""
    assert action_provokes(action) == (ACTIONS[action].provokes in ("yes", "usually"))


def test_an_unarmed_attack_is_answered_by_its_target_alone():
    """D20C-UNA-02 to -04."""
    assert drawn_by("unarmed_attack", ("guard", "target"), "target") == ("target",)
    assert drawn_by("unarmed_attack", ("guard", "target"), "target", unarmed_counts_as_armed=True) == ()

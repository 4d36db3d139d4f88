"""From below zero back to one's feet, or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange
from rules.systems.d20.harm import flags_after_damage
from rules.systems.d20.healing import heal
from rules.systems.d20.hit_points import STATES
from rules.systems.d20.recovery import RECOVERY_RULES, recovery_roll
from tests.rules.d20.harm.test_healing import rested_for
from tests.rules.d20.table import with_dice

FAILS, SAVES = 2, 19


def test_whom_nobody_helps_dies_in_nine_rounds():
    hp, state, rounds = -1, "dying", 0
    while state == "dying":
        roll = with_dice(recovery_roll("dying_round", hp, state, 1), FAILS)
        hp, state, rounds = roll.hp, roll.state, rounds + 1
    assert (hp, state, rounds) == (-10, "dead", 9)  # D20H-DY-02, D20H-REC-01


def test_the_lonely_way_back():
    stable = with_dice(recovery_roll("dying_round", -4, "dying", 1), SAVES)
    assert (stable.state, stable.conscious, stable.tended) == ("stable", False, False)  # D20H-REC-02
    asleep = with_dice(recovery_roll("stable_hour", stable.hp, stable.state, 1), FAILS)
    assert (asleep.hp, asleep.state) == (-4, "stable")  # D20H-HOUSE-04
    awake = with_dice(recovery_roll("stable_hour", asleep.hp, asleep.state, 1), SAVES)
    assert (awake.hp, awake.state, awake.conscious) == (-4, "disabled", True)  # D20H-REC-03
    assert rested_for("night", awake.hp, 20, 3, state="disabled").healed == 0
    worse = with_dice(recovery_roll("untended_day", awake.hp, awake.state, 1), FAILS)
    assert (worse.hp, worse.state) == (-5, "disabled")  # D20H-REC-04
    mending = with_dice(recovery_roll("untended_day", worse.hp, worse.state, 1), SAVES)
    assert mending.recovering
    safe = with_dice(recovery_roll("untended_day", mending.hp, "disabled", 1, recovering=True))
    assert not safe.roll_due  # D20H-REC-05
    well = rested_for("bed_day", safe.hp, 20, 3, state="disabled", recovering=True)
    assert (well.hp, well.state) == (1, "normal")


def test_with_help_rest_heals_even_the_unconscious():
    helped = with_dice(recovery_roll("first_aid", -6, "dying", 5), 10)
    assert (helped.state, helped.tended) == ("stable", True)  # D20H-REC-06
    slept = rested_for("night", helped.hp, 20, 3, state="stable", tended=True)
    assert (slept.hp, slept.state) == (-3, "stable")  # D20H-REC-08


def test_who_falls_on_the_own_turn_saves_on_the_next():
    fallen = with_dice(recovery_roll("dying_round", -1, "dying", 1, began_this_turn=True))
    assert (fallen.roll_due, fallen.hp) == (False, -1)  # D20H-HOUSE-07


@pytest.mark.parametrize("kind", RECOVERY_RULES)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("hp", [-40, 12])
def test_the_state_decides_before_the_hit_points_do(kind: str, state: str, hp: int):
    refusal = OutOfRange if state == RECOVERY_RULES[kind].needs else NotAllowed
    with pytest.raises(refusal):
        with_dice(recovery_roll(kind, hp, state, 0), 10)


@given(st.sampled_from(sorted(RECOVERY_RULES)), st.integers(-9, -1), st.integers(1, 20), st.integers(-5, 25))
def test_no_roll_costs_more_than_a_point_or_gives_one(kind: str, hp: int, face: int, bonus: int):
    roll = with_dice(recovery_roll(kind, hp, RECOVERY_RULES[kind].needs, bonus), face)
    assert hp - roll.hp in (0, RECOVERY_RULES[kind].loss)
    assert not (roll.success and roll.hp < hp)
    assert (roll.state == "dead") == (roll.hp == -10)


def test_a_hit_below_zero_undoes_the_recovery():
    assert flags_after_damage(-5, 1, tended=True, recovering=True) == (False, False)  # D20H-HOUSE-05
    assert flags_after_damage(-5, 0, tended=True, recovering=False) == (True, False)
    assert flags_after_damage(3, 4, tended=False, recovering=True) == (False, True)


@given(st.integers(-9, -1), st.integers(1, 40))
def test_any_healing_stops_the_dying(hp: int, amount: int):
    healed = heal(amount, hp, 20, "dying", locked_damage=0)
    assert healed.state in ("stable", "disabled", "normal")  # D20H-HOUSE-06
    assert healed.tended is True


def test_healing_that_brings_nothing_does_not_stop_the_dying():
    healed = heal(0, -4, 20, "dying", locked_damage=0)
    assert (healed.state, healed.tended) == ("dying", False)

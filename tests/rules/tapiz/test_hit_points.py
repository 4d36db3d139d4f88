"""Pools fall, stop, recover and are paid for within their limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed
from rules.systems.tapiz.hero_points import award, choose_consequence, pay, recover, start_adventure
from rules.systems.tapiz.hit_points import (
    END,
    POOLS,
    allowed_actions,
    apply_damage,
    end_scene,
    heal,
    hit_point_status,
    loses_points,
    night_rest,
    pool_status,
    stabilise,
    tick_round,
)
from rules.systems.tapiz.options import Slots, blow_cap, defence_reserve, fill_slot

points = st.integers(-20, 40)
amounts = st.integers(0, 40)


@given(points, st.booleans())
def test_a_round_takes_at_most_one_point_and_never_at_the_end(current: int, stabilised: bool):
    after = tick_round(current, stabilised=stabilised)
    assert after == (current - 1 if END < current < 0 and not stabilised else current)


@given(points)
def test_ticking_comes_to_rest(current: int):
    for _ in range(-END):
        current = tick_round(current)
    assert tick_round(current) == current
    assert not loses_points(current)


@given(points)
def test_the_end_of_a_scene_changes_only_zero(current: int):
    assert end_scene(current) == (1 if current == 0 else current)


@given(st.sampled_from(POOLS), points, amounts, st.none() | st.integers(1, 20), st.booleans(), st.booleans())
def test_damage_is_capped_and_reopens_healing(
    pool: str, current: int, amount: int, cap: int | None, healing: bool, stabilised: bool
):
    damage = apply_damage(pool, current, amount, cap=cap, healing_available=healing, stabilised=stabilised)
    assert damage.applied == (amount if cap is None else min(amount, cap))
    assert damage.current == current - damage.applied
    assert damage.status == pool_status(pool, damage.current)
    assert damage.healing_available == (healing or damage.applied > 0)
    assert damage.stabilised == (stabilised and damage.applied == 0)


@given(points, points)
def test_the_stricter_pool_counts(physical: int, mental: int):
    strictness = ["any", "obey_or_flee", "none"]
    alone = (allowed_actions(physical, 1), allowed_actions(1, mental))
    assert allowed_actions(physical, mental) == max(alone, key=strictness.index)
    status = hit_point_status(physical, mental)
    assert status.playable == (status.physical != "dead" and status.mental != "lost")


@given(points, st.integers(1, 40), amounts, st.booleans())
def test_one_attempt_heals_up_to_the_maximum_and_is_used_up(current: int, maximum: int, amount: int, success: bool):
    if current <= END:
        with pytest.raises(NotAllowed, match="beyond_help"):
            heal(current, maximum, amount, success=success, healing_available=True)
        return
    healing = heal(current, maximum, amount, success=success, healing_available=True)
    assert current <= healing.current <= max(current, maximum)
    assert healing.current == current + healing.restored
    with pytest.raises(NotAllowed, match="used_up"):
        heal(healing.current, maximum, amount, success=True, healing_available=healing.healing_available)


@given(st.integers(END + 1, -1), st.integers(0, 40))
def test_stabilising_gets_harder_with_every_negative_point(current: int, total: int):
    attempt = stabilise("physical", current, total)
    assert attempt.difficulty == 12 - current
    assert attempt.stabilised == (total >= 12 - current)
    assert attempt.current == current


def test_only_an_unstable_mind_stabilises_itself():
    assert stabilise("mental", -2, 14, by="self").stabilised
    with pytest.raises(NotAllowed, match="own_bleeding"):
        stabilise("physical", -2, 30, by="self")


@given(points, st.integers(1, 30), st.integers(1, 20), st.booleans())
def test_a_night_never_harms_and_never_passes_the_maximum(current: int, maximum: int, level: int, stabilised: bool):
    if current <= END or (current < 0 and not stabilised):
        with pytest.raises(NotAllowed, match=r"tapiz\.rest"):
            night_rest(current, maximum=maximum, level=level, stabilised=stabilised)
        return
    after = night_rest(current, maximum=maximum, level=level, stabilised=stabilised)
    assert current <= after <= max(current, maximum)
    assert after - current <= (1 if current < 0 else level)


@given(amounts, amounts, amounts, st.none() | st.integers(1, 20))
def test_the_reserve_cancels_one_for_one(incoming: int, current: int, spent: int, cap: int | None):
    most = min(incoming, current, incoming if cap is None else cap)
    if spent > most:
        with pytest.raises(NotAllowed, match="more_than"):
            defence_reserve(incoming, current, spent, cap)
        return
    left = defence_reserve(incoming, current, spent, cap)
    assert (left.current, left.remaining_points) == (current - spent, incoming - spent)
    assert left.may_kill == (left.remaining_points >= 15)


def test_caps_add_the_level():
    assert blow_cap("weapon_die", 3, die=8) == 11
    assert blow_cap("attribute", 2, attribute=14) == 16
    assert blow_cap("flat", 4) == 9


def test_a_slot_holds_one_consequence():
    filled = fill_slot(Slots(), "major", "a", "add")
    assert filled == Slots(major="a")
    assert fill_slot(filled, "major", "b", "replace") == Slots(major="b")
    with pytest.raises(NotAllowed, match="occupied"):
        fill_slot(filled, "major", "b", "add")
    with pytest.raises(NotAllowed, match="empty"):
        fill_slot(filled, "minor", "b", "replace")


@given(st.integers(0, 6), st.integers(1, 6), st.integers(1, 6))
def test_hero_points_are_never_overspent(held: int, consequences: int, mitigate: int):
    if mitigate > consequences or mitigate > held:
        with pytest.raises(NotAllowed):
            choose_consequence(held, "own_failure", consequences=consequences, mitigate=mitigate)
        return
    chosen = choose_consequence(held, "own_failure", consequences=consequences, mitigate=mitigate)
    assert chosen.hero_points == held - mitigate
    assert chosen.player_described + chosen.opponent_described == consequences


@given(st.integers(1, 20), st.integers(0, 8), st.integers(1, 3))
def test_an_adventure_starts_with_the_level_and_awards_have_no_ceiling(level: int, characters: int, amount: int):
    start = start_adventure(level, characters)
    assert (start.hero_points, start.gm_reserve) == (level, characters)
    assert pay(award(level, amount), amount) == level


@given(st.integers(END + 1, 20), st.integers(1, 20), st.integers(1, 8))
def test_recovery_adds_the_die_up_to_the_maximum(current: int, maximum: int, face: int):
    recovery = recover(1, 8, current, maximum, (face,), healing_available=True)
    assert recovery.hero_points == 0
    assert recovery.healing.current == max(current, min(maximum, current + face))
    assert not recovery.healing.healing_available


def test_a_forbidden_recovery_asks_for_no_die():
    with pytest.raises(NotAllowed, match="used_up"):
        recover(1, 8, 3, 9, (), healing_available=False)

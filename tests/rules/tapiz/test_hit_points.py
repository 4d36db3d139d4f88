"""Pools fall, stop, recover and are paid for within their limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, RuleError
from rules.core.throws import resolved
from rules.systems.tapiz.consequences import describe_consequences
from rules.systems.tapiz.healing import HEALING_DIFFICULTY, heal, stabilise
from rules.systems.tapiz.hero_points import award, hero_allowance, pay, recover
from rules.systems.tapiz.hit_points import (
    END,
    POOLS,
    Pool,
    allowed_actions,
    beyond_help,
    check_healing,
    known_hit_die,
    loses_points,
    pool_status,
    starting_hit_points,
)
from rules.systems.tapiz.options import Slots, blow_cap, capped, defend, fill_slot
from rules.systems.tapiz.rolls import STATIC_BASE, Roll
from rules.systems.tapiz.time import night_rest
from rules.systems.tapiz.turns import end_scene, tick_round

points = st.integers(-20, 40)
amounts = st.integers(0, 40)


@given(points, st.booleans())
def test_a_round_takes_at_most_one_point_and_never_at_the_end(current: int, stabilised: bool):
    after = tick_round(current, stabilised=stabilised)
    assert after == (current - 1 if END < current < 0 and not stabilised else current)


@given(points)
def test_ticking_comes_to_rest(current: int):
    for _ in range(-END):
        current = tick_round(current, stabilised=False)
    assert tick_round(current, stabilised=False) == current
    assert not loses_points(current)


@given(points)
def test_the_end_of_a_scene_changes_only_zero(current: int):
    assert end_scene(current) == (1 if current == 0 else current)


def totalling(total: int) -> Roll:
    """A roll without dice that comes to this total."""
    return Roll(total - STATIC_BASE, mode="static")


@given(points, amounts, st.none() | st.integers(1, 20), st.booleans(), st.booleans())
def test_damage_is_capped_and_reopens_healing(
    current: int, amount: int, cap: int | None, healing: bool, stabilised: bool
):
    applied = capped(amount, cap)
    damaged = Pool(current, 40, wounds=int(healing), steadied=stabilised).damaged(applied)
    assert applied == (amount if cap is None else min(amount, cap))
    assert damaged.current == current - applied
    assert damaged.healing_available == (healing or applied > 0)
    assert damaged.stabilised == (stabilised and applied == 0)


@given(points, points)
def test_the_stricter_pool_counts(physical: int, mental: int):
    strictness = ["any", "obey_or_flee", "none"]
    alone = (allowed_actions(physical, 1), allowed_actions(1, mental))
    assert allowed_actions(physical, mental) == max(alone, key=strictness.index)
    states = [pool_status(pool, current) for pool, current in zip(POOLS, (physical, mental), strict=True)]
    assert beyond_help(physical, mental) == (states[0] == "dead" or states[1] == "lost")


@given(points, st.integers(1, 40), amounts, st.booleans())
def test_one_attempt_heals_up_to_the_maximum_and_is_used_up(current: int, maximum: int, amount: int, success: bool):
    total = totalling(HEALING_DIFFICULTY + amount if success else HEALING_DIFFICULTY - 1 - amount)
    if current <= END:
        with pytest.raises(NotAllowed, match="beyond_help"):
            resolved(heal(current, maximum, total, healing_available=True))
        return
    healed = Pool(current, maximum, wounds=1)
    healed = healed.raised(resolved(heal(current, maximum, total, healing_available=True)).current, uses_chance=True)
    assert current <= healed.current <= max(current, maximum)
    assert healed.current == max(current, min(maximum, current + (amount if success else 0)))
    with pytest.raises(NotAllowed, match="used_up"):
        resolved(heal(healed.current, maximum, total, healing_available=healed.healing_available))


@given(st.integers(END + 1, -1), st.integers(0, 40))
def test_stabilising_gets_harder_with_every_negative_point(current: int, total: int):
    tried = resolved(stabilise("physical", current, "other", totalling(total)))
    assert tried.tried.resistance == 12 - current
    assert tried.stabilised == (total >= 12 - current)


def test_only_an_unstable_mind_stabilises_itself():
    assert resolved(stabilise("mental", -2, "self", totalling(14))).stabilised
    with pytest.raises(NotAllowed, match="own_bleeding"):
        resolved(stabilise("physical", -2, "self", totalling(30)))


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
            resolved(defend(incoming, current, cap), (), {"reserve": spent})
        return
    left = resolved(defend(incoming, current, cap), (), {"reserve": spent})
    assert (left.current, left.remaining_points) == (current - spent, incoming - spent)
    assert left.may_kill == (left.remaining_points >= 15)


def test_caps_add_the_level():
    assert blow_cap("weapon_die", 3, die=8, attribute=None, base=5) == 11
    assert blow_cap("attribute", 2, die=None, attribute=14, base=5) == 16
    assert blow_cap("flat", 4, die=None, attribute=None, base=5) == 9


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
            describe_consequences(held, consequences, mitigate)
        return
    chosen = describe_consequences(held, consequences, mitigate)
    assert chosen.hero_points == held - mitigate
    assert chosen.player_described + chosen.opponent_described == consequences


@given(st.integers(1, 20), st.integers(1, 3))
def test_an_adventure_starts_with_the_level_and_awards_have_no_ceiling(level: int, amount: int):
    assert hero_allowance(level) == level
    assert pay(award(level, amount), amount) == level


@given(st.integers(END + 1, 20), st.integers(1, 20), st.integers(1, 8))
def test_recovery_adds_the_die_up_to_the_maximum(current: int, maximum: int, face: int):
    left, recovered, shown = resolved(recover(1, 8, current, maximum, healing_available=True), (face,))
    assert (left, shown) == (0, face)
    assert recovered == max(current, min(maximum, current + face))


def test_a_forbidden_recovery_asks_for_no_die():
    with pytest.raises(NotAllowed, match="used_up"):
        resolved(recover(1, 8, 3, 9, healing_available=False))


def stopped(current: int, by: str) -> object:
    """A try to stop the loss of a body."""
    return resolved(stabilise("physical", current, by, Roll(0)), [])


@pytest.mark.parametrize(
    ("rule", "reason", "field", "params"),
    [
        (
            lambda: resolved(stabilise("physical", 0, "other", Roll(0)), []),
            "stabilise.nothing_to_stop",
            "pool",
            {"current": 0},
        ),
        (lambda: stopped(-1, "self"), "stabilise.own_bleeding", "by", {}),
        (lambda: check_healing(END, healing_available=True), "healing.beyond_help", None, {"current": END}),
        (lambda: check_healing(END + 1, healing_available=False), "healing.used_up", None, {}),
        (lambda: Pool(5, 5).damaged(-1), "damage.negative", "amount", {"value": -1, "least": 0}),
        (lambda: known_hit_die(7), "hit_die.unknown", "hit_die", {"value": 7}),
        (lambda: pool_status("astral", 1), "pool.unknown", "pool", {"value": "astral"}),
    ],
)
def test_what_cannot_be_is_refused_at_its_input(
    rule, reason: str, field: str | None, params: dict[str, object]
) -> None:
    with pytest.raises(RuleError) as refused:
        rule()
    assert (refused.value.reason, refused.value.field, refused.value.params) == (f"tapiz.{reason}", field, params)


def test_a_pool_at_the_first_level_has_at_least_a_point() -> None:
    """TAP-HOUSE-04, TAP-HOUSE-05: of a score of 1 the modifier is -5."""
    rules = ("score_and_die", "modifier_and_die", "score")
    assert [starting_hit_points(14, 8, rule) for rule in rules] == [22, 10, 14]
    assert starting_hit_points(1, 6, "modifier_and_die") == 1


def test_a_loss_that_is_stopped_anew_is_stopped() -> None:
    opened = Pool(-3, 10, wounds=1, steadied=True).damaged(1)
    assert (opened.stabilised, opened.reopened) == (False, 1)
    assert (opened.steady().stabilised, opened.steady().reopened) == (True, 0)

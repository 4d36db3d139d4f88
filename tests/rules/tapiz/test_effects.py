"""Points are never overspent, and effects are used up as they should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed
from rules.systems.tapiz.effects import (
    DURATIONS,
    LISTED_EFFECTS,
    POINT_KINDS,
    PRICES,
    TIERS,
    WEIGHTS,
    Effect,
    Purchase,
    best_tier,
    momentary_allowed,
    price_of,
    spend,
    tier_above,
    tier_below,
    use_effects,
)

purchases = st.lists(
    st.one_of(
        st.builds(Purchase, st.sampled_from(["create", "remove", "reduce"]), st.sampled_from(TIERS)),
        st.builds(Purchase, st.just("hit_points"), st.none(), st.integers(0, 12)),
        st.just(Purchase("momentary")),
    ),
    max_size=4,
)
active = st.lists(
    st.builds(
        Effect,
        st.text("abc", min_size=1, max_size=4),
        st.sampled_from(WEIGHTS),
        st.sampled_from([1, -1]),
        st.booleans(),
        st.sampled_from(DURATIONS),
    ),
    max_size=5,
    unique_by=lambda effect: effect.id,
)
bearing = st.sets(st.text("abc", min_size=1, max_size=4), max_size=12)


@given(st.integers(0, 40), st.sampled_from(POINT_KINDS), purchases, st.booleans())
def test_points_are_never_overspent(points: int, kind: str, wanted: list[Purchase], in_combat: bool):
    cost = sum(price_of(purchase) for purchase in wanted)
    types = [purchase.type for purchase in wanted]
    momentary = types.count("momentary")
    allowed = (
        cost <= points
        and (in_combat or "hit_points" not in types)
        and (not momentary or (momentary == 1 and 1 <= points <= 4))
    )
    if not allowed:
        with pytest.raises(NotAllowed, match=r"tapiz\.spend"):
            spend(points, kind, wanted, in_combat=in_combat)
        return
    spending = spend(points, kind, wanted, in_combat=in_combat)
    assert (spending.spent, spending.remaining) == (cost, points - cost)
    assert spending.momentary == bool(momentary)


@given(st.integers(0, 60))
def test_the_best_tier_is_affordable_and_the_next_is_not(points: int):
    tier = best_tier(points)
    assert PRICES[tier] <= points
    assert tier == "extreme" or PRICES[tier_above(tier)] > points
    assert momentary_allowed(points) == (tier == "none" and points > 0)


def test_reducing_costs_the_difference_of_two_tiers():
    for tier in TIERS:
        assert PRICES[tier] - PRICES[tier_below(tier)] == price_of(Purchase("reduce", tier))


def test_every_listed_effect_can_be_bought_at_its_price():
    assert len(LISTED_EFFECTS) == 36
    for effect in LISTED_EFFECTS.values():
        assert best_tier(PRICES[effect.tier]) == effect.tier


@given(active, bearing)
def test_an_effect_that_does_not_bear_adds_nothing_and_stays(effects: list[Effect], bearing: set[str]):
    use = use_effects(effects, bearing)
    assert use.modifier == sum(effect.modifier for effect in use.weighing)
    assert {one.id for one in use.weighing} == {one.id for one in effects if one.id in bearing and one.numeric}
    assert {effect.id for effect in effects if effect.id not in bearing} <= set(use.remaining)
    assert list(use.remaining) == [effect.id for effect in effects if effect.id in use.remaining]


@given(active, bearing)
def test_what_is_left_after_a_roll_is_left_after_the_same_roll_again(effects: list[Effect], bearing: set[str]):
    once = use_effects(effects, bearing)
    left = [effect for effect in effects if effect.id in once.remaining]
    assert use_effects(left, bearing).remaining == once.remaining


def test_a_lasting_momentary_advantage_is_used_up_all_the_same():
    assert use_effects([Effect("m", "momentary", 1, numeric=True, duration="lasting")], ["m"]).remaining == ()


def test_no_hit_points_are_bought_outside_combat():
    with pytest.raises(NotAllowed, match="outside_combat"):
        spend(9, "effect", [Purchase("hit_points", amount=1)], in_combat=False)

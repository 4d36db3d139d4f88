"""Conditions alone, together, and in Defense."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, UnknownValue
from rules.systems.d20.conditions import (
    BY_STRICTNESS,
    CONDITIONS,
    DRAWBACKS,
    condition_effects,
    cornered,
    present_conditions,
    slowed_speed,
)
from rules.systems.d20.sizes import SIZE_MODIFIERS, SIZES
from tests.vectors.d20_sums import defense_against

some = st.lists(st.sampled_from(CONDITIONS), max_size=6)
ORDINARY = {"class_bonus": 3, "equipment_bonus": 2, "size": "medium"}


@given(some, st.sampled_from(CONDITIONS), st.booleans(), st.booleans())
def test_a_further_condition_frees_nobody(had: list[str], more: str, can_flee: bool, anchored: bool):
    before = condition_effects(sorted(cornered(had, can_flee=can_flee)), anchored=anchored)
    after = condition_effects(sorted(cornered([*had, more], can_flee=can_flee)), anchored=anchored)
    assert BY_STRICTNESS.index(after.actions) <= BY_STRICTNESS.index(before.actions)
    assert after.speed_factor <= before.speed_factor
    for name in ("attack_allowed", "can_charge", "can_attack_of_opportunity", "conscious"):
        assert getattr(after, name) <= getattr(before, name), name
    # a combatant that must flee may run, whatever single actions were left before
    assert after.can_run <= (before.can_run or after.actions == "flee_only")
    for name in ("loses_dex_bonus", "helpless", "prone", "drops_held_items"):
        assert getattr(after, name) >= getattr(before, name), name
    for name in ("attack_melee", "attack_ranged", "save_modifier", "skill_modifier", "strength_change"):
        assert getattr(after, name) <= getattr(before, name), name


@given(some, st.randoms())
def test_neither_order_nor_repetition_matters(had: list[str], chance: object):
    shuffled = [*had, *had]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert condition_effects(shuffled) == condition_effects(had)


@given(some)
def test_modifiers_of_different_conditions_add_up(had: list[str]):
    together = condition_effects(had)
    for name in ("defense_melee", "defense_ranged", "attack_melee", "save_modifier", "dexterity_change"):
        alone = (getattr(condition_effects([one]), name) for one in present_conditions(had))
        assert getattr(together, name) == sum(alone), name  # D20H-COND-01


def test_every_condition_has_its_row_and_none_is_without_effect_but_the_two():
    assert set(DRAWBACKS) == set(CONDITIONS)
    nothing = condition_effects([])
    harmless = [name for name in CONDITIONS if condition_effects([name]) == nothing]
    assert harmless == ["ability_damaged", "ability_drained"]  # D20H-COND-06, D20H-COND-07


def test_panic_without_a_way_out_is_cowering():
    assert cornered(["panicked"], can_flee=False) == {"cowering"}  # D20H-COND-10
    assert cornered(["panicked", "cowering"], can_flee=False) == {"cowering"}
    assert cornered(["panicked"], can_flee=True) == {"panicked"}


def test_running_away_is_running_unless_something_hinders():
    assert condition_effects(["panicked"]).can_run
    assert not condition_effects(["panicked", "fatigued"]).can_run


def test_only_a_grapple_by_itself_leaves_the_bonus_against_the_grappler():
    assert condition_effects(["grappled", "prone"]).keeps_dex_bonus_vs_grappler  # D20H-COND-02
    assert not condition_effects(["grappled", "flat_footed"]).keeps_dex_bonus_vs_grappler


@given(st.integers(0, 200))
def test_two_halves_of_speed_are_rounded_down_each(speed: int):
    factor = condition_effects(["entangled", "exhausted"]).speed_factor
    assert factor == Fraction(1, 4)
    assert slowed_speed(speed, factor) == speed // 2 // 2  # D20H-HOUSE-11


def test_the_game_master_may_lift_drawbacks_of_lifelong_blindness():
    lifted = condition_effects(["blinded"], lifted={"blinded": ("search_modifier", "effective_dexterity")})
    assert (lifted.search_modifier, lifted.effective_dexterity, lifted.own_miss_chance_percent) == (0, None, 50)
    assert condition_effects(["deafened"], lifted={"deafened": ("initiative_modifier",)}).initiative_modifier == 0
    with pytest.raises(NotAllowed):
        condition_effects(["stunned"], lifted={"stunned": ("actions",)})
    with pytest.raises(UnknownValue):
        condition_effects(["blinded"], lifted={"blinded": ("hair",)})


@given(st.integers(0, 99), st.sampled_from(SIZES), some, st.sampled_from(["melee", "ranged"]))
def test_the_helpless_have_their_size_and_nothing_else(dexterity: int, size: str, had: list[str], attack: str):
    defense = defense_against(dexterity, 9, 9, size, [*had, "helpless"], attack)
    assert defense == 5 + SIZE_MODIFIERS[size]  # D20H-COND-21


def test_a_lost_bonus_does_not_take_a_penalty_along():
    lost = [defense_against(score, **ORDINARY, conditions=["stunned"], attack="melee") for score in (18, 10, 6)]
    assert lost == [13, 13, 11]


def test_the_pinned_defend_with_dexterity_0_and_worse_but_not_against_the_pinner():
    def defense(attack: str, **more: bool) -> int:
        return defense_against(16, **ORDINARY, conditions=["pinned"], attack=attack, **more)

    assert defense("melee") == 10 - 5 + 3 + 2 - 4  # D20H-COND-26, D20C-CIR-07
    assert defense("ranged") == 10
    assert defense("melee", attacker_is_grappler=True) == 10


def test_the_cap_of_a_load_holds_and_never_raises():
    capped = [
        defense_against(score, **ORDINARY, conditions=[], attack="melee", max_dexterity_modifier=1) for score in (20, 8)
    ]
    assert capped == [16, 14]  # D20H-LOAD-08

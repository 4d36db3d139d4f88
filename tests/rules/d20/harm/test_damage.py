"""Hits, lethal and not, and what hit points then come to."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, RuleError
from rules.core.throws import Throws
from rules.systems.d20.arms import BARE_HANDS
from rules.systems.d20.blows import damage_tactic
from rules.systems.d20.harm import LethalHit, NonlethalHit, lethal_hit, nonlethal_hit
from rules.systems.d20.healing import Healing, Rest, heal, healing_ceiling, rest
from rules.systems.d20.hit_points import (
    STATE_ROWS,
    change_constitution,
    gain_temporary,
    known_state,
    massive_damage_threshold,
    state_after_regaining,
    state_by_hit_points,
    take_damage,
)
from tests.rules.d20.table import with_dice


def struck(
    hp: int, damage: int, threshold: int | None, *, temporary: int = 0, immune: bool = False
) -> Throws[LethalHit]:
    """A lethal hit on a target without a Fortitude bonus."""
    return lethal_hit(hp + temporary, damage, threshold, noted_hp=hp, fortitude_bonus=0, immune_to_criticals=immune)


def daunted(hp: int, damage: int, threshold: int | None) -> Throws[NonlethalHit]:
    """A nonlethal hit on a target without a Fortitude bonus."""
    return nonlethal_hit(hp, damage, threshold, fortitude_bonus=0)


points = st.integers(-9, 120)
healthy = st.integers(1, 120)
damages = st.integers(1, 80)
scores = st.integers(1, 99)
faces = st.integers(1, 20)


@given(st.integers(-999, 9998))
def test_fewer_hit_points_are_never_a_better_state(hp: int):
    order = ("dead", "dying", "disabled", "normal")
    worse, better = state_by_hit_points(hp), state_by_hit_points(hp + 1)
    assert order.index(worse) <= order.index(better)
    assert STATE_ROWS[worse].conscious == (hp >= 0)  # D20H-HP-05


def test_wounds_cost_nothing_before_zero():
    assert {STATE_ROWS[state_by_hit_points(hp)].actions for hp in range(1, 60)} == {"all"}  # D20H-HP-04
    assert STATE_ROWS[state_by_hit_points(0)].actions == "single"  # D20H-DIS-01


@given(points, damages, scores, faces)
def test_a_hit_takes_its_damage_or_drops_to_one_below_zero(hp: int, damage: int, constitution: int, face: int):
    asks = damage > constitution and hp - damage >= 1
    hit = with_dice(struck(hp, damage, constitution), *([face] if asks else []))
    assert hit.save_due == asks  # D20H-MD-02, D20H-MD-03
    assert hit.hp == (-1 if hit.save_success is False else hp - damage)
    assert hit.state == state_by_hit_points(hit.hp)


@given(healthy, st.integers(0, 30), st.integers(0, 80))
def test_temporary_hit_points_go_first(hp: int, temp_hp: int, damage: int):
    hit = with_dice(struck(hp, damage, None, temporary=temp_hp))
    assert hit.hp + hit.temp_hp == hp + temp_hp - damage
    assert hit.hp == hp or hit.temp_hp == 0  # D20H-HOUSE-10


def test_the_thresholds_edge_matters_only_when_nonlethal():
    lethal = with_dice(struck(30, 14, 14))
    assert (lethal.massive_damage, lethal.save_due) == (False, False)  # D20H-MD-02: greater
    assert with_dice(daunted(30, 14, 14), 15).condition == "dazed"  # D20H-NL-06: equal or greater


def test_a_target_immune_to_criticals_only_loses_the_points():
    hit = with_dice(struck(90, 60, 10, immune=True))
    assert (hit.hp, hit.massive_damage) == (30, False)  # D20H-MD-04


def test_without_constitution_there_is_no_threshold():
    assert with_dice(struck(90, 60, None)).threshold is None  # D20H-HOUSE-20
    assert with_dice(daunted(90, 60, None)).condition == "none"


@given(points, st.integers(0, 200), scores, faces, st.integers(1, 4))
def test_nonlethal_damage_never_touches_hit_points(hp: int, damage: int, constitution: int, face: int, die: int):
    rolled = [] if damage < constitution else [face] if face >= 15 else [face, die]
    hit = with_dice(daunted(hp, damage, constitution), *rolled)
    assert hit.hp == hp  # D20H-NL-05
    assert hit.rounds == {"none": 0, "dazed": 1, "unconscious": die + 1}[hit.condition]


def test_bare_hands_hurt_in_earnest_only_at_a_cost_unless_they_are_trained():
    """D20C-UNA-06."""
    assert damage_tactic(BARE_HANDS, "melee", spares=False, martial_arts=False) == "unarmed_lethal"
    assert damage_tactic(BARE_HANDS, "melee", spares=False, martial_arts=True) == ""


def test_a_gun_cannot_be_held_back_unless_it_is_a_club():
    club = replace(BARE_HANDS, key="club", nonlethal=False)
    with pytest.raises(NotAllowed):
        damage_tactic(club, "ranged", spares=True, martial_arts=False)
    tactic = damage_tactic(club, "melee", spares=True, martial_arts=False)
    assert tactic == "lethal_weapon_nonlethal"  # D20H-NL-02, D20H-NL-03
    assert damage_tactic(replace(club, nonlethal=True), "melee", spares=True, martial_arts=False) == ""


@pytest.mark.parametrize(
    ("hp", "damage", "reason", "field"),
    [
        (-10, 1, "d20.hp.range", "hp"),
        (0, 0, "d20.damage.least", "damage"),
        (-3, 0, "d20.damage.least", "damage"),
        (1, -1, "d20.damage.negative", "damage"),
        (10, -1, "d20.damage.negative", "damage"),
    ],
)
def test_hits_outside_their_ranges_are_refused(hp: int, damage: int, reason: str, field: str):
    with pytest.raises(OutOfRange) as refused:
        with_dice(struck(hp, damage, 12))
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_a_failed_save_against_massive_damage_leaves_no_temporary_points():
    hit = with_dice(struck(90, 60, 10, temporary=20), 2)
    assert (hit.save_success, hit.hp, hit.temp_hp) == (False, -1, 0)  # D20H-MD-03


def test_healed_above_zero_one_is_as_before():
    for state, row in STATE_ROWS.items():
        assert state_after_regaining(1, state) == "normal"  # D20H-DIS-05
        assert state_after_regaining(0, state) == "disabled"  # D20H-HOUSE-06
        assert STATE_ROWS[state_after_regaining(-1, state)] is row


def heal_of(amount: int, state: str = "normal", **more: int) -> Healing:
    return heal(amount, 3, 10, state, **{"locked_damage": 0, **more})


def rest_of(kind: str = "night", level: int = 1, **more: object) -> Rest:
    usual = {"locked_damage": 0, "state": "normal", "tended": False, "recovering": False, "ability_damage": {}}
    return rest(kind, 3, 10, level, **{**usual, **more})


@pytest.mark.parametrize(
    ("rule", "reason", "field"),
    [
        (lambda: with_dice(daunted(5, -1, 10)), "damage.negative", "damage"),
        (lambda: take_damage(5, -1), "damage.negative", "damage"),
        (lambda: known_state("asleep"), "state.unknown", "state"),
        (lambda: change_constitution(0, 10, 1, 5, 5), "ability.score", "constitution_before"),
        (lambda: change_constitution(10, -1, 1, 5, 5), "ability.score", "constitution_after"),
        (lambda: change_constitution(10, 12, 0, 5, 5), "level.too_low", "level"),
        (lambda: gain_temporary(0, 0), "temp_hp.amount", "amount"),
        (lambda: massive_damage_threshold(0), "ability.score", "constitution"),
        (lambda: massive_damage_threshold(10, -1), "threshold_bonus.negative", "threshold_bonus"),
        (lambda: healing_ceiling(10, -1), "locked_damage.negative", "locked_damage"),
        (lambda: heal_of(1, "asleep"), "state.unknown", "state"),
        (lambda: heal_of(-1), "healing.negative", "amount"),
        (lambda: heal_of(1, "dead"), "healing.dead", "state"),
        (lambda: heal_of(1, locked_damage=-1), "locked_damage.negative", "locked_damage"),
        (lambda: rest_of("nap"), "rest.kind_unknown", "kind"),
        (lambda: rest_of(state="asleep"), "rest.state_unknown", "state"),
        (lambda: rest_of(level=0), "level.too_low", "level"),
        (lambda: rest_of(ability_damage={"luck": 1}), "ability.unknown", "ability_damage"),
    ],
)
def test_what_cannot_be_is_refused_at_its_input(rule: Callable[[], object], reason: str, field: str) -> None:
    with pytest.raises(RuleError) as refused:
        rule()
    assert (refused.value.reason, refused.value.field) == (f"d20.{reason}", field)


def test_the_threshold_is_the_constitution_and_the_bonus_and_the_unliving_have_none() -> None:
    assert [massive_damage_threshold(*some) for some in ((14,), (14, 3), (None, 3))] == [14, 17, None]


def test_healing_says_whether_the_dying_are_tended_and_of_others_nothing() -> None:
    assert [heal_of(amount, state).tended for amount, state in ((1, "dying"), (0, "dying"), (1, "normal"))] == [
        True,
        False,
        None,
    ]

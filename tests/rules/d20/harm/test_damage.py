"""Hits, lethal and not, and what hit points then come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange
from rules.systems.d20.harm import deals_nonlethal, lethal_hit, nonlethal_hit, nonlethal_option
from rules.systems.d20.hit_points import (
    STATE_ROWS,
    disabled_action,
    hit_point_state,
    state_after_regaining,
    state_by_hit_points,
)
from tests.rules.d20.table import with_dice

points = st.integers(-9, 120)
healthy = st.integers(1, 120)
damages = st.integers(1, 80)
scores = st.integers(1, 99)
faces = st.integers(1, 20)


@given(st.integers(-999, 9998), st.integers(1, 99))
def test_fewer_hit_points_are_never_a_better_state(hp: int, constitution: int):
    order = ("dead", "dying", "disabled", "normal")
    worse, better = hit_point_state(hp, constitution), hit_point_state(hp + 1, constitution)
    assert order.index(worse.state) <= order.index(better.state)
    assert worse.conscious == (hp >= 0)  # D20H-HP-05


def test_wounds_cost_nothing_before_zero():
    assert {hit_point_state(hp, 10).actions for hp in range(1, 60)} == {"all"}  # D20H-HP-04
    assert hit_point_state(0, 10).actions == "single"  # D20H-DIS-01


def test_without_constitution_only_hit_points_count():
    assert hit_point_state(5, 0).state == "dead"  # D20H-DY-04
    assert hit_point_state(5, None).state == "normal"


@given(points, damages, scores, faces)
def test_a_hit_takes_its_damage_or_drops_to_one_below_zero(hp: int, damage: int, constitution: int, face: int):
    asks = damage > constitution and hp - damage >= 1
    hit = with_dice(lethal_hit(hp, damage, constitution), *([face] if asks else []))
    assert hit.save_due == asks  # D20H-MD-02, D20H-MD-03
    assert hit.hp == (-1 if hit.save_success is False else hp - damage)
    assert hit.state == state_by_hit_points(hit.hp)


@given(healthy, st.integers(0, 30), st.integers(0, 80))
def test_temporary_hit_points_go_first(hp: int, temp_hp: int, damage: int):
    hit = with_dice(lethal_hit(hp, damage, None, temp_hp=temp_hp))
    assert hit.hp + hit.temp_hp == hp + temp_hp - damage
    assert hit.hp == hp or hit.temp_hp == 0  # D20H-HOUSE-10


def test_the_thresholds_edge_matters_only_when_nonlethal():
    lethal = with_dice(lethal_hit(30, 14, 14))
    assert (lethal.massive_damage, lethal.save_due) == (False, False)  # D20H-MD-02: greater
    assert with_dice(nonlethal_hit(30, 14, 14), 15).condition == "dazed"  # D20H-NL-06: equal or greater


def test_whom_criticals_do_not_hurt_only_loses_the_points():
    hit = with_dice(lethal_hit(90, 60, 10, immune_to_criticals=True))
    assert (hit.hp, hit.massive_damage) == (30, False)  # D20H-MD-04


def test_without_constitution_there_is_no_threshold():
    assert with_dice(lethal_hit(90, 60, None)).threshold is None  # D20H-HOUSE-20
    assert with_dice(nonlethal_hit(90, 60, None)).condition == "none"


@given(points, st.integers(0, 200), scores, faces, st.integers(1, 4))
def test_nonlethal_damage_never_touches_hit_points(hp: int, damage: int, constitution: int, face: int, die: int):
    rolled = [] if damage < constitution else [face] if face >= 15 else [face, die]
    hit = with_dice(nonlethal_hit(hp, damage, constitution), *rolled)
    assert hit.hp == hp  # D20H-NL-05
    assert hit.rounds == {"none": 0, "dazed": 1, "unconscious": die + 1}[hit.condition]


def test_a_gun_cannot_be_held_back_unless_it_is_a_club():
    assert not deals_nonlethal("ranged_lethal")
    with pytest.raises(NotAllowed):
        nonlethal_option("ranged_lethal")
    assert nonlethal_option("ranged_as_improvised_melee").attack_modifier == -4  # D20H-NL-03


@pytest.mark.parametrize(
    ("hp", "damage", "temp_hp"),
    [(-10, 1, 0), (0, 0, 0), (-3, 0, 0), (0, 1, 1), (10, -1, 0), (10, 1, -1)],
)
def test_hits_outside_their_ranges_are_refused(hp: int, damage: int, temp_hp: int):
    with pytest.raises(OutOfRange):
        with_dice(lethal_hit(hp, damage, 12, temp_hp=temp_hp))


@given(st.integers(-9, 0), st.booleans(), st.booleans(), st.integers(0, 12))
def test_only_effort_costs_the_disabled_a_point(hp: int, attack: bool, strenuous: bool, restored: int):
    turn = disabled_action(
        hp, "attack_action", makes_attack=attack, strenuous=strenuous, hp_restored_by_action=restored
    )
    cost = int(attack or strenuous)
    assert (turn.damage_taken, turn.hp) == (cost, hp + restored - cost)  # D20H-DIS-03
    assert (turn.state in ("dying", "dead")) == (turn.hp < 0 and cost == 1)  # D20H-DIS-06, D20H-HOUSE-05


def test_healed_above_zero_one_is_as_before():
    for state, row in STATE_ROWS.items():
        assert state_after_regaining(1, state) == "normal"  # D20H-DIS-05
        assert state_after_regaining(0, state) == "disabled"  # D20H-HOUSE-06
        assert STATE_ROWS[state_after_regaining(-1, state)] is row

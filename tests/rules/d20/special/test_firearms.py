"""Bullets, settings, penalties, and what a spray does to everybody in the area."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.autofire import Autofire, InArea, autofire
from rules.systems.d20.firearms import FORMS, Firearm, check_can_fire, volley
from tests.rules.d20.special.pieces import Shot, shoot, shot_modifier

RIFLE = Firearm(30, longarm=True, automatic_rate=True)


def fire(firearm: Firearm, form: str, faces: list[int], **changes: object) -> Shot:
    usual = {
        "attack_bonus": 6,
        "target_defense": 15,
        "personal_proficiency": True,
        "target_adjacent": False,
        "in_threatened_square": False,
    }
    return resolved(shoot(firearm, form, **usual | changes), faces)


def spray(faces: list[int], firearm: Firearm = RIFLE, **changes: object) -> Autofire:
    usual = {
        "attack_bonus": 2,
        "advanced_proficiency": True,
        "damage": 11,
        "creatures": [InArea("a", 3), InArea("b", 0)],
    }
    return resolved(autofire(firearm, **usual | changes), faces)


@pytest.mark.parametrize(
    ("proficient", "longarm", "adjacent", "penalty"),
    [
        (True, True, False, 0),
        (True, False, True, 0),
        (False, True, False, -4),
        (True, True, True, -4),
        (False, True, True, -8),
    ],
)
def test_penalties_of_shooter_and_weapon_add_up(proficient: bool, longarm: bool, adjacent: bool, penalty: int):
    """D20S-GUN-02, -06."""
    assert shot_modifier(personal_proficiency=proficient, longarm=longarm, target_adjacent=adjacent) == penalty


@given(st.sampled_from(FORMS), st.integers(2, 12), st.booleans(), st.integers(1, 20), st.booleans())
def test_bullets_are_gone_hit_or_miss(form: str, bullets: int, feat: bool, face: int, threatened: bool):
    """D20S-GUN-01, -04, -05, D20S-AUTO-08, D20S-HOUSE-07."""
    shot = fire(RIFLE, form, [face], bullets_fired=bullets, burst_fire_feat=feat, in_threatened_square=threatened)
    spent = {"single": 1, "extra": bullets, "automatic_target": 5 if feat else 10}[form]
    assert shot.rounds_left == 30 - spent
    burst = form == "automatic_target" and feat
    assert shot.wasted_bullets == (0 if burst else spent - 1)
    assert shot.extra_damage_dice == (2 if burst else 0)
    assert shot.attack_modifier == (2 if burst else 6)
    assert shot.provokes == threatened


def test_a_burst_takes_half_of_what_a_spray_takes():
    """D20S-AUTO-07, D20S-HOUSE-07."""
    assert (volley("automatic_target", burst_fire_feat=True).bullets, volley("automatic_target").bullets) == (5, 10)


@given(st.integers(0, 12), st.integers(1, 12), st.booleans(), st.booleans(), st.booleans())
def test_a_weapon_fires_what_its_settings_and_magazine_allow(
    loaded: int, bullets: int, automatic: bool, has_automatic: bool, has_single: bool
):
    """D20S-GUN-07, D20S-AUTO-01, -06."""
    firearm = Firearm(loaded, automatic_rate=has_automatic, single_shot_possible=has_single)
    if loaded >= bullets and (has_automatic if automatic else has_single):
        check_can_fire(firearm, automatic=automatic, bullets=bullets)
    else:
        with pytest.raises(NotAllowed):
            check_can_fire(firearm, automatic=automatic, bullets=bullets)


def test_refusals_come_in_order():
    empty = Firearm(-1)
    with pytest.raises(Missing):
        fire(empty, "extra", [])
    with pytest.raises(UnknownValue):
        fire(empty, "sweep", [])
    with pytest.raises(OutOfRange):
        fire(empty, "automatic_target", [])
    with pytest.raises(OutOfRange):
        fire(Firearm(1), "extra", [], bullets_fired=1)
    with pytest.raises(NotAllowed):
        fire(Firearm(1), "extra", [], bullets_fired=2)


@given(st.integers(1, 20), st.booleans(), st.lists(st.integers(1, 20), min_size=2, max_size=2))
def test_a_spray_that_misses_hurts_nobody(attack: int, advanced: bool, saves: list[int]):
    """D20S-AUTO-03 to -06: one -4 without the advanced feat; all ten bullets are gone."""
    hit = attack == 20 or (attack != 1 and attack + 2 - (0 if advanced else 4) >= 10)
    result = spray([attack, *saves] if hit else [attack], advanced_proficiency=advanced)
    assert (result.hit, result.rounds_left) == (hit, 20)
    failed = {
        "a": (hit and saves[0] != 20 and saves[0] + 3 < 15) or (hit and saves[0] == 1),
        "b": (hit and saves[1] != 20 and saves[1] + 0 < 15) or (hit and saves[1] == 1),
    }
    assert result.damage == {who: 11 if struck else 0 for who, struck in failed.items()}
    assert result.failed_saves == tuple(who for who, struck in failed.items() if struck)


def test_a_spray_over_nobody_throws_one_die():
    assert spray([15], creatures=[]).damage == {}


@pytest.mark.parametrize("firearm", [Firearm(9, automatic_rate=True), Firearm(30)])
def test_a_spray_needs_the_setting_and_ten_bullets(firearm: Firearm):
    """D20S-AUTO-06."""
    with pytest.raises(NotAllowed):
        spray([], firearm)
    with pytest.raises(OutOfRange):
        spray([], firearm, damage=-1)

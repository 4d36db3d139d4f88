"""Stances: declared, changed in mid-conflict, what they do to attacks, defences and order (TAP-STANCE-01 to -10)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.errors import Missing, NotAllowed, OutOfRange
from rules.systems.tapiz.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tapiz.scene import ANA, Scene, scene
from tests.rules.tapiz.test_situation import result, rules_told

ALL = ["all_out_attack", "focus_on_damage", "iron_defence", "aim"]


def skilled(**more: Any) -> Scene:
    """Ana and Bruno have acquired every stance; Ana is of level 3, so that an all-out attack is worth up to 2."""
    return scene(sheets={"ana": {"stances": ALL, "level": 3}, "bruno": {"stances": ALL}}, **more)


def ready() -> Scene:
    return skilled(status="ready")


def defence(play: Scene, who: str, code: str = "value.armour_class") -> int:
    return next(fact.value or 0 for fact in SYSTEM.card(play.fight, who).facts if fact.code == code)


def test_declaring_before_the_conflict_costs_nothing() -> None:
    """TAP-STANCE-01."""
    play = ready()
    play.begin("stance", "ana", stance="iron_defence", viewer=ANA)
    assert play.body("ana").stance == "iron_defence"
    assert play.effects("ana") == {}
    assert "stance.iron_defence" in play.seen(facts=SYSTEM.card(play.fight, "ana").facts)


def test_changing_in_mid_conflict_is_a_minor_consequence_on_the_next_attack() -> None:
    """TAP-STANCE-02, TAP-ODD-26."""
    play = skilled()
    play.begin("stance", "ana", stance="iron_defence", viewer=ANA)
    (late,) = play.effects("ana").values()
    assert (late.modifier, late.duration) == (-2, "next_roll")
    (field,) = (item for item in SYSTEM.actions["attack"].inputs(play.fight, "ana", ANA) if item.name == "in_force")
    assert field.default == [late.id]
    play.attack("ana", "orc1", mode="static", in_force=[late.id])
    play.answer("spend", {"rest": False})
    assert play.effects("ana") == {}
    assert result(play, "roll.total") == 10 - 2  # the +2 of Strength is dropped too


def test_a_stance_that_was_not_acquired_is_refused_with_the_reason() -> None:
    """TAP-STANCE-02: in the words of the rule, beside the field, and nothing changes."""
    play = scene(sheets={"ana": {"stances": ["aim"]}})
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.begin("stance", "ana", stance="iron_defence", viewer=ANA)
    assert (refused.value.reason, refused.value.field) == ("tapiz.stance.not_acquired", "stance")
    assert play.state == before
    assert "stance" not in [offer.action for offer in SYSTEM.offers(play.fight, "orc1", GM)]


@pytest.mark.parametrize("bonus", [0, 3, -1])
def test_an_all_out_bonus_beyond_half_the_level_is_refused(bonus: int) -> None:
    """TAP-STANCE-06: half of 3, rounded up, is 2."""
    play = skilled()
    before = play.state
    with pytest.raises(OutOfRange) as refused:
        play.begin("stance", "ana", stance="all_out_attack", bonus=bonus)
    assert refused.value.reason == "tapiz.stance.chosen_bonus"
    assert refused.value.params["most"] == 2
    assert play.state == before


def test_all_out_attack_adds_to_attacks_and_takes_from_defences() -> None:
    """TAP-STANCE-06, TAP-STANCE-03."""
    play = ready()
    play.begin("stance", "ana", stance="all_out_attack", bonus=2)
    assert (defence(play, "ana"), defence(play, "ana", "value.mental_defence")) == (13 - 2, 11 - 2)
    play.begin("initiative")
    assert play.fight.order[-1] == "ana"
    assert play.turn == "bruno"
    play.attack("ana", "orc1", mode="static")
    assert result(play, "roll.total") == 10 + 2 + 2
    assert "TAP-STANCE-06" in rules_told(play)


def test_a_stance_that_acts_last_does_so_after_a_change_too() -> None:
    """TAP-STANCE-03: into the stance and out of it again."""
    play = skilled()
    play.begin("stance", "ana", stance="all_out_attack")
    assert play.fight.order == ("bruno", "orc1", "orc2", "shade", "ana")
    tie = next(place.tie for place in SYSTEM.order(play.fight) if place.combatant == "ana")
    assert tie is not None
    assert tie.code == "tie.stance"
    play.begin("stance", "ana", stance="normal")
    assert play.fight.order[0] == "ana"


def test_iron_defence_drops_every_bonus_to_attack_and_adds_four_to_resist() -> None:
    """TAP-STANCE-09, TAP-ODD-10."""
    play = ready()
    play.begin("stance", "ana", stance="iron_defence")
    assert defence(play, "ana") == 17
    play.begin("initiative")
    own = [{"value": 3, "reason": "altura"}, {"value": -1, "reason": "barro"}]
    play.attack("ana", "orc1", mode="static", traits=[["t1", "con la espada"]], others=own)
    assert result(play, "roll.total") == 10 - 1
    play.answer("spend", {"rest": False})
    play.attack("orc1", "ana", resistance_mode="rolled", mode="static")
    play.answer("resistance", faces=[1, 1, 1])
    assert result(play, "roll.resistance") == 3 + 1 + 2 + 4


def test_focus_on_damage_adds_the_best_of_two_rolls_of_the_damage_die() -> None:
    """TAP-STANCE-07, TAP-ODD-09."""
    play = skilled()
    play.begin("stance", "ana", stance="focus_on_damage")
    play.attack("ana", "orc1", weapon="heavy_one_handed", in_force=[])
    play.answer("attack", faces=[4, 4, 4])
    play.answer("attack_damage", faces=[3, 7])
    assert result(play, "roll.total") == 12 + 2 + 7
    assert {"TAP-STANCE-07", "TAP-ODD-09"} <= rules_told(play)


def test_focus_on_damage_needs_a_close_weapon_with_damage_dice() -> None:
    play = skilled()
    play.begin("stance", "ana", stance="focus_on_damage")
    before = play.state
    with pytest.raises(NotAllowed) as far:
        play.attack("ana", "orc1", weapon="one_handed", weapon_range="other")
    assert (far.value.reason, far.value.field) == ("tapiz.stance.focus_needs_close_weapon", "weapon_range")
    with pytest.raises(Missing) as unarmed:
        play.attack("ana", "orc1")
    assert (unarmed.value.reason, unarmed.value.field) == ("tapiz.stance.damage_dice_missing", "weapon")
    assert play.state == before
    play.attack("ana", "orc1", kind="mental", weapon="small", weapon_range="other", attack="ranged")
    assert play.keys == ["attack"]


@pytest.mark.parametrize(("margin", "tier"), [(1, "minor"), (5, "major"), (10, "extreme"), (15, "extreme")])
def test_a_failure_in_focus_on_damage_costs_one_tier_more(margin: int, tier: str) -> None:
    """TAP-STANCE-08."""
    play = skilled()
    play.begin("stance", "ana", stance="focus_on_damage")
    short = 10 - margin - 10 - 2 - 4
    own = [{"value": short, "reason": "la escena"}]
    play.attack("ana", "orc1", weapon="small", mode="static", in_force=[], others=own)
    play.answer("attack_damage", faces=[4, 1])
    assert play.keys == ["raised"]
    play.answer("raised", {"consequence": "own", "name": "Traspié"})
    (laid_open,) = (one for one in play.effects("ana").values() if one.name == "Traspié")
    assert laid_open.tier == tier
    assert play.keys == []


def test_the_target_may_rather_spend_the_points() -> None:
    play = skilled()
    play.begin("stance", "ana", stance="focus_on_damage")
    own = [{"value": -9, "reason": "la escena"}]
    play.attack("ana", "orc1", weapon="small", mode="static", in_force=[], others=own)
    play.answer("attack_damage", faces=[4, 1])
    play.answer("raised", {"consequence": "points"})
    assert play.keys == ["spend"]


def test_aiming_takes_the_asalto_before_and_doubles_the_first_trait() -> None:
    """TAP-STANCE-10, TAP-ODD-08: level 3, two traits: 6 and the cap of 6."""
    play = ready()
    play.begin("stance", "ana", stance="aim")
    play.begin("initiative")
    before = play.state
    with pytest.raises(NotAllowed) as hasty:
        play.attack("ana", "orc1")
    assert hasty.value.reason == "tapiz.stance.aim_needs_asalto"
    with pytest.raises(NotAllowed) as near:
        play.attack("ana", "orc1", attack="melee")
    assert near.value.reason == "tapiz.stance.aim_needs_ranged"
    assert play.state == before
    play.begin("aim", "ana", viewer=ANA)
    for _turn in range(5):
        play.begin("end_turn", play.turn)
    play.attack("ana", "orc1", mode="static", traits=[["t1", "ojo"], ["t2", "calma"]], viewer=ANA)
    assert result(play, "roll.total") == 10 + 2 + 6
    assert "TAP-ODD-08" in rules_told(play)


def test_an_aimed_shot_needs_aiming_anew() -> None:
    play = ready()
    play.begin("stance", "ana", stance="aim")
    play.begin("initiative")
    play.begin("aim", "ana")
    for _turn in range(10):
        play.begin("end_turn", play.turn)
    with pytest.raises(NotAllowed):
        play.attack("ana", "orc1")


def test_a_stance_is_kept_when_the_sheet_is_edited_unless_it_goes() -> None:
    play = skilled()
    play.begin("stance", "ana", stance="aim")
    sheet = play.fight.combatants["ana"].sheet
    play.begin("resheet", internal=True, who="ana", sheet={**sheet, "strength": 16})
    assert play.body("ana").stance == "aim"
    play.begin("resheet", internal=True, who="ana", sheet={**sheet, "stances": []})
    assert play.body("ana").stance == "normal"


def test_iron_defence_drops_what_a_weapon_adds_too() -> None:
    """TAP-STANCE-09, TAP-HOUSE-18."""
    fight = scene(
        house={"damage_dice": True}, sheets={"ana": {"stances": ["iron_defence"]}}, ana={"stance": "iron_defence"}
    )
    fight.begin("attack", "ana", target="orc1", attribute="strength", weapon="one_handed", mode="static")
    assert "attack_damage" not in fight.keys


def test_a_level_less_allows_less_of_an_attack() -> None:
    """TAP-STANCE-06: the fight goes on with the most that the new level gives."""
    fight = scene(
        sheets={"ana": {"level": 5, "stances": ["all_out_attack"]}},
        ana={"stance": "all_out_attack", "stance_bonus": 3},
    )
    sheet = {**fight.fight.combatants["ana"].sheet, "level": 2}
    fight.begin("resheet", "ana", internal=True, who="ana", sheet=sheet)
    assert fight.body("ana").stance_bonus == 1
    assert SYSTEM.card(fight.fight, "ana").facts


def test_what_an_attack_was_given_is_missing_from_the_defence_until_the_next() -> None:
    """TAP-STANCE-06: the penalty cannot be given back once the bonus was used."""
    fight = scene(
        sheets={"ana": {"level": 5, "stances": ["all_out_attack"]}},
        ana={"stance": "all_out_attack", "stance_bonus": 3},
    )
    fight.attack("ana", "orc1", points=-3, viewer=ANA)
    with pytest.raises(NotAllowed) as caught:
        fight.begin("stance", "ana", viewer=ANA, stance="all_out_attack", bonus=1)
    assert caught.value.reason == "tapiz.asalto_used"
    fight.begin("stance", "ana", stance="all_out_attack", bonus=1)  # the game master may
    assert fight.body("ana").stance_bonus == 1

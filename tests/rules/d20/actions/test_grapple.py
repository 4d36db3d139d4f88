"""Grapples as they are played: start, join, pin, escape, strangle, and how they end."""

from dataclasses import replace
from typing import Any

import pytest

from rules.core.errors import NotAllowed
from rules.core.facts import Ref, Word
from rules.core.fight import Command
from rules.core.inputs import Combatants
from rules.systems.d20.attack import blow_of, check_in_grapple
from rules.systems.d20.state import grapple_of
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import GM, Scene, scene


def wrestling(**sheets: Any) -> Scene:
    """Ana has taken hold of a thug; two moves of hers are told."""
    table = scene(near=(("ana", "thug"), ("thug", "bruno")), **sheets)
    hold(table, "ana", "thug")
    return table


def hold(table: Scene, who: str, target: str, *faces: int) -> None:
    """Take hold of a target that does not strike first: touch, checks, damage."""
    table.begin("grapple", who, target=target)
    while any(request.key.startswith("opportunity") for request in table.requests):
        table.answer(table.requests[0].key, {"strikes": False})
    table.dice(*(faces or (15, 15, 2, 1)))


def test_a_hold_gives_both_a_state_and_shows_the_holder():
    """D20S-GRAP-08 to -14, D20S-GRAP-16 to -18: the damage is that of bare hands, nonlethal."""
    table = wrestling()
    assert grapple_of(table.fight, "ana") == grapple_of(table.fight, "thug")
    assert table.card("thug")["state.grapple"].params["others"] == (Ref("ana"),)
    assert table.card("ana")["condition.now"].params["key"] == "grappled"
    assert table.body("thug").hp == 14
    assert table.why_not("move", "ana") == "d20.move.grappled"


def test_who_holds_a_foe_is_not_proposed_to_let_go():
    """It costs nothing, and so is possible when the rest of the turn is spent."""
    table = wrestling()
    possible = [one.action for one in SYSTEM.offers(table.fight, "ana", GM) if one.reason is None]
    assert "let_go" in possible
    assert "let_go" not in SYSTEM.proposes(table.fight, "ana", possible)


def test_damage_of_the_blow_that_comes_first_breaks_the_attempt():
    """D20S-GRAP-09, D20S-GRAP-10: only the target may strike."""
    table = scene(near=(("ana", "thug"), ("ana", "other")))
    table.begin("grapple", "ana", target="thug")
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": True})
    table.dice(18, 3)
    assert "grapple.failed_aoo" in table.codes()
    assert grapple_of(table.fight, "ana") is None


def test_a_grab_alone_and_no_room_hold_nobody():
    """D20S-GRAP-02, D20S-GRAP-03, D20S-GRAP-15."""
    table = scene(near=(("ana", "thug"),))
    table.begin("grapple", "ana", target="thug", grab_only=True)
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(15)
    assert table.told("grapple.grabbed")
    table.begin("grapple", "ana", target="thug", enters=False)
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(15, 15, 2, 1)
    assert table.told("grapple.released")
    assert grapple_of(table.fight, "ana") is None


def test_a_pin_lasts_until_just_before_the_next_turn_of_who_pins():
    """D20S-GRAP-22, D20S-GRAP-25, D20S-GRAP-35: who is pinned can only try to get out."""
    table = wrestling()
    table.begin("wrestle", "ana", option="pin", target="thug")
    table.dice(15, 2)
    assert table.has("thug", "pinned")
    assert table.card("thug")["state.pinned_by"].params["who"] == Ref("ana")
    table.pass_turn("thug")
    assert table.why_not("attack", "thug") is not None
    table.begin("wrestle", "thug", option="escape_pin", target="ana")
    table.answer("resists:ana", {"resists": True})
    table.dice(2, 15)
    assert table.has("thug", "pinned")
    table.pass_turn("shade")
    assert table.has("thug", "pinned")
    table.begin("end_turn", None)
    assert table.round.acting == "ana"
    assert not table.has("thug", "pinned")
    assert grapple_of(table.fight, "thug") is not None


def test_nobody_is_pinned_any_more_when_the_fight_is_over():
    """D20S-GRAP-35: the hands that pinned are not there in the free scene."""
    table = wrestling()
    table.begin("wrestle", "ana", option="pin", target="thug")
    table.dice(15, 2)
    assert "pinned" in table.body("thug").effects
    assert "pinned" not in SYSTEM.lasting(table.fight, "thug")["effects"]


def test_escaping_has_to_beat_all_who_hold_and_may_be_let_happen():
    """D20S-GRAP-26, D20S-GRAP-27, D20S-GRAP-36, D20S-GRAP-39: joining needs no grab, nobody strikes first."""
    table = wrestling()
    table.pass_turn("bruno")
    table.begin("grapple", "bruno", target="thug")
    table.dice(18, 2, 1)
    assert table.told("maneuver.tries").params["what"] == Word("maneuver.join_grapple")
    table.pass_turn("thug")
    table.begin("wrestle", "thug", option="escape_grapple", target="ana")
    assert table.keys == ["resists:ana", "resists:bruno"]
    table.answer("resists:ana", {"resists": False})
    table.answer("resists:bruno", {"resists": True})
    table.dice(19, 3)
    assert table.told("wrestle.escape_grapple_done")
    assert all(grapple_of(table.fight, who) is None for who in ("ana", "bruno", "thug"))


def test_escape_artist_takes_the_attack_action_once_a_round():
    """D20S-GRAP-28: the game master may not try it twice either."""
    table = wrestling()
    table.pass_turn("thug")
    table.begin("wrestle", "thug", option="escape_grapple", target="ana", method="escape_artist")
    table.answer("resists:ana", {"resists": True})
    table.dice(2, 15)
    assert table.told("wrestle.escape_grapple_fails")
    with pytest.raises(NotAllowed):
        table.begin("wrestle", "thug", option="damage", target="ana")


def test_a_friend_breaks_a_pin():
    """D20S-GRAP-32: the friend who was pinned goes on grappling."""
    table = wrestling()
    table.pass_turn("thug")
    table.begin("wrestle", "thug", option="pin", target="ana")
    table.dice(19, 1)
    assert table.has("ana", "pinned")
    table.pass_turn("bruno")
    table.begin("grapple", "bruno", target="thug")
    table.dice(18, 2, 1)
    with pytest.raises(NotAllowed):
        table.begin("wrestle", "bruno", option="break_other_pin", target="thug")
    table.begin("end_turn", None)


def test_a_throat_is_held_until_the_grapple_ends():
    """D20H-STRG-02 to -06: choking is chosen after winning, and harm ends with the grapple."""
    table = wrestling()
    table.begin("wrestle", "ana", option="strangle", target="thug")
    table.dice(15, 2)
    table.answer("strangle:ana", {"choice": "choke"})
    assert "breath" in table.body("thug").timers
    assert table.card("thug")["state.choked_by"].params["who"] == Ref("ana")
    table.begin("let_go", "ana", target="thug")
    assert grapple_of(table.fight, "thug") is None
    assert "breath" not in table.body("thug").timers


def test_strangling_for_damage_and_letting_the_throat_go():
    """D20H-STRG-04, D20S-HOUSE-15."""
    table = wrestling()
    table.begin("wrestle", "ana", option="strangle", target="thug", lethal=True)
    table.dice(19, 2)
    table.answer("strangle:ana", {"choice": "damage"})
    table.dice(3)
    assert table.body("thug").hp == 14 - 5
    with pytest.raises(NotAllowed):
        table.begin("let_go", "ana", target="thug", what="throat")


def test_a_combatant_who_leaves_or_falls_lets_go():
    """D20S-HOUSE-15."""
    table = wrestling()
    table.begin("damage", amount=20, verb="harm", targets={"ana": "full"}, single_blow=False)
    table.begin("damage", amount=40, verb="harm", targets={"ana": "full"}, single_blow=False)
    assert grapple_of(table.fight, "thug") is None


def test_in_a_grapple_only_something_light_strikes_and_nobody_else():
    """D20S-GRAP-19, D20S-GRAP-34."""
    table = wrestling()
    with pytest.raises(NotAllowed):
        table.begin("attack", "ana", target="thug", weapon="espada")
    with pytest.raises(NotAllowed):
        table.begin("attack", "ana", target="other", weapon="unarmed")
    blow = blow_of(table.fight, Command("blow", "attack", "ana", {"target": "thug", "weapon": "unarmed"}))
    check_in_grapple(table.fight, blow)
    with pytest.raises(NotAllowed, match="light_only"):
        check_in_grapple(table.fight, replace(blow, two_weapons=True))
    table.strike("ana", "thug", 15, 2, weapon="unarmed")
    assert table.told("attack.hit")


def test_five_are_too_many_around_one():
    """D20S-GRAP-38: each counts one, of the same size."""
    table = wrestling(thug={"level": 2, "hp_max": 14, "size": "small", "strength": 13})
    table.pass_turn("bruno")
    hold(table, "bruno", "thug", 18, 2, 1)
    table.pass_turn("dog")
    with pytest.raises(NotAllowed, match="no_room"):
        table.begin("grapple", "dog", target="thug")


def test_in_a_grapple_an_attack_is_meant_for_an_opponent_in_it() -> None:
    """D20S-GRAP-19: a foe outside it would be refused."""
    table = wrestling()
    target, weapon, *_more = table.system.actions["attack"].inputs(table.fight, "ana", GM)
    assert isinstance(target, Combatants)
    assert target.likely == ("thug",)
    assert target.default == "thug"
    assert weapon.default == "unarmed", "the sword is not light (D20S-GRAP-24)"

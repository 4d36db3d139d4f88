"""Any other action, against a difficulty or an opponent; and working to remove an effect."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.types import Json
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, BRUNO, GM, Scene, carrying, pool, scene


def tried(fight: Scene, *, viewer: Any = GM, **inputs: Any) -> Scene:
    """Ana climbs, taking 10: 11 with Destreza 12."""
    fight.begin("other", "ana", viewer=viewer, what="Trepar", attribute="dexterity", mode="static", **inputs)
    return fight


def test_the_game_master_is_asked_for_the_difficulty() -> None:
    """TAP-ROLL-01, TAP-ROLL-10: one question, with the attribute; a yes takes the average, 12 (TAP-HOUSE-11)."""
    fight = asking()
    assert (fight.keys, fight.requests[0].to) == (["game_master"], None)
    names = [item.name for item in fight.requests[0].inputs]  # type: ignore[attr-defined]
    assert names[0] == "attribute"
    assert {"difficulty", "resistance", "harder"} <= set(names)
    with pytest.raises(NotAllowed):
        fight.answer("game_master", {"difficulty": "easy"}, viewer=ANA)
    fight.answer("game_master", fight.requests[0].default)  # type: ignore[attr-defined]
    assert "Ana: fallo, 1 punto de consecuencia" in fight.read(GM)
    assert "Contra dificultad 12" in fight.read(GM)


def asking() -> Scene:
    """Ana tries something, and the game master is asked for the word on it."""
    fight = scene()
    fight.agrees = False
    return tried(fight, viewer=ANA)


def word(fight: Scene, **given: Json) -> None:
    """The game master's word, other than what is proposed."""
    fight.answer("game_master", {**fight.requests[0].default, **given})  # type: ignore[attr-defined]


def test_an_answered_difficulty() -> None:
    fight = asking()
    word(fight, difficulty="easy")
    assert "Ana: éxito, 2 puntos" in fight.read(ANA)
    # the number is the game master's until the margin tells it to who spends the points
    assert not any("dificultad" in line.lower() for line in fight.read(BRUNO))
    assert not [fact for fact in fight.facts if fact.code.startswith("core.hand.set")]


def test_the_game_master_takes_another_attribute() -> None:
    """TAP-ROLL-10."""
    fight = asking()
    word(fight, attribute="charisma")
    (total,) = (fact for fact in fight.facts if fact.code == "roll.total")
    assert next(term for term in total.terms if term.code == "term.attribute").params["attribute"].code == (
        "attribute.charisma"
    )
    assert "core.hand.set" in fight.seen(ANA)


def test_a_table_that_trusts_its_players_is_asked_for_the_difficulty_alone() -> None:
    for how in ("tell", "trust"):
        fight = tried(scene(house={"proposals": how}), viewer=ANA)
        assert fight.keys == ["difficulty"]


def test_the_game_master_may_set_it_at_once() -> None:
    fight = tried(scene(), difficulty="easy")
    assert fight.keys == ["spend"]


def test_a_number_goes_before_the_word() -> None:
    fight = tried(scene(), difficulty="impossible", resistance=11)
    assert "Contra dificultad 11" in fight.read(GM)
    assert not fight.head.open


def test_players_do_not_set_it() -> None:
    with pytest.raises(UnknownValue):
        tried(scene(), viewer=ANA, difficulty="trivial")


def test_no_opponent_no_hit_points() -> None:
    """TAP-EFF-07: there is no pool to take them from; effects for oneself can be bought."""
    fight = tried(scene(), resistance=6)
    assert [item.name for item in fight.requests[0].inputs] == ["effects", "lasts", "how_many", "own"]  # type: ignore[attr-defined]
    fight.answer("spend", {"effects": ["advantageous_position"]})
    assert [effect.modifier for effect in fight.effects("ana").values()] == [2]


def test_a_failure_without_opponent_is_spent_by_the_game_master() -> None:
    """TAP-EFF-04."""
    fight = tried(scene(), resistance=16)
    assert fight.requests[0].to is None
    fight.answer("spend", {"rest": False, "hit_points": 2})
    assert fight.body("ana").physical.current == 18


def test_the_difficulty_is_known_to_the_spender_of_the_points() -> None:
    assert "Contra dificultad 11" in tried(scene(), resistance=11).read(ANA)
    assert "Contra dificultad 99" not in tried(scene(), resistance=99).read(ANA)


def opposed(fight: Scene, *, viewer: Any = GM, **opposing: Any) -> Scene:
    """Ana against the first orc, which resists as proposed, with strength, or as it is told."""
    tried(fight, viewer=viewer, opponent="orc1", opponent_attribute="strength")
    fight.answer("opposing", {**fight.requests[0].default, **opposing})  # type: ignore[attr-defined]
    return fight


def test_opposed() -> None:
    """TAP-ROLL-06: the other's roll is what must be reached."""
    fight = opposed(scene(), viewer=ANA)
    assert (fight.keys, fight.requests[0].to) == (["resistance"], "orc1")
    fight.answer("resistance", faces=[3, 2, 1])  # 7 with Fuerza 12
    assert fight.requests[0].to == "ana"
    fight.answer("spend", {"rest": True})
    assert fight.body("orc1").physical.current == 10
    assert "Ana contra Orco 1: Trepar" in fight.read()


def test_the_opponent_says_how_it_resists() -> None:
    """TAP-ROLL-06, TAP-ROLL-11, TAP-EFF-11: attribute, traits and what is in force are the opponent's."""
    fight = scene(orc1={"effects": carrying("knock_down_enemy")})
    tried(fight, viewer=ANA, opponent="orc1", opponent_attribute="strength")
    assert fight.requests[0].default == {"attribute": "strength", "in_force": ["e1"]}  # type: ignore[attr-defined]
    fight.answer("opposing", {"attribute": "dexterity", "in_force": ["e1"]})
    fight.answer("resistance", faces=[5, 5, 5])  # 15 with Destreza 10, and −4
    assert "Contra resistencia 11" in fight.read(GM)
    assert fight.effects("orc1") == {}


def test_opposed_and_lost_the_opponent_spends() -> None:
    fight = opposed(scene())
    fight.answer("resistance", faces=[6, 5, 4])
    assert fight.requests[0].to == "orc1"


def test_the_resistance_of_a_foe_is_not_told() -> None:
    fight = opposed(scene())
    fight.answer("resistance", faces=[6, 5, 4])
    assert "roll.resistance" not in fight.seen(ANA)
    assert "resistance.rolled" not in fight.seen(ANA)


def test_outside_a_conflict_points_buy_no_hit_points() -> None:
    """TAP-EFF-07."""
    fight = opposed(scene(status="ready"))
    fight.answer("resistance", faces=[1, 1, 1])
    with pytest.raises(UnknownValue):
        fight.answer("spend", {"hit_points": 1})


def test_an_incapacitated_mind_may_still_flee() -> None:
    """TAP-HP-03."""
    fight = scene(ana={"mental": pool(0, 15)})
    with pytest.raises(NotAllowed) as caught:
        fight.attack("ana", "orc1", viewer=ANA)
    assert caught.value.reason == "tapiz.cannot_act.obey_or_flee"
    tried(fight, viewer=ANA)


# Removing an effect


def removing(points: int, **inputs: Any) -> Scene:
    """Ana frees Bruno, who lies on the ground, with 11 against a difficulty lower by the points."""
    fight = scene(bruno={"effects": carrying("knock_down_enemy", lasting=True)})
    fight.begin(
        "remove_effect",
        "ana",
        target="bruno",
        attribute="intelligence",
        mode="static",
        resistance=11 - points,
        **inputs,
    )
    return fight


def test_removing_an_effect_of_another_combatant() -> None:
    """TAP-EFF-06, TAP-STORY-04."""
    fight = removing(10)
    fight.answer("spend", {"remove": ["e1"]})
    assert fight.effects("bruno") == {}


def test_with_half_the_points_it_is_reduced() -> None:
    fight = removing(5)
    fight.answer("spend", {"reduce": ["e1"]})
    assert fight.effects("bruno")["e1"].modifier == -2


def test_a_failed_removal_goes_to_the_game_master() -> None:
    fight = removing(-3)
    assert fight.requests[0].to is None
    fight.answer("spend", {"momentary": "opponent"})
    assert [effect.modifier for effect in fight.effects("ana").values()] == [-1]
    assert list(fight.effects("bruno")) == ["e1"]


def test_there_must_be_something_to_remove() -> None:
    assert scene().why_not("remove_effect", "ana") == "tapiz.nothing_to_remove"
    assert scene(bruno={"effects": carrying("painful_wound")}).why_not("remove_effect", "ana") is None


def test_the_one_effect_within_reach_is_proposed_for_removal() -> None:
    """TAP-EFF-06: ten points for a major one."""
    fight = scene(bruno={"effects": carrying("knock_down_enemy")})
    fight.begin("remove_effect", "ana", target="bruno", attribute="strength", mode="static", resistance=0)
    assert fight.requests[0].default == {"remove": ["e1"]}


def test_removing_an_own_effect_names_oneself_once() -> None:
    fight = scene(ana={"effects": carrying("knock_down_enemy")})
    fight.begin("remove_effect", "ana", target="ana", attribute="strength", mode="static", resistance=0)
    assert "Ana trata de quitarse un efecto" in fight.read()


def test_the_one_who_bears_an_effect_is_proposed_and_two_are_asked_for() -> None:
    """The bearer may be out of the fight, which is why no foe or friend is proposed before another here."""
    one = scene(bruno={"effects": carrying("knock_down_enemy")})
    assert SYSTEM.actions["remove_effect"].inputs(one.fight, "ana", ANA)[0].default == "bruno"
    two = scene(bruno={"effects": carrying("knock_down_enemy")}, ana={"effects": carrying("instil_fear")})
    assert SYSTEM.actions["remove_effect"].inputs(two.fight, "ana", ANA)[0].default is None


def test_an_edited_sheet_keeps_what_the_fight_has_done() -> None:
    fight = scene(bruno={"physical": pool(5), "effects": carrying("advantageous_position")})
    before = fight.body("bruno")
    sheet = {**fight.fight.combatants["bruno"].sheet, "strength": 18}
    fight.begin("resheet", who="bruno", sheet=sheet, internal=True)
    after = fight.body("bruno")
    assert (after.scores["strength"], after.effects, after.initiative) == (18, before.effects, before.initiative)
    assert after.physical.current == 5


def test_an_action_that_is_no_attack_wounds_only_on_demand() -> None:
    """TAP-EFF-07: what is proposed takes no hit points."""
    fight = opposed(scene())
    fight.answer("resistance", faces=[3, 2, 1])
    fight.answer("spend", fight.requests[0].default)  # type: ignore[attr-defined]
    assert fight.body("orc1").physical.current == 14


def test_an_action_of_the_mind_wears_the_mind_down() -> None:
    """TAP-HP-01, TAP-EFF-07: by the kind of action."""
    fight = scene()
    others = [{"value": 10, "reason": ""}]
    given = {"what": "Intimidar", "attribute": "charisma", "mode": "static", "others": others}
    fight.begin("other", "ana", opponent="orc1", **given)
    fight.answer("opposing", fight.requests[0].default)  # type: ignore[attr-defined]
    fight.answer("resistance", faces=[6, 6, 4])
    fight.answer("spend", {"rest": True})
    assert (fight.body("orc1").physical.current, fight.body("orc1").mental.current) == (14, 8 - 4)

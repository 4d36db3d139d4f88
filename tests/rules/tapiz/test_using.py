"""Weapons in hand, ammunition that runs out, things used up, lost and broken (TAP-HOUSE-18, TAP-EFF-05)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.errors import NotAllowed
from rules.core.gear import Gear
from rules.core.inputs import Choice
from rules.core.types import Json
from rules.systems.tapiz.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tapiz.scene import ANA, BRUNO, Scene, pool, scene
from tests.rules.things import gear, thing

BOW = thing(SYSTEM, "bow", "weapon", "Arco", place="hand", use="ranged", size="two_handed", ammunition="arrow")
SWORD = thing(SYSTEM, "sword", "weapon", "Espada", place="worn", size="heavy_one_handed")
ARROWS = thing(SYSTEM, "arrows", "ammunition", "Flecha", quantity=2, weight=50)
SILVER = thing(SYSTEM, "silver", "ammunition", "Flecha de plata", quantity=1, weight=50)
SHIELD = thing(SYSTEM, "shield", "shield", "Rodela", place="worn")
DAGGERS = thing(SYSTEM, "daggers", "weapon", "Daga", quantity=2, place="hand", use="thrown", size="small")
AXE = thing(SYSTEM, "axe", "weapon", "Hacha", place="hand")
MAIL = thing(SYSTEM, "mail", "armour", "Cota", place="worn", armour="medium")


def armed(*things: Any, **more: Any) -> Scene:
    return scene(gears={"ana": gear(*things), "orc1": gear(AXE)}, **more)


def field(play: Scene, name: str = "weapon", action: str = "attack") -> Choice:
    (found,) = (one for one in SYSTEM.actions[action].inputs(play.fight, "ana", ANA) if one.name == name)
    assert isinstance(found, Choice)
    return found


def carried(play: Scene, who: str = "ana") -> Gear:
    return play.fight.combatants[who].gear


def shoot(play: Scene, **more: Json) -> None:
    play.attack("ana", "orc1", points=0, attribute="strength", weapon="bow", viewer=GM, **more)


def test_the_weapon_in_hand_comes_first_with_its_values() -> None:
    """TAP-HOUSE-18, TAP-HOUSE-19."""
    play = armed(BOW, SWORD, ARROWS)
    weapon = field(play)
    assert weapon.default == "bow"
    assert [option.value for option in weapon.options] == ["bow", "sword", "unarmed"]
    notes = {fact.code: fact.value for fact in weapon.options[0].notes}
    assert notes == {"sheet.die": 10, "weapon.two_handed": None, "range_band.lejos": None, "note.ammunition": 2}
    assert field(play, "attribute").default == "dexterity"


def test_what_is_at_the_belt_says_why_not() -> None:
    play = armed(BOW, SWORD, ARROWS)
    with pytest.raises(NotAllowed) as refused:
        play.attack("ana", "orc1", points=0, weapon="sword")
    assert refused.value.reason == "tapiz.gear.not_in_hand"


def test_a_weapon_in_hand_brings_its_die() -> None:
    """TAP-HOUSE-18, TAP-OPT-06."""
    play = armed(AXE, house={"damage_dice": True})
    play.attack("ana", "orc1", weapon="axe", mode="static")
    play.answer("attack_damage", faces=[5])
    assert next(fact for fact in play.facts if fact.code == "roll.total").value == 17


def test_ammunition_runs_out_and_undo_gives_it_back() -> None:
    play = armed(BOW, ARROWS)
    shoot(play)
    assert carried(play).things["arrows"].quantity == 1
    assert play.facts[-1].code != "gear.ammunition_last"
    shoot(play)
    assert "gear.ammunition_last" in [fact.code for fact in play.facts]
    assert carried(play).things["arrows"].quantity == 0
    assert field(play).default == "unarmed"
    with pytest.raises(NotAllowed) as refused:
        shoot(play)
    assert refused.value.reason == "tapiz.gear.no_ammunition"
    play.undo()
    assert carried(play).things["arrows"].quantity == 1
    assert field(play).default == "bow"


def test_how_many_are_left_only_the_shooter_learns() -> None:
    play = armed(BOW, ARROWS)
    shoot(play)
    assert "gear.ammunition_left" in play.seen(ANA)
    assert "gear.ammunition_left" not in play.seen()
    assert "attack.armed" in play.seen()


def test_of_several_sorts_one_is_chosen() -> None:
    play = armed(BOW, ARROWS, SILVER)
    shoot(play, ammunition="silver")
    assert (carried(play).things["silver"].quantity, carried(play).things["arrows"].quantity) == (0, 2)


def test_a_bow_spends_no_arrow_on_a_mind() -> None:
    play = armed(BOW, ARROWS)
    shoot(play, kind="mental")
    assert carried(play).things["arrows"].quantity == 2


def test_the_weapon_says_its_range_to_the_stance() -> None:
    """TAP-STANCE-07: no focus on damage with a bow."""
    known = {"ana": {"stances": ["focus_on_damage"]}}
    play = armed(BOW, ARROWS, sheets=known, ana={"stance": "focus_on_damage"})
    assert "weapon_range" not in [one.name for one in SYSTEM.actions["attack"].inputs(play.fight, "ana", ANA)]
    with pytest.raises(NotAllowed) as refused:
        shoot(play)
    assert refused.value.reason == "tapiz.stance.focus_needs_close_weapon"
    close = armed(AXE, sheets=known, ana={"stance": "focus_on_damage"})
    close.attack("ana", "orc1", weapon="axe", mode="static")
    close.answer("attack_damage", faces=[2, 5])
    assert next(fact for fact in close.facts if fact.code == "roll.total").value == 17


def test_drawing_takes_the_asalto_and_frees_the_hands() -> None:
    """TAP-TIME-01, TAP-EFF-05."""
    play = armed(BOW, SWORD, ARROWS)
    play.begin("wield", "ana", thing="sword", viewer=ANA)
    assert (carried(play).things["sword"].place, carried(play).things["bow"].place) == ("hand", "worn")
    assert play.fight.round.used
    with pytest.raises(NotAllowed):
        play.begin("wield", "ana", thing="sword", viewer=ANA)


def test_a_weapon_in_hand_is_put_away() -> None:
    play = armed(AXE)
    play.begin("wield", "ana", thing="axe", viewer=ANA)
    assert carried(play).things["axe"].place == "worn"


def test_a_shield_counts_in_hand_and_not_at_the_belt() -> None:
    """TAP-HOUSE-07."""
    play = armed(SHIELD)
    before = play.body("ana").shield
    play.begin("wield", "ana", thing="shield", viewer=ANA)
    assert not before
    assert play.body("ana").shield


def test_a_shield_that_is_put_away_no_longer_counts() -> None:
    """TAP-HOUSE-07."""
    play = armed(replace(SHIELD, place="hand"))
    assert play.body("ana").shield
    play.begin("wield", "ana", thing="shield", viewer=ANA)
    assert not play.body("ana").shield


def test_a_minor_effect_draws_without_an_asalto() -> None:
    """TAP-EFF-05: sheathing or drawing a weapon."""
    play = armed(AXE, SWORD)
    play.attack("ana", "orc1", points=5, weapon="unarmed")
    play.answer("spend", {"rest": False, "effects": ["sheathe_or_draw_weapon"], "draw": "sword"})
    assert carried(play).things["sword"].place == "hand"
    assert play.effects("ana") == {}


@pytest.mark.parametrize(
    ("effect", "points", "named", "quantity", "place"),
    [
        ("disarm_opponent", 10, None, 1, "packed"),
        ("lose_equipment_piece", 10, "axe", 0, "hand"),
        ("break_weapon_or_equipment", 15, None, 0, "hand"),
        ("lose_minor_resource", 5, "axe", 0, "hand"),
    ],
)
def test_effects_fall_on_a_thing_that_is_seen(
    effect: str, points: int, named: str | None, quantity: int, place: str
) -> None:
    """TAP-EFF-05: the weapon in hand, unless another thing is named; only being disarmed lasts (TAP-EFF-06)."""
    play = armed(AXE)
    play.attack("ana", "orc1", points=points, weapon="unarmed")
    play.answer("spend", {"rest": False, "effects": [effect], **({"thing": named} if named else {})})
    axe = carried(play, "orc1").things["axe"]
    assert (axe.quantity, axe.place) == (quantity, place)
    assert [one.listed for one in play.effects("orc1").values()] == ([effect] if effect == "disarm_opponent" else [])
    assert f"gear.{effect}" in play.seen()


def test_an_open_guard_may_cost_the_weapon() -> None:
    """TAP-STANCE-08, TAP-EFF-05: a consequence one tier up falls on a thing too."""
    play = armed(AXE, sheets={"ana": {"stances": ["focus_on_damage"]}}, ana={"stance": "focus_on_damage"})
    play.attack("ana", "orc1", weapon="axe", mode="static", others=[{"value": -9, "reason": "a ciegas"}])
    play.answer("attack_damage", faces=[1, 1])
    play.answer("raised", {"consequence": "disarm_opponent", "name": ""})
    assert carried(play).things["axe"].place == "packed"
    assert [one.about for one in play.effects("ana").values()] == ["axe"]


def test_broken_armour_no_longer_counts() -> None:
    """TAP-EFF-05, TAP-ROLL-09."""
    play = scene(gears={"ana": gear(AXE), "orc1": gear(AXE, MAIL)})
    assert play.body("orc1").armour == "medium"
    play.attack("ana", "orc1", points=19, weapon="unarmed")  # four of them against the mail
    play.answer("spend", {"rest": False, "effects": ["break_weapon_or_equipment"], "thing": "mail"})
    assert play.body("orc1").armour == "none"


def test_a_combatant_without_things_carries_the_effect() -> None:
    play = armed(AXE)
    play.attack("ana", "orc2", points=10, weapon="unarmed")
    play.answer("spend", {"rest": False, "effects": ["disarm_opponent"]})
    assert [one.listed for one in play.effects("orc2").values()] == ["disarm_opponent"]


def test_no_flask_brings_the_dead_back() -> None:
    """TAP-HP-09."""
    play = armed(thing(SYSTEM, "flask", "consumable", "Redoma", restores=9), bruno={"physical": pool(-10)})
    with pytest.raises(NotAllowed) as caught:
        play.begin("use", "ana", thing="flask", target="bruno", viewer=ANA)
    assert caught.value.reason == "tapiz.healing.beyond_help"
    assert carried(play).things["flask"].quantity == 1


def test_a_flask_is_used_up_and_heals_without_using_the_chance() -> None:
    """TAP-HP-01, TAP-HP-10."""
    flask = thing(SYSTEM, "flask", "consumable", "Redoma", charges=2, restores=4)
    play = armed(flask, bruno={"physical": pool(5, healing_available=True)})
    play.begin("use", "ana", thing="flask", target="bruno", viewer=ANA)
    assert play.body("bruno").physical.current == 9
    assert play.body("bruno").physical.healing_available
    assert carried(play).things["flask"].charges == 1
    play.begin("use", "ana", thing="flask", target="ana", viewer=GM)
    assert carried(play).things["flask"].quantity == 0
    assert "gear.used_up" in play.seen(ANA)
    assert "gear.used_up" not in play.seen(BRUNO)
    assert "use" not in [offer.action for offer in SYSTEM.offers(play.fight, "ana", ANA)]


def test_an_arrow_less_weighs_less() -> None:
    """TAP-LOAD-01."""
    many = thing(SYSTEM, "arrows", "ammunition", "Flecha", quantity=2, weight=1_000)
    play = armed(BOW, many)
    assert play.body("ana").weight == 2
    shoot(play)
    assert play.body("ana").weight == 1


def test_packed_things_cannot_be_named_by_others() -> None:
    """Only what is in hand or worn is seen, so only that is offered to the spender of the points."""
    purse = thing(SYSTEM, "ring", "gear", "Anillo del sello")
    play = scene(gears={"ana": gear(AXE), "orc1": gear(AXE, MAIL, purse)})
    play.attack("ana", "orc1", points=19, weapon="unarmed")
    (named,) = (one for one in play.requests[0].inputs if one.name == "thing")  # type: ignore[union-attr]
    assert [option.value for option in named.options] == ["axe", "mail"]  # type: ignore[attr-defined]


def test_what_is_in_hand_is_on_the_card_of_its_bearer_alone() -> None:
    play = armed(BOW, ARROWS)
    facts = SYSTEM.card(play.fight, "ana").facts
    held = {"held.weapon", "held.shots"}
    assert held <= set(play.seen(ANA, facts))
    assert held & set(play.seen(BRUNO, facts)) == set()


def throw(play: Scene, **more: Json) -> None:
    play.attack("ana", "orc1", points=0, weapon="daggers", attack="ranged", viewer=GM, **more)


def test_a_dagger_that_is_thrown_is_gone_from_the_hand_and_undo_gives_it_back() -> None:
    """TAP-VIS-04: whether it strikes or flies is asked; from the hand it strikes as often as wanted."""
    play = armed(DAGGERS)
    reach = field(play, "attack")
    assert ([option.value for option in reach.options], reach.default) == (["melee", "ranged"], "melee")
    play.attack("ana", "orc1", points=0, weapon="daggers", viewer=GM)
    assert carried(play).things["daggers"].quantity == 2
    throw(play)
    assert carried(play).things["daggers"].quantity == 1
    assert "gear.throws" in play.seen(BRUNO)
    assert "gear.thrown_left" not in play.seen(BRUNO)
    assert "gear.thrown_left" in play.seen(ANA)
    throw(play)
    assert carried(play).things["daggers"].quantity == 0
    play.undo()
    assert carried(play).things["daggers"].quantity == 1
    assert play.body("ana").thrown["daggers"].quantity == 1


def test_a_dagger_throws_nothing_at_a_mind() -> None:
    play = armed(DAGGERS)
    throw(play, kind="mental")
    assert carried(play).things["daggers"].quantity == 2


def test_the_last_dagger_still_brings_its_die() -> None:
    """TAP-OPT-06, TAP-HOUSE-18: what it can do does not go with it."""
    play = armed(replace(DAGGERS, quantity=1), house={"damage_dice": True})
    play.attack("ana", "orc1", weapon="daggers", attack="ranged", mode="static")
    play.answer("attack_damage", faces=[4])
    assert next(fact for fact in play.facts if fact.code == "roll.total").value == 16
    play.answer("spend", {"rest": False, "effects": []})
    assert carried(play).things["daggers"].quantity == 0


def test_what_was_thrown_is_gathered_to_the_belt() -> None:
    """TAP-TIME-01: it takes the asalto, as drawing does."""
    play = armed(DAGGERS)
    assert "gather" not in [offer.action for offer in SYSTEM.offers(play.fight, "ana", ANA)]
    throw(play)
    throw(play)
    play.begin("gather", "ana", things=["daggers"], give_up=False, viewer=GM)
    daggers = carried(play).things["daggers"]
    assert (daggers.quantity, daggers.place) == (2, "worn")
    assert play.body("ana").thrown == {}
    assert play.read(ANA)[-1] == "Ana recoge: Daga (2)"
    lying = armed(ana={"thrown": {"daggers": DAGGERS}})
    lying.begin("gather", "ana", things=["daggers"], give_up=False, viewer=ANA)
    assert lying.fight.round.used
    assert carried(lying).things["daggers"].place == "worn"


def test_what_cannot_be_gathered_is_given_up() -> None:
    play = armed(DAGGERS)
    throw(play)
    play.begin("gather", "ana", things=[], give_up=True, viewer=GM)
    assert play.body("ana").thrown == {}
    assert carried(play).things["daggers"].quantity == 1


def test_what_was_thrown_is_still_there_after_the_fight() -> None:
    play = armed(DAGGERS)
    throw(play)
    lasting = SYSTEM.lasting(play.fight, "ana")
    fresh = SYSTEM.with_lasting(play.body("orc2"), lasting)
    assert fresh.thrown["daggers"].quantity == 1
    wrong = {**lasting, "thrown": {"x": {**lasting["thrown"]["daggers"], "values": {"size": "huge"}}}}  # type: ignore[index, call-overload]
    assert SYSTEM.with_lasting(play.body("orc2"), wrong).thrown == {}


def test_a_weapon_strikes_no_mind() -> None:
    """TAP-OPT-07, TAP-HOUSE-18: its die neither caps nor adds to an attack on the mind."""
    axe = replace(AXE, place="hand")
    play = armed(axe, house={"damage_dice": True, "blow_cap": "by_means"})
    others = [{"value": 30, "reason": ""}]
    play.begin("attack", "ana", target="orc1", kind="mental", attribute="intelligence", mode="static", others=others)
    assert "attack_damage" not in play.keys
    play.answer("spend", {"rest": True})
    assert play.body("orc1").mental.current == 8 - (12 + 2)  # her Intelligence and level


def test_what_is_left_of_the_piece_that_was_shot_is_told() -> None:
    """Of two arrows and one of silver one arrow is left, not two of any kind."""
    play = armed(BOW, ARROWS, SILVER)
    told = []
    for _shot in range(3):
        shoot(play)
        told += [(one.code, one.value) for one in play.facts if one.code.startswith("gear.ammunition")]
    assert told[0] == ("gear.ammunition_left", 1)
    assert ("gear.ammunition_other", 1) in told
    assert told[-1][0] == "gear.ammunition_last"


def test_a_weapon_that_the_stance_excludes_is_not_proposed_and_says_why() -> None:
    """TAP-STANCE-07: the bow was proposed first, which could only be refused."""
    mine = {"stances": ["focus_on_damage"]}
    sword = thing(SYSTEM, "sword", "weapon", "Espada", place="hand", size="heavy_one_handed")
    play = armed(BOW, sword, ARROWS, sheets={"ana": mine}, ana={"stance": "focus_on_damage"})
    weapon = field(play)
    assert weapon.default == "sword"
    reasons = {option.value: option.reason and option.reason.code for option in weapon.options}
    assert reasons["bow"] == "error.tapiz.stance.focus_needs_close_weapon"
    assert reasons["sword"] is None
    assert field(play, "attribute").default == "strength"

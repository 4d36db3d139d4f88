"""What gear does to a sheet and a fight, and what a sheet lists as things (TAC-INV-04 to -06, TAC-HOUSE-13, -14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.equipment import checked, faults_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.gear import NO_GEAR, Gear
from rules.core.outfit import fresh_body, outfitted, regeared
from rules.core.types import Json
from rules.systems.tactico.system import SYSTEM
from tests.rules.tactico.scene import ANA, GUARD, Scene, scene
from tests.rules.things import gear, thing

CARBINE = thing(SYSTEM, "carbine", "weapon", "Carabina", place="hand", category="rifles", ammunition="rifles", rounds=8)
KNIFE = thing(SYSTEM, "knife", "weapon", "Navaja", place="worn", category="melee_weapons", slot="sheath")
CLIPS = thing(SYSTEM, "clips", "ammunition", "Peines", ammunition="rifles", quantity=2)
SUIT = thing(SYSTEM, "suit", "protection", "Traje", place="worn", protection="heavy", covers=["torso", "head"], size=4)
KIT = thing(SYSTEM, "kit", "gear", "Botiquín", size=3, treats=True)


def sheet_of(**values: Json) -> Mapping[str, Json]:
    return SYSTEM.sheet_kinds["person"].load(values)


def value(code: str, sheet: Mapping[str, Json], carried: Gear = NO_GEAR) -> Fact:
    whole = outfitted(SYSTEM, "person", sheet, carried, {})
    return next(fact for fact in SYSTEM.values("person", whole, {}) if fact.code == code)


def body_of(sheet: Mapping[str, Json], carried: Gear) -> Any:
    return fresh_body(SYSTEM, "person", sheet, carried, {})


def test_what_is_in_hand_is_held_and_what_is_packed_is_not_at_hand() -> None:
    body = body_of(sheet_of(), gear(KNIFE, CARBINE))
    assert (body.in_hand, tuple(body.arms)) == ("carbine", ("carbine", "knife"))
    assert (body.arms["carbine"].rounds, body.arms["carbine"].dice) == (8, 2)
    assert tuple(body_of(sheet_of(), gear(replace(CARBINE, place="packed"))).arms) == ()
    assert body_of(sheet_of(), gear(KNIFE)).in_hand == "unarmed"


def test_protection_counts_where_it_covers_and_is_named() -> None:
    """TAC-HOUSE-14."""
    found = value("protection_of.head", sheet_of(), gear(SUIT))
    assert (found.value, found.terms[0].params["name"]) == (3, "Traje")
    assert body_of(sheet_of(), gear(SUIT)).protection == {"head": 3, "torso": 3}
    assert body_of(sheet_of(), gear(replace(SUIT, place="packed"))).protection == {}


def test_all_sizes_count_against_the_aguante_each_once() -> None:
    """TAC-INV-04, TAC-INV-06: a carbine of 4, a suit of 4 over two locations, a kit of 3, and 5 put away."""
    found = value("value.load", sheet_of(), gear(CARBINE, SUIT, KIT, rest={"size": 5}))
    assert found.value == 4 + 4 + 3 + 5
    heavy = thing(SYSTEM, "safe", "gear", size=21)
    assert value("load.over", sheet_of(), gear(heavy)).value == 1


def test_what_treats_wounds_is_equipment_for_it() -> None:
    assert body_of(sheet_of(), gear(KIT)).equipment
    assert not body_of(sheet_of(), gear(CARBINE)).equipment


def test_unpacked_sheet_counts_as_it_did() -> None:
    """The numbers of the guard are the same with her things as things."""
    sheet = sheet_of(**GUARD)
    plain, things = SYSTEM.equipment.unpack("person", sheet)
    carried = gear(*things)
    assert [one.name for one in carried.at("hand")] == ["Machete"]
    assert SYSTEM.equipment.unpack("person", plain) == (plain, ())
    for code in ("value.load", "protection_of.torso"):
        assert value(code, plain, carried).value == value(code, sheet).value
    before, after = body_of(sheet, NO_GEAR), body_of(plain, carried)

    def told(body: Any) -> list[object]:
        return sorted((arm.category, arm.dice, arm.bonus, arm.rounds, arm.spares) for arm in body.arms.values())

    assert told(after) == told(before)
    assert after.arms[after.in_hand].name == before.arms[before.in_hand].name


def carrying(*things: Any) -> Scene:
    """Ana with these things and none on her sheet."""
    play = scene(ordered=False)
    ana = play.fight.combatants["ana"]
    plain = SYSTEM.equipment.unpack("person", ana.sheet)[0]
    found = gear(*things)
    ana = replace(ana, sheet=plain, gear=found, body=fresh_body(SYSTEM, "person", plain, found, {}))
    return Scene(SYSTEM, play.fight.with_combatant(ana))


def emptied(play: Scene, key: str) -> Scene:
    body = play.fight.combatants["ana"].body
    arms = {**body.arms, key: replace(body.arms[key], left=0)}
    return Scene(SYSTEM, play.fight.with_body("ana", replace(body, arms=arms)))


def test_reloading_takes_a_magazine_of_those_that_are_carried() -> None:
    """TAC-ACT-05."""
    play = emptied(carrying(CARBINE, CLIPS), "carbine")
    play.begin("reload", "ana", weapon="carbine", what="magazine", viewer=ANA)
    body = play.fight.combatants["ana"].body
    assert (body.arms["carbine"].left, body.arms["carbine"].spares_left) == (8, 1)
    assert play.fight.combatants["ana"].gear.things["clips"].quantity == 1


@pytest.mark.parametrize(
    ("carried", "what", "reason"),
    [((CARBINE,), "magazine", "no_spares"), ((CARBINE, CLIPS), "bullet", "no_ammunition")],
)
def test_reloading_says_why_not(carried: tuple[Any, ...], what: str, reason: str) -> None:
    """TAC-ACT-05: nothing to load with, or nothing of that sort."""
    with pytest.raises(NotAllowed, match=reason):
        emptied(carrying(*carried), "carbine").begin("reload", "ana", weapon="carbine", what=what, viewer=ANA)


def thrown(play: Scene) -> Any:
    """Ana throws the grenade that she has at hand; what is left of her grenades."""
    play.strike("ana", "raider1", action="shoot", weapon="grenades")
    play.dice(1, 1)
    return play.fight.combatants["ana"].gear.things["grenades"].quantity


def test_grenade_is_gone_when_it_is_thrown_and_the_next_is_taken_from_the_others() -> None:
    """TAC-ACT-05, TAC-HOUSE-13: the last one is gone too, and undoing brings it back."""
    grenades = thing(SYSTEM, "grenades", "weapon", "Granadas", place="hand", quantity=2, category="explosives")
    play = carrying(grenades)
    assert play.body("ana").arms["grenades"].spares_left == 1
    assert thrown(play) == 1
    assert (play.body("ana").arms["grenades"].left, play.body("ana").arms["grenades"].spares_left) == (0, 1)
    play.begin("reload", "ana", weapon="grenades", what="magazine", viewer=ANA)
    assert (play.body("ana").arms["grenades"].left, play.body("ana").arms["grenades"].spares_left) == (1, 0)
    assert thrown(play) == 0
    assert (tuple(play.body("ana").arms), play.body("ana").in_hand) == ((), "unarmed")
    play.undo()
    assert play.fight.combatants["ana"].gear.things["grenades"].quantity == 1
    assert play.body("ana").arms["grenades"].left == 1


def test_what_is_taken_and_left_is_a_thing_where_the_sheet_lists_none() -> None:
    """TAC-INV-03, TAC-INV-04; what is too big is refused (TAC-INV-06)."""
    play = carrying(CARBINE)
    new = {"thing": "Lata", "category": "other", "size": 2, "quantity": 2, "place": None}
    play.begin("take", "ana", viewer=ANA, **new)
    play.answer("agreed", {"agreed": True})
    taken = next(one for one in play.fight.combatants["ana"].gear.things.values() if one.name == "Lata")
    assert (taken.quantity, play.body("ana").load) == (2, 8)
    play.begin("leave_thing", "ana", thing=taken.id, quantity=1, viewer=ANA)
    assert play.body("ana").load == 6
    with pytest.raises(NotAllowed, match="too_much"):
        play.begin("take", "ana", viewer=ANA, **{**new, "size": 20})


def test_load_for_a_machine_is_that_of_a_weapon_that_needs_one() -> None:
    """TAC-HOUSE-32."""
    kind = SYSTEM.equipment.kinds["machine_ammunition"]
    assert checked(kind, {"machine_weapon": "heavy_cannon"})["shots"] == 7
    assert [fault.reason for fault in faults_of(kind, {"machine_weapon": "light_laser"})] == [
        "tactico.vehicle.no_ammunition"
    ]


def places(play: Scene) -> dict[str, str]:
    return {key: one.place for key, one in play.fight.combatants["ana"].gear.things.items()}


def test_what_is_taken_in_hand_in_a_fight_is_in_hand_after_it() -> None:
    """TAC-ACT-02: the things lie where the fight has put them."""
    play = carrying(CARBINE, KNIFE)
    play.begin("handle_item", "ana", item="knife", hand="left", words="", viewer=ANA)
    assert (play.body("ana").in_hand, play.body("ana").hand) == ("knife", "left")
    assert places(play) == {"carbine": "worn", "knife": "hand"}
    play.begin("handle_item", "ana", item="put_away", hand=None, words="", viewer=ANA)
    assert (play.body("ana").in_hand, places(play)) == ("unarmed", {"carbine": "worn", "knife": "worn"})


def test_what_is_taken_in_hand_outside_a_fight_is_in_hand_in_it() -> None:
    """The inventory puts the knife in hand, or everything away."""
    play = carrying(CARBINE, KNIFE)
    for item in ("put_away", "carbine"):
        play.begin("handle_item", "ana", item=item, hand="left", words="", viewer=ANA)
    one = play.fight.combatants["ana"]
    drawn = gear(replace(CARBINE, place="worn"), replace(KNIFE, place="hand"))
    assert regeared(SYSTEM, one, drawn, {}).body.in_hand == "knife"
    away = gear(replace(CARBINE, place="worn"), replace(KNIFE, place="worn"))
    assert regeared(SYSTEM, one, away, {}).body.in_hand == "unarmed"
    # what lies where it lay stays in the hand that took it
    assert regeared(SYSTEM, one, one.gear, {}).body.hand == "left"


def test_dropped_weapon_is_in_no_hand() -> None:
    """TAC-DMG-07: things that change later do not bring it back."""
    play = carrying(CARBINE, CLIPS)
    play.begin("damage", amount=9, verb="harm", location="right_arm", protected=False, targets={"ana": "full"})
    assert (play.body("ana").in_hand, places(play)["carbine"]) == ("unarmed", "worn")
    play.begin("leave_thing", "ana", thing="clips", quantity=1, viewer=ANA)
    assert (play.body("ana").in_hand, play.body("ana").arms["carbine"].dropped) == ("unarmed", True)


def test_a_weapon_drawn_outside_a_fight_is_the_only_one_in_hand() -> None:
    """TAC-ACT-02: as in a fight, the other goes to its place."""
    after = SYSTEM.equipment.drawn(gear(replace(CARBINE, place="hand"), KNIFE), KNIFE)
    assert {key: one.place for key, one in after.things.items()} == {"carbine": "worn", "knife": "hand"}


def test_load_says_its_limit() -> None:
    """TAC-INV-06: pages that show the load need no other value for the bar."""
    found = value("value.load", sheet_of(), gear(CARBINE))
    assert found.params["capacity"] == value("value.endurance", sheet_of()).value


def test_a_fallen_figure_leaves_weapons_and_protection() -> None:
    """TAC-HOUSE-03, TAC-HOUSE-14: what is worn all over is one piece."""
    load = SYSTEM.sheet_kinds["creature"].load
    sheet = load({"weapon": "rifles", "weapons": [{"name": "Machete", "category": "melee_weapons"}], "worn": "light"})
    things = SYSTEM.equipment.spoils("creature", sheet)
    assert [(one.kind, one.name, one.place) for one in things] == [
        ("weapon", "Fusil", "packed"),
        ("weapon", "Machete", "packed"),
        ("protection", "Protección (ligera)", "packed"),
    ]
    assert len(things[2].values["covers"]) > 1
    for one in things:
        assert checked(SYSTEM.equipment.kinds[one.kind], one.values) == one.values
    assert SYSTEM.equipment.spoils("creature", load({})) == ()


def test_dropped_weapon_taken_in_hand_does_not_lie_any_more() -> None:
    """TAC-DMG-07: what the inventory says is in hand can be used, in this fight and the next."""
    play = carrying(CARBINE, KNIFE)
    play.begin("damage", amount=9, verb="harm", location="right_arm", protected=False, targets={"ana": "full"})
    ana = play.fight.combatants["ana"]
    taken = SYSTEM.equipment.drawn(ana.gear, ana.gear.things["carbine"])
    body = regeared(SYSTEM, ana, taken, {}).body
    assert (body.in_hand, body.arms["carbine"].dropped) == ("carbine", False)
    later = SYSTEM.with_lasting(body_of(ana.sheet, taken), SYSTEM.lasting(play.fight, "ana"))
    assert (later.in_hand, later.arms["carbine"].dropped) == ("carbine", False)


def test_weapon_drawn_after_a_fight_is_held_as_it_is_carried() -> None:
    """TAC-DMG-07: not with the hand that held another in the fight before."""
    bow = thing(SYSTEM, "bow", "weapon", place="worn", category="bows_and_crossbows", hand="both")
    play = carrying(KNIFE, bow)
    play.begin("handle_item", "ana", item="knife", hand="left", words="", viewer=ANA)
    ana = play.fight.combatants["ana"]
    taken = SYSTEM.equipment.drawn(ana.gear, ana.gear.things["bow"])
    later = SYSTEM.with_lasting(body_of(ana.sheet, taken), SYSTEM.lasting(play.fight, "ana"))
    assert (later.in_hand, later.hand) == ("bow", "both")


def taken(**more: Any) -> dict[str, Any]:
    """The form of a thing that is taken along."""
    return {"thing": "Lata", "category": "other", "size": 1, "quantity": 1, "place": "container_1", **more}


def test_a_new_thing_is_asked_of_the_game_master_and_carried() -> None:
    """TAC-INV-03, TAC-INV-04."""
    play = scene(ordered=False)
    before = play.body("ana").load
    play.begin("take", "ana", viewer=ANA, **taken(quantity=2))
    play.answer("agreed", {"agreed": True})
    assert play.body("ana").load == before + 2
    assert play.fight.combatants["ana"].sheet["items"][-1]["name"] == "Lata"
    play.begin("leave_thing", "ana", thing="1", quantity=1, viewer=ANA)
    assert play.fight.combatants["ana"].sheet["items"][-1]["quantity"] == 1


def test_a_weapon_that_is_taken_can_be_used() -> None:
    """TAC-INV-02, TAC-INV-03."""
    play = scene(ordered=False)
    play.begin("take", "ana", viewer=ANA, **taken(thing="Hacha", category="melee_weapons", size=3, place="back"))
    play.answer("agreed", {"agreed": True})
    assert play.body("ana").arms["w03"].name == "Hacha"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"size": 20, "place": None}, "load.too_much"),
        ({"size": 5}, "load.container_full"),
        ({"place": "sheath"}, "load.wrong_slot"),
    ],
)
def test_what_cannot_be_carried_is_refused(more: dict[str, Any], reason: str) -> None:
    """TAC-INV-05, TAC-INV-06, TAC-HOUSE-18."""
    with pytest.raises(NotAllowed, match=reason):
        scene(ordered=False).begin("take", "ana", viewer=ANA, **taken(**more))

"""Fights with things: weapons drawn, ammunition that runs out, consumables, load (TUM-HOUSE-08, -12, TUM-LOAD-03)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.errors import NotAllowed
from rules.core.inputs import Choice
from rules.core.types import Json
from rules.systems.tumbas.gear.arms import uses_left
from rules.systems.tumbas.system import SYSTEM
from tests.rules.things import gear, thing
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene

BOW = thing(SYSTEM, "bow", "weapon", "Arco", place="hand", use="ranged", hands="2", ammunition="arrow")
SABRE = thing(SYSTEM, "sabre", "weapon", "Sable", place="worn", attribute="either", damage_die="8")
ARROWS = thing(SYSTEM, "arrows", "ammunition", "Flechas", charges=2)
BONE = thing(SYSTEM, "bone", "ammunition", "Flechas de hueso", charges=1, spaces=0)
PISTOL = thing(SYSTEM, "pistol", "weapon", "Pistolete", place="hand", use="ranged", reload=True, damage_die="10")
SHOT = thing(SYSTEM, "shot", "ammunition", "Balas", ammunition="shot", charges=5)
FLASK = thing(SYSTEM, "flask", "consumable", "Redoma", charges=2, restores=4)
BARE: dict[str, Json] = {"weapons": [], "equipment_points": 0, "coins": 0, "armour": "none", "shield": False}


def armed(*things: Any, ordered: bool = False, **more: Any) -> Scene:
    return scene(ordered=ordered, sheets={"ana": BARE}, gears={"ana": gear(*things)}, **more)


def field(play: Scene, action: str, name: str = "weapon") -> Choice:
    (found,) = (one for one in SYSTEM.actions[action].inputs(play.fight, "ana", ANA) if one.name == name)
    assert isinstance(found, Choice)
    return found


def shots(play: Scene, stack: str = "arrows") -> int:
    return uses_left(play.fight.combatants["ana"].gear.things[stack])


def shoot(play: Scene, **more: Json) -> None:
    play.begin("shoot", "ana", target="wolf1", viewer=ANA, **more)
    play.answer("shot", faces=[2, 3], viewer=ANA)


def test_the_weapon_in_hand_is_proposed_with_its_values() -> None:
    """TUM-HOUSE-08."""
    play = armed(BOW, SABRE, ARROWS)
    found = field(play, "shoot")
    assert (found.default, [option.value for option in found.options]) == ("bow", ["bow"])
    assert {note.code: note.value for note in found.options[0].notes} == {
        "note.die": 6,
        "hands.2": None,
        "note.ammunition": 2,
    }


def test_ammunition_runs_out_and_undo_gives_it_back() -> None:
    """TUM-HOUSE-08: where a weapon counts it."""
    play = armed(BOW, ARROWS)
    shoot(play)
    assert shots(play) == 1
    assert "gear.ammunition_left" in play.seen(ANA)
    assert "gear.ammunition_left" not in play.seen(BRUNO)
    shoot(play)
    assert play.told("gear.ammunition_last")
    assert shots(play) == 0
    assert play.why_not("shoot", "ana", ANA) == "tumbas.shoot.no_ammunition"
    play.undo()
    assert shots(play) == 1
    assert play.why_not("shoot", "ana", ANA) is None


def test_who_is_out_of_ammunition_cannot_declare_to_shoot() -> None:
    """TUMS-CMB-03."""
    play = armed(BOW, ordered=True)
    (option,) = (one for one in field(play, "declare", "what").options if one.value == "shoot")
    assert option.reason is not None
    assert option.reason.params == {"name": "Arco"}
    with pytest.raises(NotAllowed, match="no_ammunition"):
        play.declare("ana", "shoot", viewer=ANA)


def test_a_bow_of_the_house_table_counts_none() -> None:
    """TUM-HOUSE-08."""
    play = scene(ordered=False, sheets={"ana": {"weapons": [{"weapon": "bow"}]}})
    for _ in range(3):
        shoot(play)
    assert play.why_not("shoot", "ana", ANA) is None


def test_of_two_weapons_the_empty_one_says_why_not() -> None:
    empty = thing(SYSTEM, "pistol", "weapon", "Pistolete", place="worn", use="ranged", ammunition="shot")
    play = armed(BOW, empty, ARROWS)
    assert field(play, "shoot").default == "bow"
    with pytest.raises(NotAllowed, match="no_ammunition"):
        play.begin("shoot", "ana", target="wolf1", weapon="pistol")


def test_of_several_sorts_one_is_chosen() -> None:
    play = armed(BOW, ARROWS, BONE)
    shoot(play, ammunition="bone")
    assert (shots(play, "bone"), shots(play)) == (0, 2)


def test_what_is_reloaded_is_reloaded() -> None:
    """TUM-HOUSE-12."""
    play = armed(PISTOL, SHOT)
    shoot(play)
    assert play.why_not("shoot", "ana", ANA) == "tumbas.shoot.unloaded"
    play.begin("reload", "ana", viewer=ANA)
    assert play.why_not("shoot", "ana", ANA) is None


def test_a_weapon_at_the_belt_is_drawn_with_the_blow() -> None:
    """TUM-HOUSE-08, TUM-HOUSE-13."""
    play = armed(BOW, SABRE, ARROWS)
    assert field(play, "attack").default == "sabre"
    play.begin("attack", "ana", target="wolf1", weapon="sabre", viewer=ANA)
    play.dice(2, 3, 5, 4)
    things = play.fight.combatants["ana"].gear.things
    assert (things["sabre"].place, things["bow"].place) == ("hand", "worn")
    assert play.body("ana").in_hand == "sabre"
    assert play.told("attack.melee").params["weapon"] == "Sable"


def test_putting_things_elsewhere_puts_them_in_hand() -> None:
    """What the page of the gear says counts at once (TUM-HOUSE-13)."""
    play = armed(BOW, SABRE, ARROWS)
    things = play.fight.combatants["ana"].gear
    swapped = things.put(thing(SYSTEM, "bow", "weapon", "Arco", place="worn", use="ranged", hands="2")).put(
        thing(SYSTEM, "sabre", "weapon", "Sable", place="hand")
    )
    from rules.core.outfit import dump_gear

    play.begin("resheet", who="ana", sheet=dict(play.sheet("ana")), gear=dump_gear(swapped), internal=True)
    assert play.body("ana").in_hand == "sabre"


def test_a_flask_is_the_action_of_using_an_object() -> None:
    """TUM-HOUSE-12."""
    play = armed(FLASK, bruno={"hp": 1})
    play.begin("consume", "ana", thing="flask", target="bruno", viewer=ANA)
    assert play.body("bruno").hp == 5
    assert shots(play, "flask") == 1
    play.begin("consume", "ana", thing="flask", target="ana", viewer=ANA)
    assert play.told("gear.used_up")
    assert "consume" not in play.offered("ana", ANA)


def test_in_a_round_a_flask_goes_with_the_declaration_to_use_something() -> None:
    """TUMS-CMB-03, TUM-HOUSE-12."""
    play = armed(FLASK, ordered=True)
    play.declare("ana", "use", viewer=ANA)
    assert "consume" not in [offer.action for offer in SYSTEM.offers(play.fight, "ana", ANA)]
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.declare(who, "nothing")
    play.begin("next_step")
    assert {"use", "consume"} <= {offer.action for offer in SYSTEM.offers(play.fight, "ana", ANA)}
    play.begin("consume", "ana", thing="flask", target="ana", viewer=ANA)
    assert shots(play, "flask") == 1


def test_overload_makes_blows_harder() -> None:
    """TUM-LOAD-03, TUM-HOUSE-11: capacity 8."""
    play = armed(SABRE, thing(SYSTEM, "idol", "object", "Ídolo", spaces=8))
    assert play.body("ana").overloaded
    play.begin("attack", "ana", target="wolf1", viewer=ANA)
    assert [term.code for term in play.told("pool.punishment").terms] == ["cause.overload"]


def test_an_older_sheet_plays_on() -> None:
    """A fight that was open when sheets learnt something new goes on with its gear."""
    play = armed(BOW, ARROWS)
    fight = play.fight
    ana = fight.combatants["ana"]
    old = {name: value for name, value in ana.sheet.items() if name not in ("race_name", "class_name", "class_die")}
    before = Scene(SYSTEM, fight.with_combatant(replace(ana, sheet=old)))
    shoot(before)
    assert shots(before) == 1
    assert before.sheet("ana")["class_die"] is None


def test_spent_ammunition_lightens_the_load() -> None:
    """TUM-LOAD-01."""
    play = armed(BOW, BONE, ARROWS)
    before = play.body("ana").spaces
    shoot(play, ammunition="arrows")
    shoot(play, ammunition="arrows")
    assert play.body("ana").spaces == before - 1


def test_no_flask_brings_the_dead_back() -> None:
    """TUM-HOUSE-20."""
    play = armed(FLASK, bruno={"hp": -10})
    with pytest.raises(NotAllowed) as caught:
        play.begin("consume", "ana", thing="flask", target="bruno", viewer=ANA)
    assert caught.value.reason == "tumbas.heal.dead"

"""Dangers and recovery of d20 as they are played: in rounds, and by the clock."""

from __future__ import annotations

from rules.core.outfit import dump_gear
from tests.rules.d20.actions.scene import ANA, Scene, scene
from tests.rules.things import gear, thing


def dangers() -> Scene:
    """Play what happens to people within rounds."""
    play = scene()
    play.begin("fall", targets=["ana", "bruno"], feet=30)
    play.answer("fall:tumbles:ana", {"falling": "none"})
    for who in ("ana", "bruno"):
        play.answer(f"fall:{who}:reflex:{who}", faces=[20])
        play.answer(f"fall:{who}:damage:{who}", faces=[1, 1, 2])
    play.begin("falling_object", targets=["ana"], size="gargantuan", feet=10)
    play.dice(1, *[1] * 8)
    play.begin("get_free", "ana", viewer=ANA, method="escape_artist")
    play.dice(1)
    play.begin("condition", targets=["dog"], condition="blinded", span="until_lifted")
    play.begin("fire", targets=["bruno"])
    play.dice(1, 1)
    play.pass_turn("other")
    play.begin("end_turn")
    play.dice(1, 1)
    play.begin("quench", "bruno", how="water")
    play.begin("shock", targets=["other"], level="low_voltage")
    play.dice(20, 3, 4)
    play.begin("acid", targets=["dog"], contact="splash", strength="mild")
    play.dice(3)
    play.begin("damage", amount=play.body("bruno").hp + 3, targets={"bruno": "full"}, single_blow=False)
    play.pass_turn("thug")
    play.begin("stabilise", "thug", target="bruno")
    play.dice(20)
    return play


def long_days() -> Scene:
    """Play what days bring."""
    play = scene(ordered=False)
    box = thing(play.system, "box", "consumable", "Botiquín", charges=2, restores=3)
    sheet = play.fight.combatants["ana"].sheet
    play.begin("resheet", who="ana", sheet=sheet, gear=dump_gear(gear(box)), internal=True)
    play.begin("consume", "ana", viewer=ANA, thing="box", target="bruno")
    play.begin("poison", targets=["bruno"], dc=12, takes="strength", initial="1d4", secondary="1d6")
    play.dice(20)
    play.begin("pass_time", count=5, unit="minutes")
    play.dice(1, 5)
    play.begin("coat_weapon", "ana", viewer=ANA, thing="box")
    play.answer("poison", {"dc": 30, "takes": "hit_points", "initial": "3", "secondary": "0"})
    play.dice(10)
    play.begin("light", targets=["ana"], source="torch")
    play.begin("air", targets=["thug"], air="none")
    play.begin("pass_time", count=3, unit="rounds")
    play.begin("air", targets=["thug"], air="again")
    play.begin("weather", targets=["bruno"], kind="cold")
    play.begin("pass_time", count=1, unit="hours")
    play.dice(1, 3)
    play.begin("relief", targets=["bruno"], cause="cold")
    play.begin("deprivation", targets=["ana"], need="food")
    play.begin("ability", targets=["ana"], ability="strength", way="damage", amount=3)
    play.begin("damage", amount=8, verb="temporary", targets={"ana": "full"})
    play.begin("end_temporary", targets=["ana"])
    play.begin("rest", targets=["ana", "bruno"], kind="night")
    play.begin("disease", targets=["dog"], disease="hantavirus")
    play.dice(1)
    return play


FIGHTS = {"d20-dangers": dangers, "d20-days": long_days}

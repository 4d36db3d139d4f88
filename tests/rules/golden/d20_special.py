"""Special attacks of d20 as they are played: maneuvers, a grapple, explosions, automatic fire, things."""

from __future__ import annotations

from tests.rules.d20.actions.scene import ANA, Scene, scene
from tests.rules.d20.actions.test_explosives import BOMBER, catches


def brawl() -> Scene:
    """Play two rounds in which nobody means to kill."""
    play = scene(ana=BOMBER, near=(("ana", "thug"), ("bruno", "thug")))
    play.begin("trip", "ana", viewer=ANA, target="thug", method="unarmed")
    play.answer("opportunity:thug", {"strikes": False})
    play.dice(19, 1, 20)
    play.answer("return:thug", {"trips": True})
    play.dice(1, 20)
    play.begin("disarm", "ana", target="thug", aim="main")
    play.answer("opportunity:thug", {"strikes": False})
    play.dice(20, 1)
    play.pass_turn("bruno")
    play.begin("aid", "bruno", target="thug", friend="ana", choice="attack")
    play.dice(10)
    play.pass_turn("ana")
    play.begin("grapple", "ana", target="thug")
    play.dice(15, 15, 2, 1)
    play.begin("wrestle", "ana", option="pin", target="thug")
    play.dice(15, 2)
    play.pass_turn("thug")
    play.begin("wrestle", "thug", option="escape_pin", target="ana")
    play.answer("resists:ana", {"resists": True})
    play.dice(2, 15)
    play.pass_turn("ana")
    play.begin("wrestle", "ana", viewer=ANA, option="strangle", target="thug")
    play.dice(15, 2)
    play.answer("strangle:ana", {"choice": "choke"}, viewer=ANA)
    play.begin("let_go", "ana", viewer=ANA, target="thug")
    play.pass_turn("dog")
    play.begin("bull_rush", "dog", target="other", left=30, follows=True)
    play.dice(20, 1)
    play.pass_turn("shade")
    play.begin("end_turn")
    play.pass_turn("dog")
    play.begin("overrun", "dog", target="bruno", run=10)
    play.answer("overrun:bruno", {"choice": "avoid"})
    return play


def bombs() -> Scene:
    """Play a grenade among five, a fuse, automatic fire, a flask and things, where nobody waits for a turn."""
    play = scene(ordered=False, ana=BOMBER)
    play.begin("throw_explosive", "ana", viewer=ANA, weapon="granada", feet=25)
    play.dice(15, 2)
    catches(play, "burst:", thug="none", other="half", bruno="nine_tenths", shade="none", door="none")
    play.answer("burst:damage:ana", faces=[2, 1, 1, 1], viewer=ANA)
    for who, face in (("thug", 20), ("other", 1), ("bruno", 14), ("shade", 2)):
        play.answer(f"burst:reflex:{who}", faces=[face])
    play.begin("plant", "ana", viewer=ANA, weapon="granada", count=10, where="la puerta", detonator=True)
    play.dice(18)
    play.begin("detonate", planted="planted1")
    catches(play, "planted1:", door="none")
    play.dice(6, 5, 1, 1)
    play.begin("autofire", "ana", viewer=ANA, weapon="fusil", feet=40)
    catches(play, "spray:", thug="none", dog="quarter")
    play.dice(12, 20, 2, 1, 2)
    play.begin("volley", "ana", viewer=ANA, target="dog", weapon="pistola", form="extra", bullets=3)
    play.dice(2, 1, 1)
    play.begin("splash", "ana", viewer=ANA, target="thug", weapon="frasco", feet=15)
    play.dice(1, 6)
    catches(play, "splash:", other="none")
    play.begin("thing", target="door", verb="held", holder="bruno")
    play.begin("thing", target="door", verb="saves", save="fortitude", dc=12)
    play.dice(11)
    play.begin("repair", "bruno", target="door", tools=True)
    play.dice(20, 1, 2)
    play.begin("attack_weapon", "ana", viewer=ANA, target="bruno", weapon="navaja")
    play.dice(15, 3)
    play.begin("break_object", "ana", viewer=ANA, target="door")
    play.dice(19)
    return play


FIGHTS = {"d20-brawl": brawl, "d20-bombs": bombs}

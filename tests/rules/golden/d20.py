"""The scripted scenes of d20: an ambush of two rounds and a half, and what is done outside fights."""

from __future__ import annotations

from tests.rules.d20.actions.scene import ANA, BRUNO, Scene, scene


def fight() -> Scene:
    """Play the fight."""
    play = scene(begun=False)
    play.begin("awareness", aware=["thug", "dog"])
    play.begin("initiative")
    play.answer("initiative:thug", faces=[9])
    play.answer("initiative:dog", faces=[9])
    play.answer("tie:thug", faces=[4])
    play.answer("tie:dog", faces=[11])
    ambush(play)
    first_round(play)
    second_round(play)
    third_round(play)
    play.begin("archive")
    return play


def pass_on(play: Scene, *until: str) -> None:
    """End turns until one of these acts; the dying fail the save of the turn."""
    while play.round.acting not in until:
        play.begin("end_turn")
        while play.requests:
            play.dice(2)


def ambush(play: Scene) -> None:
    """The surprise round: a charge with a single action, a knife in the air."""
    play.begin("relate", of="ana", to="thug", what="distance:20")
    play.begin("gear", "thug", verb="drop", weapon="porra")
    play.begin("gear", "thug", verb="draw", weapon="navaja")
    play.begin("charge", "dog", target="bruno", feet=40)
    play.dice(15, 4)
    play.begin("end_turn")
    play.begin("attack", "thug", target="ana", weapon="navaja", mode="ranged")
    play.answer("near:thug", {"beside": []})
    play.dice(19, 8, 2)
    play.begin("end_turn")
    for who, face in (("ana", 11), ("other", 7), ("bruno", 3), ("shade", 8)):
        play.answer(f"initiative:{who}", faces=[face])


def first_round(play: Scene) -> None:
    """Looking over what counts, a full attack, an opportunity, total defense, delay and ready."""
    play.begin("relate", of="thug", to="ana", what="cover:quarter")
    play.begin("relate", of="ana", to="thug", what="adjacent:adjacent")
    play.begin("attack", "ana", target="thug", weapon="espada", review=True, viewer=ANA)
    others = [{"value": 1, "side": "attack", "reason": "con rabia"}]
    play.answer("modifiers", {"on_defense": ["cover"], "others": others}, viewer=ANA)
    play.answer("attack:ana", faces=[20], viewer=ANA)
    play.answer("confirm:ana", faces=[3], viewer=ANA)
    play.answer("damage:ana", faces=[2, 1], viewer=ANA)
    play.strike("ana", "thug", 2, viewer=ANA, weapon="espada", defensively=True)
    play.undo()
    play.redo()
    play.begin("step", "ana", viewer=ANA, beside=["thug"])
    play.begin("end_turn", "ana", viewer=ANA)
    play.begin("delay", play.round.acting, count=None)
    while play.round.acting != "bruno":
        late = sorted(play.round.delayed)
        if late and play.why_not("act_now", late[0]) is None and not play.round.turn.spent:  # type: ignore[union-attr]
            play.begin("act_now", late[0])
        play.begin("end_turn")
    play.begin("move", "bruno", viewer=BRUNO, way="move", feet=20, past=[], beside=[])
    play.answer("opportunity:dog", {"strikes": True})
    play.dice(3)
    play.begin("total_defense", "bruno", viewer=BRUNO)


def second_round(play: Scene) -> None:
    """A readied attack that interrupts, gear, postures, acts of the tables, a check."""
    pass_on(play, "ana")
    play.begin("ready", "ana", viewer=ANA, what="attack", trigger="si el perro se acerca")
    play.begin("gear", "ana", viewer=ANA, verb="draw_off", weapon="navaja")
    pass_on(play, "dog")
    play.begin("trigger", "ana", viewer=ANA, by="dog", target="thug", weapon="espada")
    play.dice(12, 8)
    play.begin("run", "dog", feet=100, past=[], beside=[])
    pass_on(play, "bruno")
    play.begin("posture", "bruno", viewer=BRUNO, posture="prone")
    play.begin("low_cover", targets=["bruno"], how="improves", value=3)
    play.begin("test", "bruno", viewer=BRUNO, kind="skill:treat_injury", dc=15, part="attack", provokes="no")
    play.dice(9)
    play.begin("act", "bruno", viewer=BRUNO, what="use_equipment", part=None, provokes="ruled", words="el maletín")
    play.begin("end_turn")


def third_round(play: Scene) -> None:
    """Two turns for one action, withdrawing, finishing off, damage by hand, a late order."""
    pass_on(play, "other", "shade")
    play.begin("two_turns", play.round.acting, what="use_skill_full_round")
    play.begin("lift", "bruno", task="off_ground", pounds=150)
    play.begin("damage", amount=9, verb="nonlethal", targets={"thug": "double"}, single_blow=True)
    play.answer("thug:fortitude:thug", faces=[2])
    play.answer("thug:duration:thug", faces=[3])
    play.begin("relate", of="ana", to="thug", what="adjacent:adjacent")
    play.begin("gear", "ana", verb="drop", weapon="espada")
    play.begin("gear", "ana", verb="draw", weapon="garrote")
    pass_on(play, "ana")
    play.begin("finish", "ana", viewer=ANA, target="thug", blow="knockout", weapon="garrote")
    play.dice(11, 4, 5, 3, 1)
    pass_on(play, "dog")
    play.begin("withdraw", "dog", feet=60, past=[], beside=[], by_skill=False)
    play.begin("set_initiative", who="shade", initiative=30)
    play.begin("sort")
    play.begin("roll", notation="3d6", reason="el tejado", secret=True)
    play.dice(1, 2, 3)


def free_scene() -> Scene:
    """Play what is done where nobody waits for a turn."""
    play = scene(ordered=False)
    play.strike("ana", "door", 8, 7, weapon="espada", viewer=ANA)
    play.begin("test", "ana", viewer=ANA, kind="ability:strength", dc=13)
    play.dice(12)
    play.begin("gear", "ana", viewer=ANA, verb="drop", weapon="espada")
    play.begin("damage", amount=3, verb="heal", targets={"door": "full"}, single_blow=False)
    return play


FIGHTS = {"d20": fight, "d20-free": free_scene}

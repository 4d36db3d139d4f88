"""The scripted scenes of people of Táctico: two turns of a fight in all its verbs, and what lies between two fights."""

from __future__ import annotations

from rules.core.requests import Choose
from tests.rules.tactico.scene import ANA, BRUNO, STRIKE, Scene, scene, wounded


def fight() -> Scene:
    """Play the fight."""
    play = scene(number=0, near=[("ana", "raider1")], ana=wounded("left_arm", 1), house={"weapon_values_hidden": True})
    play.begin("next_step")
    first_turn(play)
    second_turn(play)
    third_turn(play)
    play.begin("archive")
    return play


def first_turn(play: Scene) -> None:
    """A defended blow, shots at a distance, moving near, a change of intention, damage by hand."""
    play.begin("relate", of="bruno", to="raider2", what="distance:to_50")
    play.declare("ana", "attack", "give_up", "attack", at="raider1", words="Por el puente", viewer=ANA)
    play.begin("end_turn", "shade")
    play.declare("raider2", "move", "athletics_move", at="bruno")
    play.declare("raider1", "attack", "attack", at="ana")
    play.declare("bruno", "shoot", "reload", "shoot", at="raider2", viewer=BRUNO)
    play.begin("next_step")
    play.strike("bruno", "raider2", action="shoot", aim="right_leg", viewer=BRUNO)
    follow(play)
    play.strike("raider1", "ana")
    play.answer("answer", {"defence": "none"}, viewer=ANA)
    play.answer("attack", faces=[4, 5])
    play.answer("location", faces=[6])
    play.answer("damage", faces=[6])
    play.begin("move", "raider2", way="move", closing="bruno", difficulty="no_roll")
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "brawl"})
    play.answer("attack", faces=[6, 6], viewer=ANA)
    play.answer("defence", faces=[1, 1])
    play.answer("location", faces=[2], viewer=ANA)
    play.answer("damage", faces=[4], viewer=ANA)
    play.undo()
    play.redo()
    same = {"second": "handle_item", "third": "give_up"}
    play.begin("change_intention", "ana", viewer=ANA, **same, **{f"{name}_target": None for name in same})
    play.begin("next_step")
    play.begin("reload", "bruno", weapon="w01", what="magazine", viewer=BRUNO)
    play.begin("end_turn", "raider1")
    play.begin("end_turn", "raider2")
    play.begin("handle_item", "ana", item="w02", hand="left", words="", viewer=ANA)
    play.begin("damage", amount=3, verb="harm", location="nowhere", protected=False, targets={"raider2": "double"})
    end_turn(play)


def second_turn(play: Scene) -> None:
    """Leaving a melee, an opposed roll, a skill roll that a shot interrupts, a hidden combatant who is seen."""
    play.declare("ana", leaving=True, viewer=ANA)
    play.declare("shade", "shoot", at="ana")
    play.begin("end_turn")
    play.begin("end_turn")
    play.declare("bruno", "test", "test", at="raider2", viewer=BRUNO)
    play.begin("next_step")
    play.begin("test", "bruno", what="Apartarlo", skill="brawl", difficulty="average", modifiers=[], against="raider2",
               viewer=BRUNO)  # fmt: skip
    follow(play)
    play.begin("shoot", "shade", target="ana", weapon="w01", shots=1, **STRIKE)
    play.begin("damage", amount=9, verb="harm", location="head", protected=True, targets={"shade": "full"})
    play.let_stand()
    follow(play)
    play.begin("reveal", who="shade")
    play.begin("next_step")
    play.begin("test", "bruno", what="", skill="medicine", difficulty="routine", against=None,
               modifiers=[{"value": 2, "reason": "con calma"}], viewer=BRUNO)  # fmt: skip
    follow(play)
    end_turn(play)


def third_turn(play: Scene) -> None:
    """Moving out of a melee, being pursued, the order of the list, treating a wound."""
    play.begin("reorder", who="ana", direction="up")
    play.begin("sort")
    play.declare("ana", "move", viewer=ANA)
    play.begin("end_turn")
    play.declare("raider1", "give_up", "move", at="ana")
    play.declare("bruno", "treat", "treat", "treat", wound="ana old", viewer=BRUNO)
    play.begin("next_step")
    play.begin("move", "ana", way="move", closing=None, difficulty="no_roll", viewer=ANA)
    play.begin("next_step")
    play.begin("move", "raider1", way="move", closing="ana", difficulty="no_roll")
    end_turn(play)
    play.begin("pass_turns", turns=9)
    follow(play)


def end_turn(play: Scene) -> None:
    """Go on until the next turn is declared; who has not acted lets it pass."""
    number = play.round.number
    while play.round.number == number:
        play.begin("next_step")
        follow(play)


def follow(play: Scene) -> None:
    """Answer everything that is open in the plainest way: what is proposed, and dice in the middle."""
    for _ in range(60):
        if not play.requests:
            return
        request = play.requests[0]
        if isinstance(request, Choose):
            assert request.default is not None
            play.answer(request.key, request.default)
        else:
            sides = getattr(request, "sides", ())
            play.answer(request.key, faces=[min(side, 3 + place % 2) for place, side in enumerate(sides)])


def free_scene() -> Scene:
    """Dice, rolls, treating, things, rest, weeks."""
    play = scene(ordered=False, ana={**wounded("torso", 4), "fatigue": 4})
    play.begin("roll", "ana", notation="2d6", reason="rumores", viewer=ANA)
    play.answer("dice", faces=[3, 5], viewer=ANA)
    play.begin("test", "ana", what="Trepar", skill="athletics", difficulty="complicated", modifiers=[], against=None,
               viewer=ANA)  # fmt: skip
    play.answer("test", faces=[6, 5], viewer=ANA)
    play.begin("treat", "bruno", wound="ana old", modifiers=[], viewer=BRUNO)
    follow(play)
    play.begin("take", "ana", thing="Lata", category="food_and_drink", size=1, quantity=2, place="container_1",
               viewer=ANA)  # fmt: skip
    play.answer("agreed", {"agreed": True})
    play.begin("leave_thing", "ana", thing="0", quantity=1, viewer=ANA)
    play.begin("shoot", "bruno", target="raider1", weapon="w01", shots=2, **STRIKE)
    follow(play)
    play.begin("handle_item", "ana", item="put_away", hand="right", words="", viewer=ANA)
    play.begin("pass_turns", turns=2)
    play.begin("damage", amount=2, verb="heal", location="torso", protected=False, targets={"raider1": "full"})
    play.begin("weeks", weeks=2, cared_for=True)
    play.undo()
    play.redo()
    return play


FIGHTS = {"tactico": fight, "tactico-free": free_scene}

"""The scripted scenes of Tumbas: two rounds against wolves, and what lies between two adventures."""

from __future__ import annotations

from rules.core.requests import Choose
from rules.systems.tumbas.system import SYSTEM
from tests.rules.things import gear, thing
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def fight() -> Scene:
    """Play the fight."""
    play = scene(number=0, house={"secret_declarations": True}, ana={"hp": 5})
    play.begin("surprise", people=["bruno", "shade"])
    play.answer("surprise:bruno", faces=[5, 4], viewer=BRUNO)
    play.answer("surprise:shade", faces=[2, 3])
    play.begin("next_step")
    first_round(play)
    second_round(play)
    third_round(play)
    play.begin("archive")
    return play


def first_round(play: Scene) -> None:
    """Kept declarations, two who hurry, a charge, a shot, moving."""
    play.declare("ana", "charge", target="wolf1", hurried=True, viewer=ANA)
    play.declare("wolf1", "charge", target="ana", hurried=True)
    play.declare("bruno", "shoot", target="wolf2", viewer=BRUNO)
    play.declare("wolf2", "move", words="hacia la maga")
    play.begin("next_step")
    play.answer("hurry:ana", faces=[2, 6, 6], viewer=ANA)
    play.answer("hurry:ana:explosion:1", faces=[6], viewer=ANA)
    play.answer("hurry:ana:explosion:2", faces=[1], viewer=ANA)
    play.answer("hurry:ana:explosion:3", faces=[2], viewer=ANA)
    play.answer("hurry:wolf1", faces=[4, 4])
    play.begin("charge", "ana", target="wolf1", viewer=ANA)
    play.begin("next_step")
    play.begin("end_turn", "wolf1")
    play.begin("next_step")
    play.begin("shoot", "bruno", target="wolf2", weapon="crossbow", long_range=True, viewer=BRUNO)
    play.answer("shot", faces=[6, 6, 5], viewer=BRUNO)
    play.answer("shot:explosion:1", faces=[3], viewer=BRUNO)
    play.answer("damage", faces=[1], viewer=BRUNO)
    play.begin("move", "wolf2", where="hacia la maga", next_to=["bruno"])
    play.begin("next_step")
    play.begin("attack", "ana", target="wolf1", weapon="axe", viewer=ANA)
    play.answer("defence", faces=[3, 4])
    play.answer("attack", faces=[5, 5], viewer=ANA)
    play.answer("damage", faces=[2], viewer=ANA)
    play.undo()
    play.redo()
    play.begin("next_step")


def second_round(play: Scene) -> None:
    """Opportunities, a spell, defending, a blow that fells, disengaging."""
    play.begin("relate", of="bruno", to="shade", what="engaged:adjacent")
    play.begin("relate", of="wolf2", what="cover:behind")
    play.declare("bruno", "cast", target="wolf2", viewer=BRUNO)
    play.declare("ana", "defend", viewer=ANA)
    play.declare("wolf1", "attack", target="ana")
    play.declare("wolf2", "disengage")
    play.declare("shade", "help", target="wolf1", words="la azuza")
    play.begin("next_step")
    play.begin("cast", "bruno", what="Dardo de luz", kind="harm", grade="minor", target="wolf2", viewer=BRUNO)
    play.answer("opportunity:wolf2", {"attack": True})
    play.answer("wolf2:attack", faces=[1, 3])
    play.answer("wolf2:defence", faces=[4, 4], viewer=BRUNO)
    play.answer("opportunity:shade", {"attack": False})
    play.answer("agreed", {"agreed": True})
    play.answer("shot", faces=[4, 4, 5, 4], viewer=BRUNO)
    play.answer("damage", faces=[2], viewer=BRUNO)
    play.begin("help", "shade", target="wolf1", words="la azuza")
    follow(play)
    play.begin("reveal", who="shade")
    play.begin("next_step")
    play.begin("defend", "ana")
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude", {"aptitude": False}, viewer=ANA)
    play.answer("attack", faces=[6, 5, 5])
    play.answer("attack:explosion:1", faces=[2])
    play.answer("defence", faces=[1, 1, 1, 2], viewer=ANA)
    play.answer("damage", faces=[6])
    play.begin("disengage", "wolf2")
    follow(play)
    play.begin("next_step")
    follow(play)


def third_round(play: Scene) -> None:
    """First aid, reloading, a contest, damage by hand and what is let stand."""
    play.declare("bruno", "stabilise", target="ana", viewer=BRUNO)
    while (waiting := play.system.whose_turn(play.fight)) and play.round.stage == "declaration":
        play.begin("end_turn", waiting[0])
        if not play.system.whose_turn(play.fight):
            break
    play.begin("next_step")
    follow(play)
    play.begin("stabilise", "bruno", target="ana", viewer=BRUNO)
    follow(play)
    play.begin("contest", what="Ver quién huye antes", people=["bruno", "wolf1"], attribute="agility")
    follow(play)
    play.begin("attack", "shade", target="bruno")
    play.begin("damage", amount=9, targets={"shade": "full"})
    play.let_stand()
    play.begin("damage", amount=1, targets={"wolf1": "double"})
    follow(play)
    play.begin("reload", "bruno")
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
    """Dice, tests, gear, days, the end of a session and of an adventure, a level."""
    things = [{"name": "Antorcha", "declared": True}, {"name": "Cuerda", "declared": True}]
    play = scene(
        ordered=False,
        house={"pace": 1},
        sheets={"ana": {"provisions": 1, "items": things}, "bruno": {"provisions": 3}},
        gears={"ana": gear(thing(SYSTEM, "flask", "consumable", "Redoma", spaces=0, charges=2, restores=2))},
        ana={"hp": 6},
        bruno={"hp": -2},
    )
    play.begin("roll", "ana", notation="2d6", reason="rumores", viewer=ANA)
    play.answer("dice", faces=[3, 5], viewer=ANA)
    play.begin("give_dice", people=["bruno"], kind="reward", dice=1, reason="una manta")
    play.begin("dying_round")
    follow(play)
    play.begin("stabilise", "ana", target="bruno", aptitude=True, viewer=ANA)
    play.answer("care", faces=[4, 1, 6, 5][:3], viewer=ANA)
    follow(play)
    play.begin("damage", amount=4, verb="heal", targets={"bruno": "full"})
    play.agrees = False
    play.begin("test", "ana", what="Trepar al muro", attribute="strength", viewer=ANA)
    rain = {"kind": "punishment", "dice": 1, "reason": "lluvia"}
    play.answer("game_master", {"attribute": "strength", "others": [rain]})
    play.agrees = True
    play.answer("test", faces=[5, 4, 6], viewer=ANA)
    play.begin("cast", "bruno", what="Luz en la mano", kind="other", grade="minor", viewer=BRUNO)
    follow(play)
    play.begin("use", "ana", object="Pala pequeña", viewer=ANA)
    play.answer("agreed", {"agreed": True})
    torch = play.objects("ana")["Antorcha"].id
    play.begin("settle_object", "ana", object=torch, outcome="worn_out", viewer=ANA)
    play.begin("consume", "ana", thing="flask", target="bruno", viewer=ANA)
    play.begin("take", "ana", coins=40, jewels=70, object="Cofre", spaces=2, viewer=ANA)
    play.begin("days", days=3, place="outdoors", resting=True)
    follow(play)
    play.begin("buy", "ana", points=1, lots=1, weapon="sling", in_settlement=True, viewer=ANA)
    play.begin("end_session", survived=["ana", "bruno"])
    play.begin("level_up", "ana", viewer=ANA)
    play.answer("hit_die", faces=[6], viewer=ANA)
    play.answer("advance", {"advance": "resistance"}, viewer=ANA)
    play.begin("level_up", "bruno", viewer=BRUNO)
    play.answer("hit_die", faces=[2], viewer=BRUNO)
    play.answer("advance", {"advance": "talent", "talent": "learned"}, viewer=BRUNO)
    play.begin("end_adventure")
    play.answer("kept", {"kept": [f"ana:{play.objects('ana')['Cuerda'].id}"]})
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    play.undo()
    play.redo()
    return play


FIGHTS = {"tumbas": fight, "tumbas-free": free_scene}

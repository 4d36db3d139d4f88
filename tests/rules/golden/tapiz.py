"""The scripted fight of Tapiz: fixed faces and ids, and as many of the rules as one ambush can hold."""

from __future__ import annotations

from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, BRUNO, Scene, pool, scene
from tests.rules.things import gear, thing

ASH = {"name": "Ceniza en los ojos", "tier": "minor", "whom": "opponent", "numeric": True, "lasts": "lasting"}


def fight() -> Scene:
    """Play it."""
    play = scene(
        status="ready",
        sheets={"ana": {"stances": ["all_out_attack", "aim"]}, "shade": {"weight": 30, "size": "large"}},
        **{who: {"initiative": None} for who in ("ana", "bruno", "orc1", "orc2", "shade")},
    )
    play.begin("relate", of="orc1", to="bruno", what="visibility:partial")
    play.begin("surprise", surprised=["orc2"])
    play.begin("surprise", surprised=[])
    play.begin("initiative")
    faces = {"ana": [5, 4, 4], "bruno": [4, 4, 3], "orc1": [4, 3, 3], "shade": [2, 3, 1]}
    for who, dice in faces.items():
        play.answer(f"initiative:{who}", faces=dice)
    play.answer("stance:ana", {"stance": "normal"}, viewer=ANA)
    first_round(play)
    second_round(play)
    the_end(play)
    return play


def first_round(play: Scene) -> None:
    """Blows, a failure, a mental attack, a hidden combatant."""
    play.attack("ana", "orc1", traits=[["t1", "con la espada"], ["t2", "no cede"]], viewer=ANA)
    play.answer("attack", faces=[5, 4, 3], viewer=ANA)
    play.answer("spend", {"rest": True, "effects": ["painful_wound"]}, viewer=ANA)
    play.begin("end_turn", "ana", viewer=ANA)

    play.attack("bruno", "orc1", on_target=list(play.effects("orc1")), resistance_mode="rolled", viewer=BRUNO)
    play.answer("resistance", faces=[4, 4, 5])
    play.answer("attack", faces=[3, 2, 2], viewer=BRUNO)  # 9 against 13 − 2
    play.answer("spend", {"rest": False, "hit_points": 1, "momentary": "self"})
    play.begin("end_turn", "bruno", viewer=BRUNO)

    play.attack("orc1", "ana", kind="mental", attribute="charisma", in_force=[])
    play.answer("attack", faces=[6, 5, 4])
    play.answer("spend", {"rest": True, "momentary": "opponent"})  # 15 against 11
    play.begin("end_turn", "orc1")

    play.attack("orc2", "bruno", others=[{"value": 6, "reason": "por la espalda"}], mode="static")
    play.answer("spend", {"rest": True})
    play.begin("damage", asks=False, amount=17, targets={"bruno": "full", "orc2": "half"})
    play.begin("end_turn", "orc2")

    play.attack("shade", "ana", in_force=[], on_target=[])
    play.answer("attack", faces=[6, 6, 6])
    play.answer("spend", {"rest": False, "effects": ["unbalance_opponent"]})
    play.begin("reveal", who="shade")
    play.begin("end_turn", "shade")


def second_round(play: Scene) -> None:
    """Caring for the fallen, any other action, opposed too, interrupts, moving in the order."""
    play.agrees = False
    play.begin("other", "ana", what="Buscar un hueco", attribute="wisdom", in_force=[], viewer=ANA)
    play.answer("game_master", {"attribute": "wisdom", "in_force": [], "difficulty": "easy"})
    play.agrees = True
    play.answer("action", faces=[6, 5, 3], viewer=ANA)  # 14 against 9
    play.answer("spend", {"effects": ["advantageous_position"]}, viewer=ANA)
    play.begin("stabilise", "ana", target="bruno", attribute="intelligence", in_force=list(play.effects("ana")))
    play.answer("care", faces=[6, 5, 4], viewer=ANA)  # 15, exactly the difficulty
    play.begin("damage", amount=1, targets={"bruno": "full"})
    play.begin("reorder", who="orc1", direction="down")

    play.begin(
        "other",
        "ana",
        what="Apartarlo",
        attribute="strength",
        opponent="shade",
        opponent_attribute="dexterity",
        in_force=[],
    )
    play.answer("opposing", {"attribute": "dexterity"})
    play.answer("resistance", faces=[2, 2, 2])
    play.answer("action", faces=[3, 3, 5])  # 13 against 6
    play.answer("spend", {"rest": False, "own": [ASH], "hit_points": 1})
    play.attack("ana", "orc2", points=9)
    play.answer("spend", {"rest": False, "effects": ["knock_down_enemy"], "hero_point": True})
    play.attack(
        "shade",
        "orc2",
        mode="static",
        in_force=list(play.effects("shade")),
        on_target=list(play.effects("orc2")),
    )
    play.answer("spend", {"rest": True, "momentary": "self"})  # 9 against 10 − 4
    play.begin("other", "shade", what="Escabullirse", attribute="dexterity", mode="static", resistance=15, in_force=[])
    play.answer("spend", {"rest": False, "effects": ["stun_opponent"]})

    play.attack("orc2", "ana", in_force=[], on_target=[])
    play.begin("recover", "ana", viewer=ANA, pool="mental")
    play.cancel()
    play.answer("attack", faces=[6, 5, 5])
    play.answer("spend", {"rest": True})
    play.begin("recover", "ana", viewer=ANA, pool="physical")
    play.answer("recover", faces=[5], viewer=ANA)
    play.undo()
    play.redo()
    play.attack("orc1", "ana", in_force=list(play.effects("orc1")))
    play.begin("damage", amount=30, targets={"orc1": "full"})
    play.let_stand()
    play.answer("attack", faces=[1, 1, 1])
    play.answer("spend", {"rest": True})
    play.begin("heal", "ana", target="bruno", pool="physical", attribute="intelligence")
    play.answer("care", faces=[6, 6, 6])
    play.begin("damage", amount=2, targets={"bruno": "full"})
    play.begin("damage", amount=1, verb="heal", targets={"bruno": "full"})


def postures(play: Scene) -> None:
    """Stances, aiming, moving, cover."""
    play.begin("relate", "orc2", of="orc2", what="cover:medium_partial")
    play.begin("stance", "ana", stance="aim", viewer=ANA)
    while play.turn != "ana":
        play.begin("end_turn", play.turn)
    play.begin("aim", "ana", viewer=ANA)
    play.begin("end_turn", "ana")
    play.begin("move", "bruno", mode="run")
    while play.turn != "ana":
        play.begin("end_turn", play.turn)
    play.attack("ana", "orc2", traits=[["t1", "un virote"]], moving="normal", in_force=list(play.effects("ana")))
    play.answer("attack", faces=[6, 6, 6])
    play.answer("spend", {"rest": True})
    play.begin("stance", "ana", stance="all_out_attack", bonus=1)


def the_end(play: Scene) -> None:
    """Effects by hand, rounds that pass, the end of the scene."""
    play.begin("give_effect", who="ana", name="Bajo los escombros", tier="minor", whom="opponent", numeric=False)
    given = f"{play.entries[-1].resolution}-given"
    play.begin("award", who=["ana"], count=1)
    play.begin("redescribe", "ana", consequences=[given], instead="other_consequence", name="Bajo una viga")
    play.begin("remove_effect", "shade", target="ana", attribute="strength", mode="static", resistance=1)
    play.answer("spend", {"remove": [given]})
    for _ in range(8):
        play.begin("end_turn", play.turn)
    play.begin("apply_house", internal=True, house={"size_sign": "reversed"})
    postures(play)
    play.begin("end_effects", effects=sorted(play.effects("shade"))[:1])
    play.begin("set_initiative", who="shade", initiative=18)
    play.begin("set_initiative", who="orc1", initiative=17)
    play.begin("sort")
    play.begin("end_scene")
    play.answer("ending", {"effects": sorted(play.effects("shade"))[:1]})
    play.begin("archive")


def free_scene() -> Scene:
    """Outside any conflict: dice for anything, an action, first aid, a night, minutes that tick."""
    carried = gear(
        thing(SYSTEM, "1", "weapon", "Espada", place="worn", weight=1200),
        thing(SYSTEM, "2", "consumable", "Redoma", charges=2, restores=3),
        thing(SYSTEM, "3", "weapon", "Daga", quantity=2, place="hand", weight=300, size="small", use="thrown"),
    )
    play = scene(ordered=False, gears={"ana": carried}, ana={"physical": pool(9)}, bruno={"physical": pool(-2)})
    play.begin("roll", "ana", viewer=ANA, notation="2d10", reason="rumores")
    play.answer("dice", faces=[7, 10], viewer=ANA)
    play.begin("roll", notation="d%", secret=True)
    play.answer("dice", faces=[10, 10])
    play.agrees = False
    play.begin("other", "ana", what="Seguir el rastro", attribute="wisdom", viewer=ANA)
    play.answer("game_master", {"attribute": "wisdom", "resistance": 8})
    play.agrees = True
    play.answer("action", faces=[5, 5, 4], viewer=ANA)
    play.answer("spend", {"effects": ["advantageous_position"]}, viewer=ANA)
    play.begin("advance", unit="ronda", count=3)
    play.begin("stabilise", "ana", target="bruno", attribute="intelligence", mode="static", others=[{"value": 40}])
    play.answer("spend", {})
    play.begin("award", who=["ana", "bruno"], count=2, reason="trouble")
    play.begin("end_session", internal=True)
    play.begin("begin_adventure", internal=True, purses={"p1": 3, "p2": 2}, reserve=2)
    play.begin("decide_treasure", "ana", viewer=ANA, what="un mapa")
    play.begin("advance", unit="turno", count=1)
    play.begin("move", "ana", mode="cautious", unit="turno", count=2, viewer=ANA)
    play.begin("advance", unit="night", count=2)
    play.attack("ana", "orc1", points=0, weapon="3", attack="ranged", in_force=[])
    play.begin("gather", "ana", things=["3"], give_up=False, viewer=ANA)
    play.begin("wield", "ana", thing="1", viewer=ANA)
    play.begin("use", "ana", thing="2", target="bruno", viewer=ANA)
    return play


FIGHTS = {"tapiz": fight, "tapiz-free": free_scene}

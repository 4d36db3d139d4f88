"""The turn of people: who declares and acts when, what may be declared, changing it, rest and fatigue."""

from typing import Any

import pytest

from rules.core import engine
from rules.core.engine import Late
from rules.core.errors import NotAllowed
from rules.core.fight import Command
from rules.core.words import Speaker
from rules.systems.tactico.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tactico.scene import ANA, BRUNO, GUARD, Scene, scene, wounded


def test_the_slowest_declares_first_and_the_quickest_acts_first():
    """TAC-TURN-02, TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08."""
    play = scene(number=0)
    play.begin("next_step")
    # of the three with ten, the one earlier in the list acts first and declares last
    assert SYSTEM.whose_turn(play.fight) == ("ana", "shade", "raider2", "raider1", "bruno")
    play.declare_all(ana=("test",), raider1=("test",), bruno=("give_up", "test"))
    assert (play.round.segment, SYSTEM.whose_turn(play.fight)) == (1, ("raider1", "ana", "bruno"))
    play.begin("end_turn")
    play.begin("end_turn")
    assert SYSTEM.next_step(play.fight) == "next_step"
    play.begin("next_step")
    assert (play.round.segment, SYSTEM.whose_turn(play.fight)) == (2, ("bruno",))
    play.begin("next_step")
    assert (play.round.number, play.round.stage, play.fight.clock) == (2, "declaration", 3)


def test_the_next_step_says_what_it_begins():
    """TAC-TURN-04: segments in which nobody acts are passed over."""
    play = scene(number=0)
    play.begin("next_step")
    play.declare_all(ana=("test",), bruno=("give_up", "give_up", "test"))
    play.begin("end_turn")
    assert next_says(play) == "Empezar el segmento 3"
    play.begin("next_step")
    play.begin("end_turn")
    assert next_says(play) == "Empezar otro turno"


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"first": "attack", "first_target": "raider1"}, "Declarar: golpear a raider1"),
        ({"first": "shoot", "second": "reload"}, "Declarar: disparar y recargar"),
        ({"first": "give_up", "third": "test"}, "Declarar: usar una habilidad en el segmento 3"),
        ({"first": "attack", "second": "test", "third": "athletics_move"}, "Declarar: golpear, habilidad y correr"),
        ({"first": "treat", "wound": "ana w1"}, "Declarar: curar a ana"),
        ({"first": "give_up", "leaving": True}, "Declarar: salir del cuerpo a cuerpo"),
        ({"first": "give_up"}, "Renunciar a todo el turno"),
    ],
)
def test_the_button_of_a_declaration_names_its_actions(inputs: dict[str, Any], said: str):
    """TAC-TURN-03, TAC-ACT-06, TAC-HEAL-03: what is given up after them goes without saying."""
    play = scene(ana=wounded("left_arm", 1))
    wound = next(iter(play.body("ana").wounds))
    given = {name: value.replace("w1", wound) if isinstance(value, str) else value for name, value in inputs.items()}
    told = engine.action(SYSTEM, "declare").says(play.fight, Command("one", "declare", "bruno", given, ""))
    assert told is not None
    assert Speaker("tactico", "es", str).text(told) == said


def next_says(play: Scene) -> str:
    told = engine.action(SYSTEM, "next_step").says(play.fight, Command("one", "next_step", None, {}, ""))
    assert told is not None
    return Speaker("tactico", "es", str).text(told)


def test_the_order_of_the_list_may_be_another_and_be_brought_back():
    """TAC-HOUSE-08: the list of the game master decides; sorting puts everybody where the initiative does."""
    play = scene()
    play.begin("reorder", who="ana", direction="up")
    assert SYSTEM.whose_turn(play.fight)[:2] == ("shade", "ana")
    play.begin("sort")
    assert play.fight.order == ("bruno", "raider1", "raider2", "shade", "ana")
    ties = {place.combatant: place.tie is not None for place in SYSTEM.order(play.fight)}
    assert ties == {"bruno": False, "raider1": True, "raider2": True, "shade": True, "ana": False}


def test_a_player_waits_for_the_slower_and_declares_once():
    play = scene()
    with pytest.raises(NotAllowed, match=r"declare\.slower_first"):
        play.declare("bruno", "test", viewer=BRUNO)
    play.declare("ana", "test", viewer=ANA)
    play.declare("shade", "test")
    with pytest.raises(NotAllowed, match=r"declare\.already"):
        play.declare("ana", "test", viewer=ANA)


def test_everybody_hears_a_declaration_but_not_that_of_the_hidden():
    """TAC-TURN-05: the quicker hear it; a hidden combatant is not there."""
    play = scene()
    play.declare("ana", "attack", "give_up", "move", at="raider1", words="Sin ruido", viewer=ANA)
    play.declare("shade", "shoot", at="ana")
    heard = play.read(BRUNO)
    assert "Ana declara golpear, renunciar y desplazarse" in heard
    assert "El objetivo de Ana es Saqueador 1" in heard
    assert not [line for line in heard if "Sombra" in line]
    assert play.card("ana", BRUNO).count("declared.segment_at") == 2
    assert play.card("ana", BRUNO).count("declared.segment") == 1


def test_a_skill_is_declared_against_somebody():
    play = scene()
    play.declare("ana", "test", at="raider1", viewer=ANA)
    told = next(one for one in SYSTEM.card(play.fight, "ana").facts if one.code == "declared.segment_against")
    assert Speaker("tactico", "es", str).text(told) == "1. Usar una habilidad contra raider1"


def test_a_hidden_target_is_told_to_no_player():
    """The others hear the action, not its target."""
    play = scene(near=[("ana", "shade")])
    play.declare("ana", "attack", at="shade")
    assert play.card("ana", BRUNO).count("declared.segment") == 3
    assert play.card("ana", GM).count("declared.segment_at") == 1


def test_a_blow_is_meant_for_the_one_opponent():
    """TAC-MEL-01: where there is only one, the form need not name it."""
    play = scene(near=[("ana", "raider1"), ("ana", "shade")])
    play.declare("ana", "attack", viewer=ANA)
    assert play.turn("ana").segments[0].target == "raider1"


def test_what_is_given_up_becomes_defences():
    """TAC-ACT-01, TAC-ACT-06."""
    play = scene()
    play.declare("ana", "attack", at="raider1")
    assert play.defences("ana") == 2
    play.declare("shade")
    assert play.defences("shade") == 3


def test_a_second_move_is_made_with_athletics():
    """TAC-ACT-03, TAC-ACT-04, TAC-FAT-01, TAC-HOUSE-09, TAC-HOUSE-10."""
    play = scene()
    with pytest.raises(NotAllowed, match=r"plan\.second_move"):
        play.declare("ana", "move", "move")
    play.declare_all(ana=("move", "athletics_move"))
    play.begin("move", "ana", way="move", closing=None, difficulty="no_roll", viewer=ANA)
    assert (play.turn("ana").metres, play.body("ana").fatigue) == (5, 0)
    play.begin("next_step")
    play.begin("move", "ana", way="athletics_move", closing=None, difficulty="no_roll", viewer=ANA)
    assert (play.turn("ana").metres, play.turn("ana").moved, play.body("ana").fatigue) == (10, 2, 1)


def test_the_game_master_may_set_a_difficulty_for_athletics():
    """TAC-HOUSE-10."""
    play = scene()
    play.declare_all(ana=("athletics_move",))
    play.begin("move", "ana", way="athletics_move", closing=None, difficulty="complicated")
    play.dice(2, 3)
    assert (play.turn("ana").metres, play.turn("ana").moved, play.body("ana").fatigue) == (0, 0, 1)
    assert play.told("move.fails")


def test_players_act_as_declared_and_at_their_moment():
    play = scene()
    play.declare_all(ana=("test",), raider1=("test",), bruno=("shoot", "raider1"))
    assert play.why_not("test", "ana", ANA) == "core.not_your_turn"
    with pytest.raises(NotAllowed, match="other_declared"):
        play.begin("test", "bruno", what="", skill="medicine", difficulty="average", modifiers=[], against=None,
                   viewer=BRUNO)  # fmt: skip
    with pytest.raises(NotAllowed, match="other_target"):
        play.strike("bruno", "raider2", action="shoot", viewer=BRUNO)


def test_changing_intentions_costs_an_action_that_cannot_defend():
    """TAC-INT-01, TAC-INT-02."""
    play = scene(near=[("ana", "raider1")])
    play.declare_all(ana=("attack", "raider1"), raider1=("attack", "ana"))
    assert play.defences("ana") == 2
    play.begin("change_intention", "ana", first="give_up", first_target=None, second="attack", second_target="raider1",
               third="give_up", third_target=None, viewer=ANA)  # fmt: skip
    assert (play.turn("ana").lost, play.defences("ana")) == (1, 1)
    play.begin("next_step")
    assert (play.round.segment, SYSTEM.whose_turn(play.fight)) == (2, ("ana",))


def test_a_change_needs_an_action_to_lose():
    """TAC-INT-02: three segments declared leave nothing for the price unless one of them goes."""
    play = scene()
    play.declare_all(ana=("test", "test", "test"))
    same = {"first": "move", "second": "test", "third": "test"}
    targets = {f"{name}_target": None for name in same}
    with pytest.raises(NotAllowed, match="no_action_to_lose"):
        play.begin("change_intention", "ana", viewer=ANA, **same, **targets)
    play.begin("change_intention", "ana", viewer=ANA, **{**same, "third": "give_up"}, **targets)
    assert [one.what for one in play.turn("ana").segments] == ["move", "test", "give_up"]


def test_what_was_declared_already_is_no_change():
    """TAC-INT-02: nothing is lost by sending the form as it came; what changes is told without what is given up."""
    play = scene()
    play.declare_all(ana=("test", "raider1"))
    same = {"first": "test", "first_target": "raider1", "second": "give_up", "third": "give_up"}
    with pytest.raises(NotAllowed, match="as_declared"):
        play.begin("change_intention", "ana", viewer=ANA, **same)
    play.begin("change_intention", "ana", viewer=ANA, **{**same, "first": "move"})
    assert play.read()[-2] == "Ana cambia de intención y pierde una acción: ahora quiere desplazarse"
    play.begin("change_intention", "ana", viewer=ANA, **{**same, "first": "give_up"})
    assert play.read()[-2] == "Ana cambia de intención, pierde una acción y renuncia a lo que quedaba"


def test_letting_a_segment_pass_is_neither_rest_nor_defence():
    """TAC-INT-02, TAC-FAT-04."""
    play = scene(ana={"fatigue": 3})
    play.declare_all(ana=("test",))
    play.begin("end_turn", "ana", viewer=ANA)
    assert play.defences("ana") == 2
    play.begin("next_step")
    assert (play.round.number, play.body("ana").fatigue) == (2, 3)


def test_a_turn_given_up_rests_although_blows_are_answered():
    """TAC-FAT-04."""
    play = scene(near=[("ana", "raider1")], ana={"fatigue": 3})
    play.declare_all(raider1=("attack", "ana"))
    play.strike("raider1", "ana")
    play.answer("answer", {"defence": "brawl"}, viewer=ANA)
    play.dice(1, 2, 5, 5)
    assert play.turn("ana").defences == 1
    play.begin("next_step")
    assert play.body("ana").fatigue == 2
    assert "fatigue.rests_plain" in play.seen(BRUNO)
    assert "fatigue.rests" not in play.seen(BRUNO)


def test_a_tired_character_has_one_action():
    """TAC-FAT-02: at the Fatiga of 11 one action is left, and no defence when it is used."""
    play = scene(ana={"fatigue": 11})
    with pytest.raises(NotAllowed, match="too_many_actions"):
        play.declare("ana", "attack", "attack", at="raider1")
    play.declare("ana", "attack", at="raider1")
    assert play.defences("ana") == 0
    assert "state.tired" in play.card("ana", BRUNO)


def test_an_exhausted_character_is_not_waited_for_and_rests():
    """TAC-FAT-03, TAC-FAT-04."""
    play = scene(near=[("ana", "raider1")], ana={"fatigue": 10, "fatigue_attribute": 5})
    assert "ana" not in SYSTEM.whose_turn(play.fight)
    assert play.why_not("declare", "ana", ANA) == "tactico.exhausted"
    assert "out" in play.card("ana")
    play.declare_all()
    assert play.body("ana").fatigue == 9


def test_exhaustion_takes_away_the_rest_of_the_turn():
    """TAC-FAT-02, TAC-FAT-03, TAC-HOUSE-09: one action is read at the next declaration, this at once."""
    play = scene(near=[("ana", "raider1")], ana={"fatigue": 1, "fatigue_attribute": 2})
    play.declare_all(ana=("attack", "attack", "give_up", "raider1"))
    for _ in range(2):
        play.strike("ana", "raider1", viewer=ANA)
        play.answer("answer", {"defence": "none"})
        play.dice(1, 1)
        play.begin("next_step") if play.round.segment == 1 else None
    assert (play.body("ana").tiredness, play.defences("ana")) == ("tired", 1)
    play = scene(near=[("ana", "raider1")], ana={"fatigue": 3, "fatigue_attribute": 2}, raider1={"in_hand": "unarmed"})
    play.declare_all(ana=("attack", "raider1"))
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "none"})
    play.dice(1, 1)
    assert (play.body("ana").tiredness, play.turn("ana").lost, play.defences("ana")) == ("exhausted", 0, 0)
    assert play.told("fatigue.exhausted")


@pytest.mark.parametrize(
    ("location", "points", "plan", "reason"),
    [
        ("right_leg", 8, ("move",), "leg_disabled"),
        ("torso", 11, ("attack",), "torso_disabled"),
        ("right_arm", 3, ("crawl",), "no_need_to_crawl"),
    ],
)
def test_wounds_say_what_may_be_declared(location, points, plan, reason):
    """TAC-DMG-08, TAC-DMG-09, TAC-HOUSE-17: what a wound forbids is not among the choices."""
    play = scene(ana=wounded(location, points))
    options = [one.value for one in SYSTEM.actions["declare"].inputs(play.fight, "ana", ANA)[0].options]
    assert plan[0] not in options


def test_crawling_covers_a_metre():
    """TAC-DMG-09, TAC-HOUSE-17."""
    play = scene(ana=wounded("torso", 11))
    assert play.body("ana").lies
    play.declare_all(ana=("crawl", "crawl", "crawl"))
    for segment in (1, 2, 3):
        assert play.round.segment == segment
        play.begin("move", "ana", way="crawl", closing=None, difficulty="no_roll", viewer=ANA)
        play.begin("next_step")
    assert play.told("move.crawl").value == 1


def test_a_whole_group_may_declare_alike():
    play = scene(near=[("ana", "raider1"), ("ana", "raider2")])
    play.declare("ana")
    play.declare("shade")
    play.declare("raider2", "attack", "give_up", "attack", at="ana", group=True)
    assert play.turn("raider1").segments == play.turn("raider2").segments
    assert SYSTEM.whose_turn(play.fight) == ("bruno",)


def test_people_who_have_not_declared_give_up_when_the_turn_goes_on():
    """TAC-ACT-06."""
    play = scene()
    play.declare("ana", "test", viewer=ANA)
    play.begin("next_step")
    assert [one.what for one in play.turn("bruno").segments] == ["give_up"] * 3
    assert play.defences("bruno") == 3


def test_a_second_tap_on_passing_changes_nothing():
    """TAC-ACT-06: the game master's button names no combatant; the moment it was meant for is over."""
    play = scene()
    meant = play.system.moment(play.fight)
    play.begin("end_turn", moment=meant)
    with pytest.raises(Late):
        play.begin("end_turn", moment=meant)
    assert tuple(play.round.turns) == ("ana",)


def test_a_moment_belongs_to_one_combatant_also_among_the_hidden():
    """Of two hidden combatants that follow each other a second tap meets neither."""
    play = scene()
    twin = {"id": "twin", "name": "Otra", "kind": "creature", "sheet": {}, "hidden": True}
    play.begin("enlist", internal=True, combatants=[twin])
    play.begin("reorder", who="twin", direction="up")
    play.begin("end_turn", "ana")
    assert {play.fight.combatants[who].hidden for who in SYSTEM.whose_turn(play.fight)[:2]} == {True}
    meant = play.system.moment(play.fight)
    play.begin("end_turn", moment=meant)
    with pytest.raises(Late):
        play.begin("end_turn", moment=meant)


def test_a_newcomer_during_the_declaration_stands_where_the_iniciativa_says():
    """TAC-TURN-03, TAC-TURN-04, TAC-HOUSE-08: the slow declare before the quick; in a tie the newcomer comes last."""
    play = scene(number=0)
    play.begin("next_step")
    newcomers = [("slow", 1), ("quick", 9), ("equal", 5)]
    rows = [
        {"id": who, "name": who, "kind": "person", "sheet": {"dexterity": value, "perception": value}}
        for who, value in newcomers
    ]
    play.begin("enlist", internal=True, combatants=rows)
    assert play.fight.order == ("quick", "bruno", "raider1", "raider2", "shade", "equal", "ana", "slow")
    assert SYSTEM.whose_turn(play.fight)[:2] == ("slow", "ana")


def test_another_iniciativa_is_another_place_in_the_order():
    """TAC-TURN-04: an edited sheet counts at once, and the game master's own order of all others stays."""
    play = scene(number=0)
    play.begin("next_step")
    play.begin("reorder", who="raider2", direction="up")
    play.begin("resheet", internal=True, who="ana", sheet={**GUARD, "dexterity": 10, "perception": 8})
    assert play.fight.order == ("ana", "bruno", "raider2", "raider1", "shade")


def test_segments_given_up_are_over_for_a_change_of_intentions():
    """TAC-INT-01, TAC-INT-02: in the third segment one action is left to plan, and that is what is paid for."""
    play = scene(near=[("ana", "raider1")])
    play.declare_all(ana=("give_up", "give_up", "attack", "raider1"), raider1=("attack", "attack", "attack", "ana"))
    for _ in range(2):
        play.begin("end_turn", "raider1")
        play.begin("next_step")
    assert play.round.segment == 3
    asked = [one.name for one in SYSTEM.actions["change_intention"].inputs(play.fight, "ana", ANA)]
    assert asked == ["third", "third_target"]
    play.begin("change_intention", "ana", third="test", third_target=None, viewer=ANA)
    assert [one.what for one in play.turn("ana").segments] == ["give_up", "give_up", "test"]
    # one of the two that were kept is the price
    assert play.defences("ana") == 1


def test_nothing_is_changed_when_the_last_segment_is_over():
    """TAC-INT-01: after the third segment nothing is left to change."""
    play = scene()
    play.declare_all(ana=("give_up", "give_up", "test"), raider1=("give_up", "give_up", "test"))
    play.begin("end_turn", "raider1")
    play.begin("end_turn", "ana")
    assert play.why_not("change_intention", "ana", ANA) == "tactico.intention.turn_over"


def test_a_move_that_is_over_is_no_fault_of_a_change():
    """TAC-INT-01, TAC-MEL-01: after moving into a melee, or losing a leg, other actions can still be planned."""
    play = scene()
    play.declare_all(ana=("move", "test", "give_up", "raider1"))
    play.begin("move", "ana", viewer=ANA, way="move", closing="raider1", difficulty="no_roll")
    play.begin("change_intention", "ana", viewer=ANA, second="attack", second_target="raider1", third="give_up")
    assert play.turn("ana").segments[1].what == "attack"
    play = scene()
    play.declare_all(ana=("move", "test"))
    play.begin("move", "ana", viewer=ANA, way="move", difficulty="no_roll")
    play.begin("damage", amount=9, location="left_leg", targets={"ana": "full"})
    with pytest.raises(NotAllowed, match=r"plan\.leg_disabled"):
        play.begin("change_intention", "ana", second="athletics_move", third="give_up")
    play.begin("change_intention", "ana", viewer=ANA, second="crawl", third="give_up")
    assert play.turn("ana").segments[1].what == "crawl"


def test_the_button_of_a_move_says_how_and_up_to_whom():
    """TAC-DMG-08: who lost a leg crawls, whatever was declared."""
    play = scene(raider1=wounded("left_leg", 9))
    move = SYSTEM.actions["move"]

    def says(who: str, **inputs: Any) -> str:
        form = {item.name: item.default for item in move.inputs(play.fight, who, GM)}
        return Speaker("tactico", "es", str).text(move.says(play.fight, Command("", "move", who, {**form, **inputs})))

    assert says("raider1") == "Arrastrarse"
    assert says("ana", closing="raider1") == "Desplazarse hasta raider1"


def test_the_one_move_of_a_turn_counts_for_a_change_when_it_is_over():
    """TAC-ACT-04: a second one needs Atletismo."""
    play = scene()
    play.declare_all(ana=("move", "test"))
    play.begin("move", "ana", viewer=ANA, way="move", difficulty="no_roll")
    with pytest.raises(NotAllowed, match=r"plan\.second_move"):
        play.begin("change_intention", "ana", viewer=ANA, second="move", third="give_up")


def test_a_change_is_allowed_when_no_opponent_is_left_to_leave():
    """TAC-INT-01, TAC-MEL-03: when the opponent has fallen, other actions can be planned."""
    play = scene(near=[("ana", "raider1")])
    play.declare("ana", leaving=True)
    play.declare_all(raider2=("test",))
    play.begin("damage", amount=99, location="head", targets={"raider1": "full"})
    play.begin("change_intention", "ana", viewer=ANA, first="give_up", second="test", third="test")
    assert not play.turn("ana").leaving

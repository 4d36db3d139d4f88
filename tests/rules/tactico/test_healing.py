"""Treating wounds, turns and weeks that pass, what is carried (TAC-HEAL-*, TAC-INV-*, TAC-HOUSE-15, -16, -18)."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tactico.state import Wound
from rules.systems.tactico.system import SYSTEM
from tests.rules.tactico.scene import ANA, BRUNO, Scene, scene, wounded

TREAT = ("treat", "treat", "treat")


def test_outside_fights_a_treatment_takes_its_time_and_one_roll():
    """TAC-HEAL-01, TAC-HEAL-02, TAC-HOUSE-15."""
    play = scene(ordered=False, ana=wounded("left_arm", 4))
    play.begin("treat", "bruno", wound="ana old", modifiers=[], viewer=BRUNO)
    play.dice(1, 2)
    # 7 + 6 + 3 reaches 15; 4 points are 40 turns of 3 seconds
    assert (play.body("ana").life, play.left("ana", "left_arm"), dict(play.body("ana").wounds)) == (22, 6, {})
    assert play.fight.clock == 120


def test_a_treatment_that_fails_may_be_tried_again():
    """TAC-HOUSE-15."""
    play = scene(ordered=False, ana=wounded("left_arm", 4))
    play.begin("treat", "bruno", wound="ana old", modifiers=[{"value": -9, "reason": "a oscuras"}], viewer=BRUNO)
    play.dice(1, 2)
    assert play.told("care.fails")
    assert play.left("ana", "left_arm") == 2
    assert play.why_not("treat", "bruno", BRUNO) is None


def test_treating_takes_equipment():
    """TAC-HEAL-01."""
    play = scene(ordered=False, ana=wounded("left_arm", 4))
    assert play.why_not("treat", "ana", ANA) == "tactico.treatment.equipment"


def treating(points: int) -> Scene:
    """Bruno treats Ana for the first turn of a fight."""
    play = scene(ana=wounded("left_arm", points))
    play.declare_all(bruno=TREAT)
    return play


def test_in_a_fight_treating_takes_whole_turns():
    """TAC-HEAL-02, TAC-HEAL-03: in all three segments, and without a defence."""
    play = scene(ana=wounded("left_arm", 2))
    with pytest.raises(NotAllowed, match="treating_takes_the_turn"):
        play.declare("bruno", "treat", "treat", "test", wound="ana old")
    play.declare("bruno", *TREAT, wound="ana old")
    assert play.defences("bruno") == 0
    play.declare_all()
    assert play.body("bruno").treating.turns == 1
    assert play.told("care.goes_on").params["needed"] == 20
    assert "care.goes_on_plain" in play.seen()


def test_turns_may_pass_at_once_until_the_roll():
    """TAC-HEAL-02, TAC-HOUSE-15, TAC-FAT-04, TAC-TURN-02."""
    play = treating(1)
    play.begin("pass_turns", turns=9)
    play.dice(2, 3)
    assert play.left("ana", "left_arm") == 6
    assert (play.fight.clock, play.round.number) == (30, 11)


def test_another_action_breaks_a_treatment_off():
    """TAC-HEAL-03, TAC-HOUSE-15."""
    play = treating(1)
    play.declare_all(bruno=("test",))
    play.begin("next_step")
    assert play.body("bruno").treating is None
    assert play.told("care.broken_off")


def test_on_the_ground_a_healer_treats_only_own_wounds():
    """TAC-DMG-09: with their own equipment."""
    more = wounded("torso", 11)
    play = scene(ana={**more, "equipment": True}, bruno={})
    options = [one.value for one in SYSTEM.actions["declare"].inputs(play.fight, "ana", ANA)[6].options]
    assert options == ["ana old"]


def test_the_dead_are_not_treated():
    """TAC-HOUSE-16."""
    play = scene(ordered=False, ana=wounded("torso", 30))
    assert play.why_not("treat", "bruno", BRUNO) == "tactico.treatment.no_wound"


def test_weeks_give_back_a_point_of_each_kind():
    """TAC-HEAL-04: the locations recover side by side, the Puntos de Vida one a week."""
    play = scene(ordered=False, ana=wounded("left_arm", 6))
    assert "left_arm" in play.body("ana").disabled
    play.begin("weeks", weeks=2, cared_for=True)
    assert (play.body("ana").life, play.left("ana", "left_arm"), play.body("ana").disabled) == (18, 2, ())
    assert [wound.points for wound in play.body("ana").wounds.values()] == [4]
    play.begin("weeks", weeks=1, cared_for=False)
    assert play.body("ana").life == 18


def test_no_weeks_pass_in_a_fight():
    assert scene().why_not("weeks", None) == "tactico.time.in_fight"


def test_resting_lowers_the_fatigue_turn_by_turn():
    """TAC-FAT-04."""
    play = scene(ordered=False, ana={"fatigue": 5})
    play.begin("pass_turns", turns=3)
    assert play.body("ana").fatigue == 2
    assert play.seen().count("fatigue.rests_plain") == 1


def thing(**more: object) -> dict[str, object]:
    """Something to take."""
    return {"thing": "Lata", "category": "other", "size": 1, "quantity": 1, "place": "container_1", **more}


def test_a_new_thing_is_asked_of_the_game_master_and_carried():
    """TAC-INV-03, TAC-INV-04."""
    play = scene(ordered=False)
    before = play.body("ana").load
    play.begin("take", "ana", viewer=ANA, **thing(quantity=2))
    play.answer("agreed", {"agreed": True})
    assert play.body("ana").load == before + 2
    assert play.fight.combatants["ana"].sheet["items"][-1]["name"] == "Lata"
    play.begin("leave_thing", "ana", thing="1", quantity=1, viewer=ANA)
    assert play.fight.combatants["ana"].sheet["items"][-1]["quantity"] == 1


def test_a_weapon_that_is_taken_can_be_used():
    """TAC-INV-02, TAC-INV-03."""
    play = scene(ordered=False)
    play.begin("take", "ana", viewer=ANA, **thing(thing="Hacha", category="melee_weapons", size=3, place="back"))
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
def test_what_cannot_be_carried_is_refused(more, reason):
    """TAC-INV-05, TAC-INV-06, TAC-HOUSE-18."""
    with pytest.raises(NotAllowed, match=reason):
        scene(ordered=False).begin("take", "ana", viewer=ANA, **thing(**more))


def test_an_opposed_roll_has_no_difficulty_and_a_tie_no_winner():
    """TAC-OPP-01, TAC-HOUSE-07."""
    play = scene(ordered=False)
    play.begin("test", "ana", what="Sujetar la puerta", skill="athletics", difficulty="average", modifiers=[],
               against="raider1", viewer=ANA)  # fmt: skip
    play.answer("how:raider1", {"skill": "melee_weapons", "modifiers": []})
    play.answer("test", faces=[1, 1], viewer=ANA)
    play.answer("test:raider1", faces=[1, 1])
    # 6 + 3 + 2 against 5 + 5 + 2: the higher total wins, doubles are for the game master to see
    assert play.told("opposed.won").params["who"].combatant == "raider1"
    assert "opposed.double_1" not in play.seen(ANA)
    play.begin("test", "ana", what="", skill="athletics", difficulty="average", modifiers=[], against="raider1")
    play.answer("how:raider1", {"skill": "melee_weapons", "modifiers": []})
    play.answer("test", faces=[2, 1])
    play.answer("test:raider1", faces=[1, 1])
    assert play.told("opposed.tie")


def test_the_condition_outlives_the_fight():
    play = scene(ana={**wounded("left_arm", 4), "fatigue": 3})
    lasting = SYSTEM.lasting(play.fight, "ana")
    sheet = play.fight.combatants["ana"].sheet
    again = SYSTEM.with_lasting(SYSTEM.body("person", sheet, {}), lasting)
    assert (again.life, again.resistance["left_arm"], again.fatigue) == (18, 2, 3)
    assert [wound.points for wound in again.wounds.values()] == [4]


def test_treatment_heals_the_wound_that_was_treated():
    """TAC-HOUSE-15: an older wound of the same location stays open."""
    arm = {**wounded("left_arm", 3), "wounds": {"cut": Wound("left_arm", 1), "shot": Wound("left_arm", 2)}}
    play = scene(ordered=False, ana=arm)
    play.begin("treat", "bruno", wound="ana shot", modifiers=[], viewer=BRUNO)
    play.dice(6, 6)
    assert dict(play.body("ana").wounds) == {"cut": Wound("left_arm", 1)}
    assert play.left("ana", "left_arm") == 5

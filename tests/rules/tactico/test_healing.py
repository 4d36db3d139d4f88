"""Treating wounds, turns and weeks that pass, what outlives a fight (TAC-HEAL-*, TAC-HOUSE-15, -16)."""

from dataclasses import replace

import pytest

from rules.core.audience import Viewer
from rules.core.driver import Done, run
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Ref
from rules.core.fight import Command
from rules.systems.tactico.harm import less_wounded
from rules.systems.tactico.healing import begun, last_turn, one_turn, treatable
from rules.systems.tactico.state import Wound
from rules.systems.tactico.system import SYSTEM
from tests.rules.recorder import GM
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


def test_a_player_s_own_are_treated_whatever_side_they_are_on():
    """TAC-HEAL-01: those of other sides are the game master's to allow."""
    fight = scene(ordered=False, ana=wounded("left_arm", 4)).fight
    apart = fight.with_combatant(replace(fight.combatants["ana"], side="foes"))
    both = Viewer("p", controls=frozenset({"ana", "bruno"}))
    assert treatable(apart, "bruno", both) == treatable(apart, "bruno", GM) == [("ana", "old")]
    assert treatable(apart, "bruno", replace(both, controls=frozenset({"bruno"}))) == []


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


def test_treatment_named_for_the_first_segment_takes_the_others():
    """TAC-HEAL-03: nobody has to say it three times."""
    play = scene(ana=wounded("left_arm", 2))
    play.declare("bruno", "treat", "give_up", "give_up", wound="ana old")
    assert [one.what for one in play.round.turns["bruno"].segments] == list(TREAT)


def test_a_friend_who_is_named_is_treated_although_another_wound_is_proposed():
    """TAC-HEAL-01: the button and the treatment are of the same patient; a foe who is named changes nothing."""
    play = scene(ana=wounded("left_arm", 2), bruno=wounded("left_leg", 1))
    inputs = {"first": "treat", "first_target": "ana", "wound": "bruno old"}
    said = SYSTEM.actions["declare"].says(play.fight, Command("d", "declare", "bruno", inputs))
    assert said.params["target"] == Ref("ana")
    play.declare("bruno", "treat", at="ana", wound="bruno old")
    assert play.body("bruno").treating.patient == "ana"
    other = scene(ana=wounded("left_arm", 2), bruno=wounded("left_leg", 1))
    other.declare("bruno", "treat", at="raider1", wound="bruno old")
    assert other.body("bruno").treating.patient == "bruno"


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


def test_the_death_of_the_patient_breaks_a_treatment_off():
    """TAC-HEAL-03, TAC-HOUSE-15."""
    play = treating(1)
    dead = play.fight.with_body("ana", replace(play.body("ana"), life=-100))
    assert dead.body("ana").health == "dead"
    notes = Notes()
    after = run(one_turn(dead, "bruno", "full_turn", notes, key="treatment"), {})
    assert isinstance(after, Done)
    assert after.result.body("bruno").treating is None
    assert [fact.code for fact in notes.so_far] == ["care.broken_off"]


def test_the_treatment_of_another_wound_begins_anew():
    """TAC-HEAL-02, TAC-HEAL-03."""
    both = {"old": Wound("left_arm", 2), "new": Wound("left_leg", 2)}
    play = scene(ana={**wounded("left_arm", 2), "wounds": both})
    for wound, turns in (("old", 1), ("old", 2), ("new", 1)):
        play.declare("bruno", *TREAT, wound=f"ana {wound}")
        play.declare_all()
        assert (play.body("bruno").treating.wound, play.body("bruno").treating.turns) == (wound, turns)


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


def test_points_of_one_location_heal_no_wound_of_another():
    """TAC-HEAL-04."""
    body = replace(scene().body("ana"), wounds={"cut": Wound("left_arm", 1), "shot": Wound("right_arm", 2)})
    assert less_wounded(body, "right_arm", 1) == {"cut": Wound("left_arm", 1), "shot": Wound("right_arm", 1)}
    assert less_wounded(body, "right_arm", 5) == {"cut": Wound("left_arm", 1)}


@pytest.mark.parametrize(
    ("healer", "value", "bodies", "reason"),
    [
        ("bruno", None, {}, "treatment.no_wound"),
        ("bruno", "gone old", {}, "treatment.no_wound"),
        ("bruno", "ana new", {}, "treatment.no_wound"),
        ("ana", "ana old", {}, "treatment.equipment"),
        ("bruno", "ana old", {"bruno": {"resistance": {"torso": 0}}}, "plan.only_own_wounds"),
    ],
)
def test_a_treatment_that_cannot_begin_is_refused_at_the_wound(
    healer: str, value: str | None, bodies: dict[str, dict[str, dict[str, int]]], reason: str
) -> None:
    """TAC-HEAL-01, TAC-HEAL-02, TAC-DMG-09."""
    fight = scene(ana=wounded("left_arm", 4)).fight
    for who, change in bodies.items():
        body = fight.body(who)
        fight = fight.with_body(who, replace(body, resistance={**body.resistance, **change["resistance"]}))
    with pytest.raises(NotAllowed) as refused:
        begun(fight, healer, value)
    assert (refused.value.reason, refused.value.field) == (f"tactico.{reason}", "wound")


def test_a_treatment_goes_on_with_the_same_wound_and_knows_its_last_turn() -> None:
    """TAC-HEAL-02: a wound of 1 point takes 10 turns."""
    fight = begun(scene(ana=wounded("left_arm", 1)).fight, "bruno", "ana old")
    assert begun(fight, "bruno", "ana old") is fight
    assert not last_turn(fight, "ana")
    body = fight.body("bruno")
    found = []
    for turns, key in ((8, "old"), (9, "old"), (9, "gone")):
        at_hand = replace(body.treating, turns=turns, wound=key)
        found.append(last_turn(fight.with_body("bruno", replace(body, treating=at_hand)), "bruno"))
    assert found == [False, True, False]
    gone = replace(body.treating, patient="gone")
    assert not last_turn(fight.with_body("bruno", replace(body, treating=gone)), "bruno")


def test_a_treatment_of_a_wound_that_is_gone_ends_and_is_broken_off_only_if_it_had_begun() -> None:
    """TAC-HEAL-03."""
    fight = begun(scene(ana=wounded("left_arm", 4)).fight, "bruno", "ana old")
    body = fight.body("bruno")
    for turns, event, told in ((3, "full_turn", []), (3, "other_action", ["care.broken_off"]), (0, "other_action", [])):
        at_hand = replace(body.treating, wound="gone", turns=turns)
        notes = Notes()
        result = run(
            one_turn(fight.with_body("bruno", replace(body, treating=at_hand)), "bruno", event, notes, key="t"), {}
        )
        assert isinstance(result, Done)
        assert result.result.body("bruno").treating is None
        assert [one.code for one in notes.so_far] == told

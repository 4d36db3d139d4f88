"""From dying to on one's feet again: saves, first aid, rest; conditions and abilities given by the game master."""

import pytest

from rules.core.errors import NotAllowed
from rules.systems.d20.healing import STABILISE
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, BRUNO, GM, scene


def fallen(table, hp=-3):
    """Bruno is dying, at this number of hit points."""
    table.begin("damage", None, amount=table.body("bruno").hp - hp, targets={"bruno": "full"}, single_blow=False)
    assert table.body("bruno").vital == "dying"


def test_the_dying_lose_a_point_each_turn_until_they_hold_on():
    """D20H-DY-02, D20H-REC-01, D20H-REC-02."""
    table = scene()
    fallen(table)
    table.pass_turn("other")
    table.begin("end_turn", None)
    assert table.keys == ["dying:0:fortitude:bruno"]
    table.dice(1)
    assert table.body("bruno").hp == -4
    assert table.round.acting != "bruno"
    table.pass_turn("other")
    table.begin("end_turn", None)
    table.dice(20)
    assert (table.body("bruno").hp, table.body("bruno").vital) == (-4, "stable")


def test_at_minus_ten_a_creature_dies():
    """D20H-DY-03."""
    table = scene()
    fallen(table, -9)
    table.pass_turn("other")
    table.begin("end_turn", None)
    table.dice(1)
    assert table.body("bruno").vital == "dead"


def test_first_aid_takes_the_attack_action_and_stabilises():
    """D20H-REC-06: DC 15, and from then on the target is tended."""
    table = scene()
    assert table.why_not("stabilise", "ana") == "d20.care.nobody"
    fallen(table)
    table.begin("stabilise", "ana", viewer=ANA, target="bruno")
    table.dice(20)
    assert (table.body("bruno").vital, table.body("bruno").tended) == ("stable", True)
    assert table.why_not("attack", "ana")


def test_of_a_foe_that_shows_nothing_no_player_learns_that_it_is_dying():
    table = scene()
    table.begin("damage", None, amount=table.body("thug").hp + 3, targets={"thug": "full"}, single_blow=False)
    assert [option.value for option in STABILISE.inputs(table.fight, "ana", ANA)[0].options] == ["thug"]
    table.begin("show_as", None, who="thug", shows="nothing")
    assert [option.value for option in STABILISE.inputs(table.fight, "ana", GM)[0].options] == ["thug"]
    assert not STABILISE.inputs(table.fight, "ana", ANA)[0].options


def test_who_was_saved_on_the_own_turn_owes_a_save_when_dying_again():
    """D20H-DY-02: that no save falls due on the turn of the fall is forgotten once the creature stands."""
    table = scene()
    table.pass_turn("bruno")
    fallen(table)
    assert table.body("bruno").fresh
    table.begin("damage", None, amount=20, verb="heal", targets={"bruno": "full"})
    assert (table.body("bruno").vital, table.body("bruno").fresh) == ("normal", False)


def test_what_is_given_back_by_undoing_adds_nothing_to_what_can_be_healed():
    """D20H-DIS-05: what a disease locks is counted down by undoing, below zero too."""
    table = scene()
    table.state["fight"]["combatants"]["bruno"]["body"].update(locked={"cold": -2, "hunger": 3}, hp=1)
    table.begin("damage", None, amount=90, verb="heal", targets={"bruno": "full"})
    assert table.body("bruno").hp == table.body("bruno").hp_max - 3


def test_first_aid_is_proposed_for_friends_alone():
    """D20H-REC-06: a dying foe can be chosen, and is not what comes next."""
    table = scene()
    fallen(table)
    offered = [one.action for one in SYSTEM.offers(table.fight, "ana", ANA) if one.reason is None]
    assert SYSTEM.proposes(table.fight, "ana", offered)[0] == offered[0] == "stabilise"
    table.pass_turn("thug")
    offered = [one.action for one in SYSTEM.offers(table.fight, "thug", GM) if one.reason is None]
    assert offered[0] == "attack"
    assert SYSTEM.proposes(table.fight, "thug", offered)[0] == "attack"
    (patient,) = STABILISE.inputs(table.fight, "thug", GM)
    assert patient.default is None
    assert patient.check("bruno") == "bruno"


def test_an_hour_later_the_stable_may_come_round():
    """D20H-REC-03, D20H-REC-07: each hour again."""
    table = scene(ordered=False)
    fallen(table)
    table.begin("pass_time", None, count=1, unit="rounds")
    table.dice(20)
    table.begin("pass_time", None, count=2, unit="hours")
    table.dice(1, 20)
    assert (table.body("bruno").vital, table.body("bruno").hp) == ("disabled", -3)


def test_the_untended_save_once_a_day():
    """D20H-REC-04, D20H-REC-05."""
    table = scene(ordered=False)
    fallen(table)
    table.begin("pass_time", None, count=1, unit="rounds")
    table.dice(20)
    table.begin("pass_time", None, count=1, unit="hours")
    table.dice(20)
    table.begin("pass_time", None, count=1, unit="days")
    table.dice(1)
    assert table.body("bruno").hp == -4
    table.begin("pass_time", None, count=1, unit="days")
    table.dice(20)
    assert table.body("bruno").recovering
    table.begin("rest", None, targets=["bruno"], kind="night", periods=2)
    assert table.body("bruno").hp == 2
    assert table.body("bruno").vital == "normal"


def test_a_blow_takes_back_what_recovery_has_won():
    """D20H-HOUSE-05: who is hurt again below zero is dying as at first."""
    table = scene(ordered=False)
    fallen(table)
    for unit in ("rounds", "hours", "days"):
        table.begin("pass_time", None, count=1, unit=unit)
        table.dice(20)
    assert table.body("bruno").recovering
    table.begin("damage", None, amount=1, targets={"bruno": "full"}, single_blow=False)
    assert (table.body("bruno").hp, table.body("bruno").vital) == (-4, "dying")
    assert not table.body("bruno").recovering


def test_a_night_gives_hit_points_by_level_and_a_point_of_each_ability():
    """D20H-HEAL-02 to -04."""
    table = scene(ordered=False)
    full = table.body("bruno").hp
    table.begin("damage", None, amount=5, targets={"bruno": "full"}, single_blow=False)
    table.begin("ability", None, targets=["bruno"], ability="strength", way="damage", amount=3)
    table.begin("rest", None, targets=["bruno"], kind="night")
    assert (table.body("bruno").hp, table.body("bruno").lost("strength").damage) == (full - 5 + 3, 2)
    table.begin("rest", None, targets=["bruno"], kind="bed_day")
    assert (table.body("bruno").hp, table.body("bruno").lost("strength").damage) == (full, 0)
    assert table.fight.clock == 32 * 3600


def test_hit_points_follow_constitution_and_without_it_one_dies():
    """D20H-CON-01, D20H-CON-02, D20H-DY-04: two points are one on the modifier, for three levels."""
    table = scene()
    full = table.body("bruno").hp
    table.begin("ability", None, targets=["bruno"], ability="constitution", way="damage", amount=2)
    assert (table.body("bruno").hp, table.body("bruno").hp_max) == (full - 3, full - 3)
    table.begin("ability", None, targets=["bruno"], ability="constitution", way="heal_damage", amount=2)
    assert (table.body("bruno").hp, table.body("bruno").hp_max) == (full, full)
    table.begin("ability", None, targets=["bruno"], ability="constitution", way="drain", amount=10)
    assert table.body("bruno").vital == "dead"


def test_a_condition_ends_by_itself_or_is_lifted():
    """D20H-COND-01, D20H-COND-05: stunned for its usual round; blinded until it is lifted."""
    table = scene()
    table.begin("condition", None, targets=["thug"], condition="stunned", span="usual")
    table.begin("condition", None, targets=["bruno"], condition="blinded", span="until_lifted")
    assert table.has("thug", "stunned")
    table.pass_turn("bruno")
    table.pass_turn("ana")
    assert not table.has("thug", "stunned")
    assert table.has("bruno", "blinded")
    table.begin("condition", None, targets=["bruno"], condition="blinded", give="lift")
    assert not table.has("bruno", "blinded")


@pytest.mark.parametrize("condition", ["unconscious", "paralyzed"])
def test_a_fainted_creature_is_still_prone_afterwards(condition: str):
    """D20H-COND-20, D20H-COND-25."""
    table = scene()
    table.begin("condition", None, targets=["ana"], condition=condition)
    table.begin("condition", None, targets=["ana"], condition=condition, give="lift")
    assert table.has("ana", "prone")


@pytest.mark.parametrize("condition", ["unconscious", "paralyzed", "stunned"])
def test_a_creature_that_cannot_act_passes_until_it_can(condition: str):
    """D20H-COND-01, D20H-HP-05."""
    table = scene()
    assert "out" not in table.card("bruno", ANA)
    table.begin("condition", None, targets=["bruno"], condition=condition)
    assert "out" in table.card("bruno", ANA)
    table.begin("condition", None, targets=["bruno"], condition=condition, give="lift")
    assert "out" not in table.card("bruno", ANA)


def test_temporary_hit_points_end_and_the_real_ones_stay():
    """D20H-TMP-01 to -03."""
    table = scene()
    full = table.body("bruno").hp
    table.begin("damage", None, amount=8, verb="temporary", targets={"bruno": "full"})
    table.begin("damage", None, amount=3, targets={"bruno": "full"}, single_blow=False)
    assert (table.body("bruno").hp, table.body("bruno").temp) == (full, 5)
    told = table.told("harm.with_temporary").params
    assert (told["before"], told["after"]) == (full + 8, full + 5)
    assert table.card("bruno", BRUNO)["hp.temporary"].value == 5
    assert "hp.temporary" not in table.card("dog", BRUNO)
    table.begin("end_temporary", None, targets=["bruno"])
    assert "hp.temporary" not in table.card("bruno", BRUNO)
    assert (table.body("bruno").hp, table.body("bruno").temp) == (full, 0)


def test_nobody_but_the_game_master_has_these_tools():
    table = scene(ordered=False)
    assert table.why_not("condition", None, BRUNO) is not None


def test_the_long_blind_and_deaf_may_be_spared_some_drawbacks():
    """D20H-COND-09, D20H-COND-14: Ana reads lips, Bruno knows his way."""
    table = scene()
    table.begin("condition", None, targets=["bruno"], condition="blinded", used_to=["own_miss_chance_percent"])
    table.begin("condition", None, targets=["ana"], condition="deafened", used_to=["forbidden_skills"])
    table.begin("test", "ana", kind="skill:listen", dc=10, part="none")
    table.dice(15)
    assert "test.total" in table.codes()
    with pytest.raises(NotAllowed):
        table.begin("test", "bruno", kind="skill:spot", dc=10, part="none")
    with pytest.raises(NotAllowed):
        table.begin("condition", None, targets=["bruno"], condition="shaken", used_to=["forbidden_skills"])
    # what was spared comes back with a blindness that is new
    table.begin("condition", None, targets=["ana"], condition="deafened")
    with pytest.raises(NotAllowed):
        table.begin("test", "ana", kind="skill:listen", dc=10, part="none")


def test_bleeding_is_not_told_of_a_creature_that_shows_nothing():
    """docs/secrecy.md: the table saw the blow, not whether what lies there still lives."""
    table = scene()
    table.state["fight"]["combatants"]["thug"]["shows"] = "nothing"
    table.begin("damage", None, amount=16, targets={"thug": "full"}, single_blow=False)
    assert "harm.plain" in table.seen(BRUNO)
    before = len(table.facts)
    table.begin("end_turn", None)
    table.dice(1)
    assert table.body("thug").hp == -3
    assert "harm.plain" not in table.seen(BRUNO, table.facts[before:])

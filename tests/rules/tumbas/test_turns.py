"""The round written out: declarations, who hurries, groups, surprise, the end (TUMS-CMB-01 to -10, TUM-HOUSE-28)."""

from dataclasses import replace

import pytest

from rules.core.engine import Late
from rules.core.errors import NotAllowed
from rules.core.facts import Ref
from rules.core.inputs import Combatants
from rules.systems.tumbas.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def test_first_round_begins_with_declarations():
    """TUMS-CMB-02."""
    play = scene(number=0)
    assert SYSTEM.next_step(play.fight) == "next_step"
    play.begin("next_step")
    assert (play.round.number, play.round.stage) == (1, "declaration")
    assert set(SYSTEM.whose_turn(play.fight)) == {"ana", "bruno", "wolf1", "wolf2", "shade"}
    assert SYSTEM.whose_turn(play.fight)[-1] == "shade"  # nobody waits for the hidden
    assert SYSTEM.next_step(play.fight) is None


def test_the_cards_say_for_which_combatants_the_round_waits():
    """TUMS-CMB-03, TUMS-CMB-07: all at once declare, and all of a group act in any order."""
    play = scene()
    waiting = {who for who in play.fight.order if awaits(play, who)}
    assert waiting == {"ana", "bruno", "wolf1", "wolf2", "shade"}
    play.declare("ana", "charge", target="wolf1", viewer=ANA)
    assert awaits(play, "ana") == []
    assert awaits(play, "bruno") == ["awaited.declaration"]
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert awaits(play, "ana") == ["awaited.action"]
    assert awaits(play, "bruno") == []


def aim_of(play: Scene, action: str, who: str) -> Combatants:
    """Whom a form lets a combatant choose as its target."""
    found = next(one for one in SYSTEM.actions[action].inputs(play.fight, who, ANA) if one.name == "target")
    assert isinstance(found, Combatants)
    return found


def test_a_charge_is_proposed_at_a_foe_who_is_not_beside_the_combatant():
    """TUM-HOUSE-12: who charges moves next to an opponent; the foe declared stays proposed all the same."""
    play = scene(near=[("ana", "wolf1")])
    assert aim_of(play, "charge", "ana").default == "wolf2"
    play.declare("ana", "charge", target="wolf1", viewer=ANA)
    assert aim_of(play, "charge", "ana").default == "wolf1"


def test_with_every_foe_beside_the_combatant_one_of_them_is_proposed_for_a_charge():
    play = scene(near=[("ana", "wolf1"), ("ana", "wolf2")])
    assert aim_of(play, "charge", "ana").default == "wolf1"


def test_those_beside_the_attacker_are_proposed_before_one_struck_earlier():
    """TUMS-CMB-05: in melee one strikes at who stands next to one."""
    play = scene(near=[("ana", "wolf2")])
    assert aim_of(play, "attack", "ana").engaged == ("wolf2",)


def test_nobody_acts_between_two_groups():
    """TUMS-CMB-10: those who come later wait until the round goes on."""
    play = scene()
    play.declare("ana", "move", hurried=True, viewer=ANA)
    play.declare("bruno", "move")
    for who in ("wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert SYSTEM.whose_turn(play.fight) == ("ana", "bruno")
    play.begin("move", "ana", viewer=ANA)
    assert SYSTEM.whose_turn(play.fight) == ()
    assert SYSTEM.next_step(play.fight) == "next_step"


def awaits(play: Scene, who: str) -> list[str]:
    return [fact.code for fact in SYSTEM.card(play.fight, who).facts if fact.code.startswith("awaited.")]


def test_melee_needs_an_opponent_next_to_the_actor():
    """TUMS-CMB-04, TUMS-CMB-05."""
    play = scene()
    options = {option.value: option for option in SYSTEM.actions["declare"].inputs(play.fight, "ana", ANA)[0].options}  # type: ignore[attr-defined]
    assert options["attack"].reason is not None
    assert options["charge"].reason is None
    assert "cast" not in options
    with pytest.raises(NotAllowed, match="not_engaged"):
        play.declare("ana", "attack", viewer=ANA)


def test_engaged_may_try_a_standard_action_at_their_risk():
    """TUMS-CMB-06."""
    play = scene(near=[("ana", "wolf1")])
    options = {option.value: option for option in SYSTEM.actions["declare"].inputs(play.fight, "ana", ANA)[0].options}  # type: ignore[attr-defined]
    assert [note.code for note in options["move"].notes] == ["note.opportunity"]
    play.declare("ana", "move", viewer=ANA)


def test_nobody_hurries_in_melee():
    """TUM-HOUSE-12."""
    play = scene(near=[("ana", "wolf1")])
    with pytest.raises(NotAllowed, match="hurried_melee"):
        play.declare("ana", "attack", hurried=True, viewer=ANA)


def test_open_declarations_are_read_by_all():
    """TUMS-CMB-03."""
    play = scene()
    play.declare("ana", "charge", target="wolf1", words="con el hacha en alto", viewer=ANA)
    assert play.read()[-1] == "Ana declara cargar; objetivo: Lobo 1 (con el hacha en alto)"


def test_the_foe_that_the_form_proposes_is_neither_helped_nor_tended():
    """TUM-HOUSE-12, TUM-HOUSE-21: of the dying the friend is meant, unless another of them is named."""
    play = scene(bruno={"hp": -2})
    play.declare("ana", "stabilise", target="wolf1", viewer=ANA)
    assert play.read()[-1] == "Ana declara estabilizar; objetivo: Bruno"
    play.declare("ana", "help", target="wolf1", viewer=ANA)
    assert play.read()[-1] == "Ana declara ayudar"
    play.declare("ana", "help", target="bruno", viewer=ANA)
    assert play.read()[-1] == "Ana declara ayudar; objetivo: Bruno"


def test_kept_declarations_are_revealed_when_the_phase_ends():
    """TUMS-CMB-03 with the setting: until then only their makers and the game master read them."""
    play = scene(house={"secret_declarations": True})
    play.declare("ana", "charge", target="wolf1", viewer=ANA)
    assert play.read(BRUNO)[-1] == "Ana ya ha declarado"
    assert play.read(ANA)[-1] == "Ana declara cargar; objetivo: Lobo 1"
    card = SYSTEM.card(play.fight, "ana")
    assert "declared.something" in play.seen(BRUNO, card.facts)
    assert "declared.what_target" not in play.seen(BRUNO, card.facts)
    assert "declared.what_target" in play.seen(ANA, card.facts)
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert "Ana declara cargar; objetivo: Lobo 1" in play.read(BRUNO)


def test_declaration_may_be_changed_until_the_phase_ends():
    play = scene()
    play.declare("ana", "move", viewer=ANA)
    play.declare("ana", "charge", viewer=ANA)
    assert play.round.declared["ana"].what == "charge"


def test_with_no_foe_standing_one_waits():
    """Nobody is proposed to shoot or to charge at nothing; a character does not usually mean the hidden."""
    play = scene(wolf1={"hp": 0}, wolf2={"hp": -2}, bruno={"in_hand": "crossbow"})
    for viewer in (BRUNO, GM):
        what, target = SYSTEM.actions["declare"].inputs(play.fight, "bruno", viewer)[:2]
        assert (what.default, target.default) == ("nothing", None)
    play = scene(wolf1={"hp": 0}, wolf2={"hp": 0}, ana={"hp": -1})
    what, target = SYSTEM.actions["declare"].inputs(play.fight, "bruno", BRUNO)[:2]
    assert (what.default, target.default) == ("stabilise", "ana")
    play = scene(bruno={"in_hand": "crossbow"})
    assert SYSTEM.actions["declare"].inputs(play.fight, "bruno", BRUNO)[0].default == "shoot"


def test_the_hidden_are_not_proposed_to_a_character_whom_the_game_master_plays():
    """Its declaration would name them to the table."""
    play = scene(wolf1={"hp": 0}, wolf2={"hp": 0})
    bruno = replace(play.fight.combatants["bruno"], controllers=frozenset())
    fight = play.fight.with_combatant(bruno)
    assert SYSTEM.actions["declare"].inputs(fight, "bruno", GM)[1].default is None


def hurried(**more: object) -> Scene:
    play = scene(**more)  # type: ignore[arg-type]
    play.declare("bruno", "test")
    play.declare("ana", "charge", hurried=True, target="wolf1", viewer=ANA)
    play.declare("wolf1", "charge", hurried=True, target="ana")
    for who in ("wolf2", "shade"):
        play.begin("end_turn", who)
    return play


def test_those_who_hurry_roll_and_act_from_the_highest():
    """TUMS-CMB-09, TUMS-CMB-10, TUM-HOUSE-06 (quick), TUM-HOUSE-28."""
    play = hurried()
    play.begin("next_step")
    play.answer("hurry:ana", faces=[2, 2, 5], viewer=ANA)
    play.answer("hurry:wolf1", faces=[2, 3])
    assert [group.members for group in play.round.groups] == [("ana",), ("wolf1",), ("bruno",)]
    assert SYSTEM.whose_turn(play.fight) == ("ana", "wolf1", "bruno")


def test_equal_totals_act_at_the_same_time():
    """TUM-HOUSE-28."""
    play = hurried()
    play.begin("next_step")
    play.dice(2, 2, 4, 2, 3)  # 7 and 7
    assert play.round.groups[0].members == ("ana", "wolf1")


def test_the_only_one_who_hurries_needs_no_roll():
    """TUMS-CMB-08."""
    play = scene()
    play.declare("bruno", "test", hurried=True)
    play.declare("ana", "charge", target="wolf1")
    for who in ("wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert play.requests == ()
    assert [group.members for group in play.round.groups] == [("bruno",), ("ana",)]


def test_a_charge_leads_to_an_attack_in_the_melee_phase_of_this_round():
    """TUM-HOUSE-12, TUMS-CMB-04."""
    play = scene()
    play.declare("ana", "charge", target="wolf1", viewer=ANA)
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("charge", "ana", target="wolf1", viewer=ANA)
    assert play.near("ana") == ()
    play.begin("next_step")
    assert play.round.stage == "melee"
    assert play.near("ana") == ("wolf1",)
    assert play.offered("ana", ANA)[0] == "attack"


def test_rounds_take_five_seconds_and_steps_of_the_round_are_taken_once():
    """TUMS-CMB-01; two people who press at once make one step."""
    play = scene()
    for who in ("ana", "bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    before = SYSTEM.moment(play.fight)
    play.begin("next_step")
    assert play.fight.clock == 5
    assert play.round.number == 2
    with pytest.raises(Late):
        play.begin("next_step", moment=before)


def test_who_waits_is_passed_over():
    """The game master may pass for the one expected first."""
    play = scene()
    play.begin("end_turn")
    assert len(play.round.declared) == 1
    play.begin("end_turn", "ana", viewer=ANA)
    with pytest.raises(NotAllowed, match="not_your_turn"):
        play.begin("end_turn", "ana", viewer=ANA)


def test_surprised_declare_nothing_in_the_first_round():
    """TUM-HOUSE-30: a Will test against 10; a talent helps."""
    play = scene(sheets={"ana": {"talents": ["alert"]}})
    play.begin("surprise", people=["ana", "bruno"])
    play.answer("surprise:ana", faces=[1, 5, 5], viewer=ANA)
    play.answer("surprise:bruno", faces=[4, 3], viewer=BRUNO)
    assert play.round.surprised == {"bruno"}
    assert play.why_not("declare", "bruno", BRUNO) == "tumbas.declare.surprised"
    for who in ("ana", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    assert SYSTEM.next_step(play.fight) == "next_step"
    play.begin("next_step")
    assert play.round.surprised == frozenset()
    assert play.why_not("declare", "bruno", BRUNO) is None


def test_neighbours_are_declared_with_a_tap_and_undone():
    """TUMS-CMB-04."""
    play = scene()
    play.begin("relate", "ana", of="ana", to="wolf1", what="engaged:adjacent", viewer=ANA)
    play.begin("relate", of="wolf2", to="ana", what="engaged:adjacent")
    assert play.near("ana") == ("wolf1", "wolf2")
    engaged = [one for one in SYSTEM.card(play.fight, "ana").facts if one.code == "relation.now_with"]
    assert [one.params["other"] for one in engaged] == [(Ref("wolf1"), Ref("wolf2"))]
    play.undo()
    assert play.near("ana") == ("wolf1",)


def test_help_is_a_reward_die_on_the_next_test_of_the_round():
    """TUM-HOUSE-12: if the game master agrees."""
    play = scene()
    play.declare("bruno", "help", target="ana", hurried=True)
    play.declare("ana", "test")
    for who in ("wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("help", "bruno", target="ana", words="sujeta la puerta", viewer=BRUNO)
    play.answer("agreed", {"agreed": True})
    play.begin("next_step")
    play.begin("test", "ana", what="Abrir el cofre", attribute="strength", viewer=ANA)
    play.answer("test", faces=[1, 4, 4], viewer=ANA)
    assert [term.code for term in play.told("pool.reward").terms] == ["cause.help"]
    assert play.told("test.success")
    assert play.body("ana").helped == 0


def test_the_round_forgets_those_who_leave():
    play = hurried()
    play.begin("dismiss", who="wolf1")
    play.begin("next_step")
    assert [group.members for group in play.round.groups] == [("ana",), ("bruno",)]


def test_dying_are_tested_at_the_end_of_each_round():
    """TUM-HOUSE-20, TUM-HOUSE-21: success is stable, failure a point, a fumble death; overload adds no die."""
    play = scene(ana={"hp": -3, "overloaded": True}, bruno={"hp": -1})
    for who in ("wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert play.keys == ["dying:ana", "dying:bruno"]
    play.answer("dying:ana", faces=[5, 4], viewer=ANA)
    play.answer("dying:bruno", faces=[3, 3], viewer=BRUNO)
    assert play.body("ana").health == "stable"
    assert play.body("bruno").hp == -10
    assert play.body("bruno").health == "dead"
    assert play.round.number == 2


def test_damage_makes_the_stable_dying_again_and_undoing_it_does_not():
    """TUM-HOUSE-20."""
    play = scene(ana={"hp": -3, "steadied": True})
    play.begin("damage", amount=2, targets={"ana": "full"})
    assert play.body("ana").health == "dying"
    play.undo()
    assert play.body("ana").health == "stable"
    assert play.body("ana").hp == -3


def test_only_opponents_engage_by_moving_next_to_them():
    """TUMS-CMB-04: beside a friend nobody is engaged."""
    play = scene()
    play.declare("ana", "move")
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.declare(who, "nothing")
    play.begin("next_step")
    play.begin("move", "ana", next_to=["bruno", "wolf1"], viewer=ANA)
    play.begin("next_step")
    assert (play.near("ana"), play.near("bruno")) == (("wolf1",), ())


def test_a_blow_counts_though_its_attacker_leaves():
    """TUM-HOUSE-31."""
    play = scene(near=[("ana", "wolf1")], ana={"aptitude_used": 9})
    play.declare("wolf1", "attack")
    for who in ("ana", "bruno", "wolf2", "shade"):
        play.declare(who, "nothing")
    play.begin("next_step")
    play.begin("attack", "wolf1", target="ana")
    play.answer("attack", faces=[5, 5])
    play.answer("defence", faces=[2, 3, 1])
    play.answer("damage", faces=[4])
    play.begin("dismiss", who="wolf1")
    play.begin("next_step")
    assert play.body("ana").hp < play.body("ana").hp_max

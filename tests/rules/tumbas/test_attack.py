"""Melee written out: attacks, defences, damage together, opportunities, disengaging (TUM-HOUSE-13 to -19, -31)."""

import pytest

from rules.core.engine import waits_for
from rules.core.errors import NotAllowed
from rules.core.ways import leads_to, ways
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene


def melee(**more: object) -> Scene:
    """Ana and the first wolf side by side, in the melee phase with both attacking."""
    play = scene(near=[("ana", "wolf1")], **more)  # type: ignore[arg-type]
    play.declare("ana", "attack", target="wolf1")
    play.declare("wolf1", "attack", target="ana")
    for who in ("bruno", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    return play


def test_highest_total_hits_and_pluses_are_damage():
    """TUM-HOUSE-13, TUM-HOUSE-15, TUM-HOUSE-16, TUM-ATTR-07, TUM-HOUSE-06."""
    play = melee()
    play.begin("attack", "ana", viewer=ANA, target="wolf1", weapon="axe")
    play.answer("attack", faces=[5, 5], viewer=ANA)
    play.answer("defence", faces=[2, 2])  # 12 against 6: one plus
    play.answer("damage", faces=[4], viewer=ANA)
    assert play.told("attack.hit_plus").value == 1
    assert play.told("harm.waits").value == 4 + 2 + 2 + 1  # die, Strength, plus, strong arm


def test_shield_gives_the_defender_a_die_with_its_cause():
    """TUM-HOUSE-09: three dice, of which the two highest count."""
    play = melee()
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude", {"aptitude": False}, viewer=ANA)
    play.answer("attack", faces=[4, 4])
    play.answer("defence", faces=[1, 5, 4])
    pool = play.told("pool.reward")
    assert [(term.code, term.value) for term in pool.terms] == [("cause.shield", 1)]
    assert play.told("attack.defence").value == 9 + 2
    assert play.told("attack.miss")


def test_warrior_may_use_the_aptitude_on_a_defence():
    """TUM-HOUSE-03, TUM-HOUSE-04: announced before the roll, and one use is gone."""
    play = melee()
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude", {"aptitude": True}, viewer=ANA)
    play.answer("attack", faces=[4, 4])
    play.answer("defence", faces=[1, 1, 5, 4])
    assert play.told("pool.reward").value == 2
    assert play.body("ana").aptitude_used == 1


def test_tie_is_a_miss():
    """TUM-HOUSE-13."""
    play = melee()
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.dice(4, 3, 4, 3)  # 9 and 9
    assert play.seen()[-1] == "attack.miss"
    assert play.requests == ()


def test_snake_eyes_of_the_defender_are_a_hit():
    """TUM-HOUSE-13, TUM-OPP-03: even with the lower total."""
    play = scene(ordered=False)
    play.begin("attack", "bruno", target="wolf1", weapon="staff")
    play.dice(1, 2, 1, 1, 3)  # 3 against 4
    assert play.told("attack.hit")
    assert play.told("attack.defence_fumble")
    assert play.body("wolf1").hp == 7 - 3


def test_snake_eyes_of_the_attacker_miss():
    """TUM-HOUSE-13, TUM-SNAKE-02: of three dice with a penalty die the two lowest are looked at."""
    play = scene(ordered=False)
    punished = [{"kind": "punishment", "dice": 1, "reason": "a oscuras"}]
    play.begin("attack", "ana", target="wolf1", weapon="axe", others=punished)
    play.dice(1, 6, 1, 1, 1)
    assert play.told("attack.miss")
    assert play.told("attack.fumble")
    assert play.requests == ()


def test_everything_of_a_group_takes_effect_after_the_last_of_it():
    """TUM-HOUSE-31, TUMS-CMB-07: a combatant put down within the group still acts in it."""
    play = melee(wolf1={"hp": 1})
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.dice(5, 5, 2, 2, 8)
    assert play.body("wolf1").hp == 1
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude")
    play.dice(6, 5, 3, 1, 1, 1, 2)  # 14 against snake eyes
    assert play.body("ana").hp == 11
    play.begin("next_step")
    assert play.body("wolf1").health == "dead"
    assert play.body("ana").hp < 11
    assert play.round.number == 2


def test_sixes_explode_one_by_one():
    """TUM-EXPL-01, TUM-EXPL-02: a die for each counted six, and again for each six that comes."""
    play = melee()
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.answer("attack", faces=[6, 6])
    assert play.keys == ["attack:explosion:1", "defence"]
    play.answer("attack:explosion:1", faces=[6])
    play.answer("attack:explosion:2", faces=[2])
    assert play.keys == ["attack:explosion:3", "defence"]
    play.answer("attack:explosion:3", faces=[1])
    play.answer("defence", faces=[4, 4])
    total = play.told("attack.total")
    assert total.value == 12 + 6 + 2 + 1 + 2
    assert [term.code for term in total.terms] == ["term.dice", "term.explosions", "term.attribute", "reach.other"]


def test_fumbled_attack_exposes_until_the_end_of_the_next_round():
    """TUM-FUMB-01, TUM-HOUSE-17."""
    play = melee()
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.dice(2, 2, 5, 5)
    assert play.body("ana").exposed == 2
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude")
    play.dice(1, 3, 4, 5, 5, 1)
    causes = [term.code for fact in play.facts if fact.code == "pool.reward" for term in fact.terms]
    assert "cause.exposed" in causes
    play.begin("next_step")
    assert play.body("ana").exposed == 2
    for who in ("ana", "bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert play.round.number == 3
    assert play.body("ana").exposed is None


def test_a_table_may_leave_fumbles_to_words():
    """TUM-HOUSE-17 with its setting."""
    play = melee(house={"fumbles_expose": False})
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.dice(2, 2, 5, 5)
    assert play.body("ana").exposed is None
    assert play.told("attack.fumble")


def test_only_defending_gives_a_die_from_the_start_of_the_phase():
    """TUM-HOUSE-12: nobody has to press anything."""
    play = scene(near=[("bruno", "wolf1")])
    play.declare("bruno", "defend")
    play.declare("wolf1", "attack", target="bruno")
    for who in ("ana", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert "bruno" in play.round.done
    play.begin("attack", "wolf1", target="bruno")
    play.answer("attack", faces=[4, 4])
    play.answer("defence", faces=[2, 3, 4])
    assert [term.code for term in play.told("pool.reward").terms] == ["cause.defending"]


def test_opportunity_attack_comes_before_the_standard_action_and_at_once():
    """TUMS-CMB-06, TUM-HOUSE-18: once per opponent and round; an actor who falls does not act."""
    play = scene(near=[("bruno", "wolf1")], bruno={"hp": 2})
    play.declare("bruno", "shoot", target="wolf2", viewer=BRUNO)
    for who in ("ana", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("shoot", "bruno", viewer=BRUNO, target="wolf2", weapon="crossbow")
    assert play.keys == ["opportunity:wolf1"]
    play.answer("opportunity:wolf1", {"attack": True})
    play.answer("wolf1:attack", faces=[5, 4])
    play.answer("wolf1:defence", faces=[2, 1])
    play.answer("wolf1:damage", faces=[5])
    assert play.body("bruno").health == "dying"
    assert play.requests == ()
    assert "attack.ranged" not in play.seen()
    assert "bruno" in play.round.done


def test_opportunity_that_nobody_takes_does_not_hold_up_the_action():
    """TUM-HOUSE-18: it is offered, and Seguir lets it pass."""
    play = scene(near=[("bruno", "wolf1")])
    play.declare("bruno", "shoot", target="wolf2", viewer=BRUNO)
    for who in ("ana", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("shoot", "bruno", target="wolf2", weapon="crossbow")
    play.answer("opportunity:wolf1", play.requests[0].default)  # type: ignore[attr-defined]
    assert play.keys == ["shot"]


def test_disengaging_against_all_neighbours():
    """TUM-HOUSE-19: the highest total gets away, with the group; a tie stays."""
    play = scene(near=[("ana", "wolf1"), ("ana", "wolf2")])
    play.declare("ana", "disengage", viewer=ANA)
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("disengage", "ana", viewer=ANA)
    play.answer("disengage:ana", faces=[5, 4], viewer=ANA)
    play.answer("disengage:wolf1", faces=[2, 3])
    play.answer("disengage:wolf2", faces=[3, 4])
    assert play.told("done.leaves")
    assert play.near("ana") == ("wolf1", "wolf2")
    play.begin("next_step")
    assert play.near("ana") == ()


def test_tied_disengaging_stays():
    """TUM-HOUSE-19, TUM-OPP-02."""
    play = scene(near=[("ana", "wolf1")])
    play.declare("ana", "disengage")
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("disengage", "ana")
    play.dice(4, 4, 4, 3)  # 9 and 9
    assert play.told("done.stays")


def test_two_handed_weapon_leaves_no_hand_for_the_shield():
    """TUM-HOUSE-09."""
    play = melee(sheets={"ana": {"weapons": [{"weapon": "great_sword"}]}})
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude")
    assert len(next(one for one in play.requests if one.key == "defence").sides) == 2  # type: ignore[attr-defined]


def test_players_act_at_their_moment_as_they_declared():
    """TUMS-CMB-02, TUMS-CMB-05."""
    play = melee()
    assert play.why_not("attack", "ana", ANA) is None
    play.begin("attack", "ana", viewer=ANA, target="wolf1", weapon="axe")
    play.dice(2, 3, 5, 5)
    with pytest.raises(NotAllowed, match="acted"):
        play.begin("attack", "ana", viewer=ANA, target="wolf1", weapon="axe")
    with pytest.raises(NotAllowed, match="acted"):
        play.begin("shoot", "bruno", viewer=BRUNO, target="wolf1", weapon="crossbow")


def test_who_waits_for_a_later_group_has_not_acted():
    """TUMS-CMB-10."""
    play = scene(near=[("ana", "wolf1")])
    play.declare("ana", "attack", target="wolf1")
    play.declare("bruno", "shoot", target="wolf2")
    for who in ("wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    assert play.why_not("attack", "ana", ANA) == "core.not_your_turn"


def test_a_defence_says_whose_act_it_answers():
    """Of several who strike at once each is named to the one who defends (TUM-HOUSE-13, TUM-HOUSE-04)."""
    play = melee()
    play.begin("attack", "wolf1", target="ana")
    assert [one.against for one in play.requests] == ["wolf1"]
    play.answer("defence_aptitude")
    assert {one.to: one.against for one in play.requests} == {"wolf1": None, "ana": "wolf1"}


def test_the_fallen_hold_nobody():
    """TUMS-CMB-04: the cards say nothing more of where the fallen stood, nor of what they had declared."""
    play = melee()
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.dice(6, 5, 2, 2, 3, 8)
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude")
    play.dice(1, 1, 5, 5, 5)
    assert {"state.exposed", "relation.now_with", "declared.what_target"} <= codes(play, "wolf1")
    play.begin("damage", amount=20, targets={"wolf1": "full"})
    assert codes(play, "wolf1").isdisjoint({"state.exposed", "relation.now_with", "declared.what_target"})
    assert "relation.now_with" not in codes(play, "ana")


def codes(play: Scene, who: str) -> set[str]:
    return {fact.code for fact in SYSTEM.card(play.fight, who).facts}


def test_table_reads_no_numbers_of_foes():
    """The dice and totals of a creature, and what a blow does to it, are the game master's."""
    play = melee()
    play.begin("attack", "ana", target="wolf1", weapon="axe")
    play.dice(5, 5, 2, 2, 4)
    assert "attack.defence" not in play.seen(BRUNO)
    assert "harm.waits_plain" in play.seen(BRUNO)
    assert "harm.waits" in play.seen(ANA)
    play.begin("attack", "wolf1", target="ana")
    play.answer("defence_aptitude")
    play.dice(1, 2, 5, 5, 5)
    play.begin("next_step")
    assert "harm.word" in play.seen(BRUNO)
    assert "harm.amount" in play.seen(ANA)


def test_using_the_aptitude_on_one_of_several_defences_says_its_own_dice():
    """TUM-HOUSE-09, TUM-HOUSE-04: the first defence, let be, has the shield's die alone; the second has one more."""
    play = scene(near=[("ana", "wolf1"), ("ana", "wolf2")])
    play.declare("wolf1", "attack", target="ana")
    play.declare("wolf2", "attack", target="ana")
    for who in ("ana", "bruno", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    acts = [{"actor": who, "action": "attack", "inputs": {"target": "ana"}} for who in ("wolf1", "wolf2")]
    play.begin("group", acts=acts, party=False, internal=True)
    for _question in range(2):
        (asked,) = waits_for(SYSTEM, play.head).requests
        (using,) = (way for way in ways(asked) if way.acts)
        assert len(leads_to(SYSTEM, play.head, asked, using).sides) == 4
        play.answer(asked.key, {"aptitude": False}, viewer=ANA)

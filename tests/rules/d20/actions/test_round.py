"""How a fight begins and goes on: surprise, initiative, turns, what ends when, delay and ready."""

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed, OutOfRange
from rules.systems.d20.attack_bonus import base_attacks
from rules.systems.d20.bearing import base_attack
from tests.rules.d20.actions.scene import ANA, BRUNO, scene

FIGHTERS = ["ana", "thug", "other", "bruno", "dog", "shade"]


def roll(table, **faces):
    """Answer the initiative of these."""
    for who, face in faces.items():
        table.answer(f"initiative:{who}", faces=[face])


def test_everybody_rolls_and_the_highest_acts_first():
    """D20C-SEQ-01, D20C-SEQ-04, D20C-SEQ-05, D20C-INI-01, D20C-INI-02: Ana has +3 and the feat."""
    table = scene(begun=False)
    table.begin("initiative", None)
    assert table.keys == [f"initiative:{who}" for who in FIGHTERS]
    roll(table, ana=10, thug=9, other=8, bruno=5, dog=2, shade=3)
    assert table.fight.order == ("ana", "thug", "other", "bruno", "shade", "dog", "door")
    assert (table.round.number, table.round.stage, table.round.acting) == (1, "normal", "ana")
    assert table.body("ana").initiative == 10 + 3 + 4


def test_equal_results_go_by_modifier_and_then_by_a_die_that_is_shown():
    """D20C-INI-03, D20C-HOUSE-02."""
    table = scene(begun=False)
    table.begin("initiative", None)
    roll(table, ana=1, thug=8, other=8, bruno=8, dog=2, shade=3)
    assert table.keys == ["tie:thug", "tie:other", "tie:bruno"]
    for who, face in (("thug", 4), ("other", 9), ("bruno", 9)):
        table.answer(f"tie:{who}", faces=[face])
    assert table.keys == ["tie:other:2", "tie:bruno:2"]
    table.answer("tie:other:2", faces=[3])
    table.answer("tie:bruno:2", faces=[12])
    # eight of Ana with +7 goes before eight of the others
    assert table.fight.order[:4] == ("ana", "bruno", "other", "thug")
    ties = {place.combatant: place.tie.code for place in table.system.order(table.fight) if place.tie}
    assert ties == {"bruno": "tie.modifier", "other": "tie.die", "thug": "tie.die"}


def test_only_the_aware_act_in_the_surprise_round_and_once():
    """D20C-SEQ-03, D20C-SUR-01 to -04, D20C-ACT-04: the thugs were waiting."""
    table = scene(begun=False)
    table.begin("awareness", None, aware=["thug", "other"])
    assert [fact.params["who"].combatant for fact in table.facts if fact.code == "awareness.surprised"] == [
        "ana",
        "bruno",
    ]
    table.begin("initiative", None)
    assert table.keys == ["initiative:thug", "initiative:other"]
    roll(table, thug=9, other=5)
    assert (table.round.stage, table.round.acting) == ("surprise", "thug")
    table.strike("thug", "ana", 1)
    assert table.told("attack.defense").value == 10 + 2 + 3
    assert table.why_not("move", "thug") == "d20.turn.too_many_actions"
    table.begin("end_turn", None)
    table.begin("end_turn", None)
    assert table.keys == ["initiative:ana", "initiative:bruno", "initiative:dog", "initiative:shade"]
    roll(table, ana=1, bruno=2, dog=3, shade=4)
    assert (table.round.stage, table.round.number, table.round.acting) == ("normal", 1, "thug")


def test_a_surprise_round_has_one_attack_in_the_strip_too():
    """D20C-SUR-03: Ana, who strikes twice in a full attack, has one action."""
    table = scene(begun=False)
    table.begin("awareness", None, aware=["ana"])
    table.begin("initiative", None)
    roll(table, ana=9)
    assert table.round.stage == "surprise"
    assert len(base_attacks(base_attack(table.body("ana")))) > 1
    action, _step = table.system.turn_parts(table.fight, "ana")
    assert (action.code, action.spent, action.count) == ("turn_part.single", False, None)
    fallen = table.fight.with_body("ana", replace(table.body("ana"), hp=-3, vital="dying"))
    assert table.system.turn_parts(fallen, "ana") == ()


def test_without_surprise_everybody_is_flat_footed_until_their_first_turn():
    """D20C-SEQ-02, D20C-INI-04, D20C-DEF-12: no Dexterity and no attack of opportunity."""
    table = scene(begun=False, near=(("ana", "thug"),))
    table.begin("initiative", None)
    roll(table, ana=1, thug=20, other=18, bruno=17, dog=2, shade=3)
    assert table.round.acting == "thug"
    table.strike("thug", "ana", 1)
    assert table.told("attack.defense").value == 10 + 2 + 3
    table.pass_turn("ana")
    assert "condition.now" not in table.card("ana")


def test_a_newcomer_rolls_and_waits_for_its_count():
    """D20C-INI-05, D20C-HOUSE-19."""
    table = scene()
    table.state["fight"]["combatants"]["dog"]["body"]["initiative"] = None
    assert table.why_not("initiative", None) is None
    table.begin("initiative", None)
    assert table.keys == ["initiative:dog"]
    table.dice(20)
    assert table.fight.order[:2] == ("ana", "dog")
    table.begin("end_turn", None)
    assert table.round.acting == "dog"


def test_after_the_last_the_first_acts_again_and_six_seconds_have_passed():
    """D20C-SEQ-05, D20C-SEQ-06."""
    table = scene()
    table.pass_turn("shade")
    table.begin("end_turn", None)
    assert (table.round.number, table.round.acting, table.fight.clock) == (2, "ana", 6)


def test_players_end_the_turns_of_those_they_play():
    table = scene()
    with pytest.raises(NotAllowed):
        table.begin("end_turn", "ana", viewer=BRUNO)
    table.begin("end_turn", "ana", viewer=ANA)
    assert table.round.acting == "thug"


def test_who_cannot_act_is_passed_over():
    """D20H-COND-01, D20H-COND-05."""
    table = scene()
    table.begin("damage", None, amount=20, verb="harm", targets={"thug": "full"}, single_blow=False)
    table.begin("end_turn", None)
    table.dice(1)  # the save of the dying comes with the turn all the same
    assert table.round.acting == "other"


def test_a_delaying_combatant_acts_between_two_turns_and_keeps_that_count():
    """D20C-DLY-01 to -04."""
    table = scene()
    table.begin("delay", "ana", viewer=ANA, count=None)
    assert table.round.acting == "thug"
    assert table.why_not("act_now", "ana", ANA) is None
    table.begin("move", "thug", way="move", feet=10, past=[], beside=[])
    assert table.why_not("act_now", "ana", ANA) == "d20.delay.interrupts"
    table.begin("end_turn", None)
    table.begin("act_now", "ana", viewer=ANA)
    assert (table.round.acting, table.body("ana").initiative) == ("ana", 15)
    assert table.fight.order[:3] == ("thug", "ana", "other")
    table.begin("end_turn", None)
    assert table.round.acting == "other"


def test_a_count_may_be_named_at_once():
    """D20C-DLY-03, D20C-HOUSE-16: on twelve Bruno stands already."""
    table = scene()
    with pytest.raises(OutOfRange):
        table.begin("delay", "ana", count=21)
    table.begin("delay", "ana", count=12)
    assert table.fight.order[:4] == ("thug", "other", "bruno", "ana")
    table.pass_turn("ana")
    assert table.round.number == 1


def test_of_two_who_delay_to_one_count_the_advantage_goes_first():
    """D20C-DLY-06, D20C-DLY-07, D20C-HOUSE-16: behind Bruno, whose count it is, the better modifier before Ana."""
    table = scene()
    table.state["fight"]["combatants"]["thug"]["body"]["rolled"] = 3
    table.begin("delay", "ana", count=12)
    table.begin("delay", "thug", count=12)
    table.begin("delay", "other", count=12)
    assert table.fight.order[:4] == ("bruno", "thug", "ana", "other")


def test_of_two_who_wait_for_the_same_moment_the_advantage_goes_first():
    """D20C-DLY-06, D20C-DLY-07: Ana does not push in before the thug, and comes after his turn."""
    table = scene()
    table.state["fight"]["combatants"]["thug"]["body"]["rolled"] = 3
    table.begin("delay", "ana", count=None)
    table.begin("delay", "thug", count=None)
    table.begin("delay", "other", count=None)
    table.begin("act_now", "thug")
    assert table.why_not("act_now", "ana") == "d20.delay.advantage"
    table.begin("end_turn", None)
    table.begin("act_now", "other")
    table.begin("act_now", "ana")
    assert table.round.acting == "ana"
    table.begin("end_turn", None)
    assert table.round.acting == "other"


def test_at_the_end_of_the_round_those_who_delay_must_act_or_lose_it():
    """D20C-DLY-05, D20C-DLY-06, D20C-DLY-08, D20C-HOUSE-17."""
    table = scene()
    table.begin("delay", "ana", count=None)
    table.pass_turn("shade")
    table.begin("end_turn", None)
    assert (table.round.acting, table.round.number) == ("ana", 1)
    assert table.why_not("delay", "ana") == "d20.delay.last_chance"
    table.begin("end_turn", None)
    assert table.round.lost == {"ana"}
    assert (table.round.acting, table.round.number) == ("ana", 2)


def test_a_readied_attack_interrupts_and_moves_its_holder_up():
    """D20C-RDY-01 to -05: Bruno waits for the dog to come."""
    table = scene(near=(("bruno", "dog"),))
    table.pass_turn("bruno")
    table.in_hand("bruno", "porra")
    table.begin("ready", "bruno", viewer=BRUNO, what="attack", trigger="si el perro muerde")
    assert "state.readied_for" in table.card("bruno", BRUNO)
    assert "state.readied_plain" in table.card("bruno", ANA)
    assert table.why_not("attack", "bruno", BRUNO) == "d20.turn.second_attack_action"
    table.begin("end_turn", None)
    assert table.round.acting == "dog"
    table.begin("attack", "dog", target="bruno")
    table.begin("trigger", "bruno", viewer=BRUNO, by="dog", target="dog", weapon="porra")
    table.dice(1)
    assert table.fight.order[3:5] == ("bruno", "dog")
    assert table.body("bruno").initiative == 9
    assert table.keys == ["attack:dog"]


def test_what_was_readied_and_not_used_is_lost_with_the_next_turn():
    """D20C-RDY-07."""
    table = scene()
    table.begin("ready", "ana", what="move", trigger="")
    table.pass_turn("shade")
    assert "ana" in table.round.readied
    table.begin("end_turn", None)
    assert table.round.acting == "ana"
    assert "ana" not in table.round.readied
    assert table.told("ready.lost")


def test_a_readied_action_of_the_next_round_stands_for_the_turn():
    """D20C-RDY-08: Bruno readies, and in the next round Ana brings it about before his turn."""
    table = scene()
    table.pass_turn("bruno")
    table.begin("ready", "bruno", what="move", trigger="")
    table.pass_turn("shade")
    table.begin("end_turn", None)
    assert (table.round.number, table.round.acting) == (2, "ana")
    table.begin("trigger", "bruno", by="ana", feet=30, beside=[])
    assert table.body("bruno").initiative == 21
    assert table.fight.order[:2] == ("bruno", "ana")
    assert "bruno" in table.round.done
    table.begin("end_turn", None)
    table.pass_turn("dog")
    assert table.round.number == 2


def test_there_is_no_total_defense_in_a_free_scene():
    """D20C-TDF-01: without turns nothing would end it."""
    with pytest.raises(NotAllowed) as refused:
        scene(ordered=False).begin("total_defense", "ana")
    assert refused.value.reason == "core.free_scene"


def test_one_effect_stays_on_the_count_when_its_maker_moves():
    """D20C-SEQ-09, D20C-HOUSE-25: total defense from 21, then a delay in the next round."""
    table = scene()
    table.begin("total_defense", "ana")
    table.pass_turn("shade")
    table.begin("end_turn", None)
    assert not table.has("ana", "total_defense")
    table.begin("total_defense", "ana")
    table.begin("end_turn", None)
    table.pass_turn("shade")
    assert table.has("ana", "total_defense")
    table.begin("end_turn", None)
    assert not table.has("ana", "total_defense")


def test_initiative_may_be_written_and_the_order_put_right():
    """D20C-INI-02."""
    table = scene()
    table.begin("set_initiative", None, who="dog", initiative=30)
    assert table.fight.order[0] == "dog"
    table.begin("reorder", None, who="dog", direction="down")
    table.begin("sort", None)
    assert table.fight.order[0] == "dog"

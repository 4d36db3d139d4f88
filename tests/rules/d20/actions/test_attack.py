"""Attacks at the table: the list of what counts, hits, threats, damage, a full attack."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from rules.core import engine
from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.fight import Command
from rules.core.odds import chance_of
from rules.core.types import Json
from rules.systems.d20.attack import blow_of
from rules.systems.d20.blows import check_blow, weapon_of
from rules.systems.d20.effects import Effect
from rules.systems.d20.opportunity import threatens
from rules.systems.d20.state import Grapple, Pair, with_effect
from tests.rules.d20.actions.scene import ANA, DOG, GM, HEAVY, NEAR, SOLDIER, SWORD, blinded, form, scene


def test_a_hit_takes_damage_off_and_tells_each_what_they_may_know():
    """D20C-ATK-01, D20C-ATK-05, D20C-DMG-01, D20C-DMG-04: 12 + 6 + 2 against 10, 1d8 + 2."""
    table = scene(near=NEAR)
    table.strike("ana", "thug", 12, 5, weapon="espada")
    assert table.told("attack.total").value == 20
    assert table.body("thug").hp == 14 - 7
    assert "attack.defense" not in table.seen()
    assert "harm.word" in table.seen()


def test_a_modifier_with_a_reason_and_no_number_is_2():
    """D20C-CIR-02."""

    def total(*others: Json) -> int:
        table = scene(near=NEAR)
        table.strike("ana", "thug", 10, 1, weapon="espada", others=[*others])
        return table.told("attack.total").value or 0

    assert total({"reason": "Desde lo alto"}) == total() + 2


def test_a_natural_1_misses_and_a_natural_20_threatens():
    """D20C-ATK-02, D20C-ATK-03, D20C-CRT-01, D20C-CRT-02, D20C-DMG-08: 2 × (1d8 + 2)."""
    table = scene(near=NEAR)
    table.strike("ana", "thug", 1, weapon="espada")
    assert table.codes()[-1] == "attack.miss"
    table.strike("ana", "thug", 20, 10, 1, 2, weapon="espada")
    assert table.told("attack.critical").params["multiplier"] == 2
    assert table.body("thug").hp == 14 - (1 + 2 + 2 * 2)


def test_a_threat_that_is_not_confirmed_is_a_plain_hit():
    """D20C-CRT-02, D20C-CRT-04, D20C-HOUSE-06."""
    table = scene(near=NEAR)
    table.strike("ana", "thug", 19, 1, 3, weapon="espada")
    assert table.told("attack.no_critical")
    assert table.body("thug").hp == 14 - 5


def test_extra_dice_are_never_multiplied():
    """D20C-DMG-09, D20C-CRT-03."""
    flaming = {**SWORD, "extra_dice": "1d6"}
    table = scene(near=NEAR, ana={**SOLDIER, "weapons": [flaming]}, thug={"hp_max": 60, "constitution": 20})
    table.strike("ana", "thug", 20, 15, 3, 4, 6)
    assert table.body("thug").hp == 60 - (3 + 4 + 2 * 2 + 6)


def test_what_counts_is_found_shown_and_may_be_struck_out():
    """D20C-CIR-01, D20C-CIR-02, D20C-CIR-08, D20C-FLK-01, D20C-COV-04."""
    table = scene(near=NEAR)
    table.relate("flanked:flanked", "thug", "ana")
    table.relate("ground:higher", "ana", "thug")
    table.relate("cover:half", "thug", "ana")
    table.begin("attack", "ana", target="thug", weapon="espada", review=True)
    (asked,) = table.requests
    ticked = {item.name: item.default for item in asked.inputs if item.name.startswith("on_")}
    assert ticked == {"on_attack": ["flanking", "higher_ground"], "on_defense": ["cover"]}
    others = [{"value": -1, "side": "attack", "reason": "llueve"}, {"value": 3, "side": "defense", "reason": ""}]
    table.answer(asked.key, {"on_attack": ["flanking"], "on_defense": ["cover"], "others": others})
    assert table.requests[0].bonus == 6 + 2 + 2 - 1
    table.dice(9)
    assert table.told("attack.total").value == 18
    assert table.told("attack.defense").value == 10 + 4 + 3
    table.dice(1)
    assert table.body("thug").hp == 14 - 3


def test_what_others_say_with_a_value_of_zero_is_no_term_of_the_attack():
    """D20C-CIR-02, D20C-ATK-10."""
    table = scene(near=NEAR)
    others = [{"value": 0, "side": side, "reason": "llueve"} for side in ("attack", "defense")]
    table.begin("attack", "ana", target="thug", weapon="espada", others=others)
    table.dice(9)
    assert "llueve" not in str(table.facts)


def test_going_on_without_a_word_takes_everything_that_was_found():
    table = scene(near=NEAR)
    table.relate("flanked:flanked", "thug", "ana")
    table.begin("attack", "ana", target="thug", weapon="espada", review=True)
    (asked,) = table.requests
    table.answer(asked.key, asked.default)
    assert table.requests[0].bonus == 6 + 2 + 2


def test_a_bullet_is_gone_and_distance_costs():
    """D20C-RNG-01, D20C-RNG-02, D20C-ATK-06, D20S-GUN-01: 30 feet increments, at 60 feet −4."""
    table = scene()
    table.in_hand("ana", "pistola")
    table.strike("ana", "thug", 1, weapon="pistola", feet=60)
    assert table.told("attack.total").value == 1 + 6 + 3 - 4
    assert table.body("ana").loaded("pistola") == 14
    with pytest.raises(OutOfRange):
        table.begin("attack", "ana", target="thug", weapon="pistola", feet=301)


def test_an_empty_magazine_refuses_and_a_new_one_takes_a_move_action():
    """D20S-GUN-01, D20C-AOT-02."""
    table = scene(ana={**SOLDIER, "weapons": [{**SOLDIER["weapons"][1], "capacity": 1}]})
    table.strike("ana", "thug", 1)
    with pytest.raises(NotAllowed):
        table.begin("attack", "ana", target="thug")
    table.begin("gear", "ana", verb="reload", weapon="pistola")
    assert table.body("ana").loaded("pistola") == 1
    assert [one.part for one in table.round.turn.spent] == ["attack", "move"]


def test_shooting_into_a_melee_and_a_longarm_up_close():
    """D20C-SHT-01, D20C-SHT-02, D20C-SHT-04: Bruno stands beside the thug."""
    table = scene(near=(("bruno", "thug"),))
    table.in_hand("ana", "pistola")
    table.begin("attack", "ana", target="thug", weapon="pistola")
    assert table.requests[0].bonus == 6 + 3 - 4
    table = scene(near=NEAR)
    table.in_hand("ana", "fusil")
    table.begin("attack", "ana", target="thug", weapon="fusil")
    assert "opportunity:thug" in table.keys
    table.answer("opportunity:thug", {"strikes": False})
    assert table.requests[0].bonus == 6 + 3 - 4


def test_a_weapon_that_is_no_longer_there_is_refused_by_its_field() -> None:
    with pytest.raises(UnknownValue, match=r"d20\.weapon\.gone") as refused:
        weapon_of(scene().fight, "ana", "mandoble")
    assert refused.value.field == "weapon"


def test_the_attacks_of_a_full_attack_are_commands_of_their_own():
    """D20C-FUL-01, D20C-FUL-02, D20C-FUL-04, D20C-FUL-05, D20C-HOUSE-12: +6 and then +1."""
    table = scene(near=(("ana", "thug"), ("ana", "dog")))
    table.strike("ana", "thug", 1, weapon="espada")
    assert table.told("attack.total").value == 1 + 6 + 2
    assert table.why_not("move", "ana") is None
    table.begin("attack", "ana", target="dog", weapon="espada")
    assert table.requests[0].bonus == 1 + 2
    table.dice(1)
    assert table.why_not("move", "ana") == "d20.turn.too_many_actions"
    assert table.why_not("attack", "ana") == "d20.full_attack.no_more"
    assert table.why_not("step", "ana") is None


def test_after_moving_there_is_one_attack():
    """D20C-ACT-02, D20C-MEL-02."""
    table = scene()
    table.begin("move", "ana", way="move", feet=20, past=[], beside=["thug"])
    table.strike("ana", "thug", 1, weapon="espada")
    with pytest.raises(NotAllowed):
        table.begin("attack", "ana", target="thug", weapon="espada")


def test_a_modifier_of_the_table_has_its_bounds():
    """D20C-CIR-02."""
    table = scene(near=NEAR)
    inputs = table.system.actions["attack"].inputs(table.fight, "ana", GM)
    item = next(one for one in inputs if one.name == "others")
    for value, allowed in ((-31, False), (-30, True), (30, True), (31, False)):
        others = [{"value": value, "side": "attack", "reason": "la escena"}]
        with nullcontext() if allowed else pytest.raises(OutOfRange):
            item.check(others)


def test_two_weapons():
    """D20C-TWF-01 to -05: sword and a light knife with the feat, −2 and −2; the off hand strikes once more."""
    table = scene(near=NEAR)
    table.state["fight"]["combatants"]["ana"]["body"]["off"] = "navaja"
    table.strike("ana", "thug", 1, weapon="espada", two_weapons=True)
    assert table.told("attack.total").value == 1 + 6 + 2 - 2
    table.strike("ana", "thug", 1, hand="off")
    assert table.told("attack.total").value == 1 + 6 + 2 - 2
    table.strike("ana", "thug", 1, weapon="espada")
    assert table.told("attack.total").value == 1 + 1 + 2 - 2
    with pytest.raises(NotAllowed):
        table.begin("attack", "ana", target="thug", hand="off")


def test_when_only_the_off_hand_has_an_attack_left_it_is_offered_with_that_hand():
    """D20C-TWF-01, D20C-TWF-05."""
    table = scene(near=NEAR)
    table.state["fight"]["combatants"]["ana"]["body"]["off"] = "navaja"
    table.strike("ana", "thug", 1, weapon="espada", two_weapons=True)
    assert form(table)["hand"].default == "primary"
    table.strike("ana", "thug", 1, weapon="espada")
    assert table.why_not("attack", "ana", ANA) is None
    assert form(table)["hand"].default == "off"
    table.strike("ana", "thug", 1, hand="off")
    assert table.why_not("attack", "ana", ANA) is not None


def test_outside_a_fight_there_is_time_to_take_the_weapon_in_both_hands():
    table = scene(ordered=False, near=NEAR, ana={**SOLDIER, "weapons": [SWORD, HEAVY]})
    (heavy,) = (weapon.key for weapon in table.body("ana").weapons if weapon.two_handed)
    table.in_hand("ana", "espada", "navaja")
    table.strike("ana", "thug", 1, weapon=heavy)
    assert (table.body("ana").main, table.body("ana").off, table.body("ana").both) == (heavy, "", True)
    table.strike("ana", "thug", 1, weapon="espada")
    assert (table.body("ana").main, table.body("ana").off, table.body("ana").both) == ("espada", "", False)


def test_what_is_taken_in_one_hand_leaves_the_other_as_it_is_and_a_bite_takes_none():
    table = scene(ordered=False, near=(*NEAR, ("dog", "ana")))
    table.in_hand("ana", "espada", "navaja")
    table.strike("ana", "thug", 1, weapon="garrote")
    assert (table.body("ana").main, table.body("ana").off) == ("garrote", "navaja")
    before = table.body("dog").main
    table.strike("dog", "ana", 1)
    assert table.body("dog").main == before


def test_two_hands_bring_more_strength():
    """D20C-DMG-06: Strength +2, in two hands +3."""
    table = scene(near=NEAR, ana={**SOLDIER, "weapons": [HEAVY]})
    table.strike("ana", "thug", 12, 1, 1)
    assert table.body("thug").hp == 14 - 5


def test_a_bite_is_no_stronger_for_what_both_hands_hold():
    """D20C-DMG-06."""

    def bitten(*armed: str) -> int:
        table = scene(near=(("dog", "thug"),), dog={**DOG, "strength": 16, "weapons": [*DOG["weapons"], HEAVY]})
        bite, heavy = (one.key for one in table.body("dog").weapons)
        if armed:
            table.in_hand("dog", heavy)
        table.pass_turn("dog")
        table.strike("dog", "thug", 19, 1, weapon=bite)
        assert table.body("dog").both is bool(armed)
        return table.body("thug").hp

    assert bitten("sword") == bitten()


def test_who_cannot_attack_at_all_is_refused_whatever_brings_the_attack_about():
    table = scene(near=NEAR, ana={**SOLDIER, "weapons": [SWORD]})
    command = Command("blow", "attack", "ana", {"target": "thug"}, table.system.moment(table.fight))
    fight = with_effect(table.fight, "ana", Effect("stunned", "condition", "stunned"))
    with pytest.raises(NotAllowed, match="not_now"):
        check_blow(fight, blow_of(fight, command))


def test_bare_hands_provoke_whom_they_attack_and_spare():
    """D20C-UNA-01 to -03, D20C-UNA-05, D20H-NL-05: the thug holds a baton."""
    table = scene(near=(("ana", "thug"), ("ana", "other")))
    table.begin("attack", "ana", target="thug", weapon="unarmed")
    assert table.keys == ["opportunity:thug"]
    assert table.requests[0].label == "ask.opportunity"
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(12, 3)
    assert table.body("thug").hp == 14
    assert table.told("nonlethal.nothing")


def test_a_lethal_weapon_held_back_costs_four():
    """D20H-NL-02, D20H-NL-05, D20H-NL-06: 8 + 2 equals the threshold of 10."""
    table = scene(near=NEAR)
    table.begin("attack", "ana", target="thug", weapon="espada", lethal="nonlethal")
    assert table.requests[0].bonus == 6 + 2 - 4
    table.dice(15, 8, 3, 2)
    assert table.has("thug", "unconscious")
    assert table.body("thug").effects["unconscious"].rounds == 3
    assert "out" in table.card("thug")
    assert table.body("thug").hp == 14


def test_massive_damage_asks_for_a_save():
    """D20H-MD-01 to -03: 13 points in one blow against a threshold of 10, 14 hit points left after it."""
    table = scene(near=NEAR, ana={**SOLDIER, "weapons": [HEAVY]}, thug={"hp_max": 27, "constitution": 10})
    table.strike("ana", "thug", 12, 5, 5)
    assert table.keys == ["thug:fortitude:thug"]
    assert table.told("massive.due").rules == ("D20H-MD-02", "D20H-MD-03")
    table.dice(2)
    assert (table.body("thug").hp, table.body("thug").vital) == (-1, "dying")


def test_the_odds_are_exact_for_the_game_master_and_a_table_for_players():
    """D20C-ATK-01, D20C-CRT-01: +8 against 10 hits with 19 of 20."""
    table = scene(near=NEAR)
    inputs = {"target": "thug", "weapon": "espada", "others": []}
    command = Command("odds", "attack", "ana", inputs, table.system.moment(table.fight))
    exact = engine.odds(table.system, table.fight, command, GM)
    assert exact.code == "odds.known"
    assert [str(chance_of(term)) for term in exact.terms[:2]] == ["19/20", "19/200"]
    assert exact.terms[2].code == "odds.down"
    own = engine.odds(table.system, table.fight, command, ANA)
    assert own.code == "odds.by_resistance"
    assert [term.params["resistance"] for term in own.terms] == [13, 16, 19, 22, 25]


def test_what_cannot_miss_has_no_odds():
    """D20S-OBJ-03: a whole round against what stands still hits by itself."""
    table = scene(near=(("ana", "door"),))
    inputs = {"target": "door", "weapon": "espada", "others": []}
    for whole, told in ((False, True), (True, False)):
        command = Command("odds", "attack", "ana", {**inputs, "full_round": whole}, table.system.moment(table.fight))
        assert (table.system.actions["attack"].odds(table.fight, command) is not None) is told


def test_a_hit_on_what_stands_still_takes_the_whole_round():
    """D20S-OBJ-03."""
    table = scene(near=(("ana", "door"),))
    table.strike("ana", "door", 1, weapon="espada", full_round=True)
    assert table.told("attack.sure")
    assert [one.part for one in table.round.turn.spent] == ["full_round"]


def test_what_is_special_of_one_attack_is_not_kept_for_the_next():
    table = scene(near=NEAR)
    table.state["fight"]["combatants"]["ana"]["body"]["off"] = "navaja"
    table.relate("cover:half", "thug", "ana")
    fresh = {name for name, item in form(table).items() if item.fresh}
    assert fresh == {"hand", "defensively", "full_round", "feet", "coverer", "others"}
    assert form(table)["defensively"].note.rules == ("D20C-MEL-03",)
    assert form(table)["two_weapons"].note.rules == ("D20C-TWF-01",)
    assert form(table, GM)["ineffective"].fresh


def test_fighting_defensively_lasts_until_the_own_count_comes_again():
    """D20C-MEL-03, D20C-HOUSE-22."""
    table = scene(near=NEAR)
    table.strike("ana", "thug", 1, weapon="espada", defensively=True)
    assert table.told("attack.total").value == 1 + 8 - 4
    table.begin("end_turn", None)
    table.strike("thug", "ana", 1)
    assert table.told("attack.defense").value == 10 + 3 + 2 + 3 + 2
    table.pass_turn("ana")
    assert not table.has("ana", "fighting_defensively")


def test_a_door_is_hit_by_its_size_and_holds_by_its_hardness():
    """D20S-OBJ-02, D20S-OBJ-06, D20S-OBJ-14: Defense 4, hardness 5, no critical hits."""
    table = scene()
    table.begin("relate", None, of="ana", to="door", what="adjacent:adjacent")
    table.strike("ana", "door", 20, 8, weapon="espada")
    assert table.told("attack.defense").value == 4
    assert table.body("door").hp == 10 - 5


def test_a_shot_that_cannot_be_made_is_refused_before_anybody_is_asked():
    """D20C-RNG-02, D20C-RNG-03, D20C-HOUSE-09: the foe who threatens is not asked to answer for the shooter's fault."""
    for what in ("distance:1000", "sight:blocked", "cover:total"):
        table = scene(near=(("ana", "thug"),))
        table.in_hand("ana", "pistola")
        table.relate(what, "dog", "ana")
        with pytest.raises((NotAllowed, OutOfRange)):
            table.begin("attack", "ana", target="dog", weapon="pistola")
        with pytest.raises((NotAllowed, OutOfRange)):
            table.begin("volley", "ana", target="dog", weapon="pistola", form="extra", bullets=2)
        assert table.keys == []
        table.begin("ready", "ana", what="attack", trigger="")
        with pytest.raises((NotAllowed, OutOfRange)):
            table.begin("trigger", "ana", by="thug", target="dog", weapon="pistola")


def test_a_knockout_blow_takes_everything_that_bears_on_it():
    """D20C-KOB-02, D20C-KOB-03, D20H-COND-16, D20H-COND-27, D20C-HOUSE-11: +6 +2, −4 lethal, −2 shaken, −4 prone."""
    table = scene(near=NEAR)
    blinded(table, "ana", "shaken", "prone")
    del table.state["fight"]["combatants"]["ana"]["body"]["effects"]["blinded"]
    table.state["fight"]["combatants"]["thug"]["body"]["effects"] = {
        "helpless": {"id": "helpless", "kind": "condition", "what": "helpless"}
    }
    table.relate("cover:half", "thug", "ana")
    others = [{"value": 1, "reason": "por la espalda"}]
    table.begin("finish", "ana", target="thug", blow="knockout", weapon="espada", others=others)
    assert table.requests[0].bonus == 6 + 2 - 4 - 2 - 4 + 1
    table.dice(9)
    assert table.told("attack.bonus").value == -1
    assert table.codes()[-1] == "attack.miss"


def between_two_foes(shows: str, *, ordered: tuple[str, ...] = ()):
    """Ana, badly hurt, goes away from two foes who both strike at her; the first hits.

    ordered: those who have ordered always to strike.
    """
    table = scene(near=(("ana", "thug"), ("ana", "other")))
    table.state["fight"]["round"]["ready"] = ["ana", "other", "thug"]
    table.state["fight"]["combatants"]["ana"]["shows"] = shows
    table.in_hand("thug", "navaja")
    table.begin("damage", None, amount=38, targets={"ana": "full"}, single_blow=False)
    for foe in ordered:
        table.begin("standing_orders", foe, **{"order.opportunity": "always"})
    table.begin("move", "ana", viewer=ANA, feet=30)
    for foe in [one for one in ("thug", "other") if one not in ordered]:
        table.answer(f"opportunity:{foe}", {"strikes": True})
    table.answer("thug:attack:thug", faces=[19])
    while not table.keys[0].startswith(("opportunity:", "other:")):
        table.dice(4)
    return table


def test_those_who_wanted_to_strike_are_asked_again_when_a_combatant_has_fallen():
    """D20C-AOO-08, D20C-FUL-02: nobody strikes at the dying because of what was said before they fell."""
    table = between_two_foes("number")
    assert table.keys == ["opportunity:other:fallen"]
    assert table.requests[0].label == "ask.opportunity_fallen"
    table.answer("opportunity:other:fallen", {"strikes": False})
    assert not table.requests
    assert table.body("ana").vital == "dying"
    assert "other" not in table.round.opportunities


def test_a_standing_order_strikes_at_nobody_who_has_fallen():
    """D20C-AOO-08, D20C-FUL-02: that is decided anew, whatever was ordered."""
    table = between_two_foes("number", ordered=("other",))
    assert table.keys == ["opportunity:other:fallen"]


def test_that_a_combatant_has_fallen_is_not_betrayed_by_asking_again_where_it_shows_nothing():
    """D20C-AOO-08, docs/secrecy.md."""
    table = between_two_foes("nothing")
    assert table.keys == ["other:attack:other"]
    while table.requests:
        table.dice(1)
    assert table.body("ana").vital == "dying"
    assert table.round.opportunities == {"thug": 1, "other": 1}


def test_what_is_added_to_the_damage_stands_on_its_dice():
    """D20C-DMG-04, D20C-CRT-03: the strength of a blow, and twice that of a critical hit."""

    def asked(*attack: int) -> int | None:
        table = scene(near=NEAR)
        table.begin("attack", "ana", target="thug", weapon="espada")
        for face in attack:
            table.dice(face)
        (request,) = table.requests
        return request.bonus

    assert asked(12) == 2
    assert asked(20, 10) == 4


def test_who_threatens_is_a_foe_next_to_one_who_can_strike():
    """D20C-AOO-03, D20S-GRAP-16."""
    fight = scene(near=NEAR).fight
    assert threatens(fight, "thug", "ana")
    assert not threatens(fight, "bruno", "ana")
    assert not threatens(fight, "dog", "ana")
    assert not threatens(scene().fight, "thug", "ana")
    wrestling = Grapple("g", (Pair("thug", "bruno"),))
    assert not threatens(replace(fight, round=replace(fight.round, grapples={"g": wrestling})), "thug", "ana")
    for condition in ("stunned", "unconscious"):
        after = with_effect(fight, "thug", Effect("e", "condition", condition))
        assert not threatens(after, "thug", "ana"), condition


def test_a_missing_shot_of_a_hidden_combatant_tells_its_target_nothing() -> None:
    """A line with the own Defense alone would tell that there was an attack (docs/secrecy.md)."""
    table = scene()
    table.pass_turn("shade")
    table.in_hand("shade", "navaja")
    before = len(table.facts)
    table.strike("shade", "ana", 2, weapon="navaja", mode="ranged", feet=10)
    assert "attack.defense" in table.seen(GM, table.facts[before:])
    assert table.seen(ANA, table.facts[before:]) == []

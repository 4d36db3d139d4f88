"""Charges, blows and falls of machines, and what a lost limb changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.fight import Command
from rules.core.inputs import Allocation, Combatants
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.shots import shot_number
from rules.systems.tactico.vehicles.situation import with_machine
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.vehicles.field import SYSTEM
from tests.rules.tactico.vehicles.playing import broken, done, ended, heated, machine, thrown, told, under_way, until


def test_charge_hurts_both_by_the_straight_hexes() -> None:
    """TAC-PHYS-06, TAC-PHYS-08, TAC-HOUSE-22, TAC-HOUSE-34: five hexes of 6; the charger takes the target's 40 / 10."""
    play = under_way({"aa": ("1012", 0), "cb": ("1006", 3)})
    until(play, "aa")
    play.begin("charge", "aa", target="cb", mode="run")
    assert machine(play, "aa").at == "1007"
    assert (done(play, "aa").straight, done(play, "aa").hexes) == (5, 5)
    play.begin("fire", "aa", twist="0")
    thrown(play)
    play.begin("next_step")
    assert play.keys == ["ram:aa:self"]
    play.answer("ram:aa:self", {"faces": [7]})
    # what was rolled stands beside what had to be reached
    assert [term.code for term in told(play, "strike.hit")[-1].terms] == ["term.turn_total", "strike.number"]
    assert machine(play, "cb").armour["hull"] == 80 - 5 * 6
    assert machine(play, "aa").armour["right_leg"] == 20 - 4


def test_armour_that_is_left_is_no_part_of_the_damage() -> None:
    """TAC-HOUSE-31: it is told beside the damage, whose sum it would spoil."""
    play = under_way({"aa": ("1010", 0)})
    play.begin("damage", amount=11, verb="harm", location="center_torso", targets={"aa": "full"})
    hurt = told(play, "machine.hurt")[-1]
    assert (hurt.value, [term.value for term in hurt.terms]) == (11, [None])
    assert Speaker("tactico", "es", str).text(hurt.terms[0]) == "Blindaje que queda: 19"


def test_death_from_above_comes_down_on_both() -> None:
    """TAC-PHYS-07: three fifths of the own tonnage above, a fifth below on itself."""
    play = under_way({"aa": ("1010", 0), "ca": ("1007", 3)})
    until(play, "aa")
    play.begin("death_from_above", "aa", target="ca")
    assert done(play, "aa").movement == "jump"
    play.begin("fire", "aa", twist="0")
    thrown(play)
    play.begin("next_step")
    assert set(play.keys) == {"ram:aa:target", "ram:aa:self"}
    play.answer("ram:aa:target", {"faces": [8]})
    play.answer("ram:aa:self", {"faces": [1]})
    assert machine(play, "ca").armour["center_torso"] == max(0, 30 - 36)
    assert machine(play, "ca").out
    assert machine(play, "aa").armour["right_leg"] == 20 - 12


def test_push_moves_and_kick_strikes_low() -> None:
    """TAC-PHYS-02, TAC-PHYS-04, TAC-HOUSE-23, TAC-ARC-08."""
    play = under_way({"bb": ("1010", 0), "ca": ("1009", 3)})
    until(play, "bb")
    play.begin("fire", "bb", strikes={"kick": "ca", "push": "ca"}, twist="0")
    thrown(play)
    until(play, "aa")
    play.begin("end_turn")
    play.begin("next_step")
    assert machine(play, "ca").at == "1008"
    # pushed out of reach, the kick that comes after finds nobody
    assert [fact.params["attack"] for fact in told(play, "strike.held")]


def test_leg_lost_is_a_fall_and_halves_the_points() -> None:
    """TAC-HOUSE-28, TAC-HOUSE-31."""
    play = under_way({})
    play.begin("machine_hit", who="ca", amount=20, where="left_leg")
    assert play.keys == ["hit:ca:fall"]
    play.answer("hit:ca:fall", {"faces": [3]})
    one = machine(play, "ca")
    assert (one.fallen, one.armour["right_leg"], one.points("walk"), one.points("run")) == (True, 20 - 3, 2, 3)


def test_mech_that_ran_over_rough_ground_may_fall() -> None:
    """TAC-HOUSE-28: the piloting roll of the turn against 10."""
    play = under_way({"aa": ("1010", 0)})
    play.begin("paint", brush="rough", level=0, face="0", hexes="1009")
    until(play, "aa")
    play.begin("drive", "aa", mode="run", to="1009", facing="0")
    play.begin("fire", "aa", twist="0")
    play.answer("piloting:aa", {"faces": [1, 1]})
    ended(play, [2])
    assert machine(play, "aa").fallen
    assert machine(play, "aa").armour["right_leg"] == 20 - 3


def rest_passes(play: Recorder) -> None:
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")


def test_limb_that_was_destroyed_since_strikes_nobody() -> None:
    """TAC-HOUSE-31, TAC-ARC-09: the arm goes before the blow of its machine is worked out; the kick lands."""
    play = under_way({"bb": ("1010", 0), "ca": ("1009", 3)})
    until(play, "bb")
    play.begin("fire", "bb", strikes={"right_punch": "ca", "kick": "ca"}, twist="0")
    thrown(play)
    rest_passes(play)
    play = broken(play, "bb", "right_arm")
    play.begin("next_step")
    thrown(play)
    lost = [fact.params["limb"].code for fact in told(play, "strike.lost")]  # type: ignore[union-attr]
    landed = [fact.params["attack"].code for fact in told(play, "strike.hit")]  # type: ignore[union-attr]
    assert (lost, landed) == (["limb.right_punch"], ["physical.kick"])


def test_mech_that_has_fallen_since_rams_nobody() -> None:
    """TAC-HOUSE-31: it lost a leg before its place in the order."""
    play = under_way({"aa": ("1012", 0), "cb": ("1006", 3)})
    until(play, "aa")
    play.begin("charge", "aa", target="cb", mode="run")
    play.begin("fire", "aa", twist="0")
    thrown(play)
    rest_passes(play)
    play = Recorder(SYSTEM, with_machine(play.fight, "aa", replace(machine(play, "aa"), fallen=True)))
    play.begin("next_step")
    assert told(play, "strike.fallen")
    assert machine(play, "cb").armour["hull"] == 80


def test_mech_without_legs_is_immobilised() -> None:
    """TAC-SHOT-04, TAC-HOUSE-31: 13 at medium range, 8 less at a target that cannot move at all."""
    play = under_way({"aa": ("1010", 0), "ca": ("1007", 3)})
    assert shot_number(play.fight, "aa", "w01", "ca", 1).value == 13
    play = broken(play, "ca", "left_leg", "right_leg")
    assert shot_number(play.fight, "aa", "w01", "ca", 1).value == 5


def test_armour_lost_by_an_explosion_counts_for_the_fall_check() -> None:
    """TAC-HOUSE-27, TAC-HOUSE-28: 15 by the explosion and 15 before make half of 60 tonnes."""
    play = heated(23)
    fight = with_machine(play.fight, "ca", replace(machine(play, "ca"), shaken=15))
    play = Recorder(SYSTEM, fight)
    rest_passes(play)
    play.begin("next_step")
    thrown(play, [6, 6], [1, 1], [1, 1], [3])
    assert "heat.explodes" in [fact.code for fact in play.facts]
    assert [fact.params["who"].combatant for fact in told(play, "fall.due")] == ["ca"]  # type: ignore[union-attr]
    assert machine(play, "ca").fallen


def test_odds_of_a_blow_go_with_the_twist() -> None:
    """TAC-PROB-03, TAC-ARC-06, TAC-ARC-09: the left arm reaches the right side only with the torso turned there."""
    play = under_way({"bb": ("1010", 0), "ca": ("1111", 3)})
    until(play, "bb")

    def odds(twist: str) -> Any:
        command = Command("x", "fire", "bb", {"strikes": {"left_punch": "ca"}, "twist": twist, "first": None})
        return engine.odds(SYSTEM, play.fight, command, Viewer("p2", controls=frozenset({"bb"})))

    assert (odds("0"), odds("1").code) == (None, "odds.known")


def test_blows_say_their_damage_and_chance_and_stand_on_the_button() -> None:
    """TAC-PHYS-01, TAC-PHYS-08: a kick of a mech of 60 t does 12; with a shot the button names both."""
    play = under_way({"aa": ("1010", 0), "cb": ("1009", 3)})
    until(play, "aa")
    fire = SYSTEM.actions["fire"]
    strikes = next(one for one in fire.inputs(play.fight, "aa", GM) if one.name == "strikes")
    assert isinstance(strikes, Allocation)
    speaker = Speaker("tactico", "es", str)
    kick = next(option for option in strikes.options if option.value == "kick")
    assert speaker.text(kick.label) == "patada · daño 12"
    assert [speaker.text(note) for share in strikes.shares for note in share.notes] == ["10 o más, 97 %"]

    def said(**inputs: Any) -> str:
        given = {"shots": {}, "twist": "0", "first": None, "strikes": {}, **inputs}
        return speaker.text(fire.says(play.fight, Command("x", "fire", "aa", given)))

    assert said(strikes={"kick": "cb"}) == "Golpear a cb: patada"
    assert said(strikes={"right_punch": "cb", "left_punch": "cb"}) == "2 golpes a cb"
    assert said(shots={"w01": "cb"}, strikes={"kick": "cb"}) == "1 arma y 1 golpe a cb, calor 3"


def test_a_foe_within_reach_is_proposed_for_a_charge() -> None:
    """Friends come after the foes and are not proposed, nor is a wreck, nor who is out of reach."""
    play = under_way({"aa": ("1012", 0), "bb": ("1211", 0), "cb": ("1006", 3), "ca": ("0303", 3)})
    until(play, "aa")
    target = SYSTEM.actions["charge"].inputs(play.fight, "aa", Viewer("p1", controls=frozenset({"aa"})))[0]
    assert isinstance(target, Combatants)
    assert (target.default, target.likely) == ("cb", ("cb",))
    assert target.options[-1].value == "bb"


def test_death_from_above_takes_the_cheapest_run() -> None:
    """TAC-PHYS-07: its damage does not grow with the way, its heat does."""
    play = under_way({"aa": ("1010", 0), "ca": ("1009", 3)})
    until(play, "aa")
    play.begin("death_from_above", "aa", target="ca")
    assert (done(play, "aa").hexes, machine(play, "aa").at) == (0, "1010")


def test_wreck_that_jumped_at_its_neighbour_can_be_shot_at() -> None:
    """TAC-SHOT-04, TAC-SHOT-05: it entered no hex and cannot move any more, and has jumped all the same."""
    play = under_way({"aa": ("0808", 0), "bb": ("0510", 0), "ca": ("0807", 3), "cb": ("0803", 3)})
    until(play, "cb")
    play.begin("fire", "cb", shots={"w01": "aa"})
    thrown(play)
    until(play, "aa")
    play.begin("death_from_above", "aa", target="ca")
    play.begin("machine_hit", who="aa", amount=200, where="center_torso")
    ended(play)
    (_total, number) = [term for shot in (*told(play, "shot.hit"), *told(play, "shot.miss")) for term in shot.terms]
    assert [(term.code, term.value) for term in number.terms][-1:] == [("term.target_kind_modifier", 2)]

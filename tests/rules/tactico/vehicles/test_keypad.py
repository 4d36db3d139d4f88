"""The keypad in a fight of machines: armour by location, hulls, heat, shares, repair, undo."""

from __future__ import annotations

from typing import Any

from rules.core.audience import Viewer
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, recorder

P1 = Viewer("p1", controls=frozenset({"aa"}))


def dealt(play: Recorder, amount: int, where: str, verb: str = "harm", viewer: Viewer = GM, **targets: str) -> None:
    play.begin("damage", viewer=viewer, amount=amount, verb=verb, location=where, targets=targets)


def machine(play: Recorder, who: str) -> Any:
    return play.body(who).machine


def test_points_go_off_the_location_that_was_named_and_halves_are_rounded_down() -> None:
    """TAC-HOUSE-31."""
    play = recorder()
    before = {who: machine(play, who).armour["left_arm"] for who in ("aa", "ca")}
    dealt(play, 7, "left_arm", aa="full", ca="half")
    assert machine(play, "aa").armour["left_arm"] == before["aa"] - 7
    assert machine(play, "ca").armour["left_arm"] == before["ca"] - 3


def test_where_nothing_is_named_the_die_says_for_mechs_and_the_hull_is_all_others_have() -> None:
    """TAC-HOUSE-30."""
    play = recorder()
    hull, torso = machine(play, "cb").armour["hull"], machine(play, "aa").armour["center_torso"]
    dealt(play, 4, "any", aa="full", cb="full")
    assert play.keys == ["location:aa"]
    play.answer("location:aa", faces=[6])
    assert machine(play, "cb").armour["hull"] == hull - 4
    assert sum(machine(play, "aa").armour_max.values()) - sum(machine(play, "aa").armour.values()) == 4
    assert torso >= machine(play, "aa").armour["center_torso"]


def test_what_has_only_a_hull_is_hit_there_whatever_part_was_named() -> None:
    """TAC-HOUSE-30."""
    play = recorder()
    hull = machine(play, "cb").armour["hull"]
    play.begin("machine_hit", who="cb", amount=4, where="lower")
    assert machine(play, "cb").armour["hull"] == hull - 4


def test_a_leg_that_is_shot_away_brings_the_mech_down() -> None:
    """TAC-HOUSE-28, TAC-HOUSE-31."""
    play = recorder()
    dealt(play, machine(play, "aa").armour["left_leg"], "left_leg", aa="full")
    play.answer(play.keys[0], faces=[1])
    assert machine(play, "aa").fallen


def test_repair_gives_back_what_was_lost_and_no_more() -> None:
    """TAC-HOUSE-31: where nothing is named, what has lost most comes first."""
    play = recorder()
    dealt(play, 9, "left_arm", aa="full")
    dealt(play, 5, "head", aa="full")
    dealt(play, 10, "any", "heal", aa="full")
    most = machine(play, "aa").armour_max
    assert most["left_arm"] == machine(play, "aa").armour["left_arm"]
    assert machine(play, "aa").armour["head"] == most["head"] - 4
    dealt(play, 50, "head", "heal", aa="full")
    assert machine(play, "aa").armour == most
    dealt(play, 1, "head", "heal", aa="full")
    assert "heal.nothing" in [fact.code for fact in play.facts]


def test_heat_rises_and_falls_where_there_is_any() -> None:
    """TAC-HEAT-01, TAC-HEAT-06: a tank gathers none."""
    play = recorder()
    dealt(play, 8, "heat", aa="full", cb="full")
    assert (machine(play, "aa").heat, machine(play, "cb").heat) == (8, 0)
    assert "keypad.no_heat" in [fact.code for fact in play.facts]
    dealt(play, 20, "heat", "heal", aa="full")
    assert machine(play, "aa").heat == 0


def test_one_stroke_is_one_step_that_can_be_undone() -> None:
    play = recorder()
    before = play.fight
    dealt(play, 6, "right_arm", aa="full", bb="double", cb="full")
    play.undo()
    assert play.fight == before


def test_players_reach_their_own_machine_alone() -> None:
    def offered(viewer: Viewer) -> list[str]:
        asked = SYSTEM.actions["damage"].inputs(recorder().fight, None, viewer)
        return [option.value for option in asked[-1].options]

    assert offered(P1) == ["aa"]
    assert offered(GM) == ["aa", "bb", "ca", "cb", "dd"]

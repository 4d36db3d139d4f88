"""Trips, overruns, disarming, pushing, aiding: two roll against each other, and one of them may answer in kind."""

import pytest

from rules.core.errors import NotAllowed
from tests.rules.d20.actions.scene import ANA, scene

BESIDE = (("ana", "thug"), ("bruno", "thug"))


def beat(table, won=True):
    """The opposed check at hand, to the actor's favour or not."""
    table.dice(*((20, 1) if won else (1, 20)))


def test_a_trip_touches_then_two_roll_and_one_falls():
    """D20S-TRIP-02, D20S-TRIP-04 to -06."""
    table = scene(near=BESIDE)
    table.begin("trip", "ana", viewer=ANA, target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19)
    beat(table)
    assert table.has("thug", "prone")
    assert table.told("contest.won").params["who"].combatant == "ana"
    # the rest of a full attack is left
    assert table.why_not("attack", "ana") is None


def test_whoever_withstands_may_trip_in_return():
    """D20S-TRIP-03, D20S-TRIP-07: bare hands draw a blow from the target."""
    table = scene(near=BESIDE)
    table.begin("trip", "ana", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19)
    beat(table, won=False)
    table.answer("return:thug", {"trips": True})
    table.dice(20, 1)
    assert table.has("ana", "prone")


def test_nobody_trips_what_is_much_larger():
    """D20S-TRIP-01."""
    table = scene(near=BESIDE, dog={"level": 4, "hp_max": 30, "size": "huge", "legs": "quadruped"})
    with pytest.raises(NotAllowed):
        table.begin("trip", "ana", target="dog")


def test_an_overrun_is_let_by_or_blocked():
    """D20S-OVR-05 to -08: blocked, it is a trip attack."""
    table = scene()
    table.begin("overrun", "ana", target="thug", run=15)
    table.answer("overrun:thug", {"choice": "avoid"})
    assert "overrun.lets_by" in table.codes()
    with pytest.raises(NotAllowed):
        table.begin("overrun", "ana", target="other", run=5)
    table.begin("overrun", "ana", target="other", run=10)
    table.answer("overrun:other", {"choice": "block"})
    table.dice(19)
    beat(table)
    assert table.has("other", "prone")
    assert "overrun.continues" in table.codes()


def test_a_weapon_is_struck_from_the_hand_and_lies_there():
    """D20S-DIS-01 to -05."""
    table = scene(near=BESIDE)
    held = table.body("thug").main
    table.begin("disarm", "ana", target="thug", aim="main")
    table.answer("opportunity:thug", {"strikes": False})
    beat(table)
    assert table.body("thug").main == "unarmed"
    assert table.body("thug").arm(held).place == "ground"
    with pytest.raises(NotAllowed):
        table.begin("disarm", "ana", target="thug", aim="main")


def test_bare_hands_take_the_weapon():
    """D20S-DIS-05."""
    table = scene(near=BESIDE)
    held = table.body("thug").main
    table.pass_turn("bruno")
    table.begin("gear", "bruno", weapon=table.body("bruno").main, verb="drop")
    table.begin("disarm", "bruno", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    beat(table)
    assert table.body("thug").arm(held).place == "taken"
    assert table.body("bruno").main == f"{held}:thug"


def test_whoever_keeps_the_weapon_may_disarm_in_return():
    """D20S-DIS-06."""
    table = scene(near=BESIDE)
    mine = table.body("ana").main
    table.begin("disarm", "ana", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    beat(table, won=False)
    table.answer("return:thug", {"disarms": True})
    table.dice(20, 1)
    assert table.body("ana").arm(mine).place == "ground"


def test_a_bull_rush_pushes_back_or_fails():
    """D20S-BULL-05 to -08, D20S-BULL-10: five feet for each five ahead where one moves along."""
    table = scene()
    table.begin("bull_rush", "ana", target="thug", left=30, follows=True)
    beat(table)
    lead = 20 + 2 - 1 - 1
    assert table.told("push.back").value == 5 + 5 * (lead // 5)
    table.begin("bull_rush", "ana", target="other", occupied=True)
    beat(table, won=False)
    assert table.has("ana", "prone")


def test_aid_helps_a_friend_until_the_same_count_comes_again():
    """D20S-AID-01 to -05."""
    table = scene(near=BESIDE)
    table.begin("aid", "ana", target="thug", friend="bruno", choice="attack")
    table.dice(10)
    assert table.has("bruno", "aid_attack")
    assert table.body("thug").hp == table.body("thug").hp_max
    table.pass_turn("bruno")
    assert table.has("bruno", "aid_attack")
    table.pass_turn("ana")
    assert not table.has("bruno", "aid_attack")

"""Hours and nights of rest, breath that comes back, temporary points at nought and below, the next save that is due."""

import pytest

from rules.systems.d20.effects import Running
from tests.rules.d20.actions.scene import Scene, scene


def harmed(table: Scene, hp: int) -> None:
    """Bruno is at this number of hit points."""
    table.begin("damage", None, amount=table.body("bruno").hp - hp, targets={"bruno": "full"}, single_blow=False)


def rests(table: Scene, kind: str, periods: int = 1) -> None:
    """Bruno rests."""
    table.begin("rest", None, targets=["bruno"], kind=kind, periods=periods)


def test_a_creature_healed_from_dying_saves_an_hour_later_like_the_stable():
    """D20H-REC-03, D20H-REC-07, D20H-HOUSE-06."""
    table = scene(ordered=False)
    harmed(table, -5)
    table.begin("damage", None, amount=2, verb="heal", targets={"bruno": "full"})
    assert (table.body("bruno").vital, table.body("bruno").hp) == ("stable", -3)
    assert list(table.body("bruno").timers) == ["stable_hour"]
    table.begin("pass_time", None, count=1, unit="hours")
    table.dice(20)
    assert table.body("bruno").vital == "disabled"


def test_the_save_of_the_stable_goes_when_they_are_hurt_again():
    """D20H-HOUSE-05: dying again, each round counts and no hour."""
    table = scene(ordered=False)
    harmed(table, -5)
    table.begin("damage", None, amount=2, verb="heal", targets={"bruno": "full"})
    table.begin("damage", None, amount=1, targets={"bruno": "full"}, single_blow=False)
    assert table.body("bruno").vital == "dying"
    assert not table.body("bruno").timers


def test_an_hour_takes_exhaustion_and_a_night_the_rest_of_it():
    """D20H-COND-17, D20H-COND-18: an hour to fatigued, eight more until it is gone."""
    table = scene(ordered=False)
    table.begin("condition", None, targets=["bruno"], condition="exhausted")
    rests(table, "hour")
    assert table.has("bruno", "fatigued")
    assert not table.has("bruno", "exhausted")
    # the reader learns that this fatigue is what rest has left
    assert {"D20H-COND-17", "D20H-COND-18"} <= set(table.told("condition.gained").rules)
    assert table.fight.clock == 3600
    rests(table, "night")
    assert not table.has("bruno", "fatigued")


def test_a_night_leaves_the_exhausted_fatigued():
    """D20H-COND-17, D20H-COND-18: of eight hours one goes for the exhaustion."""
    table = scene(ordered=False)
    table.begin("condition", None, targets=["bruno"], condition="exhausted")
    rests(table, "night")
    assert table.has("bruno", "fatigued")
    rests(table, "hour", 8)
    assert not table.has("bruno", "fatigued")


def test_nobody_gets_over_fatigue_in_the_cold():
    """D20H-HOUSE-18: the hours count when the exposure has ended."""
    table = scene(ordered=False)
    table.begin("condition", None, targets=["bruno"], condition="fatigued")
    table.begin("weather", None, targets=["bruno"], kind="cold", severity="normal", equipped=True)
    rests(table, "night")
    assert table.has("bruno", "fatigued")
    table.begin("relief", None, targets=["bruno"], cause="cold")
    rests(table, "night")
    assert not table.has("bruno", "fatigued")


def test_a_minute_gives_a_runner_breath_in_a_fight_or_out_of_it():
    """D20C-RUN-05, D20C-HOUSE-15: ten rounds of rest, and all counters start afresh."""
    table = scene(ordered=False)
    table.state["fight"]["combatants"]["bruno"]["body"]["running"] = {"rounds": 10, "checks": 1, "rest": 10}
    table.begin("pass_time", None, count=9, unit="rounds")
    assert table.body("bruno").running.rest == 1
    table.begin("pass_time", None, count=1, unit="rounds")
    assert table.body("bruno").running == Running()


def gets_temporary(table: Scene, points: int) -> None:
    """Bruno gains temporary hit points."""
    table.begin("damage", None, amount=points, verb="temporary", targets={"bruno": "full"})


@pytest.mark.parametrize(("points", "vital"), [(2, "dying"), (3, "disabled"), (8, "normal")])
def test_temporary_points_count_like_real_ones_below_nought_too(points: int, vital: str):
    """D20H-TMP-01, D20H-HP-05: -3 plus the temporary points."""
    table = scene()
    harmed(table, -3)
    gets_temporary(table, points)
    assert (table.body("bruno").hp, table.body("bruno").temp, table.body("bruno").vital) == (-3, points, vital)


def test_damage_takes_the_temporary_points_first_below_nought_too():
    """D20H-HOUSE-10, D20H-TMP-02."""
    table = scene()
    harmed(table, -3)
    gets_temporary(table, 8)
    table.begin("damage", None, amount=3, targets={"bruno": "full"}, single_blow=False)
    assert (table.body("bruno").hp, table.body("bruno").temp, table.body("bruno").vital) == (-3, 5, "normal")
    table.begin("damage", None, amount=6, targets={"bruno": "full"}, single_blow=False)
    assert (table.body("bruno").hp, table.body("bruno").temp, table.body("bruno").vital) == (-4, 0, "dying")


def test_a_creature_falls_back_when_the_temporary_points_end():
    """D20H-TMP-02: to the number that was noted."""
    table = scene()
    harmed(table, -3)
    gets_temporary(table, 8)
    table.begin("end_temporary", None, targets=["bruno"])
    assert (table.body("bruno").hp, table.body("bruno").temp, table.body("bruno").vital) == (-3, 0, "dying")


def test_healing_restores_real_points_and_the_sum_says_who_wakes():
    """D20H-HOUSE-06, D20H-HOUSE-10: -3 and two temporary ones; a point healed makes nought of it."""
    table = scene()
    harmed(table, -3)
    gets_temporary(table, 2)
    table.begin("damage", None, amount=1, verb="heal", targets={"bruno": "full"})
    assert (table.body("bruno").hp, table.body("bruno").temp, table.body("bruno").vital) == (-2, 2, "disabled")


def test_the_dying_lose_borrowed_points_before_their_own():
    """D20H-REC-01, D20H-HOUSE-10."""
    table = scene(ordered=False)
    harmed(table, -5)
    gets_temporary(table, 2)
    table.begin("pass_time", None, count=1, unit="rounds")
    table.dice(1)
    assert (table.body("bruno").hp, table.body("bruno").temp, table.body("bruno").vital) == (-5, 1, "dying")


def test_who_says_nothing_else_rests_a_night():
    """D20H-HEAL-02: one hit point a level."""
    table = scene(ordered=False)
    harmed(table, 1)
    level = table.body("bruno").level
    table.begin("rest", None, targets=["bruno"], periods=1)
    assert table.body("bruno").hp == 1 + level

"""The same again: what runs goes on where it is, and of two that differ in length the longer holds (D20H-COND-01)."""

import pytest

from tests.rules.d20.actions.scene import Scene, scene


def gives(table: Scene, condition: str, span: str, count: int = 1) -> None:
    """The thug gets a condition."""
    table.begin("condition", None, targets=["thug"], condition=condition, span=span, count=count)


def airless(table: Scene, air: str = "none", rounds: int = 0) -> None:
    """The game master takes Ana's air, or gives it, and rounds pass."""
    table.begin("air", None, targets=["ana"], air=air)
    for _ in range(rounds):
        table.begin("pass_time", None, count=1, unit="rounds")


def test_the_breath_that_was_held_is_gone():
    """D20H-AIR-01, D20H-STRG-05: under water, and still under water."""
    table = scene(ordered=False)
    airless(table, rounds=9)
    assert table.body("ana").timers["breath"].made == 9
    airless(table)
    assert table.body("ana").timers["breath"].made == 9
    assert table.told("air.still_none")


def test_who_is_strangled_anew_goes_on_holding_the_same_breath():
    """D20H-STRG-05: nine rounds are held, the strangler wins again."""
    table = scene(near=(("ana", "thug"),))
    held = {"id": "thug", "pairs": [{"one": "ana", "other": "thug"}], "choking": {"thug": "ana"}}
    table.state["fight"]["round"]["grapples"] = {"thug": held}
    breath = {"id": "breath", "what": "breath", "each_turn": True, "made": 9, "by": "ana"}
    table.state["fight"]["combatants"]["thug"]["body"]["timers"] = {"breath": breath}
    table.begin("wrestle", "ana", option="strangle", target="thug")
    while "strangle:ana" not in table.keys:
        table.dice(*([20] if "ana" in table.keys[0] else [1]))
    table.answer("strangle:ana", {"choice": "choke"})
    timer = table.body("thug").timers["breath"]
    assert (timer.made, timer.by) == (9, "ana")


def test_water_keeps_what_a_strangler_lets_go():
    """D20H-STRG-06: a creature held under water does not breathe when the strangler lets go."""
    table = scene(ordered=False)
    timers = {"breath": {"id": "breath", "what": "breath", "each_turn": True, "made": 3, "by": "thug"}}
    table.state["fight"]["combatants"]["ana"]["body"]["timers"] = timers
    held = {"id": "ana", "pairs": [{"one": "thug", "other": "ana"}], "choking": {"ana": "thug"}}
    table.state["fight"]["round"]["grapples"] = {"ana": held}
    airless(table)
    assert table.body("ana").timers["breath"].by is None


@pytest.mark.parametrize(("air", "timer"), [("smoke", "smoke"), ("none", "breath")])
def test_bad_air_twice_is_bad_air_once(air: str, timer: str):
    """D20H-SMOKE-01, D20H-AIR-02: each check made raises the DC of the next."""
    table = scene(ordered=False)
    airless(table, air)
    table.state["fight"]["combatants"]["ana"]["body"]["timers"][timer]["made"] = 4
    airless(table, air)
    assert table.body("ana").timers[timer].made == 4


def test_the_same_weather_and_the_same_thirst_go_on():
    """D20H-TEMP-03, D20H-FOOD-03: what was rolled and borne counts on."""
    table = scene(ordered=False)
    table.begin("weather", None, targets=["ana"], kind="heat", severity="normal")
    table.begin("deprivation", None, targets=["ana"], need="water")
    table.begin("pass_time", None, count=30, unit="minutes")
    table.state["fight"]["combatants"]["ana"]["body"]["timers"]["heat"]["made"] = 3
    table.begin("weather", None, targets=["ana"], kind="heat", severity="severe")
    table.begin("deprivation", None, targets=["ana"], need="water")
    heat, thirst = table.body("ana").timers["heat"], table.body("ana").timers["need_water"]
    assert (heat.made, heat.left, heat.every, thirst.left) == (3, 600, 600, 1800)


def test_a_blow_does_not_shorten_what_lasts_until_it_is_lifted():
    """D20H-COND-01, D20H-NL-06: unconscious for good, then knocked out for two rounds."""
    table = scene()
    gives(table, "unconscious", "until_lifted")
    table.begin("damage", None, amount=13, verb="nonlethal", targets={"thug": "full"})
    table.dice(1, 1)
    effect = table.body("thug").effects["unconscious"]
    assert (effect.rounds, effect.seconds) == (None, None)


def test_the_longer_of_two_holds_and_a_longer_one_lengthens():
    """D20H-COND-01, D20C-SEQ-09."""
    table = scene()
    gives(table, "shaken", "rounds", 5)
    gives(table, "shaken", "rounds", 2)
    assert table.body("thug").effects["shaken"].rounds == 5
    assert table.told("condition.goes_on")
    gives(table, "shaken", "minutes", 1)
    assert table.body("thug").effects["shaken"].seconds == 60


def test_air_does_not_wake_a_creature_that_was_also_knocked_out():
    """D20H-HOUSE-17, D20H-COND-01: two causes, each with its own end."""
    table = scene(ordered=False)
    table.begin("condition", None, targets=["ana"], condition="unconscious", span="minutes", count=10)
    timers = {"breath": {"id": "breath", "what": "breath", "each_turn": True, "made": 14, "data": {"failed": 14}}}
    table.state["fight"]["combatants"]["ana"]["body"]["timers"] = timers
    table.begin("pass_time", None, count=1, unit="rounds")
    assert set(table.body("ana").effects) >= {"unconscious", "breath"}
    airless(table, "again")
    assert "breath" not in table.body("ana").effects
    assert table.has("ana", "unconscious")


def test_more_fumes_do_not_put_the_second_save_off():
    """D20H-ACID-03: a minute after the first breath of them."""
    table = scene(ordered=False)
    for _ in range(2):
        table.begin("acid", None, targets=["ana"], contact="splash", strength="mild", fumes=True)
        while table.requests:
            table.dice(1 if "damage" in table.keys[0] else 20)
        left = table.body("ana").timers["fumes"].left
        table.begin("pass_time", None, count=5, unit="rounds")
    assert left == 30

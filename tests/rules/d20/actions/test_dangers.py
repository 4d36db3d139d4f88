"""Falls, fire, acid, shocks, poison, disease and bad air, on targets of the game master's choice."""

from dataclasses import replace

import pytest

from rules.core.engine import may_answer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Notes
from rules.core.outfit import dump_gear
from rules.systems.d20.harm import hurt
from rules.systems.d20.hit_points import state_by_hit_points
from tests.rules.d20.actions.scene import ANA, scene
from tests.rules.things import gear, thing


def test_a_save_halves_what_each_falls_for():
    """D20H-FALL-01 to -03: three dice each, one undo for both."""
    table = scene()
    table.begin("fall", None, targets=["ana", "bruno"], feet=30)
    assert table.keys == ["fall:tumbles:ana", "fall:bruno:reflex:bruno"]
    table.answer("fall:tumbles:ana", {"falling": "none"})
    table.answer("fall:ana:reflex:ana", faces=[20])
    table.answer("fall:bruno:reflex:bruno", faces=[1])
    table.answer("fall:ana:damage:ana", faces=[4, 4, 3])
    before = table.body("ana").hp, table.body("bruno").hp
    table.answer("fall:bruno:damage:bruno", faces=[1, 2, 3])
    assert (table.body("ana").hp, table.body("bruno").hp) == (before[0] - 5, before[1] - 6)


@pytest.mark.parametrize(("hit_points", "fresh"), [(1, True), (-2, False)])
def test_only_one_that_begins_to_die_in_its_turn_makes_no_roll_at_its_end(hit_points: int, fresh: bool):
    """D20H-DY-02: one that was dying already and is hurt again rolls as in any turn."""
    table = scene()
    who = table.round.acting
    body = replace(table.body(who), hp=hit_points, vital=state_by_hit_points(hit_points))
    with pytest.raises(StopIteration) as done:
        next(hurt(table.fight.with_body(who, body), who, 3, Notes()))
    after = done.value.value.body(who)
    assert (after.vital, after.fresh) == ("dying", fresh)


def test_a_tumble_shortens_the_fall():
    """D20H-FALL-03: ten feet less, here nothing is left of it."""
    table = scene()
    table.begin("fall", None, targets=["ana"], feet=10, tumble=True)
    table.dice(20)
    assert "tumble.made" in table.codes()
    assert table.body("ana").hp == table.body("ana").hp_max


def test_a_piano_pins_a_target_that_fails_badly_and_strength_frees_it():
    """D20H-FOBJ-01 to -07: gargantuan is more than three sizes above medium."""
    table = scene()
    table.begin("falling_object", None, targets=["ana"], size="gargantuan", feet=10)
    table.dice(1, *[1] * 8)
    assert table.has("ana", "pinned_under")
    assert table.told("object.pins").params["dc"] == 40
    table.begin("get_free", "ana", viewer=ANA, method="escape_artist")
    table.dice(1)
    assert table.has("ana", "pinned_under")
    table.pass_turn("thug")
    table.pass_turn("ana")
    table.begin("get_free", "ana", method="escape_artist", dc_modifier=-20)
    table.dice(15)
    assert not table.has("ana", "pinned_under")


def test_flames_burn_each_turn_until_a_save_or_water():
    """D20H-FIRE-01 to -04."""
    table = scene()
    full = table.body("bruno").hp
    table.begin("fire", None, targets=["bruno"])
    table.dice(1, 3)
    assert "burning" in table.body("bruno").timers
    assert table.body("bruno").hp == full - 3
    with pytest.raises(NotAllowed):
        table.begin("fire", None, targets=["bruno"])
    table.pass_turn("other")
    table.begin("end_turn", None)
    table.dice(1, 2)  # Bruno's own turn: another save, another die
    assert table.body("bruno").hp == full - 5
    assert table.round.acting == "bruno"
    table.begin("quench", "bruno", how="water")
    assert "burning" not in table.body("bruno").timers
    assert table.why_not("quench", "bruno") == "d20.fire.not_burning"


def test_acid_that_stays_eats_on_and_its_fumes_ask_for_a_save():
    """D20H-ACID-01 to -03."""
    table = scene()
    full = table.body("bruno").hp
    table.begin("acid", None, targets=["bruno"], contact="splash", strength="mild", stays=True, fumes=True)
    table.dice(4, 1)
    # the point of Constitution costs one on the modifier, for three levels
    assert table.body("bruno").hp == full - 4 - 3
    assert table.body("bruno").lost("constitution").damage == 1
    table.pass_turn("other")
    table.begin("end_turn", None)
    table.dice(2)
    assert table.body("bruno").hp == full - 4 - 3 - 2
    table.begin("acid", None, targets=["bruno"], contact="out")
    assert "acid" not in table.body("bruno").timers


def test_a_shock_is_halved_or_avoided_by_the_insulated():
    """D20H-ELEC-01, D20H-ELEC-02."""
    table = scene()
    full = table.body("ana").hp
    table.begin("shock", None, targets=["ana"], level="low_voltage")
    table.dice(20, 3, 4)
    assert table.body("ana").hp == full - 3
    table.begin("shock", None, targets=["ana"], level="low_voltage", insulated=True)
    table.dice(20)
    assert table.body("ana").hp == full - 3


def test_poison_strikes_twice_a_minute_apart():
    """D20H-POIS-01, D20H-POIS-02: the second damage comes even after a good first save."""
    table = scene(ordered=False)
    table.begin("poison", None, targets=["bruno"], dc=12, takes="strength", initial="1d4", secondary="1d6")
    table.dice(20)
    assert not table.body("bruno").lost("strength").damage
    table.begin("pass_time", None, count=5, unit="minutes")
    assert table.fight.clock == 0  # it waits for the save
    table.dice(1, 5)
    assert table.body("bruno").lost("strength").damage == 5
    assert table.fight.clock == 300


def test_a_poisoned_blade_works_once_and_a_clumsy_hand_feels_it():
    """D20H-POIS-01, D20H-POIS-05, D20H-POIS-06."""
    table = scene(near=(("ana", "thug"),))
    table.begin("coat_weapon", "ana", viewer=ANA)
    table.answer("poison", {**VENOM, "part": "move"})
    table.dice(10)
    table.strike("ana", "thug", 19, 1)
    while table.requests:
        table.dice(1)
    assert "poison.blade" in table.codes()
    assert not [name for name in table.body("ana").timers if name.startswith("coated")]


def test_a_poisoned_blade_that_misses_stays_poisoned():
    """D20H-POIS-01: only a wound poisons."""
    table = scene(near=(("ana", "thug"),))
    table.begin("coat_weapon", "ana", viewer=ANA)
    table.answer("poison", {**VENOM, "part": "move"})
    table.dice(10)
    table.strike("ana", "thug", 2, others=[{"side": "defense", "value": 30}])
    assert table.told("attack.miss")
    assert not table.requests
    assert "poison.blade" not in table.codes()
    assert [name for name in table.body("ana").timers if name.startswith("coated")]


VENOM = {"dc": 30, "takes": "hit_points", "initial": "3", "secondary": "0"}


def test_which_poison_it_is_and_what_it_takes_is_the_game_masters_to_say():
    """D20H-HOUSE-19, D20C-ACT-10: a player names neither DC nor dice; it takes of the turn what still fits."""
    table = scene(near=(("ana", "thug"),))
    assert [item.name for item in table.system.actions["coat_weapon"].inputs(table.fight, "ana", ANA)] == []
    with pytest.raises(UnknownValue):
        table.begin("coat_weapon", "ana", viewer=ANA, dc=40)
    table.strike("ana", "thug", 1, viewer=ANA)
    table.begin("coat_weapon", "ana", viewer=ANA)
    (asked,) = table.requests
    assert asked.to is None
    assert not may_answer(asked, ANA)
    parts = next(item for item in asked.inputs if item.name == "part")
    assert [one.value for one in parts.options] == ["move", "free"]
    with pytest.raises(UnknownValue):
        table.answer("poison", {**VENOM, "initial": "viper"})
    table.answer("poison", {**VENOM, "part": "move", "provokes": True})
    assert table.keys == ["opportunity:thug"]
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(10)
    assert [one.part for one in table.round.turn.spent] == ["attack", "move"]
    assert table.why_not("move", "ana") == "d20.turn.too_many_actions"


def test_poison_of_ones_own_is_used_up():
    """D20H-HOUSE-19: a carried dose, by its name."""
    table = scene(ordered=False)
    vial = thing(table.system, "vial", "consumable", "Frasco de curare", charges=2)
    sheet = table.fight.combatants["ana"].sheet
    table.begin("resheet", who="ana", sheet=sheet, gear=dump_gear(gear(vial)), internal=True)
    table.begin("coat_weapon", "ana", viewer=ANA, thing="vial")
    (asked,) = table.requests
    assert asked.inputs[0].default == "Frasco de curare"
    table.answer("poison", VENOM)
    table.dice(10)
    assert table.fight.combatants["ana"].gear.things["vial"].charges == 1
    assert table.body("ana").timers["coated:espada"].name == "Frasco de curare"


def test_a_disease_breaks_out_saves_are_due_each_day_and_two_cure_it():
    """D20H-DISE-01 to -06: hantavirus, a day of incubation."""
    table = scene(ordered=False)
    table.begin("disease", None, targets=["bruno"], disease="hantavirus")
    table.dice(1)
    table.begin("pass_time", None, count=1, unit="days")
    table.dice(2)  # 1d2 Strength at once
    assert table.body("bruno").lost("strength").damage == 2
    table.begin("pass_time", None, count=1, unit="days")
    table.dice(1, 2, 1, 1, 20)  # failed; both points starred, one of Strength stays
    assert table.body("bruno").lost("strength").drain == 1
    for _ in range(2):
        table.begin("pass_time", None, count=1, unit="days")
        table.dice(20)
    assert not table.body("bruno").timers


def test_breath_is_held_then_checked_then_three_rounds_are_left():
    """D20H-AIR-01 to -03, D20H-STRG-05: Constitution 10, so the eleventh round asks."""
    table = scene(ordered=False)
    table.begin("air", None, targets=["bruno"], air="none")
    assert table.told("air.holds").value == 10
    table.begin("pass_time", None, count=14, unit="rounds")
    assert table.fight.clock == 0
    table.dice(1)
    phases = [fact.params["phase"].code for fact in table.facts if fact.code == "air.suffocates"]
    assert phases == ["breath.unconscious", "breath.dying", "breath.dead"]
    assert table.body("bruno").vital == "dead"


def test_a_creature_healed_before_the_air_returns_wakes_with_it():
    """D20H-HOUSE-17: nothing of the suffocation stays behind."""
    table = scene(ordered=False)
    table.begin("air", None, targets=["bruno"], air="none")
    while table.body("bruno").hp > 0:
        table.begin("pass_time", None, count=1, unit="rounds")
        while table.requests:
            table.dice(1)
    assert table.has("bruno", "unconscious")
    table.begin("damage", None, amount=3, verb="heal", targets={"bruno": "full"})
    table.begin("air", None, targets=["bruno"], air="again")
    assert table.body("bruno").vital == "normal"
    assert not table.has("bruno", "unconscious")


def test_a_creature_that_gets_air_in_time_lives():
    """D20H-STRG-06, D20H-HOUSE-17."""
    table = scene(ordered=False)
    table.begin("air", None, targets=["bruno"], air="none")
    table.begin("pass_time", None, count=12, unit="rounds")
    table.dice(1)
    assert (table.body("bruno").hp, table.has("bruno", "unconscious")) == (0, True)
    table.begin("air", None, targets=["bruno"], air="again")
    assert (table.body("bruno").vital, table.has("bruno", "unconscious")) == ("disabled", False)


def test_smoke_costs_rounds_and_two_in_a_row_hurt():
    """D20H-SMOKE-01, D20H-SMOKE-02."""
    table = scene(ordered=False)
    full = table.body("bruno").hp
    table.begin("air", None, targets=["bruno"], air="smoke")
    table.begin("pass_time", None, count=2, unit="rounds")
    table.dice(1, 1, 4)
    assert table.body("bruno").hp == full - 4


@pytest.mark.parametrize(("roll", "through"), [(20, False), (21, True)])
def test_smoke_hides_a_creature_in_it(roll: int, through: bool):
    """D20H-SMOKE-03: one attack in five is lost in it."""
    table = scene(near=(("ana", "thug"),))
    table.begin("air", None, targets=["thug"], air="smoke")
    table.begin("attack", "ana", target="thug", weapon="espada")
    table.dice(15, roll)
    assert table.told("concealment.chance").params["percent"] == 20
    assert ("concealment.missed" in table.codes()) is not through
    assert bool(table.requests) is through


def test_cold_tires_and_its_damage_waits_for_warmth():
    """D20H-TEMP-01 to -03."""
    table = scene(ordered=False)
    full = table.body("bruno").hp
    table.begin("weather", None, targets=["bruno"], kind="cold")
    table.begin("pass_time", None, count=1, unit="hours")
    table.dice(1, 3)
    assert (table.body("bruno").hp, table.has("bruno", "fatigued")) == (full - 3, True)
    table.begin("damage", None, amount=9, verb="heal", targets={"bruno": "full"})
    assert table.body("bruno").hp == full - 3
    table.begin("relief", None, targets=["bruno"], cause="cold")
    table.begin("damage", None, amount=9, verb="heal", targets={"bruno": "full"})
    assert table.body("bruno").hp == full


def test_hunger_asks_after_three_days():
    """D20H-FOOD-04, D20H-FOOD-05."""
    table = scene(ordered=False)
    table.begin("deprivation", None, targets=["bruno"], need="food")
    table.begin("pass_time", None, count=3, unit="days")
    assert not table.requests
    table.begin("pass_time", None, count=1, unit="days")
    table.dice(1, 2)
    assert table.body("bruno").locked == {"hunger": 2}


def test_a_torch_burns_for_two_hours():
    """D20H-LIGHT-01."""
    table = scene(ordered=False)
    table.begin("light", None, targets=["ana"], source="torch")
    table.begin("pass_time", None, count=119, unit="minutes")
    assert "light.out" not in table.codes()
    table.begin("pass_time", None, count=1, unit="minutes")
    assert "light.out" in table.codes()


def test_no_time_is_passed_by_hand_in_a_fight():
    table = scene()
    assert table.why_not("pass_time", None) == "d20.time.in_fight"
    assert table.why_not("rest", None) == "d20.time.in_fight"


def test_no_night_is_rested_by_the_dead():
    table = scene(ordered=False)
    assert table.why_not("rest", None) is None
    table.begin("damage", None, amount=60, targets=dict.fromkeys(table.fight.order, "full"), single_blow=False)
    assert table.why_not("rest", None) == "d20.hazard.nobody"


def test_a_fleeing_creature_puts_no_poison_on_a_blade():
    """D20H-COND-10: nothing of the turn is left for it, so the game master is not asked either."""
    table = scene()
    table.begin("condition", None, targets=["ana"], condition="panicked")
    assert table.why_not("coat_weapon", "ana") == "d20.state.flee_only"
    with pytest.raises(NotAllowed):
        table.begin("coat_weapon", "ana", viewer=ANA)


@pytest.mark.parametrize("ordered", [True, False])
def test_nothing_eats_on_the_dead(ordered: bool):
    """D20H-ACID-01, D20H-DY-03: a night passes in one step though Bruno died in acid, and no turn asks for dice."""
    table = scene(ordered=ordered)
    table.begin("acid", None, targets=["bruno"], contact="splash", strength="mild", stays=True)
    table.dice(1)
    table.begin("damage", None, amount=60, targets={"bruno": "full"}, single_blow=False)
    if ordered:
        table.pass_turn("dog")
    else:
        table.begin("rest", None, targets=["ana"], kind="night")
    assert not table.requests


def test_that_a_blow_is_massive_is_told_once():
    """D20H-MD-03: before the save, not again after it."""
    table = scene()
    table.begin("damage", None, amount=11, targets={"bruno": "full"}, single_blow=True)
    assert table.codes().count("massive.due") == 1
    table.dice(20)
    assert table.codes().count("massive.due") == 1


def test_suffocation_is_not_told_of_a_creature_that_shows_nothing():
    """docs/secrecy.md: its phase is its state."""
    table = scene(ordered=False)
    table.state["fight"]["combatants"]["thug"]["shows"] = "nothing"
    table.begin("air", None, targets=["thug"], air="none")
    table.begin("pass_time", None, count=2, unit="minutes")
    while table.requests:
        table.dice(1)
    assert table.body("thug").vital == "dead"
    assert "air.suffocates" in table.codes()
    assert not {"air.suffocates", "status.now"} & set(table.seen(ANA))

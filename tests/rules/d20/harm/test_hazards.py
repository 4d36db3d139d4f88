"""What harms without being attacked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange
from rules.systems.d20.acid import first_fumes
from rules.systems.d20.breath import breath_round, smoke_round
from rules.systems.d20.disease import DISEASES, SUCCESSES_TO_CURE, break_out, disease_day, expose
from rules.systems.d20.electricity import VOLTAGE_ROWS, VOLTAGES, shock
from rules.systems.d20.exposure import daily_needs, go_without, weather_save
from rules.systems.d20.falls import FALLING_OBJECTS, escape, extra_dice, fall, impact
from rules.systems.d20.fire import fire
from rules.systems.d20.hit_points import state_by_hit_points
from rules.systems.d20.lights import LIGHT_SOURCES, light_left
from rules.systems.d20.poison import save_from_own_poison, suffer_poison
from rules.systems.d20.sizes import SIZES, categories_larger
from rules.systems.d20.strangling import begin_strangling
from tests.rules.d20.table import with_dice

faces = st.integers(1, 20)


@given(st.integers(10, 600), faces, st.integers(1, 6))
def test_a_fall_rolls_a_die_for_ten_feet_up_to_twenty(distance: int, face: int, die: int):
    dice = min(20, distance // 10)
    fallen = with_dice(fall(distance, 0), face, *[die] * dice)
    assert fallen.dc == 10 + distance // 10  # D20H-FALL-02: not capped
    assert fallen.damage == (die * dice // 2 if fallen.save_success else die * dice)


def test_tumbling_never_makes_a_fall_negative():
    fallen = with_dice(fall(5, 0, 5), 15)
    assert (fallen.tumble_success, fallen.effective_distance_ft, fallen.damage) == (True, 0, 0)


@given(st.sampled_from(SIZES[2:]), st.sampled_from(SIZES), faces, st.integers(-5, 15))
def test_an_object_pins_a_target_that_is_far_smaller(object_size: str, size: str, face: int, bonus: int):
    row = FALLING_OBJECTS[object_size]
    hit = with_dice(impact(object_size, 10, size, bonus), face, *[1] * row.initial_damage.count)
    failed_badly = face != 20 and face + bonus <= row.reflex_dc - 10
    assert hit.pinned == (failed_badly and categories_larger(object_size, size) >= 3)  # D20H-FOBJ-05


def test_extra_dice_begin_beyond_the_first_ten_feet():
    assert [extra_dice(feet) for feet in (0, 10, 19, 20, 30, 210, 500)] == [0, 0, 0, 1, 2, 20, 20]  # D20H-FOBJ-02


def test_getting_free_is_strength_or_wriggling_and_may_be_eased():
    assert with_dice(escape("gargantuan", "escape_artist", 7, -3), 10).success  # D20H-FOBJ-06, D20H-FOBJ-07
    assert with_dice(escape("gargantuan", "strength", 7), 20).pinned
    with pytest.raises(NotAllowed):
        with_dice(escape("diminutive", "strength", 7), 20)


def test_a_burning_coat():
    caught = with_dice(fire("exposure", False, 2, 20), 5, 4)
    assert (caught.burning, caught.hp) == (True, 16)  # D20H-FIRE-01
    rolling = with_dice(fire("smother", True, 2, caught.hp), 8)
    assert (rolling.burning, rolling.hp) == (True, 16)  # D20H-HOUSE-12
    ordinary = with_dice(fire("round", True, 2, rolling.hp), 8, 3)
    assert (ordinary.burning, ordinary.hp) == (True, 13)  # D20H-FIRE-02
    river = with_dice(fire("water", True, 2, ordinary.hp))
    assert (river.burning, river.hp) == (False, 13)  # D20H-FIRE-03


@pytest.mark.parametrize(("event", "burning"), [("exposure", True), ("smother", False), ("water", False)])
def test_only_what_burns_can_be_put_out(event: str, burning: bool):
    with pytest.raises(NotAllowed):
        with_dice(fire(event, burning, 0, 10), 10)


@given(st.sampled_from(VOLTAGES), faces, st.integers(1, 3))
def test_insulation_helps_only_with_a_save(level: str, face: int, die: int):
    row = VOLTAGE_ROWS[level]
    dice = [die] * row.damage.count
    grounded = with_dice(shock(level, True, 0), face, *dice)
    insulated = with_dice(shock(level, False, 0), face, *([] if grounded.save_success else dice))
    assert insulated.damage == (0 if grounded.save_success else grounded.damage)  # D20H-ELEC-02
    assert grounded.damage == (sum(dice) // 2 if grounded.save_success else sum(dice))


def test_the_second_save_against_fumes_follows_in_any_case():
    assert with_dice(first_fumes(5, 0), 20).second_due_minutes == 1  # D20H-ACID-03
    assert with_dice(first_fumes(6, 0)).second_due_minutes is None


def test_good_clothing_spares_the_ordinary_save_and_only_that():
    assert not with_dice(weather_save("cold", "normal", 0, 0, 12, properly_equipped=True, survival_bonus=5)).save_due
    severe = with_dice(weather_save("cold", "severe", 0, 0, 12, properly_equipped=True, heavy_clothing=True), 11)
    assert (severe.save_due, severe.save_modifier, severe.save_success) == (True, 4, True)  # D20H-TEMP-06


@given(st.integers(0, 20), faces)
def test_weather_gets_harder_and_its_damage_tires_and_stays(previous: int, face: int):
    fails = face == 1 or (face != 20 and face < 15 + previous)
    one = with_dice(weather_save("heat", "normal", previous, 0, 12), face, *([2] if fails else []))
    assert one.dc == 15 + previous  # D20H-TEMP-03
    assert (one.damage, one.fatigued, one.damage_locked) == ((2, True, True) if fails else (0, False, False))


def test_thirst_begins_after_a_day_and_constitution_hours():
    assert not with_dice(go_without("water", 12, 1, 36, 0, 10)).check_due  # D20H-FOOD-03
    first = with_dice(go_without("water", 12, 1, 37, 0, 10), 9)
    second = with_dice(go_without("water", 12, 1, 38, 1, 10), 9, 3)
    assert (first.dc, first.success, second.dc, second.hp, second.damage_locked) == (10, True, 11, 7, True)


def test_heat_asks_how_much_more_water():
    with pytest.raises(Missing):
        daily_needs("very_hot")
    assert daily_needs("very_hot", 3).fluid_gallons == 3 * daily_needs("normal").fluid_gallons  # D20H-FOOD-02


def test_three_rounds_from_the_last_breath():
    held = [with_dice(breath_round(12, 1, number, 15, rounds_since_failure=None)) for number in range(1, 13)]
    assert {breath.phase for breath in held} == {"holding"}  # D20H-AIR-01
    lost = with_dice(breath_round(12, 1, 13, 15, rounds_since_failure=None), 8)
    assert (lost.phase, lost.dc, lost.hp) == ("suffocating", 10, 15)  # D20H-AIR-02
    after = [with_dice(breath_round(12, 1, 13 + since, 15, rounds_since_failure=since)) for since in (1, 2, 3)]
    assert [breath.phase for breath in after] == ["unconscious", "dying", "dead"]  # D20H-AIR-03
    assert [state_by_hit_points(breath.hp) for breath in after] == ["disabled", "dying", "dead"]


@given(st.integers(-9, 40), st.integers(1, 3))
def test_suffocation_never_raises_hit_points(hp: int, since: int):
    assert with_dice(breath_round(10, 0, 20, hp, rounds_since_failure=since)).hp <= hp


def test_every_choking_round_after_another_hurts():
    first = with_dice(smoke_round(0, 0, False, 10), 9)
    second = with_dice(smoke_round(0, 1, first.choking, first.hp), 9, 2)
    third = with_dice(smoke_round(0, 2, second.choking, second.hp), 9, 2)
    assert [first.hp, second.hp, third.hp] == [10, 8, 6]  # D20H-SMOKE-02, D20H-HOUSE-13


def test_a_tied_grapple_goes_to_the_higher_modifier_else_to_the_victim():
    for attacker, target, success in ((6, 5, True), (5, 5, False), (5, 6, False)):  # D20H-HOUSE-21
        modifiers = {"attacker_grapple_modifier": attacker, "target_grapple_modifier": target}
        assert begin_strangling("medium", "large", 15, 15, "damage", 12, **modifiers).success == success
    assert begin_strangling("medium", "large", 15, 15, "choke", 12).effect == "none"


@given(faces, st.integers(1, 6))
def test_the_secondary_save_follows_whether_the_first_succeeds_or_not(face: int, die: int):
    poisoned = with_dice(suffer_poison("initial", 15, 0, "1d6"), face, *([] if face >= 15 else [die]))
    assert poisoned.secondary_due_minutes == 1  # D20H-POIS-02
    assert poisoned.damage == (0 if face >= 15 else die)
    assert with_dice(suffer_poison("secondary", 15, 0, 2), 1).damage == 2


def test_a_failed_save_exposes_to_the_own_poison():
    assert with_dice(save_from_own_poison(0), 14).exposed  # D20H-POIS-06
    assert not with_dice(save_from_own_poison(0), 15).exposed


@given(st.sampled_from(sorted(DISEASES)), st.integers(2, 11), st.booleans())
def test_drain_takes_the_place_of_damage(disease: str, face: int, drains: bool):
    secondary = DISEASES[disease].secondary
    starred = [harm.ability for harm in secondary if harm.starred]
    dice = [1 for harm in secondary if harm.amount.dice]
    day = with_dice(disease_day(disease, 0, 1), face, *dice, *[2 if drains else 19] * len(starred))
    assert day.harm.drain == (dict.fromkeys(starred, 1) if drains else {})  # D20H-DISE-06
    assert sum(day.harm.damage.values()) + sum(day.harm.drain.values()) == len(secondary)
    assert (day.consecutive_successes, day.cured) == (0, False)


def test_an_illness_from_infection_to_cure():
    assert with_dice(expose("smallpox", 0), 3, 4, 2).incubation_days == 6  # D20H-DISE-02
    assert with_dice(break_out("smallpox")).damage == {"strength": 1, "constitution": 1}
    successes, days = 0, 0
    while successes < SUCCESSES_TO_CURE:
        day = with_dice(disease_day("smallpox", 0, successes), 16)
        successes, days = day.consecutive_successes, days + 1
    assert (days, day.cured) == (2, True)  # D20H-DISE-04
    with pytest.raises(OutOfRange):
        with_dice(disease_day("smallpox", 0, 2), 16)


@pytest.mark.parametrize("source", LIGHT_SOURCES)
def test_a_light_goes_out_when_its_hours_are_over(source: str):
    hours = LIGHT_SOURCES[source].duration_hours
    assert light_left(source, hours - 1).lit
    assert not light_left(source, hours).lit
    assert light_left(source, hours + 3).hours_left == 0  # D20H-LIGHT-01

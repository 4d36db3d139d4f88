"""Damage, disabled locations, protection, treatment and recovery."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Notes
from rules.core.throws import resolved
from rules.systems.tactico.harm import apply_damage, drain, restored, wound
from rules.systems.tactico.healing import (
    Points,
    Treatment,
    finish_treatment,
    natural_recovery,
    treatable,
    treatment_step,
    turns_needed,
)
from rules.systems.tactico.locations import LOCATIONS, disabled_locations, hit_location
from rules.systems.tactico.rolls import Competence
from rules.systems.tactico.state import Body
from rules.systems.tactico.vehicles import harm as machines
from rules.systems.tactico.weapons import PROTECTION, damage_through, protection_value
from tests.rules.recorder import GM
from tests.rules.tactico.scene import scene, wounded

WHOLE = dict(zip(LOCATIONS, (5, 5, 5, 10, 7, 7), strict=True))
locations = st.sampled_from(LOCATIONS)
damages = st.integers(0, 15)


@given(locations, damages, damages)
def test_two_wounds_are_one_of_their_sum(location: str, first: int, second: int):
    """TAC-DMG-04: everything counts in both places, and only once is a location disabled."""
    one = apply_damage(99, WHOLE, "wound", first, location)
    two = apply_damage(one.life_points, one.resistance, "wound", second, location)
    at_once = apply_damage(99, WHOLE, "wound", first + second, location)
    assert (two.life_points, two.resistance, two.disabled) == (
        at_once.life_points,
        at_once.resistance,
        at_once.disabled,
    )
    assert one.events + two.events == at_once.events


@given(damages)
def test_poison_reaches_no_location(damage: int):
    after = apply_damage(99, WHOLE, "non_localized", damage, None)
    assert (after.life_points, after.resistance, after.newly_disabled) == (99 - damage, WHOLE, False)


def test_a_deadly_blow_to_the_head_tells_everything_in_order():
    assert apply_damage(5, WHOLE, "wound", 5, "head").events == ("falls_down", "unconscious", "dies")


def test_the_unconscious_wake_when_the_head_is_above_zero():
    """TAC-HOUSE-16."""
    struck = apply_damage(20, WHOLE, "wound", 6, "head").resistance
    assert Body({}, {}, life=14, resistance=struck).health == "unconscious"
    healed = natural_recovery(Points(14, struck), Points(20, WHOLE), 2, cared_for=True)
    assert Body({}, {}, life=16, resistance=healed.resistance).health == "ok"
    assert disabled_locations(healed.resistance) == ()


@pytest.mark.parametrize("resistance", [{**WHOLE, "tail": 3}, {"head": 5}])
def test_all_six_locations_and_no_other(resistance: dict[str, int]):
    with pytest.raises((UnknownValue, Missing)):
        apply_damage(20, resistance, "wound", 1, "head")


@pytest.mark.parametrize("skill", ["ranged_weapons", "brawl"])
def test_every_face_hits_something_and_every_location_can_be_hit(skill: str):
    struck = [resolved(hit_location(skill), (face,)).location for face in range(1, 11)]
    assert set(struck) == set(LOCATIONS)


@given(damages, st.sampled_from(tuple(PROTECTION)))
def test_protection_stops_its_value_and_no_more(damage: int, worn: str):
    """TAC-HOUSE-14."""
    through = damage_through(damage, protection_value(worn))
    assert 0 <= through <= damage
    assert damage - through <= PROTECTION[worn]


def test_the_end_of_a_treatment_gives_the_wound_back():
    """TAC-HOUSE-15: 6 + 5 + 4 reaches 15, and nothing goes above the maximum."""
    done = resolved(finish_treatment(Competence(6, 5), 4), (2, 2))
    assert (done.roll.success, done.gained) == (True, 4)
    assert (restored(16, 18, done.gained), restored(6, 10, done.gained)) == (18, 10)
    failed = resolved(finish_treatment(Competence(6, 5), 4), (1, 2))
    assert (failed.roll.success, failed.gained) == (False, 0)


def test_the_dead_are_not_treated():
    """Their wounds are not offered, and a turn of treatment is refused (TAC-HOUSE-16)."""
    for life in (1, 0):
        fight = scene(ana={**wounded("torso", 4), "life": life}).fight
        assert bool(treatable(fight, "bruno", GM)) is (life > 0)
    with pytest.raises(NotAllowed):
        treatment_step(4, 39, "full_turn", has_equipment=True, patient_dead=True)


def test_only_wounds_are_treated_in_a_fight():
    """TAC-HEAL-01, TAC-HEAL-02: harm without a location leaves nothing to treat."""
    fight = scene().fight
    poisoned = drain(fight, "bruno", 3, Notes())
    assert treatable(poisoned, "bruno", GM) == []
    cut = wound(fight, "bruno", "torso", 3, Notes(), id_="cut")
    assert treatable(cut, "bruno", GM) == [("bruno", "cut")]
    assert turns_needed(3) == 30


@given(st.integers(1, 20), st.integers(-5, 10), st.integers(0, 9), st.integers(0, 9))
def test_weeks_add_up(life: int, torso: int, first: int, second: int):
    health, most = Points(life, {"torso": torso}), Points(20, {"torso": 10})
    halfway = natural_recovery(health, most, first, cared_for=True)
    assert natural_recovery(halfway, most, second, cared_for=True) == natural_recovery(
        health, most, first + second, cared_for=True
    )


@pytest.mark.parametrize(
    ("present", "most"),
    [({"head": 1}, {"torso": 2}), ({"head": 1, "torso": 1}, {"torso": 2}), ({"torso": 1}, {"head": 2, "torso": 2})],
)
def test_recovery_needs_the_same_locations_on_both_sides(present: dict[str, int], most: dict[str, int]):
    with pytest.raises(Missing):
        natural_recovery(Points(5, present), Points(20, most), 1, cared_for=True)


def test_recovery_knows_only_the_six_locations():
    with pytest.raises(UnknownValue):
        natural_recovery(Points(5, {"tail": 1}), Points(20, {"tail": 2}), 1, cared_for=True)
    with pytest.raises(OutOfRange):
        natural_recovery(Points(5, {}), Points(0, {}), 1, cared_for=True)


HEALTHY = Points(10, WHOLE)


@pytest.mark.parametrize(
    ("rule", "reason", "field"),
    [
        (lambda: apply_damage(10, WHOLE, "wound", 1, None), "damage.no_location", "location"),
        (lambda: apply_damage(10, WHOLE, "curse", 1, None), "damage.kind_unknown", "kind"),
        (lambda: apply_damage(10, WHOLE, "wound", 1, "tail"), "location.unknown", "location"),
        (lambda: apply_damage(0, WHOLE, "wound", 1, "torso"), "damage.not_alive", "life_points"),
        (lambda: apply_damage(10, WHOLE, "wound", -1, "torso"), "damage.negative", "damage"),
        (lambda: apply_damage(10, WHOLE, "non_localized", 1, "torso"), "damage.location_of_general_harm", "location"),
        (lambda: turns_needed(0), "treatment.no_wound", "wound_points"),
        (lambda: step(1, 0, "nap"), "treatment.event_unknown", "event"),
        (lambda: step(1, -1), "treatment.turns", "turns_done"),
        (lambda: step(1, 10), "treatment.turns", "turns_done"),
        (lambda: step(1, 9, patient_dead=True), "treatment.dead", "patient_dead"),
        (lambda: step(1, 9, has_equipment=False), "treatment.equipment", "has_equipment"),
        (lambda: resolved(finish_treatment(Competence(3, 2), 0), []), "treatment.no_wound", "wound_points"),
        (lambda: natural_recovery(HEALTHY, Points(0, WHOLE), 1, cared_for=True), "recovery.maximum", "life_points_max"),
        (lambda: natural_recovery(HEALTHY, HEALTHY, -1, cared_for=True), "recovery.weeks", "weeks"),
        (lambda: natural_recovery(Points(0, WHOLE), HEALTHY, 1, cared_for=True), "recovery.dead", "life_points"),
        (lambda: machines.check_area("boat", "any"), "vehicle.kind_unknown", "vehicle_kind"),
        (lambda: machines.check_area("mech", "roof"), "hit.area_unknown", "area"),
        (lambda: machines.check_area("tank", "upper"), "hit.area_of_hull", "area"),
        (lambda: resolved(machines.hit_location("boat", "any"), []), "vehicle.kind_unknown", "vehicle_kind"),
        (lambda: machines.damage_location({"torso": 5}, "torso", -1), "damage.negative", "damage"),
        (lambda: machines.fall_check_due(20, "walk", 0, -1), "fall.loss", "armour_lost"),
    ],
)
def test_what_cannot_be_is_refused_at_its_input(rule: Callable[[], object], reason: str, field: str) -> None:
    with pytest.raises(RuleError) as refused:
        rule()
    assert (refused.value.reason, refused.value.field) == (f"tactico.{reason}", field)


def step(points: int, done: int, event: str = "full_turn", **more: bool) -> Treatment:
    """A turn of a treatment, of a living patient with the equipment at hand unless said otherwise."""
    return treatment_step(points, done, event, **{"has_equipment": True, "patient_dead": False, **more})


def test_a_wound_with_too_many_turns_says_how_many_it_takes() -> None:
    with pytest.raises(OutOfRange) as refused:
        step(2, 20)
    assert refused.value.params == {"value": 20, "most": 19}
    assert natural_recovery(Points(1, WHOLE), Points(1, WHOLE), 0, cared_for=True).life_points == 1

"""Order, shots, physical attacks, heat, hits, falls and the values of machines."""

from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange
from rules.core.throws import resolved
from rules.systems.tactico.initiative import Scored, declaration_order, resolution_order
from rules.systems.tactico.rolls import Competence, RollTotal
from rules.systems.tactico.vehicles.crew import PILOTING, crew_roll
from rules.systems.tactico.vehicles.harm import (
    LOCATION_OF_FACE,
    damage_location,
    fall_check,
    fall_check_due,
    hit_location,
)
from rules.systems.tactico.vehicles.heat import (
    HeatResult,
    carried_heat,
    heat_dangers,
    heat_end_of_turn,
    heat_rolls_due,
)
from rules.systems.tactico.vehicles.heat_scale import SCALE, heat_effects
from rules.systems.tactico.vehicles.hexes import FACES_OF_MOUNT
from rules.systems.tactico.vehicles.initiative import Entrant, order_throw, tactics, tactics_modifier
from rules.systems.tactico.vehicles.machines import (
    KINDS_IN_FLIGHT,
    KINDS_WITH_HEAT,
    LOCATIONS_OF_KIND,
    MODES_OF_KIND,
    READY_MADE,
    VEHICLE_KINDS,
    Explosion,
    destroyed_locations,
    explosion_of,
    full_armour,
    has_lost_weapons,
    is_out_of_action,
    machine_values,
)
from rules.systems.tactico.vehicles.physical import PHYSICAL_ATTACKS, physical_damage, physical_number
from rules.systems.tactico.vehicles.shots import (
    Shooter,
    Target,
    attack_number,
    hits,
    shot_modifiers,
    target_modifier,
)
from rules.systems.tactico.vehicles.state import Fitted
from rules.systems.tactico.vehicles.values import heat_rows
from rules.systems.tactico.vehicles.weapons import WEAPONS, grades_allowed, grades_of, known_weapon, range_of

heats = st.integers(0, 40)
heated = st.sampled_from(KINDS_WITH_HEAT)
tonnages = st.integers(1, 200)


def test_tactics_last_for_the_combat_and_dice_for_the_turn():
    """TAC-VEH-02, TAC-VEH-03, TAC-HOUSE-20."""
    plan = resolved(tactics({"bravo": Competence(6, 5)}), (2, 2))["bravo"]
    assert tactics_modifier(plan.outcome) == 2
    order = resolved(order_throw([Entrant("alfa", 8), Entrant("bravo", 6, plan.outcome)]), (3, 4, 3, 4))
    assert order.scores == {"alfa": 15, "bravo": 15}
    scored = [Scored(who, score) for who, score in order.scores.items()]
    assert (resolution_order(scored), declaration_order(scored)) == (("alfa", "bravo"), ("bravo", "alfa"))


@given(st.lists(st.integers(-8, 20), min_size=1, max_size=6), st.integers(0, 9), st.integers(1, 6), st.integers(1, 6))
def test_what_hits_a_hard_target_hits_an_easier_one(modifiers: list[int], skill: int, a: int, b: int):
    rolled = resolved(crew_roll("gunnery", "pilot", Competence(5, skill)), (a, b)).rolled
    numbers = [attack_number(skill, modifier) for modifier in modifiers]
    hit = [number for number in numbers if hits(rolled, number)]
    missed = [number for number in numbers if not hits(rolled, number)]
    assert not hit or not missed or max(hit) < min(missed)


@given(st.sampled_from(VEHICLE_KINDS), st.sampled_from(VEHICLE_KINDS), st.integers(0, 20), st.integers(0, 5))
def test_parts_of_a_shot_add_up(shooter: str, target: str, hexes: int, woods: int):
    for movement in ("none", *MODES_OF_KIND[shooter]):
        near = shot_modifiers(Shooter(shooter, movement), Target(target, hexes), "short", woods_hexes=woods)
        far = shot_modifiers(Shooter(shooter, movement), Target(target, hexes), "long", woods_hexes=woods + 1)
        assert far.modifier == near.modifier + 6 + 2
        assert near.modifier >= 0


def test_a_fighter_pays_only_for_its_highest_speed():
    """TAC-SHOT-03; a dropship does as well (TAC-HOUSE-29), a helicopter pays as on the ground (TAC-SHOT-02)."""
    paid = {
        kind: [
            shot_modifiers(Shooter(kind, movement), Target("tank"), "short").shooter_modifier
            for movement in ("none", "cruise", "max")
        ]
        for kind in ("fighter", "dropship", "helicopter")
    }
    assert paid == {"fighter": [0, 0, 2], "dropship": [0, 0, 2], "helicopter": [0, 2, 4]}


@pytest.mark.parametrize("kind", VEHICLE_KINDS)
def test_an_aspect_is_for_what_flies(kind: str):
    """TAC-SHOT-09, TAC-HOUSE-29."""
    target = Target(kind, air_aspect="side")
    if kind in KINDS_IN_FLIGHT:
        assert shot_modifiers(Shooter("tank"), target, "short").air_modifier == 4
        behind = replace(target, air_aspect="rear")
        assert shot_modifiers(Shooter("tank"), behind, "short").air_modifier == 0
    else:
        with pytest.raises(NotAllowed):
            shot_modifiers(Shooter("tank"), target, "short")


def test_an_immobilised_helicopter_is_still_a_helicopter():
    shot = shot_modifiers(Shooter("tank"), Target("helicopter", immobilised=True), "short")
    assert (shot.target_modifier, shot.target_kind_modifier, shot.modifier) == (-8, 2, -6)


@given(st.integers(0, 30))
def test_further_means_harder(hexes: int):
    assert target_modifier(Target("mech", hexes)) <= target_modifier(Target("mech", hexes + 1)) <= 8


@given(st.sampled_from(tuple(PHYSICAL_ATTACKS)), tonnages, tonnages, st.integers(0, 12))
def test_only_the_end_is_rounded_upwards(attack: str, own: int, other: int, hexes: int):
    """TAC-HOUSE-22."""
    damage = physical_damage(attack, own, target_tonnage=other, straight_hexes=hexes)
    assert damage.damage == ceil(damage.damage_exact)
    assert damage.self_damage == ceil(damage.self_damage_exact)
    assert (damage.area == "none") == (attack == "push")
    assert damage.displaces == (attack == "push")
    assert (damage.self_damage_exact * 10 == other) if attack == "charge" else True


def test_a_physical_attack_counts_the_movement_of_its_target_only():
    """TAC-HOUSE-21, TAC-PHYS-08."""
    jumper = Target("mech", 4, jumped=True)
    assert [physical_number(skill, jumper) for skill in (0, 3)] == [19, 14]
    rolled = resolved(crew_roll("piloting", PILOTING, Competence(6, 3)), (2, 3)).rolled
    assert (rolled.total, hits(rolled, 14), hits(rolled, 15)) == (14, True, False)


def test_a_charge_needs_to_know_its_run_and_its_target():
    with pytest.raises(Missing) as refused:
        physical_damage("charge", 60, straight_hexes=3)
    assert refused.value.field == "target_tonnage"


@given(heated, heats)
def test_more_heat_is_never_better(kind: str, heat: int):
    """TAC-HEAT-05."""
    cooler, hotter = heat_effects(kind, heat), heat_effects(kind, heat + 1)
    assert cooler.movement_points_lost <= hotter.movement_points_lost
    assert cooler.fire_modifier <= hotter.fire_modifier
    assert cooler.shutdown_automatic <= hotter.shutdown_automatic
    for effect in ("ammo_avoid", "control_avoid"):
        assert (getattr(cooler, effect) or 0) <= (getattr(hotter, effect) or 0)


def test_the_scale_prints_each_effect_once():
    """TAC-HEAT-04."""
    printed = {(row.code, row.value) for kind in KINDS_WITH_HEAT for row in heat_rows(kind)}
    assert len(printed) == sum(len(rows) for rows in SCALE.values()) + 1 == 22


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.booleans())
def test_a_turn_stands_alone_unless_heat_is_carried_over(before: int, shots: int, sinks: int, carry_over: bool):
    """TAC-HOUSE-25."""
    fired = {"medium_laser": shots} if shots else {}
    carried = carried_heat(before, carry_over=carry_over)
    heat = heat_end_of_turn("mech", "walk", fired, sinks, carried=carried)
    assert (heat.movement_heat, heat.weapon_heat) == (1, 3 * shots)
    assert heat.heat == max(0, 1 + 3 * shots - sinks + (before if carry_over else 0))


def test_standing_up_comes_on_top_of_the_jump():
    """TAC-HEAT-02."""
    heats_of_jumps = [
        heat_end_of_turn("mech", "jump", {}, 0, jump_hexes=hexes, stood_up=True).movement_heat for hexes in (1, 3, 5)
    ]
    assert heats_of_jumps == [4, 4, 6]
    with pytest.raises(NotAllowed, match="standing_up"):
        heat_end_of_turn("fighter", "none", {}, 0, stood_up=True)


@given(heated, heats, st.booleans())
def test_high_throws_avoid_all_but_the_automatic_shutdown(kind: str, heat: int, carries_ammo: bool):
    due = heat_rolls_due(kind, heat, carries_ammo=carries_ammo)
    saved = resolved(heat_dangers(kind, heat, carries_ammo=carries_ammo), [6] * 2 * len(due))
    assert saved == HeatResult(shutdown=heat >= 30)
    struck = resolved(heat_dangers(kind, heat, carries_ammo=carries_ammo), [1] * 2 * len(due))
    assert struck == HeatResult(
        heat >= 14, ammo_explosion=carries_ammo and heat >= 19, out_of_control=kind == "fighter" and heat >= 5
    )


def test_every_roll_that_is_due_and_no_other():
    """TAC-HOUSE-26."""
    assert [roll.danger for roll in heat_rolls_due("fighter", 30, carries_ammo=True)] == [
        "ammo_explosion",
        "out_of_control",
    ]
    with pytest.raises(Missing):
        resolved(heat_dangers("mech", 14, carries_ammo=False))
    with pytest.raises(OutOfRange):
        resolved(heat_dangers("mech", 13, carries_ammo=False), (1, 1))


def test_explosion_of_ammunition():
    """TAC-HOUSE-27."""
    assert explosion_of("mech", 50) == Explosion("center_torso", 13)
    assert explosion_of("fighter", 45) == Explosion("hull", 23)
    with pytest.raises(NotAllowed):
        explosion_of("tank", 40)


@given(
    st.sampled_from(VEHICLE_KINDS), tonnages, st.lists(st.tuples(st.integers(1, 10), st.integers(0, 60)), max_size=9)
)
def test_hits_only_take_away_and_never_pass_on(kind: str, tonnage: int, hits: list[tuple[int, int]]):
    """TAC-HOUSE-30, TAC-HOUSE-31."""
    armour = full_armour(kind, tonnage)
    for face, damage in hits:
        location = resolved(hit_location(kind, "any"), (face,) if kind == "mech" else ())
        hit = damage_location(armour, location, damage)
        assert {**hit.armour, hit.location: 0} == {**armour, hit.location: 0}
        assert hit.armour[hit.location] == max(0, armour[hit.location] - damage)
        assert hit.out_of_action == is_out_of_action(hit.armour)
        assert not hit.falls or "leg" in hit.location
        armour = hit.armour


def test_a_second_hit_on_a_lost_leg_is_no_second_fall():
    legs = damage_location(full_armour("mech", 60), "left_leg", 20)
    assert (legs.falls, damage_location(legs.armour, "left_leg", 5).falls) == (True, False)


def test_areas_strike_what_they_say():
    """TAC-PHYS-01: legs below, everything else above."""
    assert set(LOCATION_OF_FACE["lower"]) == {"right_leg", "left_leg"}
    assert set(LOCATION_OF_FACE["upper"]) | set(LOCATION_OF_FACE["lower"]) == set(LOCATIONS_OF_KIND["mech"])
    assert set(LOCATION_OF_FACE["any"]) == set(LOCATIONS_OF_KIND["mech"])


def test_what_a_destroyed_location_takes_along():
    armour = {**full_armour("mech", 60), "right_arm": 0, "right_leg": 0}
    assert destroyed_locations(armour) == ("right_arm", "right_leg")
    assert not is_out_of_action(armour)
    assert [has_lost_weapons(location, armour) for location in ("right_arm", "right_leg", "head")] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("movement", "obstacles", "lost", "due"),
    [("run", 1, 0, True), ("jump", 1, 0, True), ("walk", 3, 0, False), ("run", 0, 29, False), ("none", 0, 30, True)],
)
def test_when_a_mech_may_fall(movement: str, obstacles: int, lost: int, due: bool):
    """TAC-HOUSE-28, for 60 tonnes."""
    assert fall_check_due(60, movement, obstacles, lost) is due


def test_the_turns_piloting_roll_serves_the_fall_check():
    """TAC-VEH-08, TAC-DIFF-03."""
    assert [fall_check(RollTotal(12, "none", (6, 6)), skill).success for skill in (0, 1)] == [False, True]
    assert fall_check(RollTotal(2, "double_6", (6, 6)), 0).success


@given(st.sampled_from(tuple(WEAPONS)), st.integers(1, 30))
def test_ranges_follow_one_another(weapon: str, hexes: int):
    """TAC-HOUSE-32."""
    bands = ["short", "medium", "long", None]
    assert bands.index(range_of(weapon, hexes)) <= bands.index(range_of(weapon, hexes + 1))


def test_shots_run_out():
    """TAC-HOUSE-32."""
    assert [Fitted("siege_cannon", "turret", shots=4, fired=fired).left for fired in (0, 3, 4)] == [4, 1, 0]
    assert Fitted("heavy_laser", "turret", shots=known_weapon("heavy_laser").shots, fired=99).left is None
    assert known_weapon("siege_cannon").shots == 4


@pytest.mark.parametrize(
    ("kind", "speeds", "sinks"),
    [
        ("mech", (4, 7, 0), 12),
        ("tank", (5, 8, 0), None),
        ("helicopter", (9, 12, 0), None),
        ("fighter", (10, 13, 0), 11),
        ("dropship", (4, 7, 0), None),
    ],
)
def test_ready_made_machines(kind: str, speeds: tuple[int, int, int], sinks: int | None):
    """TAC-HOUSE-19: their printed values follow from the tonnage, their weapons use up what they may bear."""
    machine = READY_MADE[kind]
    values = machine_values(kind, machine.tonnage)
    assert (values.slow, values.fast, values.jump) == speeds
    assert values.heat_sinks == sinks
    assert all(mounted.mount in FACES_OF_MOUNT[kind] for mounted in machine.weapons)
    grades = grades_of([mounted.weapon for mounted in machine.weapons])
    assert grades < values.weapon_grades if kind == "dropship" else grades == grades_allowed(machine.tonnage)


@given(tonnages)
def test_every_mech_walks(tonnage: int):
    with_jets = machine_values("mech", tonnage, jump_jets=True)
    assert 2 <= with_jets.slow <= 7
    assert with_jets.jump == with_jets.slow - 1
    assert with_jets.fast == with_jets.slow + 3

"""Operations of the Táctico cases about vehicles, answered by the rules that play executes."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict

from rules.core.board.grids import hex_at
from rules.core.boards import Cell
from rules.core.errors import OutOfRange, at_least
from rules.core.throws import resolved
from rules.systems.tactico.initiative import Scored, declaration_order, resolution_order
from rules.systems.tactico.locations import check_locations
from rules.systems.tactico.rolls import Competence
from rules.systems.tactico.vehicles import (
    crew,
    harm,
    heat,
    heat_scale,
    hexes,
    initiative,
    machines,
    moving,
    paths,
    physical,
    shots,
    weapons,
)
from tests.vectors.registry import Adapter, Dice, Inputs, Result
from tests.vectors.registry import adapter as register


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    return register("tactico", operation)


def competence(inputs: Inputs) -> Competence:
    return Competence(inputs["characteristic"], inputs["skill"])


def place(inputs: Inputs) -> Cell:
    return hex_at(inputs["q"], inputs["r"])


@adapter("vehicle_order")
def vehicle_order(inputs: Inputs, faces: Dice) -> Result:
    entrants = [
        initiative.Entrant(one["id"], one["initiative"], one["tactics_outcome"]) for one in inputs.parts("participants")
    ]
    thrown = resolved(initiative.order_throw(entrants), faces.take(2 * len(entrants)))
    scored = [Scored(one.id, thrown.scores[one.id]) for one in entrants]
    return {
        "scores": thrown.scores,
        "declaration_order": declaration_order(scored),
        "resolution_order": resolution_order(scored),
    }


@adapter("declaration_rolls")
def declaration_rolls(inputs: Inputs, faces: Dice) -> Result:
    piloting, gunnery = competence(inputs.part("piloting")), competence(inputs.part("gunnery"))
    made = resolved(crew.declaration_rolls(piloting, {"pilot": gunnery}), faces.take(4))
    moved, fired = made.piloting.rolled, made.gunnery["pilot"].rolled
    return {
        "piloting_total": moved.total,
        "gunnery_total": fired.total,
        "piloting_flag": moved.double,
        "gunnery_flag": fired.double,
    }


@adapter("vehicle_fire")
def vehicle_fire(inputs: Inputs, faces: Dice) -> Result:
    gunner, modifiers = competence(inputs), [shot["modifier"] for shot in inputs.parts("shots")]
    if not modifiers:
        # at the table a gunner who fires nothing does not roll
        raise OutOfRange("tactico.fire.no_shots", field="shots", params={"value": 0, "least": 1})
    rolled = resolved(crew.crew_roll("gunnery", "pilot", gunner), faces.take(2)).rolled
    numbers = [shots.attack_number(gunner.skill, modifier) for modifier in modifiers]
    return {
        "total": rolled.total,
        "flag": rolled.double,
        "numbers_to_reach": numbers,
        "hits": [shots.hits(rolled, number) for number in numbers],
    }


@adapter("movement_cost")
def movement_cost(inputs: Inputs, faces: Dice) -> Result:
    obstacles = inputs.some("elevation_changes", "woods", "rough", "streams")
    journey = paths.Journey(
        inputs["hexes"],
        inputs["faces_turned"],
        water=inputs.get("other_obstacles", 0),
        reverse=inputs["reverse"],
        **obstacles,
    )
    return asdict(
        moving.movement_cost(
            inputs["vehicle_kind"], inputs["mode"], inputs["movement_points"], journey, heat=inputs.get("heat", 0)
        )
    )


@adapter("hex_relation")
def hex_relation(inputs: Inputs, faces: Dice) -> Result:
    woods = [place(one) for one in inputs.parts("woods")] if "woods" in inputs else []
    return asdict(hexes.hex_relation(place(inputs.part("from")), inputs["facing"], place(inputs.part("to")), woods))


@adapter("physical_damage")
def physical_damage(inputs: Inputs, faces: Dice) -> Result:
    dealt = physical.physical_damage(
        inputs["attack"], inputs["own_tonnage"], **inputs.some("target_tonnage", "straight_hexes")
    )
    return {**asdict(dealt), "roll_skill": crew.PILOTING}


@adapter("arc_check")
def arc_check(inputs: Inputs, faces: Dice) -> Result:
    mount = inputs["vehicle_kind"], inputs["mount"]
    return {"in_arc": hexes.in_arc(*mount, inputs["relative_face"], inputs["distance_hexes"], inputs["torso_twist"])}


@adapter("shot_modifier")
def shot_modifier(inputs: Inputs, faces: Dice) -> Result:
    shooter = shots.Shooter(
        inputs["shooter_kind"], inputs["shooter_movement"], inputs["shooter_heat"], inputs["target_number"]
    )
    target = shots.Target(
        inputs["target_kind"],
        inputs["target_hexes"],
        inputs["target_jumped"],
        inputs["target_immobilised"],
        inputs["air_aspect"],
    )
    parts = shots.shot_modifiers(
        shooter,
        target,
        inputs["range"],
        woods_hexes=inputs["woods_hexes"],
        partial_cover=inputs["partial_cover"],
    )
    return {**asdict(parts), "modifier": parts.modifier}


@adapter("heat_end_of_turn")
def heat_end_of_turn(inputs: Inputs, faces: Dice) -> Result:
    fired: Counter[weapons.WeaponName] = Counter()
    for one in inputs.parts("weapons"):
        fired[one["weapon"]] += one["count"]
    return asdict(
        heat.heat_end_of_turn(
            inputs["vehicle_kind"],
            inputs["movement"],
            fired,
            inputs["heat_sinks"],
            carried=inputs["carried_heat"],
            stood_up=inputs["stood_up"],
            **inputs.some("jump_hexes"),
        )
    )


@adapter("heat_table")
def heat_table(inputs: Inputs, faces: Dice) -> Result:
    reached = inputs["heat"]
    effects = heat_scale.heat_effects(inputs["vehicle_kind"], reached)
    rows = ((effect, heats[reached]) for effect, heats in heat_scale.SCALE.items() if reached in heats)
    codes = [f"move_-{value}" if effect == "move" else f"{effect}_{value}" for effect, value in rows]
    if reached == heat_scale.HIGHEST_ROW:
        codes = ["shutdown_automatic"]
    return {**asdict(effects), "row_codes": codes}


@adapter("heat_checks")
def heat_checks(inputs: Inputs, faces: Dice) -> Result:
    kind, reached, carries_ammo = inputs["vehicle_kind"], inputs["heat"], inputs["carries_ammo"]
    due = heat.heat_rolls_due(kind, reached, carries_ammo=carries_ammo)
    rule = heat.heat_dangers(kind, reached, carries_ammo=carries_ammo)
    return asdict(resolved(rule, faces.take(2 * len(due))))


@adapter("vehicle_hit")
def vehicle_hit(inputs: Inputs, faces: Dice) -> Result:
    # a location that is null is not given
    armour = {location: points for location, points in inputs["armour"].items() if points is not None}
    kind, area, damage = inputs["vehicle_kind"], inputs["area"], inputs["damage"]
    harm.check_area(kind, area)
    check_locations(armour, machines.LOCATIONS_OF_KIND[kind], field="armour")
    for location, points in armour.items():
        at_least(points, 0, "tactico.armour.negative", field=location)
    rule = harm.hit_location(kind, area)
    return asdict(harm.damage_location(armour, resolved(rule, faces.take(1 if kind == "mech" else 0)), damage))


@adapter("vehicle_weapon")
def vehicle_weapon(inputs: Inputs, faces: Dice) -> Result:
    name, distance = inputs["weapon"], inputs["distance_hexes"]
    weapon = weapons.known_weapon(name)
    return {**asdict(weapon), "damage": weapon.damage, "range": weapons.range_of(name, distance)}


@adapter("vehicle_defaults")
def vehicle_defaults(inputs: Inputs, faces: Dice) -> Result:
    return asdict(machines.machine_values(inputs["vehicle_kind"], inputs["tonnage"], **inputs.some("jump_jets")))

"""Operations of the Táctico cases about vehicles, answered by the functions of plain numbers."""

from collections.abc import Callable
from dataclasses import asdict

from rules.systems.tactico.rolls import Competence
from rules.systems.tactico.vehicles import (
    arcs,
    declaration,
    fire,
    heat,
    heat_rolls,
    heat_scale,
    hexes,
    hits,
    initiative,
    machines,
    movement,
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


def place(inputs: Inputs) -> hexes.Hex:
    return hexes.Hex(inputs["q"], inputs["r"])


@adapter("vehicle_order")
def vehicle_order(inputs: Inputs, faces: Dice) -> Result:
    participants = [
        initiative.Participant(one["id"], one["initiative"], one["tactics_outcome"])
        for one in inputs.parts("participants")
    ]
    return asdict(initiative.vehicle_order(participants, faces.take(len(initiative.order_dice(len(participants))))))


@adapter("declaration_rolls")
def declaration_rolls(inputs: Inputs, faces: Dice) -> Result:
    piloting, gunnery = competence(inputs.part("piloting")), competence(inputs.part("gunnery"))
    return asdict(declaration.declaration_rolls(piloting, gunnery, faces.take(2), faces.take(2)))


@adapter("vehicle_fire")
def vehicle_fire(inputs: Inputs, faces: Dice) -> Result:
    gunner, modifiers = competence(inputs), [shot["modifier"] for shot in inputs.parts("shots")]
    return asdict(fire.vehicle_fire(gunner, modifiers, faces.take(2)))


@adapter("movement_cost")
def movement_cost(inputs: Inputs, faces: Dice) -> Result:
    obstacles = inputs.some("elevation_changes", "woods", "rough", "streams", "other_obstacles")
    journey = movement.Journey(inputs["hexes"], inputs["faces_turned"], reverse=inputs["reverse"], **obstacles)
    return asdict(
        movement.movement_cost(
            inputs["vehicle_kind"], inputs["mode"], inputs["movement_points"], journey, **inputs.some("heat")
        )
    )


@adapter("hex_relation")
def hex_relation(inputs: Inputs, faces: Dice) -> Result:
    woods = [place(one) for one in inputs.parts("woods")] if "woods" in inputs else []
    return asdict(hexes.hex_relation(place(inputs.part("from")), inputs["facing"], place(inputs.part("to")), woods))


@adapter("physical_damage")
def physical_damage(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        physical.physical_damage(
            inputs["attack"], inputs["own_tonnage"], **inputs.some("target_tonnage", "straight_hexes")
        )
    )


@adapter("arc_check")
def arc_check(inputs: Inputs, faces: Dice) -> Result:
    mount = inputs["vehicle_kind"], inputs["mount"]
    return {"in_arc": arcs.in_arc(*mount, inputs["relative_face"], inputs["distance_hexes"], inputs["torso_twist"])}


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
    fired = [heat.Fired(one["weapon"], one["count"]) for one in inputs.parts("weapons")]
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
    return asdict(heat_scale.heat_effects(inputs["vehicle_kind"], inputs["heat"]))


@adapter("heat_checks")
def heat_checks(inputs: Inputs, faces: Dice) -> Result:
    known = inputs["vehicle_kind"], inputs["heat"]
    due = heat_rolls.heat_rolls_due(*known, carries_ammo=inputs["carries_ammo"])
    return asdict(heat_rolls.heat_result(*known, [faces.take(2) for _ in due], carries_ammo=inputs["carries_ammo"]))


@adapter("vehicle_hit")
def vehicle_hit(inputs: Inputs, faces: Dice) -> Result:
    # a location that is null is not given
    armour = {location: points for location, points in inputs["armour"].items() if points is not None}
    given = inputs["vehicle_kind"], inputs["area"], armour, inputs["damage"]
    return asdict(hits.vehicle_hit(*given, faces.take(len(hits.hit_dice(inputs["vehicle_kind"])))))


@adapter("vehicle_weapon")
def vehicle_weapon(inputs: Inputs, faces: Dice) -> Result:
    name, distance = inputs["weapon"], inputs["distance_hexes"]
    weapon = weapons.known_weapon(name)
    return {**asdict(weapon), "damage": weapon.damage, "range": weapons.range_of(name, distance)}


@adapter("vehicle_defaults")
def vehicle_defaults(inputs: Inputs, faces: Dice) -> Result:
    return asdict(machines.machine_values(inputs["vehicle_kind"], inputs["tonnage"], **inputs.some("jump_jets")))

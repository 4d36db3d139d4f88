"""Operations of the Táctico cases about people, answered by the functions of plain numbers."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rules.core.errors import Missing
from rules.systems.tactico import (
    attacks,
    attributes,
    budget,
    declaration,
    fatigue,
    healing,
    hit_points,
    initiative,
    load,
    locations,
    odds,
    rolls,
    time,
)
from tests.vectors.registry import Adapter, Dice, Inputs, Result
from tests.vectors.registry import adapter as register


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    return register("tactico", operation)


def nullable(inputs: Inputs, name: str) -> Any:
    """Return an input that must be given and may be null."""
    if name not in list(inputs):
        raise Missing("input.missing", field=name)
    return inputs.get(name)


def points(inputs: Inputs, name: str) -> dict[Any, int]:
    """Return points by location; one that is null is not given."""
    return {location: value for location, value in inputs[name].items() if value is not None}


def competence(inputs: Inputs) -> rolls.Competence:
    return rolls.Competence(inputs["characteristic"], inputs["skill"], inputs.get("modifier", 0))


def untouched(inputs: Inputs) -> rolls.Competence:
    """Return a competence to which the operation adds no modifier."""
    return rolls.Competence(inputs["characteristic"], inputs["skill"])


@adapter("skill_roll")
def skill_roll(inputs: Inputs, faces: Dice) -> Result:
    who, difficulty = competence(inputs), inputs["difficulty"]
    return asdict(rolls.skill_roll(who, difficulty, faces.take(2), **inputs.some("difficulty_modifier")))


@adapter("opposed_roll")
def opposed_roll(inputs: Inputs, faces: Dice) -> Result:
    one, other = competence(inputs.part("a")), competence(inputs.part("b"))
    return asdict(rolls.opposed_roll(one, other, faces.take(2), faces.take(2)))


@adapter("dice_probability")
def dice_probability(inputs: Inputs, faces: Dice) -> Result:
    return asdict(odds.result_odds(inputs["result"]))


@adapter("success_chance")
def success_chance(inputs: Inputs, faces: Dice) -> Result:
    return asdict(odds.success_chance(competence(inputs), inputs["difficulty"], **inputs.some("difficulty_modifier")))


@adapter("turn_time")
def turn_time(inputs: Inputs, faces: Dice) -> Result:
    return {"seconds": time.elapsed_seconds(inputs["turns"], inputs["segments"])}


@adapter("turn_order")
def turn_order(inputs: Inputs, faces: Dice) -> Result:
    participants = [
        initiative.Participant(one["id"], one["initiative"], tuple(one["acts"])) for one in inputs.parts("participants")
    ]
    return asdict(initiative.turn_order(participants))


@adapter("check_plan")
def check_plan(inputs: Inputs, faces: Dice) -> Result:
    distance = None if nullable(inputs, "distance_m") is None else inputs.number("distance_m")
    who = declaration.Declarer(
        inputs["fatigue_level"],
        inputs["fatigue_attribute"],
        inputs["movement"],
        distance,
        inputs["melee_stage"],
        tuple(inputs["disabled"]),
    )
    return asdict(declaration.check_plan(who, inputs["segments"], **inputs.some("treat_patient")))


@adapter("turn_budget")
def turn_budget(inputs: Inputs, faces: Dice) -> Result:
    before = budget.Budget(
        inputs["allowance"],
        inputs["segments_resolved"],
        inputs["actions_done"],
        inputs["actions_planned"],
        inputs["defences_used"],
        inputs["actions_lost"],
    )
    after = budget.turn_event(before, inputs["event"], inputs.get("new_actions_planned"))
    return {**asdict(after), "defences_left": after.defences_left}


@adapter("fatigue_gain")
def fatigue_gain(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        fatigue.fatigue_gain(inputs["fatigue_level"], inputs["fatigue_attribute"], inputs["strenuous_actions"])
    )


@adapter("fatigue_rest")
def fatigue_rest(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        fatigue.fatigue_rest(
            inputs["fatigue_level"], inputs["fatigue_attribute"], inputs["actions_taken"], inputs["defences_used"]
        )
    )


@adapter("apply_damage")
def apply_damage(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        hit_points.apply_damage(
            inputs["life_points"],
            points(inputs, "resistance"),
            inputs["kind"],
            inputs["damage"],
            inputs.get("location"),
        )
    )


@adapter("hit_location")
def hit_location(inputs: Inputs, faces: Dice) -> Result:
    return asdict(locations.hit_location(inputs["attack_skill"], faces.take(1)))


@adapter("treatment_step")
def treatment_step(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        healing.treatment_step(
            inputs["wound_points"],
            inputs["turns_done"],
            inputs["event"],
            has_equipment=inputs["has_equipment"],
            patient_dead=inputs["patient_dead"],
        )
    )


@adapter("natural_recovery")
def natural_recovery(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        healing.natural_recovery(
            healing.Health(inputs["life_points"], points(inputs, "resistance")),
            healing.Health(inputs["life_points_max"], points(inputs, "resistance_max")),
            inputs["weeks"],
            cared_for=inputs["cared_for"],
        )
    )


@adapter("attack_modifier")
def attack_modifier(inputs: Inputs, faces: Dice) -> Result:
    given = attacks.Circumstances(
        inputs["attacker_segments_moved"],
        inputs["defender_segments_moved"],
        inputs["aimed"],
        inputs["accuracy"],
        inputs["circumstances"],
    )
    return {"modifier": attacks.attack_modifier(given)}


@adapter("attack_roll")
def attack_roll(inputs: Inputs, faces: Dice) -> Result:
    attacker, skill = untouched(inputs), inputs["attack_skill"]
    aimed, difficulty = nullable(inputs, "aimed_location"), inputs.get("difficulty")
    given = attacks.Circumstances(
        inputs["attacker_segments_moved"],
        inputs["defender_segments_moved"],
        aimed is not None,
        inputs["accuracy"],
        inputs["circumstances"],
    )
    if aimed is not None:
        locations.known_location(aimed)
    if nullable(inputs, "defence") is None:
        result = attacks.attack(attacker, skill, given, difficulty, faces.take(2))
    else:
        defender = untouched(inputs.part("defence"))
        if difficulty is not None:
            rolls.known_difficulty(difficulty)
        result = attacks.defended_attack(attacker, skill, given, defender, faces.take(2), faces.take(2))
    location_die = faces.take(1) if attacks.location_dice_due(result, aimed) else ()
    return {**asdict(result), "location": attacks.struck_location(result, skill, aimed, location_die)}


@adapter("check_load")
def check_load(inputs: Inputs, faces: Dice) -> Result:
    items = [
        load.Item(item["size"], item["quantity"], item["category"], item.get("container"), item.get("slot"))
        for item in inputs.parts("items")
    ]
    containers = [
        load.Container(container["id"], container["size"], container["capacity"])
        for container in inputs.parts("containers")
    ]
    slots = [load.Slot(slot["id"], tuple(slot["accepts"])) for slot in inputs.parts("slots")]
    return asdict(load.check_load(inputs["endurance"], items, containers, slots))


@adapter("default_attributes")
def default_attributes(inputs: Inputs, faces: Dice) -> Result:
    return asdict(attributes.attributes({name: inputs[name] for name in attributes.CHARACTERISTICS}))

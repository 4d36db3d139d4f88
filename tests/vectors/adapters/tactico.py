"""Operations of the Táctico cases about people, answered by the rules that play executes."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from rules.core import words
from rules.core.errors import Missing, OutOfRange, one_of, within
from rules.core.fight import Combatant, Fight
from rules.core.throws import resolved
from rules.systems.tactico import (
    attack,
    attributes,
    budget,
    clock,
    declaring,
    defence,
    fatigue,
    harm,
    healing,
    initiative,
    load,
    locations,
    melee,
    moving,
    odds,
    rolls,
)
from rules.systems.tactico.state import Body, Planned, Round, TacticoFight, Turn
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
    rule = rolls.skill_check(who, difficulty)
    if "difficulty_modifier" in inputs:
        rolls.check_competence(who)
        rule = rolls.check(who, rolls.number_to_reach(difficulty, who.skill, inputs["difficulty_modifier"]))
    return asdict(resolved(rule, faces.take(2)))


@adapter("opposed_roll")
def opposed_roll(inputs: Inputs, faces: Dice) -> Result:
    one, other = competence(inputs.part("a")), competence(inputs.part("b"))
    met = resolved(rolls.opposed_roll(one), faces.take(4), {"how": other})
    return {
        "a_total": met.a.total,
        "b_total": met.b.total,
        "winner": met.winner,
        "a_flag": met.a.double,
        "b_flag": met.b.double,
    }


@adapter("dice_probability")
def dice_probability(inputs: Inputs, faces: Dice) -> Result:
    result = within(inputs["result"], odds.LOWEST, odds.HIGHEST, "tactico.odds.result", field="result")
    exactly = odds.WAYS[result]
    at_least = sum(ways for total, ways in odds.WAYS.items() if total >= result)
    return {
        "printed_percent": percent(exactly),
        "printed_percent_at_least": percent(at_least),
        "ways_of_36": exactly,
        "ways_at_least_of_36": at_least,
    }


def percent(ways: int) -> int:
    """Return throws out of 36 as the whole percentage that a page would say."""
    said = words.percent(Fraction(ways, odds.THROWS), "en")
    return int("".join(filter(str.isdigit, said)))


@adapter("success_chance")
def success_chance(inputs: Inputs, faces: Dice) -> Result:
    who = rolls.check_competence(competence(inputs))
    number = rolls.number_to_reach(inputs["difficulty"], who.skill, inputs.get("difficulty_modifier", 0))
    return {
        "number_to_reach": number,
        "favourable_of_36": odds.chances(who.sum, number)["odds.success"] * odds.THROWS,
    }


@adapter("turn_time")
def turn_time(inputs: Inputs, faces: Dice) -> Result:
    begun = within(inputs["segments"], 0, clock.SEGMENTS - 1, "tactico.time.segments", field="segments")
    return {"seconds": clock.elapsed_seconds(inputs["turns"]) + begun * clock.SECONDS_OF_SEGMENT}


@adapter("turn_order")
def turn_order(inputs: Inputs, faces: Dice) -> Result:
    """Line up a fight of these people, and ask it who declares and who acts."""
    people = inputs.parts("participants")
    for one in people:
        if len(one["acts"]) != clock.SEGMENTS:
            raise OutOfRange("tactico.turn.segments", field="acts", params={"given": len(one["acts"])})
    fight = initiative.lined_up(_fight({one["id"]: one["initiative"] for one in people}))
    declared = initiative.undeclared(fight)
    for one in people:
        plan = tuple(Planned("attack" if acts else "give_up") for acts in one["acts"])
        fight = budget.with_turn(fight, one["id"], Turn(plan))
    at = range(1, clock.SEGMENTS + 1)
    return {
        "declaration_order": declared,
        "resolution": [(segment, who) for segment in at for who in initiative.waiting(fight, segment)],
    }


def _fight(initiatives: dict[str, int]) -> TacticoFight:
    """A fight of unhurt people, in this order of the list."""
    bodies = {who: Body({}, {}, life=1, life_max=1, initiative=score) for who, score in initiatives.items()}
    people = {who: Combatant(who, who, body) for who, body in bodies.items()}
    return Fight(Round(number=1, stage="declaration"), people, tuple(people))


@adapter("check_plan")
def check_plan(inputs: Inputs, faces: Dice) -> Result:
    distance = None if nullable(inputs, "distance_m") is None else inputs.number("distance_m")
    who = declaring.Declarer(
        inputs["fatigue_level"],
        inputs["fatigue_attribute"],
        inputs["movement"],
        distance,
        inputs["melee_stage"],
        tuple(inputs["disabled"]),
    )
    return consequences(who, inputs["segments"], inputs.get("treat_patient", "self"))


def consequences(who: declaring.Declarer, segments: Sequence[Any], treat_patient: Any) -> Result:
    """What a declaration that is allowed comes to, from the rules that play asks one after the other."""
    plan = declaring.check_plan(who, segments, treat_patient)
    used = declaring.actions_used(segments)
    begun = budget.Budget(plan.actions_allowed, 0, 0, used, 0, 0)
    return {
        "actions_allowed": plan.actions_allowed,
        "actions_used": used,
        "defences": begun.defences_left if budget.may_defend(who.disabled, segments) else 0,
        "segments_moved": sum(action in moving.MOVING for action in segments),
        "distance_covered_m": sum(moving.metres_of(action, who.movement) for action in segments),
        "engaged": melee.is_engaged(who.distance_m),
        "leaves_melee": plan.leaves_melee,
        "is_rest_turn": used == 0,
    }


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
    after = _turn_event(before, inputs)
    return {**asdict(after), "defences_left": after.defences_left}


def _turn_event(before: budget.Budget, inputs: Inputs) -> budget.Budget:
    events = ("defend_melee", "defend_ranged", "change_intention")
    event = one_of(inputs["event"], events, "tactico.budget.event_unknown", field="event")
    if event == "change_intention":
        return budget.change_intention(before, inputs["new_actions_planned"])
    defence.check_defence("brawl" if event == "defend_melee" else "ranged_weapons")
    return budget.defend(before)


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
        harm.apply_damage(
            inputs["life_points"],
            points(inputs, "resistance"),
            inputs["kind"],
            inputs["damage"],
            inputs.get("location"),
        )
    )


@adapter("hit_location")
def hit_location(inputs: Inputs, faces: Dice) -> Result:
    return asdict(resolved(locations.hit_location(inputs["attack_skill"]), faces.take(1)))


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
            healing.Points(inputs["life_points"], points(inputs, "resistance")),
            healing.Points(inputs["life_points_max"], points(inputs, "resistance_max")),
            inputs["weeks"],
            cared_for=inputs["cared_for"],
        )
    )


def circumstances(inputs: Inputs, *, aimed: bool) -> attack.Circumstances:
    return attack.Circumstances(
        inputs["attacker_segments_moved"],
        inputs["defender_segments_moved"],
        aimed,
        inputs["accuracy"],
        inputs["circumstances"],
    )


@adapter("attack_modifier")
def attack_modifier(inputs: Inputs, faces: Dice) -> Result:
    given = circumstances(inputs, aimed=inputs["aimed"])
    return {"modifier": sum(attack.attack_modifiers(given).values())}


@adapter("attack_roll")
def attack_roll(inputs: Inputs, faces: Dice) -> Result:
    attacker, skill, difficulty = untouched(inputs), inputs["attack_skill"], inputs.get("difficulty")
    aimed = nullable(inputs, "aimed_location")
    given = circumstances(inputs, aimed=aimed is not None)
    answered = nullable(inputs, "defence") is not None
    answer = untouched(inputs.part("defence")) if answered else None
    if difficulty is not None:
        rolls.known_difficulty(difficulty)
    rule = attack.attack(attacker, skill, given, difficulty, aimed, answerable=answered)
    return asdict(resolved(rule, faces.take(faces.left), {"defence": answer}))


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

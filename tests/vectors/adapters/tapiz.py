"""Operations of the Tapiz cases, answered by the functions of plain numbers."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rules.core.errors import Missing, UnknownValue
from rules.systems.tapiz import (
    advancement,
    attributes,
    creation,
    defences,
    dice,
    effects,
    hero_points,
    hit_points,
    house,
    initiative,
    languages,
    load,
    movement,
    options,
    rolls,
    size,
    stances,
    time,
    traits,
    visibility,
)
from tests.vectors.registry import Adapter, Dice, Inputs, Result
from tests.vectors.registry import adapter as register


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    return register("tapiz", operation)


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out the fields that do not belong to the case."""
    return {name: value for name, value in values.items() if value is not None}


@adapter("roll_dice")
def roll_dice(inputs: Inputs, faces: Dice) -> Result:
    pool = dice.parse_notation(inputs["notation"])
    taken = faces.take(len(dice.dice_rolled(pool)))
    return given(
        asdict(dice.roll_dice(inputs["notation"], taken, **inputs.some("percentile_set", "percentile_convention")))
    )


@adapter("trait_bonus")
def trait_bonus(inputs: Inputs, faces: Dice) -> Result:
    use = None
    if "language" in inputs:
        part = inputs.part("language")
        use = languages.LanguageUse(part["rule_tzr0001"], part["proficiency"], part["esteemed"], part["unexpected"])
    return asdict(traits.trait_bonus(inputs["level"], inputs["traits"], language=use, **inputs.some("aimed")))


@adapter("action_roll")
def action_roll(inputs: Inputs, faces: Dice) -> Result:
    attribute = inputs["attribute_modifier"]
    mode = rolls.known_mode(inputs.get("mode", "rolled"))
    if "defender" in inputs:
        part = inputs.part("defender")
        resistance = rolls.roll_total(
            attribute_modifier=part["attribute_modifier"],
            faces=faces.take(3),
            **part.some("trait_bonus", "other_modifiers"),
        ).total
    else:
        resistance = inputs["resistance"]
    roll = rolls.roll_total(
        attribute_modifier=attribute,
        mode=mode,
        faces=faces.take(3) if mode == "rolled" else (),
        **inputs.some("trait_bonus", "other_modifiers"),
    )
    return {"total": roll.total, "resistance": resistance, **asdict(rolls.compare(roll.total, resistance))}


@adapter("resistance")
def resistance(inputs: Inputs, faces: Dice) -> Result:
    terms = inputs.some(
        "trait_bonus",
        "armour_bonus",
        "cover_bonus",
        "other_modifiers",
        "stance",
        "level",
        "chosen_bonus",
        "surprised",
        "static_allowed",
    )
    rolled = faces.take(3) if inputs["mode"] == "rolled" else ()
    return asdict(defences.resistance(inputs["mode"], inputs["attribute_modifier"], faces=rolled, **terms))


@adapter("effect_options")
def effect_options(inputs: Inputs, faces: Dice) -> Result:
    return asdict(effects.effect_options(inputs["points"]))


@adapter("listed_effects")
def listed_effects(inputs: Inputs, faces: Dice) -> Result:
    listed = [effects.listed_effect(name) for name in inputs["names"]]
    return {
        "tiers": [effect.tier for effect in listed],
        "costs": [effects.PRICES[effect.tier] for effect in listed],
        "numeric": [effect.numeric for effect in listed],
    }


@adapter("spend_points")
def spend_points(inputs: Inputs, faces: Dice) -> Result:
    purchases = [
        effects.Purchase(purchase["type"], purchase.get("tier"), purchase.get("amount"))
        for purchase in inputs.parts("spends")
    ]
    return asdict(effects.spend(inputs["points"], inputs["kind"], purchases, in_combat=inputs["in_combat"]))


@adapter("use_effects")
def use_effects(inputs: Inputs, faces: Dice) -> Result:
    active = [
        effects.ActiveEffect(
            effect["id"],
            effect["tier"],
            effect["sign"],
            effect["relevant"],
            effect.get("duration", "next_roll") if effect["tier"] == "momentary" else effect["duration"],
            effect.get("numeric", True),
        )
        for effect in inputs.parts("effects")
    ]
    return asdict(effects.use_effects(active))


@adapter("hit_point_status")
def hit_point_status(inputs: Inputs, faces: Dice) -> Result:
    status = hit_points.hit_point_status(inputs["physical"], inputs["mental"])
    return {
        "physical_status": status.physical,
        "mental_status": status.mental,
        "allowed": status.allowed,
        "playable": status.playable,
    }


def cap_of(inputs: Inputs) -> int | None:
    if "cap" not in inputs:
        return None
    cap = inputs.part("cap")
    return options.blow_cap(cap["rule"], cap["level"], **cap.some("die", "attribute", "base"))


@adapter("apply_damage")
def apply_damage(inputs: Inputs, faces: Dice) -> Result:
    pool, current, amount = inputs["pool"], inputs["current"], inputs["amount"]
    cap = cap_of(inputs)
    damage = hit_points.apply_damage(pool, current, amount, cap=cap, **inputs.some("healing_available", "stabilised"))
    return {**asdict(damage), **given({"cap_value": cap})}


@adapter("tick")
def tick(inputs: Inputs, faces: Dice) -> Result:
    after = hit_points.tick(
        inputs["event"],
        inputs["physical"],
        inputs["mental"],
        **inputs.some("physical_stabilised", "mental_stabilised", "level", "physical_max", "mental_max"),
    )
    return {
        **asdict(after),
        "physical_status": hit_points.physical_status(after.physical),
        "mental_status": hit_points.mental_status(after.mental),
    }


@adapter("stabilise")
def stabilise(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        hit_points.stabilise(
            inputs["pool"],
            inputs["current"],
            inputs["total"],
            base_difficulty=inputs["base_difficulty"],
            by=inputs["by"],
        )
    )


@adapter("heal")
def heal(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        hit_points.heal(
            inputs["current"],
            inputs["maximum"],
            inputs["amount"],
            success=inputs["success"],
            healing_available=inputs["healing_available"],
        )
    )


@adapter("spend_hero_point")
def spend_hero_point(inputs: Inputs, faces: Dice) -> Result:
    held = inputs["hero_points"]
    match hero_points.known_use(inputs["use"]):
        case "choose_consequence":
            chosen = hero_points.choose_consequence(
                held, inputs["source"], **inputs.some("consequences", "mitigate", "replacement", "tier")
            )
            return given(asdict(chosen))
        case "bump_effect":
            return asdict(hero_points.bump_effect(held, inputs["effect_points"]))
        case "decide_treasure":
            return {"hero_points": hero_points.pay(held)}
        case "recover_hit_points":
            hit_points.known_pool(inputs["pool"])
            recovery = hero_points.recover(
                held,
                inputs["hit_die"],
                inputs["current"],
                inputs["maximum"],
                faces.take(1),
                healing_available=inputs["healing_available"],
            )
            return {"hero_points": recovery.hero_points, **asdict(recovery.healing)}
        case "allow_static_roll":
            return {"hero_points": hero_points.pay(held), "static_allowed": True}
        case "success_with_consequences":
            turn = hero_points.success_with_consequences
        case "consequences_with_success":
            turn = hero_points.consequences_with_success
    return asdict(turn(held, inputs["consequence_points"], optional_uses=inputs.get("optional_uses", False)))


@adapter("hero_points")
def hero_point_events(inputs: Inputs, faces: Dice) -> Result:
    current = inputs["current"]
    if hero_points.known_event(inputs["event"]) == "award":
        return {"hero_points": hero_points.award(current, **inputs.some("amount"))}
    return asdict(hero_points.start_adventure(inputs["level"], inputs["player_characters"]))


@adapter("language_advance")
def language_advance(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        languages.language_advance(
            languages.Language(inputs["spoken"], inputs["written"]),
            inputs["raise_spoken"],
            inputs["raise_written"],
            erudite_allowed=inputs["erudite_allowed"],
        )
    )


@adapter("visibility_cover")
def visibility_cover(inputs: Inputs, faces: Dice) -> Result:
    return asdict(visibility.visibility_and_cover(inputs["visibility"], inputs["cover"], inputs.get("extent")))


@adapter("movement")
def movement_of(inputs: Inputs, faces: Dice) -> Result:
    mov, mode, unit = inputs.number("mov"), inputs["mode"], inputs["unit"]
    if movement.known_context(inputs["context"]) == "combat":
        return asdict(movement.combat_move(mov, mode, unit=unit, **inputs.some("action", "load_category")))
    return {"distance_m": movement.travel_distance(mov, mode, unit, **inputs.some("load_category"))}


@adapter("load_state")
def load_state(inputs: Inputs, faces: Dice) -> Result:
    carried = load.load_state(
        inputs["strength"],
        inputs["dexterity"],
        inputs["constitution"],
        inputs.number("weight_kg"),
        **inputs.some("load_bonus", "rules_enabled"),
    )
    result = asdict(carried)
    if "rounds_moved" in inputs:
        result["rest_due"] = load.rest_due(carried, inputs["rounds_moved"])
    if "normal_hours" in inputs:
        result["travel_hours"] = load.travel_hours(carried, inputs.number("normal_hours"))
    return result


@adapter("size_attack")
def size_attack(inputs: Inputs, faces: Dice) -> Result:
    sizes = inputs["attack"], inputs["attacker"], inputs["target"]
    if ("total" in inputs) != ("resistance" in inputs):
        raise Missing("input.missing", field="resistance" if "total" in inputs else "total")
    modifiers = size.size_modifiers(*sizes, **inputs.some("physical_sign"))
    result = {"resistance_modifier": modifiers.resistance, "effect_points_modifier": modifiers.effect_points}
    if "total" not in inputs:
        return result
    faced = inputs["resistance"] + modifiers.resistance
    return {**result, "resistance": faced, **asdict(size.compare_sized(inputs["total"], faced, modifiers))}


@adapter("stance_attack")
def stance_attack(inputs: Inputs, faces: Dice) -> Result:
    needed = {name: inputs[name] for name in ("level", "attribute_modifier", "traits")}
    dice_asked = stances.attack_dice(inputs["stance"], inputs.get("damage_dice"))
    attack = stances.stance_attack(
        inputs["stance"],
        inputs["resistance"],
        faces.take(len(dice_asked)),
        known=inputs.get("stance_known", True),
        **needed,
        **inputs.some(
            "other_modifiers",
            "changed_stance",
            "chosen_bonus",
            "conflict",
            "attack",
            "weapon_range",
            "damage_dice",
            "aimed_last_asalto",
        ),
    )
    return {
        "stance_bonus": attack.stance_bonus,
        "total": attack.roll.total,
        **asdict(attack.comparison),
        "consequence_tier": attack.consequence_tier,
        "acts_last": attack.acts_last,
    }


@adapter("initiative_roll")
def initiative_roll(inputs: Inputs, faces: Dice) -> Result:
    modifiers = inputs["dexterity_modifier"], inputs["wisdom_modifier"]
    return {"initiative": initiative.initiative(*modifiers, faces.take(3), inputs.get("other_modifiers", ()))}


@adapter("initiative_order")
def initiative_order(inputs: Inputs, faces: Dice) -> Result:
    participants = [
        initiative.Participant(one["id"], one["initiative"], one["stance"], **one.some("dexterity", "surprised"))
        for one in inputs.parts("participants")
    ]
    order = initiative.initiative_order(participants, inputs.get("round", 1))
    return {"order": [place.id for place in order]}


@adapter("convert_time")
def convert_time(inputs: Inputs, faces: Dice) -> Result:
    return {
        "amount": time.convert_time(inputs.number("amount"), inputs["from"], inputs["to"], **inputs.some("in_conflict"))
    }


@adapter("defence_reserve")
def defence_reserve(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        options.defence_reserve(inputs["incoming_points"], inputs["current"], inputs["spend"], cap_of(inputs))
    )


@adapter("consequence_slots")
def consequence_slots(inputs: Inputs, faces: Dice) -> Result:
    slots = inputs.part("slots")
    before = options.Slots(slots.get("minor"), slots.get("major"), slots.get("extreme"))
    return {"slots": asdict(options.fill_slot(before, inputs["tier"], inputs["name"], inputs["action"]))}


@adapter("level_up")
def level_up(inputs: Inputs, faces: Dice) -> Result:
    gained = advancement.level_up(
        inputs["level"],
        inputs["physical_max"],
        inputs["mental_max"],
        faces.take(2),
        **inputs.some("physical_die", "mental_die", "creature", "advances", "xp", "physical_current", "mental_current"),
    )
    return given(asdict(gained))


@adapter("new_character")
def new_character(inputs: Inputs, faces: Dice) -> Result:
    allowance = {"hero_points": hero_points.hero_allowance(creation.STARTING_LEVEL)}
    if creation.known_method(inputs["method"]) == "roll":
        return {"results": creation.roll_scores(faces.take(len(creation.GENERATION_DICE))), **allowance}
    named = inputs.part("attributes")
    keys = {attributes.attribute_of(name): name for name in named}
    scores = {attribute: creation.check_score(named[name], field=name) for attribute, name in keys.items()}
    modifiers = {attribute: attributes.attribute_modifier(score) for attribute, score in scores.items()}
    result: dict[str, Any] = {
        "modifiers": {keys[attribute]: modifier for attribute, modifier in modifiers.items()},
        **allowance,
    }
    for pool, attribute in (("physical", "constitution"), ("mental", "wisdom")):
        if attribute in scores and f"{pool}_die" in inputs:
            result[f"{pool}_max"] = creation.starting_hit_points(scores[attribute], inputs[f"{pool}_die"])

    def bonus(name: str) -> int:
        return traits.trait_bonus(creation.STARTING_LEVEL, inputs.get(name, 0)).bonus

    if "dexterity" in modifiers:
        result["armour_class"] = defences.armour_class(
            modifiers["dexterity"],
            armour_bonus=inputs.get("armour_bonus", 0),
            trait_bonus=bonus("traits_physical_defence"),
        ).value
    if "intelligence" in modifiers:
        result["mental_defence"] = defences.mental_defence(
            modifiers["intelligence"], trait_bonus=bonus("traits_mental_defence")
        ).value
    return result


@adapter("house_lookup")
def house_lookup(inputs: Inputs, faces: Dice) -> Result:
    match inputs["table"]:
        case "armour":
            return {"value": house.armour_bonus(inputs["key"], **inputs.some("shield"))}
        case "weapon_die":
            return {"value": house.weapon_die(inputs["key"])}
        case "difficulty":
            return {"value": house.difficulty(inputs["key"], **inputs.some("steps_up"))}
        case "range_band":
            return {"band": house.range_band(inputs.number("distance_m"))}
        case "attribute_modifier":
            return {"value": attributes.attribute_modifier(inputs["score"])}
        case "default":
            return {"value": house.default_value(inputs["key"])}
        case unknown:
            raise UnknownValue("input.table_unknown", field="table", params={"value": unknown})

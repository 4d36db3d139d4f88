"""Operations of the Tapiz cases, answered by the rules that play executes."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from rules.core.creation import HOUSE
from rules.core.errors import Missing, UnknownValue, one_of
from rules.core.throws import Throws, resolved
from rules.dice import parse
from rules.systems.tapiz import (
    archetypes,
    attributes,
    bands,
    creation,
    defence,
    dice,
    difficulties,
    effects,
    hero_points,
    hit_points,
    initiative,
    languages,
    levelling,
    load,
    moving,
    order,
    rolls,
    sheet,
    situation,
    sizes,
    stances,
    turns,
)
from rules.systems.tapiz import attack as attacks
from rules.systems.tapiz.archetypes import STARTING_LEVEL
from rules.systems.tapiz.gear.arms import WEAPON_DICE
from rules.systems.tapiz.scores import result_of
from tests.vectors.registry import Adapter, Dice, Inputs, Result
from tests.vectors.registry import adapter as register

R = TypeVar("R")

ABBREVIATIONS: Mapping[str, attributes.Attribute] = {
    "FUE": "strength",
    "DES": "dexterity",
    "CON": "constitution",
    "INT": "intelligence",
    "SAB": "wisdom",
    "CAR": "charisma",
}

DEFAULTS = {"mov": sheet.DEFAULT_MOV, "hit_die": hit_points.DEFAULT_HIT_DIE}


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    return register("tapiz", operation)


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out the fields that do not belong to the case."""
    return {name: value for name, value in values.items() if value is not None}


def thrown(rule: Throws[R], faces: Dice, decisions: Mapping[str, Any] | None = None) -> R:
    """Carry out a rule with all the faces of a case."""
    return resolved(rule, faces.take(faces.left), decisions)


def terms_of(inputs: Inputs, *more: int, mode: rolls.Mode = "rolled") -> rolls.Roll:
    """What goes into a roll of a case."""
    modifiers = (*inputs.get("other_modifiers", ()), *more)
    return rolls.Roll(inputs["attribute_modifier"], inputs.get("trait_bonus", 0), modifiers, mode)


def known_mode(mode: str) -> rolls.Mode:
    return one_of(mode, rolls.MODES, "tapiz.roll.mode_unknown", field="mode")


@adapter("roll_dice")
def roll_dice(inputs: Inputs, faces: Dice) -> Result:
    pool = parse(inputs["notation"], dice.SIDES)
    if not pool.percentile:
        return given(asdict(thrown(dice.roll_pool(pool, "standard"), faces)))
    kind = one_of(inputs.get("percentile_set", "two_d10"), ("two_d10", "tens_die"), "set", field="percentile_set")
    known = ("standard", "alternative")
    convention = one_of(inputs.get("percentile_convention", "standard"), known, "convention", field="convention")
    shown = list(faces.take(faces.left))
    if kind == "tens_die" and shown:
        shown[0] = shown[0] // 10 if shown[0] % 10 == 0 else 10
    # the cases name what the dice show, 0 to 9; a ten-sided die has the faces 1 to 10
    fallen = [digit or 10 if 0 <= digit <= 9 else 11 for digit in shown]
    rule = dice.roll_pool(pool, convention if kind == "tens_die" else "standard")
    return given(asdict(resolved(rule, fallen, missing_first=True)))


@adapter("trait_bonus")
def trait_bonus(inputs: Inputs, faces: Dice) -> Result:
    use = None
    if "language" in inputs:
        part = inputs.part("language")
        use = languages.LanguageUse(part["rule_tzr0001"], part["proficiency"], part["esteemed"], part["unexpected"])
    return asdict(rolls.trait_bonus(inputs["level"], inputs["traits"], language=use, **inputs.some("aimed")))


@adapter("action_roll")
def action_roll(inputs: Inputs, faces: Dice) -> Result:
    own = terms_of(inputs, mode=known_mode(inputs.get("mode", "rolled")))
    against = terms_of(inputs.part("defender")) if "defender" in inputs else inputs["resistance"]
    dice = 3 * [own.mode, "rolled" if "defender" in inputs else "static"].count("rolled")
    tried = resolved(rolls.attempt("action", own, against), faces.take(dice))
    return {"total": tried.rolled.total, "resistance": tried.resistance, **asdict(tried.comparison)}


@adapter("resistance")
def resistance(inputs: Inputs, faces: Dice) -> Result:
    stance = stances.known_stance(inputs.get("stance", "normal"))
    by_stance = stances.resistance_modifier(stance, level=inputs.get("level"), chosen_bonus=inputs.get("chosen_bonus"))
    mode = known_mode(inputs["mode"])
    if mode == "static":
        allowed = inputs.get("static_allowed", False)
        defence.check_static(surprised=inputs.get("surprised", False) and not allowed)
    more = (inputs.get("armour_bonus", 0), inputs.get("cover_bonus", 0), by_stance)
    return {"value": thrown(rolls.roll("resistance", terms_of(inputs, *more, mode=mode)), faces).total}


@adapter("effect_options")
def effect_options(inputs: Inputs, faces: Dice) -> Result:
    points = inputs["points"]
    tier = effects.best_tier(points)
    return {
        "tier": tier,
        "cost": effects.PRICES[tier],
        "modifier": effects.MODIFIERS[tier],
        "leftover": points - effects.PRICES[tier],
        "momentary_allowed": effects.momentary_allowed(points),
    }


@adapter("listed_effects")
def listed_effects(inputs: Inputs, faces: Dice) -> Result:
    known = effects.LISTED_EFFECTS
    listed = [known[one_of(name, known, "tapiz.effect.unknown", field="name")] for name in inputs["names"]]
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
    carried = [
        effects.Effect(
            effect["id"],
            effect["tier"],
            effect["sign"],
            effect.get("numeric", True),
            effect.get("duration", "next_roll") if effect["tier"] == "momentary" else effect["duration"],
        )
        for effect in inputs.parts("effects")
    ]
    bearing = [effect["id"] for effect in inputs.parts("effects") if effect["relevant"]]
    use = effects.use_effects(carried, bearing)
    return {"modifier": use.modifier, "remaining": list(use.remaining)}


@adapter("language_advance")
def language_advance(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        languages.language_advance(
            sheet.Language(inputs["spoken"], inputs["written"]),
            inputs["raise_spoken"],
            inputs["raise_written"],
            erudite_allowed=inputs["erudite_allowed"],
        )
    )


@adapter("visibility_cover")
def visibility_cover(inputs: Inputs, faces: Dice) -> Result:
    cover, extent = inputs["cover"], inputs.get("extent")
    bonus = situation.cover_bonus(cover, extent)
    free = situation.can_attack(cover, extent)
    return {
        "attack_modifier": situation.visibility_modifier(inputs["visibility"]),
        "armour_bonus": bonus,
        "target_can_ranged_attack": free,
        "target_can_attack": free,
    }


@adapter("movement")
def movement_of(inputs: Inputs, faces: Dice) -> Result:
    mov, mode, unit = inputs.number("mov"), inputs["mode"], inputs["unit"]
    category = inputs.get("load_category", "normal")
    if one_of(inputs["context"], ("combat", "travel"), "context", field="context") == "travel":
        return {"distance_m": moving.travel_distance(mov, mode, unit, load_category=category)}
    distance = moving.combat_distance(mov, mode, unit)
    cost = moving.move_cost(mode, inputs.get("action", "none"), category)
    together = cost.movement_modifier + cost.load_modifier
    return {"distance_m": distance, "roll_needed": cost.roll_needed, "action_modifier": together}


@adapter("load_state")
def load_state(inputs: Inputs, faces: Dice) -> Result:
    carried = load.load_state(
        inputs["strength"],
        inputs["dexterity"],
        inputs["constitution"],
        inputs.number("weight_kg"),
        load_bonus=inputs.get("load_bonus", 0),
        rules_enabled=inputs.get("rules_enabled", True),
    )
    result = asdict(carried)
    if "rounds_moved" in inputs:
        result["rest_due"] = load.rest_due(carried, inputs["rounds_moved"])
    if "normal_hours" in inputs:
        result["travel_hours"] = load.travel_hours(carried, inputs.number("normal_hours"))
    return result


@adapter("size_attack")
def size_attack(inputs: Inputs, faces: Dice) -> Result:
    their_sizes = inputs["attack"], inputs["attacker"], inputs["target"]
    if ("total" in inputs) != ("resistance" in inputs):
        raise Missing("input.missing", field="resistance" if "total" in inputs else "total")
    modifiers = sizes.size_modifiers(*their_sizes, physical_sign=inputs.get("physical_sign", "source"))
    result = {"resistance_modifier": modifiers.resistance, "effect_points_modifier": modifiers.effect_points}
    if "total" not in inputs:
        return result
    faced = inputs["resistance"] + modifiers.resistance
    return {**result, "resistance": faced, **asdict(sizes.compare_sized(inputs["total"], faced, modifiers))}


@adapter("stance_attack")
def stance_attack(inputs: Inputs, faces: Dice) -> Result:
    stance, level = stances.known_stance(inputs["stance"]), inputs["level"]
    chosen, focus = inputs.get("chosen_bonus"), stance == "focus_on_damage"
    damage_dice = inputs.get("damage_dice", ()) if focus else ()
    stances.check_stance(
        stance,
        acquired=inputs.get("stance_known", True),
        conflict=inputs.get("conflict", "physical"),
        attack=inputs.get("attack", "melee"),
        weapon_range=inputs.get("weapon_range"),
        aimed_last_asalto=inputs.get("aimed_last_asalto", False),
    )
    changed = (stances.CHANGE_MODIFIER,) if inputs.get("changed_stance", False) else ()
    traits = rolls.trait_bonus(level, inputs["traits"], aimed=stance == "aim").bonus
    plain = rolls.Roll(inputs["attribute_modifier"], traits, (*inputs.get("other_modifiers", ()), *changed))
    kept = stances.in_stance(stance, plain, level=level, chosen_bonus=chosen)
    unchanged = sizes.SizeModifiers()
    rule = attacks.attack(stance, kept, inputs["resistance"], damage_dice=damage_dice, size=unchanged)
    made = thrown(rule, faces)
    all_out = stances.all_out_bonus(level, chosen) if stance == "all_out_attack" else 0
    return {
        "stance_bonus": made.strike.damage if focus else all_out,
        "total": made.strike.total,
        **asdict(made.comparison),
        "consequence_tier": made.consequence_tier,
        "acts_last": order.acts_last(stance),
    }


@adapter("initiative_roll")
def initiative_roll(inputs: Inputs, faces: Dice) -> Result:
    modifiers = inputs["dexterity_modifier"], inputs["wisdom_modifier"]
    rolled = thrown(initiative.roll_initiative(*modifiers, inputs.get("other_modifiers", ())), faces)
    return {"initiative": rolled.total}


@adapter("initiative_order")
def initiative_order(inputs: Inputs, faces: Dice) -> Result:
    contenders = [
        order.Contender(one["id"], one["initiative"], one.get("dexterity", 10), order.acts_last(one["stance"]))
        for one in inputs.parts("participants")
        if turns.has_turn(inputs.get("round", 1), surprised=one.get("surprised", False))
    ]
    return {"order": [rank.id for rank in order.initiative_order(contenders)]}


@adapter("convert_time")
def convert_time(inputs: Inputs, faces: Dice) -> Result:
    return {
        "amount": turns.convert_time(
            inputs.number("amount"), inputs["from"], inputs["to"], **inputs.some("in_conflict")
        )
    }


@adapter("level_up")
def level_up(inputs: Inputs, faces: Dice) -> Result:
    level, creature = inputs["level"], inputs.get("creature", False)
    rolled = faces.take(2)
    had = None if creature else inputs["advances"]
    default = hit_points.DEFAULT_HIT_DIE
    dice = {name: inputs.get(name, default) for name in ("physical_die", "mental_die")}
    gained = levelling.level_up(level, rolled, **dice, xp=inputs.get("xp"))
    gains = {"physical": gained.physical_gain, "mental": gained.mental_gain}
    result = {
        f"{pool}_{what}": inputs[f"{pool}_{what}"] + gain
        for pool, gain in gains.items()
        for what in ("max", "current")
        if f"{pool}_{what}" in inputs
    }
    if had is not None:
        result["advances"] = levelling.advances_of(gained.level, had - (level - 1))
        result["hero_allowance"] = hero_points.hero_allowance(gained.level)
    return {"level": gained.level, **result}


@adapter("new_character")
def new_character(inputs: Inputs, faces: Dice) -> Result:
    allowance = {"hero_points": hero_points.hero_allowance(STARTING_LEVEL)}
    if one_of(inputs["method"], ("roll", "given"), "method", field="method") == "roll":
        each = [faces.take(archetypes.DICE_EACH) for _ in attributes.ATTRIBUTES]
        return {"results": [result_of(four, plain=False) for four in each], **allowance}
    scores = {attribute_of(name): score for name, score in inputs["attributes"].items()}
    check_scores(scores)
    modifiers = {name: attributes.attribute_modifier(score) for name, score in scores.items()}
    result: dict[str, Any] = {
        "modifiers": {name: modifiers[attribute_of(name)] for name in inputs["attributes"]},
        **allowance,
    }
    for pool, attribute in sheet.POOL_SCORES.items():
        if attribute in scores and f"{pool}_die" in inputs:
            result[f"{pool}_max"] = hit_points.starting_hit_points(scores[attribute], inputs[f"{pool}_die"])

    def value(attribute: attributes.Attribute, traits: str, armour: int) -> int:
        bonus = rolls.trait_bonus(STARTING_LEVEL, inputs.get(traits, 0)).bonus
        return defence.static_defence(modifiers[attribute], bonus, armour)

    if "dexterity" in modifiers:
        armour = inputs.get("armour_bonus", 0)
        result["armour_class"] = value("dexterity", "traits_physical_defence", armour)
    if "intelligence" in modifiers:
        result["mental_defence"] = value("intelligence", "traits_mental_defence", 0)
    return result


def attribute_of(abbreviation: str) -> attributes.Attribute:
    return ABBREVIATIONS[one_of(abbreviation, ABBREVIATIONS, "attribute", field="attribute")]


def check_scores(scores: Mapping[attributes.Attribute, int]) -> None:
    """Refuse scores that the step of the scores refuses when they come from elsewhere."""
    step = next(step for step in creation.CREATION.steps if step.name == "scores")
    asked = {one.name: one for one in step.inputs({HOUSE: {"attribute_methods": ["own"]}, "method": "own"})}
    for attribute, score in scores.items():
        asked[attribute].check(score)


@adapter("house_lookup")
def house_lookup(inputs: Inputs, faces: Dice) -> Result:
    match inputs["table"]:
        case "armour":
            return {"value": defence.armour_bonus(inputs["key"], shield=inputs.get("shield", False))}
        case "weapon_die":
            return {"value": WEAPON_DICE[one_of(inputs["key"], WEAPON_DICE, "weapon", field="key")]}
        case "difficulty":
            return {"value": difficulties.difficulty(inputs["key"], inputs.get("steps_up", 0))}
        case "range_band":
            return {"band": bands.range_band(inputs.number("distance_m"))}
        case "attribute_modifier":
            return {"value": attributes.attribute_modifier(inputs["score"])}
        case "default":
            return {"value": DEFAULTS[one_of(inputs["key"], DEFAULTS, "default", field="key")]}
        case unknown:
            raise UnknownValue("input.table_unknown", field="table", params={"value": unknown})

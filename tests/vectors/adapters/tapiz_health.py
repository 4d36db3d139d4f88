"""Worked cases of Tapiz about hit points, consequences and hero points."""

from dataclasses import asdict
from typing import Any

from rules.core.errors import UnknownValue, at_least, needed, one_of
from rules.core.fight import RESERVE, Command, Fight
from rules.core.throws import resolved
from rules.systems.tapiz import (
    consequences,
    healing,
    hero_points,
    hit_points,
    options,
    rolls,
    spending,
    surprise,
    time,
    turned_failures,
    turns,
)
from rules.systems.tapiz.settings import FLAT_CAP_BASE
from rules.systems.tapiz.state import Round
from tests.vectors.adapters.tapiz import adapter, given, thrown
from tests.vectors.registry import Dice, Inputs, Result


@adapter("hit_point_status")
def hit_point_status(inputs: Inputs, faces: Dice) -> Result:
    physical, mental = inputs["physical"], inputs["mental"]
    return {
        "physical_status": hit_points.pool_status("physical", physical),
        "mental_status": hit_points.pool_status("mental", mental),
        "allowed": hit_points.allowed_actions(physical, mental),
        "playable": not hit_points.beyond_help(physical, mental),
    }


def cap_of(inputs: Inputs) -> int | None:
    if "cap" not in inputs:
        return None
    cap = inputs.part("cap")
    base = cap.get("base", FLAT_CAP_BASE)
    return options.blow_cap(cap["rule"], cap["level"], die=cap.get("die"), attribute=cap.get("attribute"), base=base)


@adapter("apply_damage")
def apply_damage(inputs: Inputs, faces: Dice) -> Result:
    name, current, cap = inputs["pool"], inputs["current"], cap_of(inputs)
    wounds = int(inputs.get("healing_available", False))
    pool = hit_points.Pool(current, max(1, current), wounds, inputs.get("stabilised", False))
    after = pool.damaged(options.capped(at_least(inputs["amount"], 0, "amount", field="amount"), cap))
    return {
        "applied": current - after.current,
        "current": after.current,
        "status": hit_points.pool_status(name, after.current),
        "healing_available": after.healing_available,
        "stabilised": after.stabilised,
        **given({"cap_value": cap}),
    }


@adapter("tick")
def tick(inputs: Inputs, faces: Dice) -> Result:
    def passed(pool: hit_points.PoolName) -> int:
        current, stabilised = inputs[pool], inputs.get(f"{pool}_stabilised", False)
        match inputs["event"]:
            case "round":
                return turns.tick_round(current, stabilised=stabilised)
            case "scene_end":
                return turns.end_scene(current)
            case "night_rest":
                maximum = needed(inputs.get(f"{pool}_max"), "maximum", field=f"{pool}_max")
                return time.night_rest(current, maximum=maximum, level=inputs["level"], stabilised=stabilised)
            case unknown:
                raise UnknownValue("event", field="event", params={"value": unknown})

    after = {pool: passed(pool) for pool in hit_points.POOLS}
    return {**after, **{f"{pool}_status": hit_points.pool_status(pool, after[pool]) for pool in after}}


@adapter("stabilise")
def stabilise(inputs: Inputs, faces: Dice) -> Result:
    assert inputs["base_difficulty"] == healing.STABILISE_DIFFICULTY
    total = rolls.Roll(inputs["total"] - rolls.STATIC_BASE, mode="static")
    tried = resolved(healing.stabilise(inputs["pool"], inputs["current"], inputs["by"], total))
    return {"difficulty": tried.tried.resistance, "stabilised": tried.stabilised, "current": inputs["current"]}


@adapter("heal")
def heal(inputs: Inputs, faces: Dice) -> Result:
    achieved = at_least(inputs["amount"], 0, "amount", field="amount") if inputs["success"] else -1
    total = rolls.Roll(healing.HEALING_DIFFICULTY + achieved - rolls.STATIC_BASE, mode="static")
    pool = hit_points.Pool(inputs["current"], inputs["maximum"], wounds=int(inputs["healing_available"]))
    rule = healing.heal(pool.current, pool.maximum, total, healing_available=pool.healing_available)
    after = pool.raised(resolved(rule).current, uses_chance=True)
    return {
        "restored": after.current - pool.current,
        "current": after.current,
        "healing_available": after.healing_available,
    }


@adapter("spend_hero_point")
def spend_hero_point(inputs: Inputs, faces: Dice) -> Result:
    held = inputs["hero_points"]
    match inputs["use"]:
        case "choose_consequence":
            return describe_consequences(held, inputs)
        case "bump_effect":
            return asdict(spending.bump_effect(held, inputs["effect_points"]))
        case "decide_treasure":
            return {"hero_points": hero_points.pay(held, 1)}
        case "recover_hit_points":
            one_of(inputs["pool"], hit_points.POOLS, "tapiz.pool.unknown", field="pool")
            pool = hit_points.Pool(inputs["current"], inputs["maximum"], wounds=int(inputs["healing_available"]))
            rule = hero_points.recover(
                held, inputs["hit_die"], pool.current, pool.maximum, healing_available=pool.healing_available
            )
            left, current, _face = thrown(rule, faces)
            after = pool.raised(current, uses_chance=True)
            return {"hero_points": left, "current": after.current, "healing_available": after.healing_available}
        case "allow_static_roll":
            mode, left = resolved(surprise.resistance_mode("static", held, surprised=True), (), {"static": True})
            return {"hero_points": left, "static_allowed": mode == "static"}
        case "success_with_consequences":
            turn = "success"
        case "consequences_with_success":
            turn = "besides"
        case unknown:
            raise UnknownValue("use", field="use", params={"value": unknown})
    rule = turned_failures.turn_failure(
        held, inputs["consequence_points"], optional_uses=inputs.get("optional_uses", False)
    )
    turned = resolved(rule, (), {"turned": turn})
    assert turned is not None
    return asdict(turned)


def describe_consequences(held: int, inputs: Inputs) -> Result:
    one_of(inputs["source"], ("opponent_success", "own_failure"), "source", field="source")
    instead = consequences.instead_of(inputs.get("tier", "minor"), inputs.get("replacement", "other_consequence"))
    taken = inputs.get("mitigate", 1)
    described = consequences.describe_consequences(held, inputs.get("consequences", 1), taken)
    lost = instead.hit_points_lost * taken if "tier" in inputs else None
    unconscious = inputs.get("replacement") == "unconscious"
    tier = instead.consequence_tier if unconscious else None
    return given({**asdict(described), "consequence_tier": tier, "hit_points_lost": lost})


@adapter("hero_points")
def hero_point_events(inputs: Inputs, faces: Dice) -> Result:
    current = inputs["current"]
    match inputs["event"]:
        case "award":
            return {"hero_points": hero_points.award(current, inputs.get("amount", 1))}
        case "adventure_start":
            told = {"purses": {"player": hero_points.hero_allowance(inputs["level"])}}
            command = Command("adventure", "begin_adventure", inputs={**told, "reserve": inputs["player_characters"]})
            steps = hero_points.BEGIN_ADVENTURE.resolve(Fight(Round()).with_points("player", current), command)
            fight = finished(steps).fight
            return {"hero_points": fight.in_purse("player"), "gm_reserve": fight.in_purse(RESERVE)}
        case unknown:
            raise UnknownValue("event", field="event", params={"value": unknown})


def finished(steps: Any) -> Any:
    """The outcome of an action that asks nothing."""
    try:
        next(steps)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it asks something")


@adapter("defence_reserve")
def defence_reserve(inputs: Inputs, faces: Dice) -> Result:
    rule = options.defend(inputs["incoming_points"], inputs["current"], cap_of(inputs))
    return asdict(resolved(rule, (), {"reserve": inputs["spend"]}))


@adapter("consequence_slots")
def consequence_slots(inputs: Inputs, faces: Dice) -> Result:
    slots = inputs.part("slots")
    before = options.Slots(slots.get("minor"), slots.get("major"), slots.get("extreme"))
    return {"slots": asdict(options.fill_slot(before, inputs["tier"], inputs["name"], inputs["action"]))}

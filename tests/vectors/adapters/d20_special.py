"""Operations of the d20 cases about special attacks, answered by the functions of plain numbers."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rules.core.errors import at_least, one_of
from rules.systems.d20 import (
    aid,
    autofire,
    bull_rush,
    disarm,
    explosives,
    firearms,
    grapple,
    grappling,
    objects,
    opportunity,
    splash,
    throwing,
    trip,
    wrestling,
)
from rules.systems.d20.dice import Opposed
from rules.systems.d20.maneuvers import Footing
from tests.rules.d20.special import pieces
from tests.vectors.adapters.d20 import adapter, named, thrown
from tests.vectors.registry import Adapter, Dice, Inputs, Result


def totals(check: Opposed | None, acting: str, other: str) -> dict[str, int | None]:
    """Name the two totals of an opposed check, nothing where there was none."""
    return {acting: check and check.acting_total, other: check and check.other_total}


@adapter("maneuver_allowed")
def maneuver_allowed(inputs: Inputs, dice: Dice) -> Result:
    against = pieces.obstacles(
        inputs["maneuver"],
        inputs["actor_size"],
        inputs["target_size"],
        **inputs.some("within", "five_foot_step", "attempts_this_action", "straight_run_ft"),
    )
    return {"allowed": not against, "blocked_by": against}


@adapter("maneuver_provokes")
def maneuver_provokes(inputs: Inputs, dice: Dice) -> Result:
    flags = inputs.some("unarmed_counts_as_armed", "sunder_feat")
    return {"provoked": opportunity.drawn_by(inputs["maneuver"], inputs["threatened_by"], inputs["other_id"], **flags)}


def look_up_material(inputs: Inputs) -> Result:
    material = objects.material(inputs["key"])
    if "thickness_in" not in inputs:
        return asdict(material)
    return asdict(material) | {
        "hit_points": objects.material_hit_points(material, inputs.number("thickness_in")),
    }


TABLES: dict[str, Callable[[Inputs], Result]] = {
    "object_defense": lambda inputs: {"defense": objects.object_defense(inputs["key"])},
    "material": look_up_material,
    "object": lambda inputs: asdict(objects.sturdiness(inputs["key"])),
    "grapple_modifier": lambda inputs: {"modifier": grapple.grapple_modifier(inputs["key"])},
    "scatter_corner": lambda inputs: asdict(throwing.corner(inputs["die"], inputs["face"])),
}


@adapter("lookup")
def lookup(inputs: Inputs, dice: Dice) -> Result:
    return TABLES[one_of(inputs["table"], TABLES, "table.unknown", field="table")](inputs)


@adapter("splash_attack")
def splash_attack(inputs: Inputs, dice: Dice) -> Result:
    attack = splash.throw_splash_weapon(
        inputs["aim"],
        distance_ft=inputs["distance_ft"],
        range_increment_ft=inputs["range_increment_ft"],
        attack_bonus=inputs["attack_bonus"],
        **inputs.some("touch_defense"),
    )
    return asdict(thrown(attack, dice))


@adapter("splash_damage")
def splash_damage(inputs: Inputs, dice: Dice) -> Result:
    damage = splash.splash_damage(
        direct_hit=inputs["direct_hit"],
        direct_damage=inputs["direct_damage"],
        splash=inputs["splash_damage"],
        target=inputs.get("target_id"),
        creatures=[splash.Bystander(near["id"], near["distance_ft"]) for near in inputs.parts("creatures")],
    )
    return {"damage": damage}


@adapter("firearm_attack")
def firearm_attack(inputs: Inputs, dice: Dice) -> Result:
    firearm = firearms.Firearm(
        inputs["rounds_loaded"], inputs["longarm"], **inputs.some("automatic_rate", "single_shot_possible")
    )
    shot = pieces.shoot(
        firearm,
        inputs["form"],
        attack_bonus=inputs["attack_bonus"],
        target_defense=inputs["target_defense"],
        personal_proficiency=inputs["personal_proficiency"],
        target_adjacent=inputs["target_adjacent"],
        in_threatened_square=inputs["in_threatened_square"],
        **inputs.some("bullets_fired", "burst_fire_feat"),
    )
    return asdict(thrown(shot, dice))


@adapter("autofire")
def autofire_area(inputs: Inputs, dice: Dice) -> Result:
    spray = autofire.autofire(
        firearms.Firearm(inputs["rounds_loaded"], automatic_rate=inputs["automatic_rate"]),
        attack_bonus=inputs["attack_bonus"],
        advanced_proficiency=inputs["advanced_proficiency"],
        damage=inputs["damage"],
        creatures=[autofire.InArea(creature["id"], creature["reflex_bonus"]) for creature in inputs.parts("creatures")],
    )
    return asdict(thrown(spray, dice))


SHORT = {"strength": "str", "dexterity": "dex"}
"""Abilities as the cases of trips write them."""


def footing(side: Inputs) -> Footing:
    return Footing(side["size"], side["str_mod"], side["dex_mod"], side["stable"])


def trip_inputs(inputs: Inputs) -> dict[str, Any]:
    return {
        "actor": footing(inputs.part("actor")),
        "target": footing(inputs.part("target")),
        "touch_attack_bonus": inputs.part("actor")["touch_attack_bonus"],
        "touch_defense": inputs.part("target")["touch_defense"],
        "method": inputs["method"],
    }


def trip_choices(inputs: Inputs) -> dict[str, Any]:
    return {"counter": inputs["target_counters"], "drop": inputs["actor_drops_weapon"]}


@adapter("trip")
def whole_trip(inputs: Inputs, dice: Dice) -> Result:
    choices = trip_choices(inputs)
    sides = trip_inputs(inputs)
    result = thrown(trip.trip(**sides), dice, choices)
    return {
        "touch_hit": result.touch_hit,
        **totals(result.check, "actor_total", "target_total"),
        "target_ability": SHORT[trip.defending_ability(sides["target"])] if result.touch_hit else None,
        "target_prone": result.target_prone,
        "counter_made": result.counter is not None,
        **totals(result.counter, "counter_target_total", "counter_actor_total"),
        "actor_prone": result.actor_prone,
        "weapon_dropped": result.weapon_dropped,
    }


@adapter("overrun")
def whole_overrun(inputs: Inputs, dice: Dice) -> Result:
    choices = trip_choices(inputs)
    rule = pieces.overrun(
        **trip_inputs(inputs),
        within=inputs["within"],
        straight_run_ft=inputs["straight_run_ft"],
        five_foot_step=inputs["five_foot_step"],
        attempts_this_action=inputs["attempts_this_action"],
        defender_choice=inputs["defender_choice"],
        square_behind_occupied=inputs["square_behind_occupied"],
    )
    return asdict(thrown(rule, dice, choices))


@adapter("attack_object")
def attack_object(inputs: Inputs, dice: Dice) -> Result:
    holder = pieces.Holder(inputs["holder_dex_mod"], inputs["holder_class_bonus"]) if inputs["held"] else None
    rule = pieces.attack_object(
        inputs["size"],
        holder=holder,
        immobile=inputs["immobile"],
        weapon=inputs["weapon"],
        full_round=inputs["full_round"],
        attack_bonus=inputs["attack_bonus"],
    )
    return asdict(thrown(rule, dice))


@adapter("damage_object")
def damage_object(inputs: Inputs, dice: Dice) -> Result:
    result = objects.damage_object(
        hp=inputs["hp"],
        hp_max=inputs["hp_max"],
        hardness=inputs["hardness"],
        damage=inputs["damage"],
        damage_type=inputs["damage_type"],
        **inputs.some("nonlethal", "weapon_ineffective", "energy_full"),
    )
    # what a critical hit would do is refused where it cannot be, and means nothing to an object (D20S-OBJ-14)
    at_least(inputs.get("critical_damage", 0), 0, "damage.negative", field="critical_damage")
    return asdict(result) | {"destroyed": result.destroyed}


@adapter("break_object")
def break_object(inputs: Inputs, dice: Dice) -> Result:
    rule = objects.break_object(
        break_dc=inputs["break_dc"], hp=inputs["hp"], hp_max=inputs["hp_max"], strength_modifier=inputs["str_mod"]
    )
    return asdict(thrown(rule, dice))


@adapter("repair_object")
def repair_object(inputs: Inputs, dice: Dice) -> Result:
    rule = objects.repair_object(
        hp=inputs["hp"],
        hp_max=inputs["hp_max"],
        repair_bonus=inputs["repair_bonus"],
        has_tools=inputs["has_tools"],
    )
    return asdict(thrown(rule, dice))


@adapter("object_save")
def object_save(inputs: Inputs, dice: Dice) -> Result:
    bonus = inputs["holder_save_bonus"] if inputs["attended"] else None
    roll = thrown(objects.object_save(dc=inputs["dc"], holder_save_bonus=bonus), dice)
    return {"total": roll and roll.total, "success": roll is not None and roll.success}


def wielder(side: Inputs, *, unarmed: bool = False) -> disarm.Wielder:
    return disarm.Wielder(side["attack_bonus"], side["size"], side["weapon_size"], side["two_handed"], unarmed)


def check_unused(inputs: Inputs) -> None:
    """Refuse an unknown word and damage below 0 even where only a worn object would ask for them."""
    disarm.known_security(inputs.get("object_security", "normal"))
    at_least(inputs.get("aoo_damage", 0), 0, "damage.negative", field="aoo_damage")


def ranged_disarm(inputs: Inputs, dice: Dice) -> Result:
    actor, target = inputs.part("actor"), inputs.part("target")
    rule = disarm.disarm_ranged_weapon(
        attack_bonus=actor["attack_bonus"],
        unarmed=actor["unarmed"],
        weapon_size=target["weapon_size"],
        two_handed=target["two_handed"],
        dexterity_modifier=target["dex_mod"],
        class_defense_bonus=target["class_defense_bonus"],
    )
    check_unused(inputs)
    result = thrown(rule, dice)
    return {
        "success": result.attack.success,
        "actor_total": result.attack.total,
        "target_total": None,
        "defense": result.defense,
        "item_location": result.item_location,
        "counter_made": False,
        "counter_target_total": None,
        "counter_actor_total": None,
        "actor_weapon_location": result.actor_weapon_location,
    }


def melee_disarm(inputs: Inputs, dice: Dice) -> Result:
    actor, target = inputs.part("actor"), inputs.part("target")
    sides = wielder(actor, unarmed=actor["unarmed"]), wielder(target)
    if inputs["mode"] == "worn_object":
        rule = disarm.grab_worn_object(*sides, **named(inputs.some("aoo_damage", "object_security")))
    else:
        check_unused(inputs)
        rule = disarm.disarm_melee_weapon(*sides)
    result = thrown(rule, dice, {"counter": inputs.get("target_counters", False)})
    return {
        "success": result.success,
        **totals(result.check, "actor_total", "target_total"),
        "item_location": result.item_location,
        "counter_made": result.counter is not None,
        **totals(result.counter, "counter_target_total", "counter_actor_total"),
        "actor_weapon_location": result.actor_weapon_location,
    }


DISARM_MODES: dict[str, Adapter] = {
    "melee_weapon": melee_disarm,
    "worn_object": melee_disarm,
    "ranged_weapon": ranged_disarm,
}


@adapter("disarm")
def whole_disarm(inputs: Inputs, dice: Dice) -> Result:
    for side in ("actor", "target"):
        inputs.part(side)
    mode = one_of(inputs["mode"], DISARM_MODES, "mode.unknown", field="mode")
    return DISARM_MODES[mode](inputs, dice)


@adapter("bull_rush")
def whole_bull_rush(inputs: Inputs, dice: Dice) -> Result:
    actor, target = inputs.part("actor"), inputs.part("target")
    rule = bull_rush.bull_rush(
        bull_rush.Pusher(actor["size"], actor["str_mod"]),
        bull_rush.Pusher(target["size"], target["str_mod"], target["stable"]),
        charging=inputs["charging"],
        moves_with_target=inputs["moves_with_target"],
        movement_left_ft=inputs["movement_left_ft"],
        square_behind_occupied=inputs["square_behind_occupied"],
    )
    result = thrown(rule, dice)
    return asdict(result) | totals(result.check, "actor_total", "target_total") | {"success": result.check.won}


@adapter("throw_explosive")
def throw_explosive(inputs: Inputs, dice: Dice) -> Result:
    rule = explosives.throw_explosive(
        distance_ft=inputs["distance_ft"],
        range_increment_ft=inputs["range_increment_ft"],
        attack_bonus=inputs["attack_bonus"],
    )
    return asdict(thrown(rule, dice))


@adapter("blast")
def blast(inputs: Inputs, dice: Dice) -> Result:
    rule = explosives.blast(
        inputs["kind"],
        damage=inputs["damage"],
        save_dc=inputs["save_dc"],
        burst_radius_ft=inputs["burst_radius_ft"],
        targets=[
            explosives.BlastTarget(target["id"], target["kind"], target["distance_ft"], target.get("reflex_bonus"))
            for target in inputs.parts("targets")
        ],
    )
    return asdict(thrown(rule, dice))


@adapter("planted_tick")
def planted_tick(inputs: Inputs, dice: Dice) -> Result:
    return asdict(pieces.burn_fuse(inputs["seconds_left"], inputs["elapsed"]))


def wrestler(side: Inputs) -> grapple.Wrestler:
    return grapple.Wrestler(side["bab"], side["str_mod"], side["size"])


def strike(side: Inputs) -> grapple.StrikeDamage:
    return grapple.StrikeDamage(side["unarmed_die"], side["unarmed_bonus"])


@adapter("grapple_start")
def start_grapple(inputs: Inputs, dice: Dice) -> Result:
    actor, target = inputs.part("actor"), inputs.part("target")
    rule = grappling.grapple_start(
        wrestler(actor),
        wrestler(target),
        strike(actor),
        touch_attack_bonus=actor["touch_attack_bonus"],
        touch_defense=target["touch_defense"],
        opportunity_damage=inputs["aoo_damage"],
        joining=inputs["target_already_grappling"],
        grab_only=inputs["grab_only"],
        can_enter_square=inputs["can_enter_square"],
    )
    result = thrown(rule, dice)
    return asdict(result) | totals(result.check, "actor_total", "target_total")


@adapter("grapple_option")
def grapple_option(inputs: Inputs, dice: Dice) -> Result:
    unused = grapple.TurnLeft()
    verdict = grapple.grapple_option(
        inputs["status"],
        inputs["option"],
        **inputs.some("method", "foe"),
        left=grapple.TurnLeft(
            attacks=inputs.get("attacks_left", unused.attacks),
            attack_action=inputs.get("attack_action_left", unused.attack_action),
            move_action=inputs.get("move_action_left", unused.move_action),
            escape_artist_used=inputs.get("escape_artist_used", unused.escape_artist_used),
        ),
    )
    return asdict(verdict) | {"allowed": verdict.allowed}


@adapter("grapple_contest")
def contest(inputs: Inputs, dice: Dice) -> Result:
    actor = inputs.part("actor")
    rule = wrestling.grapple_contest(
        inputs["option"],
        wrestler(actor),
        inputs["actor_status"],
        [
            wrestling.GrappleOpponent(
                opponent["id"], wrestler(opponent), opponent["status"], opponent.get("resists", True)
            )
            for opponent in inputs.parts("opponents")
        ],
        **inputs.some("method"),
        **actor.some("escape_artist_bonus"),
        strike=strike(actor) if inputs["option"] == "damage" else None,
    )
    result = thrown(rule, dice)
    # nothing that a check takes of the turn takes the move action (D20S-GRAP-29)
    free_to_move = result.actor_status == "free" and inputs.get("move_action_left", False)
    return asdict(result) | {"may_move": free_to_move}


@adapter("grapple_effects")
def grapple_effects(inputs: Inputs, dice: Dice) -> Result:
    return asdict(pieces.grapple_effects(inputs["status"], inputs["attacker"], inputs["attack"]))


@adapter("grapple_capacity")
def grapple_capacity(inputs: Inputs, dice: Dice) -> Result:
    return asdict(grapple.grapple_load(inputs["opponent_size"], inputs["grapplers"]))


@adapter("aid_another")
def aid_another(inputs: Inputs, dice: Dice) -> Result:
    rule = aid.aid_another(
        attack_bonus=inputs["attack_bonus"], in_position=inputs["in_position"], choice=inputs["choice"]
    )
    return asdict(thrown(rule, dice))


@adapter("effect_active")
def effect_active(inputs: Inputs, dice: Dice) -> Result:
    active = pieces.effect_active(
        inputs["effect"],
        applied_round=inputs["applied_round"],
        applied_initiative=inputs["applied_initiative"],
        round_number=inputs["round"],
        initiative=inputs["initiative"],
    )
    return {"active": active}

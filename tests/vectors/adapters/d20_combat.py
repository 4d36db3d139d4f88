"""Operations of the d20 combat cases, answered by the functions of plain numbers."""

from dataclasses import asdict
from fractions import Fraction
from typing import Any, TypeVar

from rules.core.errors import Missing, NotAllowed, UnknownValue, at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20 import (
    attack_bonus,
    attack_roll,
    budget,
    cover,
    defence,
    helpless,
    hit_points,
    initiative,
    movement,
    opportunity,
    waiting,
)
from rules.systems.d20.counts import Count, Delayed, Delayer, delay, same_count
from tests.rules.d20 import rounds
from tests.vectors import d20_sums
from tests.vectors.adapters import d20
from tests.vectors.adapters.d20 import adapter, named
from tests.vectors.registry import Dice, Inputs, Result

R = TypeVar("R")


def thrown(rule: Throws[R], faces: Dice) -> R:
    """Carry out a rule; these cases tell a die that lacks before a wrong face."""
    return d20.thrown(rule, faces, missing_first=True)


def or_null(inputs: Inputs, name: str) -> Any:
    """Return an input for which null is an answer; it is missing only when it was left out."""
    if name not in list(inputs):
        raise Missing("input.missing", field=name)
    return inputs.get(name)


def number(inputs: Inputs, name: str, default: int | None = None) -> int | Fraction | None:
    """Return a number that may have a fraction, or the default when it is not given."""
    return inputs.number(name) if name in inputs else default


def counts(inputs: Inputs) -> list[Count]:
    """Return an initiative order with its counts."""
    return [Count(part["id"], part["initiative"]) for part in inputs.parts("order")]


@adapter("start_combat")
def start_combat(inputs: Inputs, faces: Dice) -> Result:
    starters = [initiative.Starter(part["id"], part["aware"]) for part in inputs.parts("combatants")]
    return asdict(initiative.start_combat(starters))


def roll_order(
    modifiers: list[tuple[str, int]], established: list[initiative.Contender]
) -> Throws[tuple[tuple[initiative.Contender, ...], tuple[initiative.Contender, ...]]]:
    """Roll the initiative of newcomers, then the ties of all."""
    rolled = yield from initiative.roll_initiative(modifiers)
    return rolled, (yield from initiative.roll_ties((*established, *rolled)))


@adapter("initiative_order")
def initiative_order(inputs: Inputs, faces: Dice) -> Result:
    joining = [
        (part["id"], part["dex_mod"], part.get("improved_initiative", False), part.get("other_modifier", 0))
        for part in inputs.parts("combatants")
    ]
    established = [
        initiative.Contender(part["id"], part["total"], part["modifier"], established=True)
        for part in (inputs.parts("established") if "established" in inputs else [])
    ]
    if "current" in inputs:
        initiative.position([one.id for one in established], inputs["current"], field="current")
    modifiers = [
        (id_, initiative.initiative_modifier(dex_mod, improved_initiative=feat) + other)
        for id_, dex_mod, feat, other in joining
    ]
    rolled, contenders = thrown(roll_order(modifiers, established), faces)
    order = initiative.initiative_order(contenders)
    result = {
        "rolls": [{"id": one.id, "total": one.total, "modifier": one.modifier} for one in rolled],
        "order": order,
    }
    if "current" in inputs:
        newcomers = [one.id for one in rolled]
        result["acts_this_round"] = initiative.acts_this_round(order, newcomers, inputs["current"])
    return result


@adapter("advance_turn")
def advance_turn(inputs: Inputs, faces: Dice) -> Result:
    order, current, number = inputs["order"], or_null(inputs, "current"), inputs["round"]
    if current is not None:
        initiative.position(order, current, field="current")
    at_least(number, 1, "d20.round.too_low", field="round")
    effects = [
        rounds.lasting(part["name"], part["anchor"], part["rounds_left"])
        for part in (inputs.parts("effects") if "effects" in inputs else [])
    ]
    before = rounds.in_round(order, current, number, acted=inputs["acted"], effects=effects)
    begun, notes = rounds.next_turn(before)
    running = [{"name": one.name, "anchor": one.anchor, "rounds_left": one.rounds} for one in rounds.effects_of(begun)]
    return {
        "current": begun.round.acting,
        "round": begun.round.number,
        "acted": [*inputs["acted"], *(who for who in begun.round.ready if who not in inputs["acted"])],
        "flat_footed": rounds.flat_footed(begun),
        "effects": running,
        "expired": [fact.params["what"] for fact in notes.so_far if fact.code == "effect.ends"],
        "elapsed_seconds": begun.clock,
    }


@adapter("delay")
def delay_turn(inputs: Inputs, faces: Dice) -> Result:
    order, actor, later = counts(inputs), inputs["actor"], or_null(inputs, "new_initiative")
    ids = tuple(one.id for one in order)
    present = order[initiative.position(ids, actor, field="actor")].initiative
    # without a count the action of this round is lost, and nothing moves
    after = Delayed(present, ids) if later is None else delay(order, actor, later)
    if inputs.get("interrupts"):
        raise NotAllowed("d20.delay.interrupts", field="interrupts")
    return {"acts_this_round": later is not None, **asdict(after)}


@adapter("delay_contest")
def delay_contest(inputs: Inputs, faces: Dice) -> Result:
    wish = inputs["wish"]
    delayers = [
        Delayer(part["id"], part["initiative_modifier"], part["dex_score"]) for part in inputs.parts("delayers")
    ]
    # an empty list is told before an unknown wish
    order = same_count(delayers)
    if one_of(wish, ("same_count", "last"), "d20.delay.wish_unknown", field="wish") == "same_count":
        return {"order": order}
    return {"last": order[0], "act_before_or_lose": [one.id for one in delayers if one.id != order[0]]}


@adapter("ready_trigger")
def ready_trigger(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        waiting.ready_trigger(
            counts(inputs),
            inputs["holder"],
            inputs["readied"],
            inputs["timing"],
            condition_met=inputs.get("condition_met", False) and inputs.get("uses_it", True),
            **inputs.some("trigger_by", "moved_this_round"),
        )
    )


@adapter("action_info")
def action_info(inputs: Inputs, faces: Dice) -> Result:
    row = asdict(budget.known_action(inputs["action"]))
    if inputs["action"] == "attack_object" and "object_held" in inputs:
        row["provokes"] = "yes" if strike_provokes(held=inputs["object_held"]) else "no"
    return row


def strike_provokes(*, held: bool) -> bool:
    """Say whether an attack on an object provokes the one who holds it."""
    return bool(opportunity.drawn_by("strike_held_object" if held else "strike_loose_object", ("holder",), "holder"))


@adapter("check_turn")
def check_turn(inputs: Inputs, faces: Dice) -> Result:
    actions = [
        budget.TurnAction(
            part["type"], distance_ft=number(part, "distance_ft", 0) or 0, **part.some("action", "which", "attacks")
        )
        for part in inputs.parts("actions")
    ]
    left = budget.check_plan(actions, **named(inputs.some("limited", "bab", "must_complete_full_round")))
    return {"legal": True, "remaining": asdict(left)}


@adapter("full_attack")
def make_full_attack(inputs: Inputs, faces: Dice) -> Result:
    planned = [d20_sums.PlannedAttack(part["hand"], part["bonus"]) for part in inputs.parts("sequence")]
    return asdict(d20_sums.full_attack(planned, inputs["after_first"], **inputs.some("step_taken")))


@adapter("movement")
def move(inputs: Inputs, faces: Dice) -> Result:
    mode, speed, distance = inputs["mode"], inputs["speed_ft"], number(inputs, "distance_ft")
    at_least(speed, 0, "d20.speed.negative", field="speed_ft")
    if inputs.get("cannot_see"):
        speed = movement.speed_in_the_dark(speed, blind_fight=inputs.get("blind_fight", False))
    terms = inputs.some("limited", "needs_skill_check")
    limits = movement.movement(mode, speed, distance_ft=distance, **terms)
    # a line is what the people at the table declare
    if mode in movement.STRAIGHT and not inputs.get("straight", True):
        raise NotAllowed("d20.movement.straight", field="straight")
    if mode == "charge" and inputs.get("past_target"):
        raise NotAllowed("d20.movement.past_target", field="past_target")
    return asdict(limits)


@adapter("run_round")
def run_round(inputs: Inputs, faces: Dice) -> Result:
    action, con_score, con_mod = inputs["action"], inputs["con_score"], inputs["con_mod"]
    stamina = movement.Stamina(inputs["rounds_run"], inputs["checks_made"], inputs["rest_rounds_left"])
    rule = movement.run_round(action, stamina, constitution=con_score, constitution_modifier=con_mod)
    after = thrown(rule, faces)
    return {**asdict(after), **asdict(after.stamina)}


@adapter("movement_provokes")
def movement_provokes(inputs: Inputs, faces: Dice) -> Result:
    mode, squares = inputs["mode"], inputs["squares"]
    if mode in opportunity.PATH_MODES and squares:
        movement.check_withdrawal(mode, needs_skill_check=inputs.get("needs_skill_check", False))
    return {"provoked": opportunity.movement_provokes(mode, squares)}


OWN_CAUSES = ("attack_ranged", "attack_unarmed", "move_speed", "run")
"""Actions of the tables that provoke by a cause of their own, not by being listed (D20C-AOT-07, D20C-UNA-02)."""


def listed_provokes(action: str | None) -> bool:
    """Say whether an action that is listed provokes; only a row that says yes or no is an answer here."""
    if action is None:
        raise Missing("d20.opportunity.action_missing", field="action")
    if budget.known_action(action).provokes not in ("yes", "no"):
        raise UnknownValue("d20.opportunity.undecided", field="action")
    if action in OWN_CAUSES:
        raise NotAllowed("d20.opportunity.own_cause", field="action")
    return budget.action_provokes(action)


@adapter("attack_of_opportunity")
def attack_of_opportunity(inputs: Inputs, faces: Dice) -> Result:
    enemy, cause, made = inputs.part("enemy"), inputs["cause"], inputs.part("enemy")["made_this_round"]
    if inputs.get("action") is not None:
        budget.known_action(inputs["action"])
    armed = opportunity.can_strike(enemy["weapon"], unarmed_counts_as_armed=enemy.get("unarmed_counts_as_armed", False))
    at_least(made, 0, "d20.opportunity.made_negative", field="made_this_round")
    target = "enemy" if inputs.get("enemy_is_target", False) else "other"
    provokes = {
        "leaving_square": lambda: bool(opportunity.movement_provokes("move", (("enemy",), ()))),
        "five_foot_step": lambda: bool(opportunity.movement_provokes("five_foot_step", (("enemy",), ()))),
        "ranged_attack": lambda: bool(opportunity.drawn_by("ranged_attack", ("enemy",), target)),
        "listed_action": lambda: listed_provokes(inputs.get("action")),
        "unarmed_attack": lambda: bool(
            opportunity.drawn_by(
                "unarmed_attack",
                ("enemy",),
                target,
                unarmed_counts_as_armed=inputs.get("provoker_counts_as_armed", False),
            )
        ),
    }
    provoked = provokes[one_of(cause, provokes, "d20.opportunity.cause_unknown", field="cause")]()
    provoked = provoked and armed and inputs["in_threatened_square"]
    able = opportunity.has_opportunity(
        made, flat_footed=enemy.get("flat_footed", False), total_defense=enemy.get("total_defense", False)
    )
    strikes = provoked and able and inputs.get("wants", True)
    bonuses = enemy["attack_bonuses"]
    if strikes and not bonuses:
        raise Missing("d20.opportunity.bonus_missing", field="attack_bonuses")
    careful = attack_bonus.FIGHTING_DEFENSIVELY_ATTACK if enemy.get("fighting_defensively", False) else 0
    return {
        "provoked": provoked,
        "made": strikes,
        "attack_bonus": max(bonuses) + careful if strikes else None,
        "made_this_round": made + strikes,
        "before_action": provoked and cause == "unarmed_attack",
    }


@adapter("range_penalty")
def range_penalty(inputs: Inputs, faces: Dice) -> Result:
    distance, increment = inputs.number("distance_ft"), inputs.number("increment_ft")
    return asdict(attack_bonus.range_penalty(distance, increment, inputs["weapon"]))


@adapter("two_weapon_penalties")
def two_weapon_penalties(inputs: Inputs, faces: Dice) -> Result:
    return asdict(attack_bonus.two_weapon_penalties(inputs["off_hand"], feat=inputs["feat"]))


@adapter("attack_bonus")
def add_attack_bonus(inputs: Inputs, faces: Dice) -> Result:
    two = inputs.part("two_weapon") if "two_weapon" in inputs else None
    melee = inputs.part("target_melee") if "target_melee" in inputs else None
    return asdict(
        d20_sums.attack_bonus(
            inputs["mode"],
            base_attack_bonus=inputs["bab"],
            strength_modifier=inputs["str_mod"],
            dexterity_modifier=inputs["dex_mod"],
            size=inputs["size"],
            two_weapon=two and attack_bonus.TwoWeapons(two["hand"], two["feat"], two["off_hand"]),
            target_melee=melee
            and attack_bonus.TargetMelee(
                melee["enemy_adjacent"],
                melee["one_side_immobilised"],
                melee["immobilised_side_attacked"],
                melee["part_10ft_from_nearest_ally"],
            ),
            **inputs.some("range_penalty", "proficient", "weapon_kind", "circumstances"),
        )
    )


@adapter("attack_roll")
def roll_attack(inputs: Inputs, faces: Dice) -> Result:
    bonus, defense = inputs["bonus"], inputs["defense"]
    attack = attack_roll.attack_roll(bonus, defense, **inputs.some("threat_from", "multiplier"))
    return asdict(thrown(attack, faces))


@adapter("unarmed_strike")
def unarmed_strike(inputs: Inputs, faces: Dice) -> Result:
    return d20_sums.unarmed_strike(**inputs.some("lethal"))


@adapter("damage")
def deal_damage(inputs: Inputs, faces: Dice) -> Result:
    dice = attack_roll.DamageDice(
        inputs["dice_count"], inputs["die_sides"], inputs.get("extra_dice_count", 0), inputs.get("extra_die_sides")
    )
    terms = named(inputs.some("modifier", "str_mod", "grip", "light", "multiplier"))
    return asdict(thrown(attack_roll.damage(dice, weapon=inputs["weapon"], **terms), faces))


@adapter("hit_points")
def take_damage(inputs: Inputs, faces: Dice) -> Result:
    left = hit_points.take_damage(inputs["hp"], inputs["damage"])
    return {"hp": left.hp, "status": "ok" if left.state == "normal" else left.state}


@adapter("defense")
def defense(inputs: Inputs, faces: Dice) -> Result:
    terms = named(
        inputs.some("dex_mod", "class_bonus", "enhancement", "natural_armor", "deflection", "feat_bonus", "size")
    )
    worn = inputs.part("armor") if "armor" in inputs else None
    defender = defence.Defender(
        armor=worn and defence.Armor(worn["unproficient_bonus"], worn["proficient_bonus"], worn["proficient"]),
        dodge=tuple(inputs.get("dodge", ())),
        **terms,
    )
    situation = inputs.some("touch", "can_react", "attacker_invisible", "circumstances", "stances", "cover")
    return asdict(d20_sums.defense(defender, inputs["attack"], **situation))


@adapter("circumstance")
def circumstance(inputs: Inputs, faces: Dice) -> Result:
    return asdict(attack_bonus.circumstance(inputs["side"], inputs["circumstance"], inputs["attack"]))


@adapter("struck_cover")
def struck_cover(inputs: Inputs, faces: Dice) -> Result:
    coverer = None
    if or_null(inputs, "coverer") is not None:
        part = inputs.part("coverer")
        coverer = cover.Coverer(
            part["defense_base"], part["dex_bonus"], part["dodge_bonus"], part["waives_dex"], part["waives_dodge"]
        )
    struck = cover.struck_cover(inputs["attack_total"], inputs["defense_without_cover"], inputs["cover_bonus"], coverer)
    return {"result": struck}


@adapter("concealment")
def hit_concealed(inputs: Inputs, faces: Dice) -> Result:
    conditions, attack_hit = inputs["conditions"], inputs["attack_hit"]
    chance = cover.miss_chance(conditions)
    return {**asdict(chance), "hit": thrown(cover.hits_concealed(chance, attack_hit=attack_hit), faces)}


@adapter("saving_throw")
def saving_throw(inputs: Inputs, faces: Dice) -> Result:
    kind, dc = inputs["kind"], inputs["dc"]
    terms = {"base": inputs["base"], "ability_mod": inputs["ability_mod"]}
    terms |= inputs.some("misc", "cover", "area", "beyond_cover", "damage", "success_damage")
    save = asdict(thrown(d20_sums.saving_throw(kind, dc, **named(terms)), faces))
    return save if "damage" in inputs else {"total": save["total"], "success": save["success"]}


@adapter("pass_through")
def pass_through(inputs: Inputs, faces: Dice) -> Result:
    sizes = (inputs["mover_size"], inputs["occupant_size"])
    return asdict(movement.pass_through(*sizes, inputs["relation"], **inputs.some("resists", "tumble_ranks")))


@adapter("treat_as_helpless")
def treat_as_helpless(inputs: Inputs, faces: Dice) -> Result:
    return {
        "helpless": helpless.treat_as_helpless(
            inputs["state"],
            aware_of_attacker=inputs["aware_of_attacker"],
            attacker_adjacent=inputs["attacker_adjacent"],
            tense_situation=inputs["tense_situation"],
            can_use_dex_bonus=inputs["can_use_dex_bonus"],
            took_precaution=inputs["took_precaution"],
        )
    }


@adapter("coup_de_grace")
def coup_de_grace(inputs: Inputs, faces: Dice) -> Result:
    weapon, hp, damage_dealt = inputs["weapon"], inputs["target_hp"], inputs["damage"]
    attack_roll.known_attack_mode(weapon, "weapon")
    at_least(damage_dealt, 1, "d20.damage.least", field="damage")
    helpless.check_coup_de_grace(
        weapon,
        adjacent=inputs["adjacent"],
        target_helpless=inputs["target_helpless"],
        immune_to_criticals=inputs.get("crit_immune", False),
    )
    row = budget.known_action("coup_de_grace")
    found = thrown(helpless.survival(hp, damage_dealt, inputs["fort_bonus"]), faces)
    return {
        "hit": True,
        "critical": True,
        "action": row.type,
        "provokes": row.provokes == "yes",
        "target_hp": hit_points.take_damage(hp, damage_dealt).hp,
        **asdict(found),
    }


@adapter("knockout_blow")
def knockout_blow(inputs: Inputs, faces: Dice) -> Result:
    blow = helpless.knockout_blow(
        inputs["weapon"],
        inputs["attack_bonus"],
        inputs["target_size"],
        target_helpless=inputs["target_helpless"],
        **named(inputs.some("crit_immune")),
    )
    return asdict(thrown(blow, faces))

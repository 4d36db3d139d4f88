"""Operations of the d20 harm cases, answered by the functions of plain numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.core.throws import Throws, throw_one
from rules.systems.d20 import (
    acid,
    breath,
    conditions,
    disease,
    electricity,
    exposure,
    falls,
    fire,
    harm,
    healing,
    hit_points,
    lifting,
    lights,
    load,
    poison,
    recovery,
    strangling,
)
from rules.systems.d20 import breath as smoke
from rules.systems.d20.abilities import checked_points, checked_score
from rules.systems.d20.arms import BARE_HANDS
from rules.systems.d20.attack_bonus import TACTICS
from rules.systems.d20.blows import damage_tactic
from rules.systems.d20.dice import D20
from tests.vectors import d20_sums
from tests.vectors.adapters.d20 import adapter, named, thrown
from tests.vectors.registry import Dice, Inputs, Result

FRACTIONS = frozenset(
    ("sleep_hours", "hours_since_save", "rest_hours", "hours_used", "distance_ft", "fall_ft", "weight_lb")
)
"""Inputs that may have a fraction."""


ABILITIES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}
"""Abilities as the cases write them, and as the rules name them."""


def by_rules(points: Mapping[str, int]) -> dict[Any, int]:
    """Name abilities as the rules do; what is none stays for the rules to refuse."""
    return {ABILITIES.get(name, ""): value for name, value in points.items()}


def by_cases(points: Mapping[Any, int]) -> dict[str, int]:
    """Name abilities as the cases do."""
    return {short: points[name] for short, name in ABILITIES.items() if name in points}


def needed(inputs: Inputs, *names: str) -> dict[str, Any]:
    """Return all these inputs, named as the rules do; the first that is absent is refused as missing."""
    return named({name: inputs.number(name) if name in FRACTIONS else inputs[name] for name in names})


def optional(inputs: Inputs, *names: str) -> dict[str, Any]:
    """Return those of these inputs that are given."""
    return needed(inputs, *(name for name in names if name in inputs))


def of_event(inputs: Inputs, name: str, fields: dict[str, Sequence[str]]) -> tuple[str, dict[str, Any]]:
    """Return which of several events it is, and the inputs that belong to it."""
    event = one_of(inputs[name], fields, "input.event_unknown", field=name)
    return event, needed(inputs, *fields[event])


@adapter("hp_state")
def hp_state(inputs: Inputs, faces: Dice) -> Result:
    hp, score = inputs["hp"], inputs["con_score"]
    within(hp, hit_points.LOWEST, hit_points.HIGHEST, "d20.hp.range", field="hp")
    if score is not None:
        checked_score(score, "constitution", least=0)
    state = "dead" if score == 0 else hit_points.state_by_hit_points(hp)
    return {"state": state, **asdict(hit_points.STATE_ROWS[state])}


def threshold_of(inputs: Inputs) -> int | None:
    """Return the massive damage threshold of a target."""
    return hit_points.massive_damage_threshold(inputs["con_score"], inputs.get("threshold_bonus", 0))


@adapter("lethal_damage")
def lethal_damage(inputs: Inputs, faces: Dice) -> Result:
    hp, damage, temp = inputs["hp"], inputs["damage"], inputs.get("temp_hp", 0)
    within(hp, hit_points.LOWEST_ALIVE, hit_points.HIGHEST, "d20.hp.range", field="hp")
    at_least(temp, 0, "d20.temp_hp.negative", field="temp_hp")
    if hp <= 0:
        at_least(damage, 1, "d20.damage.least", field="damage")
        within(temp, 0, 0, "d20.temp_hp.below_one", field="temp_hp")
    hit = harm.lethal_hit(
        hp + temp,
        damage,
        threshold_of(inputs),
        noted_hp=hp,
        fortitude_bonus=inputs.get("fort_bonus", 0),
        immune_to_criticals=inputs.get("immune_to_criticals", False),
    )
    return asdict(thrown(hit, faces))


WEAPONS = {
    "melee_lethal": (False, False),
    "melee_nonlethal": (True, False),
    "unarmed": (True, False),
    "ranged_lethal": (False, True),
    "ranged_as_improvised_melee": (False, False),
}
"""Whether a weapon spares by itself, and whether it strikes from afar."""


@adapter("nonlethal_option")
def nonlethal_option(inputs: Inputs, faces: Dice) -> Result:
    spares, ranged = WEAPONS[one_of(inputs["weapon"], WEAPONS, "d20.nonlethal.weapon_unknown", field="weapon")]
    weapon = replace(BARE_HANDS, nonlethal=spares)
    tactic = damage_tactic(weapon, "ranged" if ranged else "melee", spares=True, martial_arts=False)
    return {"allowed": True, "attack_modifier": TACTICS[tactic].modifier if tactic else 0}


@adapter("nonlethal_damage")
def nonlethal_damage(inputs: Inputs, faces: Dice) -> Result:
    bonus = inputs.get("fort_bonus", 0)
    hit = harm.nonlethal_hit(inputs["hp"], inputs["damage"], threshold_of(inputs), fortitude_bonus=bonus)
    return asdict(thrown(hit, faces))


@adapter("disabled_action")
def disabled_action(inputs: Inputs, faces: Dice) -> Result:
    hp, action = inputs["hp"], inputs["action"]
    within(hp, hit_points.LOWEST_ALIVE, 0, "d20.disabled.hp", field="hp")
    one_of(action, ("move", "attack_action", "full_round"), "d20.disabled.action_unknown", field="action")
    used = at_least(inputs.get("actions_used", 0), 0, "d20.disabled.actions_used_negative", field="actions_used")
    restored = inputs.get("hp_restored_by_action", 0)
    at_least(restored, 0, "d20.healing.negative", field="hp_restored_by_action")
    if action == "full_round" or used:
        raise NotAllowed("d20.disabled.full_round", field="action")
    effort = inputs.get("makes_attack", False) or inputs.get("strenuous", False)
    cost = hit_points.EFFORT_DAMAGE if effort else 0
    after = hit_points.take_damage(hp + restored, cost)
    state = after.state if cost or hp + restored >= 0 else hit_points.state_after_regaining(after.hp, "disabled")
    return {"hp": after.hp, "damage_taken": cost, "state": state}


@adapter("recovery_roll")
def recovery_roll(inputs: Inputs, faces: Dice) -> Result:
    kind, hp, state = inputs["kind"], inputs["hp"], inputs["state"]
    roll = recovery.recovery_roll(kind, hp, state, inputs["bonus"], **optional(inputs, "tended", "recovering"))
    hours = inputs.number("hours_since_save") if "hours_since_save" in inputs else 1
    at_least(hours, 0, "d20.hours.negative", field="hours_since_save")
    if kind == "stable_hour" and hours < 1 and state == recovery.RECOVERY_RULES[kind].needs:
        # in play the roll falls due by the clock
        tended, recovering = inputs.get("tended", False), inputs.get("recovering", False)
        waits = recovery.Recovery(False, None, hp, state, hit_points.is_conscious(state), tended, recovering)
        return asdict(waits)
    return asdict(thrown(roll, faces))


@adapter("rest")
def rest(inputs: Inputs, faces: Dice) -> Result:
    kind, level = inputs["kind"], inputs["level"]
    hp, state, damage = inputs["hp"], inputs.get("state", "normal"), by_rules(inputs.get("ability_damage", {}))
    drain = checked_points(by_rules(inputs.get("ability_drain", {})), "ability_drain")
    periods = at_least(inputs.get("periods", 1), 1, "d20.rest.periods", field="periods")
    sleep = inputs.number("sleep_hours") if "sleep_hours" in inputs else healing.SLEEP_HOURS
    at_least(sleep, 0, "d20.hours.negative", field="sleep_hours")
    healed = 0
    for _ in range(periods):
        rested = healing.rest(
            kind,
            hp,
            inputs["hp_max"],
            level,
            locked_damage=inputs.get("locked_damage", 0),
            state=state,
            tended=inputs.get("tended", False),
            recovering=inputs.get("recovering", False),
            ability_damage=damage,
        )
        # a night that is too short is no rest
        if kind == "night" and sleep < healing.SLEEP_HOURS:
            continue
        hp, state, damage, healed = rested.hp, rested.state, rested.ability_damage, healed + rested.healed
    losses = {"ability_damage": by_cases(damage), "ability_drain": by_cases(drain)}
    return {"hp": hp, "healed": healed, "state": state, **losses}


@adapter("heal")
def heal(inputs: Inputs, faces: Dice) -> Result:
    one_of(inputs["source"], ("medical", "magical", "psionic"), "d20.healing.source_unknown", field="source")
    temp = at_least(inputs.get("temp_hp", 0), 0, "d20.temp_hp.negative", field="temp_hp")
    healed = healing.heal(
        **needed(inputs, "amount", "hp", "hp_max", "state"), locked_damage=inputs.get("locked_damage", 0)
    )
    return {**asdict(healed), "temp_hp": temp}


@adapter("temp_hp")
def temp_hp(inputs: Inputs, faces: Dice) -> Result:
    total = inputs["total"]
    event, values = of_event(inputs, "event", {"gain": ["amount"], "expire": ["noted_hp"]})
    if event == "gain":
        real, temporary = hit_points.real_and_temporary(total, inputs.get("noted_hp", total))
        return {"total": real + hit_points.gain_temporary(temporary, **values), "noted_hp": real}
    return asdict(hit_points.end_temporary(total, **values))


@adapter("con_change")
def con_change(inputs: Inputs, faces: Dice) -> Result:
    bonus = at_least(inputs.get("threshold_bonus", 0), 0, "d20.threshold_bonus.negative", field="threshold_bonus")
    changed = hit_points.change_constitution(**needed(inputs, "con_before", "con_after", "level", "hp", "hp_max"))
    return {**asdict(changed), "threshold": inputs["con_after"] + bonus}


@adapter("condition_effects")
def condition_effects(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        conditions.condition_effects(
            sorted(conditions.cornered(inputs["conditions"], can_flee=inputs.get("can_flee", True))),
            **optional(inputs, "anchored"),
        )
    )


@adapter("defense_against")
def defense_against(inputs: Inputs, faces: Dice) -> Result:
    return {
        "defense": d20_sums.defense_against(
            **needed(inputs, "dexterity", "class_bonus", "equipment_bonus", "size", "conditions", "attack"),
            **optional(inputs, "attacker_is_grappler", "max_dex_modifier", "anchored", "can_flee"),
        )
    }


@adapter("rest_condition")
def rest_condition(inputs: Inputs, faces: Dice) -> Result:
    # rest that is interrupted counts no more than rest in the heat or cold that tires
    exposed = not inputs.get("uninterrupted", True)
    left = conditions.rest_from(**needed(inputs, "condition", "rest_hours"), exposed=exposed)
    return {"condition": left}


@adapter("light_source")
def light_source(inputs: Inputs, faces: Dice) -> Result:
    left = lights.light_left(**needed(inputs, "source"), **optional(inputs, "hours_used"))
    return {**asdict(left.source), "hours_left": left.hours_left, "lit": left.lit}


@adapter("weather_save")
def weather_save(inputs: Inputs, faces: Dice) -> Result:
    save = exposure.weather_save(
        **needed(inputs, "kind", "severity", "previous_saves", "fort_bonus", "hp"),
        **optional(inputs, "properly_equipped", "heavy_clothing", "survival_bonus"),
    )
    return asdict(thrown(save, faces))


@adapter("fire")
def meet_fire(inputs: Inputs, faces: Dice) -> Result:
    return asdict(thrown(fire.fire(**needed(inputs, "event", "burning", "reflex_bonus", "hp")), faces))


@adapter("deprivation")
def go_without(inputs: Inputs, faces: Dice) -> Result:
    checked = ["need", "con_score", "con_modifier", "elapsed", "previous_checks", "hp"]
    event, values = of_event(inputs, "event", {"needs": ["climate"], "check": checked})
    if event == "needs":
        return asdict(exposure.daily_needs(**values, **optional(inputs, "water_factor")))
    return asdict(thrown(exposure.go_without(**values), faces))


@adapter("breath")
def hold_breath(inputs: Inputs, faces: Dice) -> Result:
    since = inputs.get("rounds_since_failure")
    held = breath.breath_round(
        **needed(inputs, "con_score", "con_modifier"),
        round_number=inputs["round"],
        hp=inputs["hp"],
        rounds_since_failure=since,
    )
    if inputs.get("freed"):
        return asdict(breath.Breath("free", False, None, None, inputs["hp"]))
    return asdict(thrown(held, faces))


@adapter("strangle_start")
def strangle_start(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        strangling.begin_strangling(
            **needed(
                inputs,
                "attacker_size",
                "target_size",
                "attacker_grapple_total",
                "target_grapple_total",
                "choice",
                "target_con_score",
            ),
            **optional(inputs, "attacker_is_pinned"),
        )
    )


@adapter("smoke_round")
def smoke_round(inputs: Inputs, faces: Dice) -> Result:
    values = needed(inputs, "con_modifier", "previous_checks", "choking_previous_round", "hp")
    return asdict(thrown(smoke.smoke_round(**values), faces))


@adapter("fall")
def fall_down(inputs: Inputs, faces: Dice) -> Result:
    fallen = falls.fall(**needed(inputs, "distance_ft", "reflex_bonus"), **optional(inputs, "tumble_bonus"))
    return asdict(thrown(fallen, faces))


@adapter("falling_object")
def object_falls(inputs: Inputs, faces: Dice) -> Result:
    object_size = inputs["object_size"]
    event, values = of_event(
        inputs,
        "event",
        {"impact": ["fall_ft", "character_size", "reflex_bonus"], "escape": ["method", "bonus"]},
    )
    if event == "impact":
        return asdict(thrown(falls.impact(object_size, **values), faces))
    return asdict(thrown(falls.escape(object_size, **values, **optional(inputs, "dc_modifier")), faces))


def poisoned_attack(reflex_bonus: int) -> Throws[poison.Handling]:
    """Roll an attack with a poisoned weapon, whose 1 asks for the save from one's own poison (D20H-POIS-06)."""
    if (yield from throw_one("attack", D20)) != 1:
        return poison.Handling(False, False, None)
    return (yield from poison.save_from_own_poison(reflex_bonus))


@adapter("poison")
def meet_poison(inputs: Inputs, faces: Dice) -> Result:
    suffered = ["dc", "fort_bonus", "damage"]
    event, values = of_event(
        inputs,
        "event",
        {"initial": suffered, "secondary": suffered, "prepare": [], "attack_roll": ["reflex_bonus"]},
    )
    immune = optional(inputs, "immune")
    if event == "prepare":
        poison.is_immune(**immune)
        return asdict(thrown(poison.prepare_poison(), faces))
    if event == "attack_roll":
        poison.is_immune(**immune)
        return asdict(thrown(poisoned_attack(**values), faces))
    stage: Any = event
    return asdict(thrown(poison.suffer_poison(stage, **values, **immune), faces))


@adapter("disease")
def fall_ill(inputs: Inputs, faces: Dice) -> Result:
    name = inputs["disease"]
    stage, values = of_event(inputs, "stage", {"exposure": ["fort_bonus"], "initial": [], "daily": ["fort_bonus"]})
    row = disease.known_disease(name)
    told: dict[str, Any] = {"dc": row.dc, "types": row.types}
    harm = disease.Harm({}, {})
    if stage == "exposure":
        told |= asdict(thrown(disease.expose(name, **values), faces))
    elif stage == "initial":
        harm = thrown(disease.break_out(name), faces)
    else:
        day = thrown(disease.disease_day(name, **values, **optional(inputs, "consecutive_successes")), faces)
        harm = day.harm
        told |= asdict(day)
    return {**told, "damage": by_cases(harm.damage), "drain": by_cases(harm.drain)}


@adapter("acid")
def meet_acid(inputs: Inputs, faces: Dice) -> Result:
    kind, values = of_event(
        inputs,
        "kind",
        {
            "splash": ["strength"],
            "immersion": ["strength"],
            "fumes_first": ["distance_ft", "fort_bonus"],
            "fumes_second": ["fort_bonus"],
        },
    )
    if kind == "fumes_first":
        return asdict(thrown(acid.first_fumes(**values), faces))
    if kind == "fumes_second":
        return asdict(thrown(acid.second_fumes(**values), faces))
    contact: Any = kind
    return asdict(thrown(acid.acid_round(contact, **values), faces))


@adapter("electricity")
def shock(inputs: Inputs, faces: Dice) -> Result:
    return asdict(thrown(electricity.shock(**needed(inputs, "level", "grounded", "fort_bonus")), faces))


@adapter("load_limits")
def load_limits(inputs: Inputs, faces: Dice) -> Result:
    return asdict(load.load_limits(**needed(inputs, "strength"), **optional(inputs, "size", "legs", "surface")))


@adapter("encumbrance")
def encumbrance(inputs: Inputs, faces: Dice) -> Result:
    borne = d20_sums.encumbrance(
        **needed(inputs, "strength", "weight_lb", "base_speed_ft"),
        **optional(inputs, "size", "legs", "current_speed_ft", "dex_modifier", "armor_check_penalty", "skill"),
    )
    return {
        **asdict(borne),
        "max_dex_modifier": borne.max_dexterity_modifier,
        "effective_dex_modifier": borne.effective_dexterity_modifier,
    }


@adapter("lift")
def lift(inputs: Inputs, faces: Dice) -> Result:
    return asdict(
        lifting.lift(**needed(inputs, "strength", "task", "weight_lb"), **optional(inputs, "size", "legs", "surface"))
    )

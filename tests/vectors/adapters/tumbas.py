"""Operations of the Tumbas cases, answered by the rules that play executes."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.errors import at_least, needed, one_of
from rules.core.facts import Explanation
from rules.core.fight import Combatant, Command, Fight, Head
from rules.core.throws import Throws, resolved
from rules.core.words import words
from rules.systems.tumbas import (
    attack,
    attributes,
    dice,
    harm,
    healing,
    house,
    initiative,
    levelling,
    load,
    opposed,
    scores,
    settings,
    shooting,
    starting,
    time,
    trials,
    turns,
    values,
)
from rules.systems.tumbas import (
    talents as talent_rules,
)
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.gear import trading
from rules.systems.tumbas.state import Declared, Group, Round, state_at
from rules.systems.tumbas.system import SYSTEM
from tests.vectors.compare import Partly
from tests.vectors.registry import Adapter, Dice, Inputs, Result
from tests.vectors.registry import adapter as register

R = TypeVar("R")

LETTERS: Mapping[str, Attribute] = {
    "F": "strength",
    "A": "agility",
    "R": "resistance",
    "I": "intelligence",
    "V": "will",
}
"""The letter of each attribute on the sheet (TUM-ATTR-01)."""

KINDS = {"equipment_points": "equipment_point", "provisions": "provisions", "coins": "coin", "jewels": "jewel"}
"""The kinds of things that an inventory counts, by the names of the cases."""


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    return register("tumbas", operation)


def thrown(rule: Throws[R], faces: Dice, **decisions: Any) -> R:
    """Carry out a rule with all the faces of a case."""
    return resolved(rule, faces.take(faces.left), decisions)


# Tests


def given(inputs: Inputs, prefix: str = "") -> Explanation:
    """The reward and punishment dice of a case as causes; negative numbers are refused."""
    reward, punishment = inputs.get(f"{prefix}reward", 0), inputs.get(f"{prefix}punishment", 0)
    dice.net_dice(reward, punishment)
    return dice.cause("reward", reward), dice.cause("punishment", -punishment)


def trial(who: str, value: int, causes: Explanation, attribute: Attribute = "strength") -> dice.Trial:
    return dice.Trial(who, attribute, value, causes)


def trial_of(inputs: Inputs, value: int, who: str = "actor") -> dice.Trial:
    """The test of a case: a physical action is one of Strength, any other one of Will."""
    attribute: Attribute = "strength" if inputs.get("physical") else "will"
    overload = trials.overload_causes(attribute, overloaded=inputs.get("overloaded", False))
    return trial(who, value, (*given(inputs), *overload), attribute)


def tested(test: dice.AttributeTest) -> dict[str, Any]:
    return {
        "total": test.total,
        "success": test.success,
        "automatic_failure": test.snake_eyes,
        "doubles": test.doubles,
        "fumble": test.fumble,
        "pluses": test.pluses,
    }


@adapter("net_dice")
def net_dice(inputs: Inputs, faces: Dice) -> Result:
    pool = dice.net_dice(inputs["reward"], inputs["punishment"])
    return {"kind": pool.kind, "extra_dice": pool.extra_dice, "pool_dice": pool.size}


@adapter("attribute_test")
def attribute_test(inputs: Inputs, faces: Dice) -> Result:
    one = trial_of(inputs, inputs["attribute"])
    test = thrown(dice.roll_test(one), faces)
    return {**tested(test), "pool_dice": one.pool.size, "counted": test.counted, "explosions": test.explosions}


@adapter("opposed_test")
def opposed_test(inputs: Inputs, faces: Dice) -> Result:
    participants = inputs.parts("participants")
    tie_rule = one_of(inputs.get("tie_rule", "no_one"), settings.TIE_RULES, "tie_rule.unknown")
    tests = {part["id"]: dice.roll_test(trial_of(part, part["attribute"], part["id"])) for part in participants}
    if len(tests) < 2:
        return asdict(opposed.compare_totals({}))
    contest = thrown(opposed.opposed_test(tests), faces, tie_rule=tie_rule)
    return {
        "totals": Partly({who: test.total for who, test in contest.tests.items()}),
        "automatic_failures": tuple(who for who, test in contest.tests.items() if test.snake_eyes),
        "winner": contest.winner,
        "status": contest.status,
        "fumbles": contest.fumbles,
        "pluses": contest.pluses,
    }


# Gear and load


# Sessions and levels


@adapter("survive_session")
def survive_session(inputs: Inputs, faces: Dice) -> Result:
    pace = inputs.get("pace", settings.DEFAULT_PACE)
    return asdict(levelling.survive_session(pace, inputs["sessions"], survived=inputs["survived"]))


def attribute_of(letter: str) -> Attribute:
    return LETTERS[one_of(letter, LETTERS, "attribute.unknown")]


def by_letters(found: Mapping[Attribute, int]) -> dict[str, int]:
    return {letter: found[name] for letter, name in LETTERS.items()}


@adapter("level_up")
def level_up(inputs: Inputs, faces: Dice) -> Result:
    level, hit_die, hp_max, last = inputs["level"], inputs["hit_die"], inputs["hp_max"], inputs.get("last_advance")
    kind = one_of(inputs["advance_type"], ("attribute", "talent"), "advance.unknown")
    raised = attribute_of(inputs["advance_attribute"]) if kind == "attribute" else None
    one = levelling.Growing(
        level=level,
        hit_die=hit_die,
        hp_max=hp_max,
        hp_current=inputs.get("hp_current", hp_max),
        attributes={name: inputs.get(letter, 0) for letter, name in LETTERS.items()},
        talents=tuple(inputs.get("talents", ())),
        last_advance=last if last in (None, "talent") else attribute_of(last),
    )
    advance = levelling.Advance(kind, raised, inputs["advance_talent"] if kind == "talent" else None)
    found = thrown(levelling.level_up("hero", one, inputs.get("attribute_max")), faces, advance=advance)
    grown = found.after
    letters = {name: letter for letter, name in LETTERS.items()}
    return {
        "level": grown.level,
        "hp_max": grown.hp_max,
        "hp_current": grown.hp_current,
        "talents": grown.talents,
        "hp_gain": found.gained.hp_gain,
        "resistance_bonus": found.resistance_bonus,
        "aptitudes_usual": found.gained.aptitudes_usual,
        "last_advance": letters.get(grown.last_advance or "", "talent"),  # type: ignore[call-overload]
        **by_letters(grown.attributes),
    }


@adapter("aptitude_uses")
def aptitude_uses(inputs: Inputs, faces: Dice) -> Result:
    return {"uses": values.aptitude_uses(inputs["level"])}


# Tables and creation


def attribute_row(letter: str) -> dict[str, Any]:
    name = attribute_of(letter)
    return {"name_es": words("tumbas", "es")[f"attribute.{name}"], "physical": name in attributes.PHYSICAL}


def gain_row(key: str) -> dict[str, Any]:
    sides = {f"d{sides}": sides for sides in levelling.FIXED_GAINS}
    return {"gain": levelling.fixed_gain(sides[one_of(key, sides, "hit_die.unknown")])}


def race_row(race: house.Race) -> dict[str, Any]:
    named = {letter: race.modifiers.get(name, 0) for letter, name in LETTERS.items()}
    return {**named, "extra_talents": race.extra_talents}


def weapon_row(weapon: house.Weapon) -> dict[str, Any]:
    letters = {name: letter for letter, name in LETTERS.items()}
    return {**asdict(weapon), "attribute": "/".join(letters[name] for name in weapon.attributes)}


def row_of(rows: Mapping[str, R], shown: Callable[[R], Any] = asdict) -> Callable[[str], Any]:  # type: ignore[assignment]
    """Look up a row of a table; an unknown key is refused."""
    return lambda key: shown(rows[one_of(key, rows, "row.unknown")])


TABLES: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "attribute": attribute_row,
    "price": row_of(trading.PRICES),
    "spaces": row_of(load.UNITS_PER_SPACE, lambda units: {"units_per_space": units}),
    "hit_die_gain": gain_row,
    "race": row_of(house.RACES, race_row),
    "class": row_of(house.CLASSES),
    "talent": row_of(house.TALENT_VALUES, lambda value: {"value": value}),
    "weapon": row_of(house.WEAPONS, weapon_row),
    "armour": row_of(house.ARMOURS),
    "magic": row_of(house.GRADES),
    "creature": row_of(
        house.CREATURES,
        lambda one: {**asdict(one), **by_letters(dict(zip(attributes.ATTRIBUTES, one.attributes, strict=True)))},
    ),
}


@adapter("lookup")
def lookup(inputs: Inputs, faces: Dice) -> Result:
    table, key = inputs["table"], inputs["key"]
    row = TABLES[one_of(table, TABLES, "table.unknown")](key)
    return {"row": Partly(row)}


def chosen(inputs: Inputs) -> dict[Attribute, int]:
    return {name: needed(inputs.get(letter), "attribute.missing") for letter, name in LETTERS.items()}


@adapter("check_attributes")
def check_attributes(inputs: Inputs, faces: Dice) -> Result:
    return {"sum": scores.check_attributes(chosen(inputs), inputs.get("method", "standard")), "valid": True}


@adapter("create_character")
def create_character(inputs: Inputs, faces: Dice) -> Result:
    """The new character goes on a sheet, whose body has the hit points and the capacity."""
    race, character_class, talents = inputs["race"], inputs["class"], inputs["talents"]
    numbers = chosen(inputs)
    one_of(race, house.RACES, "tumbas.race.unknown", field="race")
    one_of(character_class, house.CLASSES, "tumbas.class.unknown", field="character_class")
    for talent in talents:
        one_of(talent, house.TALENTS, "tumbas.talent.unknown", field="talents")
    scores.check_attributes(numbers, inputs.get("method", "standard"))
    after = scores.with_race(numbers, race)
    talent_rules.check_talents(talents, race)
    sheet = SYSTEM.sheet_kinds["person"].load(
        {
            **after,
            "race": race,
            "character_class": character_class,
            "talents": talents,
            "equipment_points": starting.starting_points(talents),
            "coins": house.STARTING_COINS,
        }
    )
    body = SYSTEM.body("person", sheet, {})
    return {
        **by_letters(body.attributes),  # type: ignore[arg-type]
        "level": body.level,
        "hit_die": body.hit_die,
        "hp_max": body.hp_max,
        "hp_current": body.hp,
        "backpack": True,
        "equipment_points": sheet["equipment_points"],
        "coins": sheet["coins"],
        "capacity": body.capacity,
    }


# The round


GAME_MASTER = Viewer("gm", game_master=True)


@adapter("next_phase")
def next_phase(inputs: Inputs, faces: Dice) -> Result:
    """A small fight goes on by one step: one declares to move and another, who is engaged, to defend."""
    number, phase = at_least(inputs["round"], 1, "round"), inputs["phase"]
    one_of(phase, ("declaration", "action", "melee", "ended"), "phase.unknown")
    load_sheet = SYSTEM.sheet_kinds["person"].load
    body = SYSTEM.body("person", load_sheet({}), {})
    stages = {"action": ("action", "melee"), "melee": ("melee",)}.get(phase, ())
    people = {"action": "mover", "melee": "defender"}
    fight = Fight(
        round=Round(
            number,
            "declaration" if phase == "ended" else phase,
            declared={"mover": Declared("move"), "defender": Declared("defend")},
            groups=tuple(Group(stage, (people[stage],)) for stage in stages),
        ),
        combatants={who: Combatant(who, who, body) for who in ("mover", "defender")},
        order=("mover", "defender"),
        clock=turns.ROUND_SECONDS * (number - 1),
        status="archived" if phase == "ended" else "running",
    )
    if phase == "melee":
        # the one who defends has done so: the round waits for nobody
        fight = turns.acted(fight, "defender")
    ends = inputs.get("combat_over", False) and phase != "ended"
    command = Command("step", "archive" if ends else "next_step", moment=SYSTEM.moment(fight))
    after_it = engine.begin(SYSTEM, Head(fight), command, GAME_MASTER).head.fight
    return {
        "round": after_it.round.number,
        "phase": "ended" if after_it.status == "archived" else after_it.round.stage,
        "elapsed_seconds": after_it.clock,
    }


@adapter("declare_action")
def declare_action(inputs: Inputs, faces: Dice) -> Result:
    opponents = inputs["adjacent_opponents"]
    return asdict(initiative.declare_action(opponents, inputs["action_type"], **inputs.some("hurried")))


@adapter("resolution_order")
def resolution_order(inputs: Inputs, faces: Dice) -> Result:
    parts = inputs.parts("declared")
    announced = [initiative.Announced(part["id"], part["action_type"], **part.some("hurried")) for part in parts]
    tries = {part["id"]: trial(part["id"], part.get("agility", 0), given(part), "agility") for part in parts}
    groups = thrown(initiative.order_of_round(announced, tries), faces)
    return {"groups": [list(group) for group in groups]}


# Attacks and hit points


@adapter("melee_attack")
def melee_attack(inputs: Inputs, faces: Dice) -> Result:
    attribute, strength, hp = inputs["attacker_attribute"], inputs["attacker_strength"], inputs["defender_hp"]
    hit = attack.Hit(inputs["damage_die"], strength + inputs.get("damage_bonus", 0), inputs.get("defender_armour", 0))
    overload = {
        side: trials.overload_causes("strength", overloaded=inputs.get(f"{side}_overloaded", False))
        for side in ("attacker", "defender")
    }
    own = attack.defence_causes(
        shield=inputs.get("defender_shield", False), defending=inputs.get("defender_defending", False)
    )
    attacking = trial("attacker", attribute, (*given(inputs, "attacker_"), *overload["attacker"]))
    defending = trial(
        "defender", inputs["defender_attribute"], (*given(inputs, "defender_"), *overload["defender"], *own)
    )
    found = thrown(attack.melee_attack(attacking, defending, hit), faces)
    taken = found.harm.amount if found.harm else 0
    return {
        "attacker_total": found.attack.total,
        "defender_total": found.defence.total,
        "hit": found.hit,
        "pluses": found.pluses,
        "damage": taken,
        "defender_hp": harm.apply_damage(hp, taken),
        "attacker_fumble": found.attacker_fumble,
        "defender_fumble": found.defender_fumble,
    }


@adapter("ranged_attack")
def ranged_attack(inputs: Inputs, faces: Dice) -> Result:
    attribute, sides, hp = inputs["attribute"], inputs["damage_die"], inputs["target_hp"]
    hit = attack.Hit(sides, inputs.get("damage_bonus", 0), inputs.get("target_armour", 0))
    hindrances = shooting.hindrances(
        cover=inputs.get("target_cover", False),
        engaged=inputs.get("target_engaged", False),
        long_range=inputs.get("long_range", False),
        shield=inputs.get("target_shield", False),
    )
    overload = trials.overload_causes("agility", overloaded=inputs.get("overloaded", False))
    one = trial("archer", attribute, (*given(inputs), *overload, *hindrances), "agility")
    shot = thrown(shooting.ranged_attack(one, hit), faces)
    taken = shot.harm.amount if shot.harm else 0
    return {
        "total": shot.test.total,
        "hit": shot.test.success,
        "pluses": shot.test.pluses,
        "fumble": shot.test.fumble,
        "damage": taken,
        "target_hp": harm.apply_damage(hp, taken),
    }


@adapter("apply_damage")
def apply_damage(inputs: Inputs, faces: Dice) -> Result:
    hp = harm.apply_damage(inputs["hp"], inputs["damage"])
    return {"hp": hp, "state": state_at(hp, creature=inputs.get("creature", False))}


@adapter("dying_check")
def dying_check(inputs: Inputs, faces: Dice) -> Result:
    one = trial("dying", inputs["resistance"], given(inputs), "resistance")
    found = thrown(harm.dying_test(inputs["hp"], one), faces)
    return {"success": found.test.success, "fumble": found.test.fumble, "hp": found.hp, "state": found.state}


@adapter("rest")
def rest(inputs: Inputs, faces: Dice) -> Result:
    hp, hp_max, resistance = inputs["hp"], inputs["hp_max"], inputs["resistance"]
    nights, place = inputs["nights"], healing.known_place(inputs["place"])
    at_least(nights, 0, "nights.negative")
    fed, healer = inputs.get("fed", True), inputs.get("healer", False)
    gain = healing.night_gain(hp, resistance, place, fed=fed, healer=healer)
    rested = hp
    for _ in range(nights):
        rested = healing.restore(rested, hp_max, gain)
    return {"hp": rested, "recovered": rested - hp}


@adapter("pass_days")
def pass_days(inputs: Inputs, faces: Dice) -> Result:
    return asdict(time.eat(inputs["provisions"], inputs["days"], inputs["place"]))


@adapter("starve_day")
def starve_day(inputs: Inputs, faces: Dice) -> Result:
    hp, resistance, day = inputs["hp"], inputs["resistance"], inputs["hungry_day"]
    one = trial("hungry", resistance, (*given(inputs), *time.hunger_causes(day)), "resistance")
    found = thrown(time.hungry_day(day, one), faces)
    return {
        "success": found.test.success,
        "fumble": found.test.fumble,
        "hp_lost": found.lost,
        "hp": harm.apply_damage(hp, found.lost),
    }

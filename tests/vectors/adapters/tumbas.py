"""Operations of the Tumbas cases, answered by the functions of plain numbers."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from rules.core.errors import Missing, one_of
from rules.core.words import words
from rules.systems.tumbas import (
    advancement,
    attacks,
    attributes,
    creation,
    creatures,
    dice,
    equipment,
    hit_points,
    house,
    initiative,
    load,
    opposed,
    rolls,
    time,
)
from tests.vectors.compare import Partly
from tests.vectors.registry import Adapter, Dice, Inputs, Result
from tests.vectors.registry import adapter as register

LETTERS = {name: letter for letter, name in attributes.LETTERS.items()}


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    return register("tumbas", operation)


def rolled(pool: dice.Pool, faces: Dice) -> dice.Roll:
    """Take the dice that a test asks for, one group after the other."""
    taken: tuple[int, ...] = ()
    while count := dice.next_dice(pool, taken):
        more = faces.take(count)
        taken += more
        if len(more) < count:
            break
    return dice.read_roll(pool, taken)


def tested(inputs: Inputs, attribute: int, faces: Dice) -> rolls.AttributeTest:
    pool = rolls.pool_of(**inputs.some("reward", "punishment", "physical", "overloaded"))
    return rolls.attribute_test(attribute, rolled(pool, faces))


def by_letters(values: Mapping[attributes.Attribute, int]) -> dict[str, int]:
    return {LETTERS[name]: value for name, value in values.items()}


def in_attributes(inputs: Inputs) -> dict[attributes.Attribute, int]:
    return {name: inputs[letter] for letter, name in attributes.LETTERS.items()}


def item(part: Inputs) -> load.Item:
    return load.Item(part["name"], part["kind"], part["spaces"], part["declared"])


def items(inputs: Inputs, name: str = "items") -> tuple[load.Item, ...]:
    return tuple(item(part) for part in inputs.parts(name)) if name in inputs else ()


def inventory(inputs: Inputs, prefix: str = "") -> load.Inventory:
    counts = {name: inputs.get(prefix + name, 0) for name in ("equipment_points", "provisions", "coins", "jewels")}
    return load.Inventory(**counts, items=items(inputs, f"{prefix}items"))


def after(carried: load.Inventory) -> dict[str, Any]:
    return {**asdict(carried), "items": [asdict(one) for one in carried.items]}


def with_load(inputs: Inputs, carried: load.Inventory) -> dict[str, Any]:
    found = load.carrying(inputs["F"], inputs["R"], carried, **inputs.some("capacity_bonus"))
    return {**after(carried), "spaces": found.spaces, "overloaded": found.overloaded}


@adapter("net_dice")
def net_dice(inputs: Inputs, faces: Dice) -> Result:
    pool = dice.net_dice(inputs["reward"], inputs["punishment"])
    return {"kind": pool.kind, "extra_dice": pool.extra_dice, "pool_dice": pool.size}


@adapter("attribute_test")
def attribute_test(inputs: Inputs, faces: Dice) -> Result:
    test = tested(inputs, inputs["attribute"], faces)
    return {
        **asdict(test),
        "pool_dice": test.roll.pool.size,
        "counted": test.roll.counted,
        "explosions": test.roll.explosions,
    }


@adapter("opposed_test")
def opposed_test(inputs: Inputs, faces: Dice) -> Result:
    participants = inputs.parts("participants")
    opposed.check_participants(len(participants))
    needed = [(part["id"], part["attribute"]) for part in participants]
    tie_rule = opposed.known_tie_rule(inputs.get("tie_rule", opposed.DEFAULT_TIE_RULE))
    tests = {who: tested(part, attribute, faces) for part, (who, attribute) in zip(participants, needed, strict=True)}
    contest = opposed.opposed_test(tests, tie_rule)
    return {**asdict(contest), "totals": Partly(contest.totals)}


@adapter("carrying")
def carrying(inputs: Inputs, faces: Dice) -> Result:
    return asdict(load.carrying(inputs["F"], inputs["R"], inventory(inputs), **inputs.some("capacity_bonus")))


@adapter("pick_up")
def pick_up(inputs: Inputs, faces: Dice) -> Result:
    carried = load.pick_up(
        inputs["F"],
        inputs["R"],
        inventory(inputs),
        inventory(inputs, "add_"),
        **inputs.some("capacity_bonus"),
    )
    return with_load(inputs, carried)


@adapter("purchase")
def purchase(inputs: Inputs, faces: Dice) -> Result:
    carried = equipment.purchase(
        inputs["F"],
        inputs["R"],
        inventory(inputs),
        in_settlement=inputs["in_settlement"],
        equipment_points=inputs.get("buy_equipment_points", 0),
        provision_lots=inputs.get("buy_provision_lots", 0),
        **inputs.some("capacity_bonus"),
    )
    return with_load(inputs, carried)


@adapter("use_equipment_point")
def use_equipment_point(inputs: Inputs, faces: Dice) -> Result:
    carried = load.Inventory(equipment_points=inputs["equipment_points"], items=items(inputs))
    name = inputs["object"]
    kind = inputs.get("object_kind", "object")
    return after(equipment.use_equipment_point(carried, name, kind, **inputs.some("gm_allows")))


@adapter("settle_object")
def settle_object(inputs: Inputs, faces: Dice) -> Result:
    carried = inventory(inputs)
    left = equipment.settle_object(carried.items, inputs["object"], inputs["outcome"])
    load.check_inventory(carried)
    return {"equipment_points": carried.equipment_points, "items": [asdict(one) for one in left]}


@adapter("pass_days")
def pass_days(inputs: Inputs, faces: Dice) -> Result:
    return asdict(time.pass_days(inputs["provisions"], inputs["days"], inputs["place"]))


@adapter("end_adventure")
def end_adventure(inputs: Inputs, faces: Dice) -> Result:
    found = equipment.end_adventure(inventory(inputs))
    return {**after(found.inventory), "lost_items": found.lost_items}


@adapter("survive_session")
def survive_session(inputs: Inputs, faces: Dice) -> Result:
    pace = inputs.get("pace", advancement.DEFAULT_PACE)
    return asdict(advancement.survive_session(pace, inputs["sessions"], survived=inputs["survived"]))


@adapter("level_up")
def level_up(inputs: Inputs, faces: Dice) -> Result:
    level, hit_die, hp_max = inputs["level"], inputs["hit_die"], inputs["hp_max"]
    kind, raised, last = inputs["advance_type"], None, inputs.get("last_advance")
    if kind == "attribute" and "advance_attribute" not in inputs:
        raise Missing("tumbas.advance.attribute_missing", field="advance_attribute")
    face = faces.take(1) if advancement.rolls_hit_points(level + 1) else ()
    if advancement.rolls_hit_points(level + 1) and not face:
        raise Missing("dice.too_few", field="faces")
    if kind == "attribute":
        raised = attributes.attribute_of(inputs["advance_attribute"])
    if last not in (None, "talent"):
        last = attributes.attribute_of(last)
    one = advancement.Growing(
        level=level,
        hit_die=hit_die,
        hp_max=hp_max,
        hp_current=inputs.get("hp_current", hp_max),
        attributes={name: inputs.get(letter, 0) for letter, name in attributes.LETTERS.items()},
        talents=tuple(inputs.get("talents", ())),
        last_advance=last,
    )
    advance = advancement.Advance(kind, raised, inputs.get("advance_talent"))
    found = advancement.level_up(one, advance, face[0] if face else None, **inputs.some("attribute_max"))
    grown = found.after
    advanced = grown.last_advance or "talent"
    return {
        **asdict(grown),
        **asdict(found),
        **by_letters(grown.attributes),
        "last_advance": "talent" if advanced == "talent" else LETTERS[advanced],
    }


def attribute_row(letter: str) -> dict[str, Any]:
    name = attributes.attribute_of(letter)
    return {"name_es": words("tumbas", "es")[f"attribute.{name}"], "physical": name in attributes.PHYSICAL}


def price_row(key: str) -> dict[str, Any]:
    return asdict(equipment.PRICES[one_of(key, equipment.PRICES, "tumbas.ware.unknown", field="key")])


def spaces_row(key: str) -> dict[str, Any]:
    return {"units_per_space": load.UNITS_PER_SPACE[one_of(key, load.UNITS_PER_SPACE, "tumbas.thing.unknown")]}


def gain_row(key: str) -> dict[str, Any]:
    sides = {f"d{sides}": sides for sides in advancement.HIT_DICE}
    return {"gain": advancement.fixed_gain(sides[one_of(key, sides, "tumbas.hit_die.unknown", field="key")])}


def race_row(key: str) -> dict[str, Any]:
    race = house.known_race(key)  # type: ignore[arg-type]
    modifiers = house.RACE_MODIFIERS[race]
    named = {letter: modifiers.get(name, 0) for letter, name in attributes.LETTERS.items()}
    return {**named, "extra_talents": house.EXTRA_TALENTS[race]}


def weapon_row(key: str) -> dict[str, Any]:
    found = house.weapon(key)  # type: ignore[arg-type]
    return {**asdict(found), "attribute": "/".join(LETTERS[name] for name in found.attributes)}


def creature_row(key: str) -> dict[str, Any]:
    found = creatures.creature(key)
    return {**asdict(found), **by_letters(found.attributes)}


TABLES: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "attribute": attribute_row,
    "price": price_row,
    "spaces": spaces_row,
    "hit_die_gain": gain_row,
    "race": race_row,
    "class": lambda key: {"hit_die": house.HIT_DICE_OF_CLASSES[house.known_class(key)]},
    "talent": lambda key: {"value": house.TALENT_VALUES[house.known_talent(key)]},
    "weapon": weapon_row,
    "armour": lambda key: asdict(house.armour(key)),
    "magic": lambda key: asdict(house.magic(key)),
    "creature": creature_row,
}


@adapter("lookup")
def lookup(inputs: Inputs, faces: Dice) -> Result:
    table, key = inputs["table"], inputs["key"]
    row = TABLES[one_of(table, TABLES, "tumbas.table.unknown", field="table")](key)
    return {"row": Partly(row)}


@adapter("check_attributes")
def check_attributes(inputs: Inputs, faces: Dice) -> Result:
    total = creation.check_attributes(in_attributes(inputs), **inputs.some("method"))
    return {"sum": total, "valid": True}


@adapter("create_character")
def create_character(inputs: Inputs, faces: Dice) -> Result:
    made = creation.create_character(
        in_attributes(inputs), inputs["race"], inputs["class"], inputs["talents"], **inputs.some("method")
    )
    return {**asdict(made), **by_letters(made.attributes), "hp_current": made.hp_max}


@adapter("next_phase")
def next_phase(inputs: Inputs, faces: Dice) -> Result:
    return asdict(time.next_phase(inputs["round"], inputs["phase"], **inputs.some("combat_over")))


@adapter("declare_action")
def declare_action(inputs: Inputs, faces: Dice) -> Result:
    opponents = inputs["adjacent_opponents"]
    return asdict(time.declare_action(opponents, inputs["action_type"], **inputs.some("hurried")))


@adapter("resolution_order")
def resolution_order(inputs: Inputs, faces: Dice) -> Result:
    parts = inputs.parts("declared")
    declared = [initiative.Declared(part["id"], part["action_type"], **part.some("hurried")) for part in parts]
    for part in parts:
        time.known_action_type(part["action_type"])
    for part in parts:
        rolls.pool_of(**part.some("reward", "punishment"))
    hurried = initiative.hurrying(declared)
    tests = (
        {part["id"]: tested(part, part.get("agility", 0), faces) for part in parts if part["id"] in hurried}
        if (len(hurried) > 1)
        else {}
    )
    return {"groups": [list(group) for group in initiative.resolution_order(declared, tests)]}


@adapter("aptitude_uses")
def aptitude_uses(inputs: Inputs, faces: Dice) -> Result:
    return {"uses": advancement.aptitude_uses(inputs["level"])}


def side(inputs: Inputs, prefix: str, *names: str) -> dict[str, Any]:
    return {name: inputs[prefix + name] for name in names if prefix + name in inputs}


def dealt(inputs: Inputs, prefix: str, faces: Dice, pluses: int, strength: int = 0) -> dict[str, Any]:
    face = faces.take(1)
    amount = attacks.damage(
        face[0] if face else None,
        inputs["damage_die"],
        pluses=pluses,
        strength=strength,
        bonus=inputs.get("damage_bonus", 0),
        armour=inputs.get(f"{prefix}armour", 0),
    )
    return {"damage": amount, f"{prefix}hp": hit_points.apply_damage(inputs[f"{prefix}hp"], amount).hp}


@adapter("melee_attack")
def melee_attack(inputs: Inputs, faces: Dice) -> Result:
    attribute, strength = inputs["attacker_attribute"], inputs["attacker_strength"]
    sides, defence, hp = inputs["damage_die"], inputs["defender_attribute"], inputs["defender_hp"]
    attacks.known_damage_die(sides)
    attacking = attacks.attack_pool(**side(inputs, "attacker_", "reward", "punishment", "overloaded"))
    defending = attacks.defence_pool(
        **side(inputs, "defender_", "reward", "punishment", "overloaded", "shield", "defending")
    )
    attacks.check_armour(inputs.get("defender_armour", 0))
    attack = rolls.attribute_test(attribute, rolled(attacking, faces))
    defended = rolls.attribute_test(defence, rolled(defending, faces))
    blow = attacks.melee_attack(attack, defended)
    harm = {"damage": 0, "defender_hp": hp}
    if blow.hit:
        harm = dealt(inputs, "defender_", faces, blow.pluses, strength)
    return {"attacker_total": attack.total, "defender_total": defended.total, **asdict(blow), **harm}


@adapter("ranged_attack")
def ranged_attack(inputs: Inputs, faces: Dice) -> Result:
    attribute, sides, hp = inputs["attribute"], inputs["damage_die"], inputs["target_hp"]
    attacks.known_damage_die(sides)
    pool = attacks.ranged_pool(
        **inputs.some("reward", "punishment", "overloaded", "long_range"),
        **side(inputs, "target_", "cover", "engaged", "shield"),
    )
    attacks.check_armour(inputs.get("target_armour", 0))
    test = rolls.attribute_test(attribute, rolled(pool, faces))
    harm = {"damage": 0, "target_hp": hp}
    if test.success:
        harm = dealt(inputs, "target_", faces, test.pluses)
    return {"total": test.total, "hit": test.success, "pluses": test.pluses, "fumble": test.fumble, **harm}


@adapter("apply_damage")
def apply_damage(inputs: Inputs, faces: Dice) -> Result:
    return asdict(hit_points.apply_damage(inputs["hp"], inputs["damage"], **inputs.some("creature")))


@adapter("dying_check")
def dying_check(inputs: Inputs, faces: Dice) -> Result:
    hp, resistance = inputs["hp"], inputs["resistance"]
    pool = rolls.pool_of(**inputs.some("reward", "punishment"))
    hit_points.check_dying(hp)
    test = rolls.attribute_test(resistance, rolled(pool, faces))
    return asdict(hit_points.dying_check(hp, test))


@adapter("rest")
def rest(inputs: Inputs, faces: Dice) -> Result:
    needed = [inputs[name] for name in ("hp", "hp_max", "resistance", "nights", "place")]
    return asdict(hit_points.rest(*needed, **inputs.some("fed", "healer")))


@adapter("starve_day")
def starve_day(inputs: Inputs, faces: Dice) -> Result:
    hp, resistance, day = inputs["hp"], inputs["resistance"], inputs["hungry_day"]
    pool = time.hunger_pool(day, **inputs.some("reward", "punishment"))
    test = rolls.attribute_test(resistance, rolled(pool, faces))
    lost = time.hunger_loss(day, test)
    return {"success": test.success, "fumble": test.fumble, "hp_lost": lost, "hp": hp - lost}

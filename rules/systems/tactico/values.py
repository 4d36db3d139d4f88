"""The numbers of a character's sheet, each with its terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.audience import GAME_MASTER
from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.overrides import by_hand
from rules.core.types import Json
from rules.core.words import number
from rules.systems.tactico.attributes import CHARACTERISTICS, LIFE_BASE, SHARE_OF_LOCATION
from rules.systems.tactico.load import CONTAINERS, NOWHERE, PLACES, Carried, carried, contents
from rules.systems.tactico.locations import LOCATIONS, Location, is_melee
from rules.systems.tactico.sheet import worn_on
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.state import UNARMED, Arm, Body

USUAL_SKILLS = 4
"""How many skills are listed among what is rolled most."""


def characteristic_term(body: Body, name: str, times: int = 1) -> Fact:
    """A characteristic as a term, counted once or twice."""
    value, rules, called = times * body.characteristics[name], ("TAC-HOUSE-01",), Word(f"characteristic.{name}")
    if times == 1:
        return fact("term.characteristic", value, rules=rules, characteristic=called)
    return fact("term.characteristic_twice", value, rules=rules, characteristic=called)


def skill_word(skill: str) -> Word | str:
    """The name of a skill: a word of the rules, or its own words (TAC-HOUSE-02)."""
    return skill.removeprefix("own ") if skill.startswith("own ") else Word(f"skill.{skill}")


def named(name: Word | str) -> Fact:
    """A name as an option: a word of the rules, or its own words."""
    return fact("plain_text", text=name) if isinstance(name, str) else fact(name.code)


def skill_term(body: Body, skill: str) -> Fact:
    """The level of a skill as a term."""
    return fact("term.skill", body.skills.get(skill, 0), rules=("TAC-HOUSE-02",), skill=skill_word(skill))


def roll_terms(body: Body, skill: str) -> Explanation:
    """Characteristic and skill, which every roll adds to its dice (TAC-ROLL-04)."""
    return (characteristic_term(body, body.characteristic(skill)), skill_term(body, skill))


def arm_param(key: str, arm: Arm) -> Word | str:
    """The name of a weapon: as it was written down, else its category."""
    return Word("weapon.unarmed") if key == UNARMED else arm.name or Word(f"weapon.{arm.category}")


def characteristic_facts(body: Body) -> Explanation:
    """The six characteristics (TAC-HOUSE-01)."""
    return tuple(
        fact(
            f"characteristic.{name}",
            body.characteristics[name],
            rules=("TAC-HOUSE-01",),
            key=name,
            short=Word(f"characteristic_short.{name}"),
        )
        for name in CHARACTERISTICS
    )


def skill_facts(body: Body) -> Explanation:
    """What is added to the dice with each skill (TAC-ROLL-04, TAC-HOUSE-02)."""
    own = [name for name in body.skills if name not in SKILLS]
    return tuple(
        fact(
            "own_skill" if name in own else f"skill.{name}",
            _total(roll_terms(body, name)),
            rules=("TAC-ROLL-04", "TAC-HOUSE-02", "TAC-DIFF-03"),
            terms=roll_terms(body, name),
            key=name,
            level=body.skills.get(name, 0),
            skill=skill_word(name),
        )
        for name in (*SKILLS, *own)
    )


def _total(terms: Explanation) -> int:
    return sum(term.value or 0 for term in terms)


def _sum(code: str, rule: str, *terms: Fact) -> Fact:
    return fact(code, _total(terms), rules=(rule,), terms=terms)


def attribute_facts(body: Body) -> Explanation:
    """Iniciativa, Movimiento, Fatiga, Aguante and Puntos de Vida from the characteristics (TAC-HOUSE-04)."""
    rule = "TAC-HOUSE-04"

    def term(name: str, times: int = 1) -> Fact:
        return characteristic_term(body, name, times)

    return (
        _sum("value.initiative", rule, term("dexterity"), term("perception")),
        _sum("value.movement", rule, term("dexterity")),
        _sum("value.fatigue", rule, term("constitution"), term("will")),
        _sum("value.endurance", rule, term("strength", 2), term("constitution", 2)),
        _sum("value.life_max", rule, fact("term.base", LIFE_BASE, rules=(rule,)), term("constitution", 2)),
    )


def resistance_facts(body: Body) -> Explanation:
    """The resistance of each location, a part of the Puntos de Vida rounded up (TAC-HOUSE-05)."""
    rules = ("TAC-HOUSE-05",)

    def resistance(name: Location) -> Fact:
        points = body.resistance_max[name]
        share = fact("term.share", points, rules=rules, share=str(SHARE_OF_LOCATION[name]), life=body.life_max)
        named = Word(f"location.{name}")
        return fact(f"resistance.{name}", points, rules=rules, terms=(share,), key=name, location=named)

    return tuple(resistance(name) for name in LOCATIONS)


def protection_facts(body: Body, sheet: Mapping[str, Json]) -> Explanation:
    """What worn protection takes from each hit, by location (TAC-HOUSE-14)."""
    rules = ("TAC-HOUSE-14",)

    def protection(name: Location) -> Fact:
        points, worn = body.protection[name], worn_on(sheet, name)
        terms = (fact("term.worn", points, rules=rules, name=worn),) if worn else ()
        return fact(f"protection_of.{name}", points, rules=rules, terms=terms, key=name)

    return tuple(protection(name) for name in LOCATIONS if body.protection.get(name))


def load_facts(body: Body, sheet: Mapping[str, Json]) -> Explanation:
    """The sizes carried against the Aguante, and what is at fault (TAC-INV-04 to TAC-INV-06, TAC-HOUSE-18)."""
    load = carried(sheet, body.endurance)
    names = {f"container_{place}": row["name"] for place, row in enumerate(sheet["containers"], start=1)}
    total = fact(
        "value.load",
        load.total_size,
        rules=("TAC-INV-04", "TAC-INV-06", "TAC-HOUSE-18"),
        endurance=body.endurance,
        capacity=body.endurance,
        left=load.room_left,
    )
    over = () if load.within_limit else (fact("load.over", -load.room_left, rules=("TAC-INV-06",)),)
    overfull = (
        fact("load.overfull", rules=("TAC-INV-05", "TAC-HOUSE-18"), container=names[one])
        for one in load.overfull_containers
    )
    misplaced = (
        fact("load.misplaced", rules=("TAC-INV-05",), place=Word(f"place.{one}")) for one in load.misplaced_slots
    )
    return (total, *over, *overfull, *misplaced, *place_facts(sheet, names))


def place_facts(sheet: Mapping[str, Json], names: Mapping[str, str]) -> Explanation:
    """What is in each place, with the size of each thing; containers with what they hold (TAC-INV-04, TAC-INV-05)."""
    found = contents(sheet)
    capacity = {name: row["capacity"] for name, row in zip(CONTAINERS, sheet["containers"], strict=False)}
    rules = ("TAC-INV-05", "TAC-HOUSE-18")

    def inside(place: str) -> Fact:
        called: Param = names[place] if place in names else Word(f"place.{place}")
        terms = tuple(thing_term(one) for one in found.get(place, ()))
        if place not in capacity:
            return fact("carried.in", _total(terms), rules=rules, terms=terms, place=called)
        return fact("carried.in", _total(terms), rules=rules, terms=terms, place=called, capacity=capacity[place])

    return tuple(inside(place) for place in (*PLACES, NOWHERE) if place in found or place in capacity)


def thing_term(one: Carried) -> Fact:
    """The size of equal things together, as a term (TAC-INV-04)."""
    size, rules, thing = one.size * one.quantity, ("TAC-INV-04",), one.name or Word(f"weapon.{one.category}")
    if one.quantity == 1:
        return fact("carried.thing", size, rules=rules, thing=thing, count=1)
    return fact("carried.things", size, rules=rules, thing=thing, count=one.quantity)


def sheet_values(body: Body, sheet: Mapping[str, Json]) -> Explanation:
    """All numbers of a sheet; `body` is the one without values set by hand."""
    facts = (
        *characteristic_facts(body),
        *attribute_facts(body),
        *resistance_facts(body),
        *protection_facts(body, sheet),
        *skill_facts(body),
    )
    return facts if body.npc else (*facts, *load_facts(body, sheet))


def by_hand_values(facts: Explanation, whole: Body) -> Explanation:
    """The same numbers with those set by hand."""
    return tuple(by_hand(fact, whole.overrides) for fact in facts)


def arm_facts(key: str, arm: Arm) -> dict[str, Param]:
    """What a weapon is and does, as parameters (TAC-HOUSE-13)."""
    return {
        "weapon": arm_param(key, arm),
        "key": key,
        "damage": damage_text(arm),
        "accuracy": arm.accuracy,
        "rounds": arm.rounds or 0,
    }


def damage_text(arm: Arm) -> str:
    """The damage of a weapon as people write it: dice and what is added (TAC-HOUSE-13)."""
    dice = f"{arm.dice}d6" if arm.dice else ""
    if not arm.bonus and dice:
        return dice
    return f"{dice} {number(arm.bonus, sign=True)}" if dice else number(arm.bonus)


def usual_rolls(body: Body, *, values_known: bool = True) -> Explanation:
    """What is rolled most: an attack with each weapon, and the best skills.

    values_known: the values of weapons are no secret (TAC-INV-01).
    """
    weapons = (
        _attack(body, key, "usual.weapon", "usual.weapon_plain", values_known=values_known)
        for key in (*body.arms, UNARMED)[:5]
    )
    trained = sorted(
        (name for name, level in body.skills.items() if level), key=lambda name: -body.competence(name).sum
    )
    return (*weapons, *(_usual_skill(body, name) for name in trained[:USUAL_SKILLS]))


def attack_facts(body: Body, *, values_known: bool = True) -> Explanation:
    """An attack with each weapon and with bare hands; values_known: see `usual_rolls` (TAC-ROLL-04, TAC-HOUSE-13)."""
    return tuple(
        _attack(body, key, "arm.weapon", "arm.weapon_plain", values_known=values_known) for key in (*body.arms, UNARMED)
    )


def _attack(body: Body, key: str, code: str, plain_code: str, *, values_known: bool) -> Fact:
    """An attack with a weapon: accuracy and damage are for the game master where they are found out in play."""
    arm = body.arm(key)
    skill, rules = arm.values.skill, ("TAC-HOUSE-13",)
    plain = roll_terms(body, skill)
    accuracy = fact("term.accuracy", arm.accuracy, rules=("TAC-ATK-04", "TAC-HOUSE-13"))
    terms = (*plain, accuracy) if arm.accuracy else plain
    # what the page fills in when this is tapped
    opens: dict[str, Param] = {
        "weapon": arm_param(key, arm),
        "key": key,
        "action": "attack" if is_melee(skill) else "shoot",
        "with": f"weapon={key}",
        "spares": arm.spares or 0,
    }
    whole = Fact(code, _total(terms), {**arm_facts(key, arm), **opens}, rules, terms=terms)
    if values_known or key == UNARMED:
        return whole
    told = Fact(plain_code, _total(plain), opens, rules, terms=plain)
    return replace(whole, audience=GAME_MASTER, otherwise=told)


def _usual_skill(body: Body, name: str) -> Fact:
    """A test of a skill, with what the page fills in when this is tapped."""
    opens: dict[str, Param] = {"skill": skill_word(name), "key": name, "action": "test", "with": f"skill={name}"}
    terms = roll_terms(body, name)
    return Fact("usual.test", body.competence(name).sum, opens, ("TAC-ROLL-04",), terms=terms)

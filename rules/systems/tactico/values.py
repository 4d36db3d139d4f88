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
from rules.systems.tactico.load import CONTAINERS, NOWHERE, PLACES, carried, contents
from rules.systems.tactico.locations import LOCATIONS, is_melee
from rules.systems.tactico.sheet import worn_on
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.state import UNARMED, Arm, Body

USUAL_SKILLS = 4
"""How many skills are listed among what is rolled most."""


def characteristic_term(body: Body, name: str, times: int = 1) -> Fact:
    """A characteristic as a term, counted `times`."""
    code = "term.characteristic" if times == 1 else "term.characteristic_twice"
    named: dict[str, Param] = {"characteristic": Word(f"characteristic.{name}")}
    return Fact(code, value=times * body.characteristics[name], params=named, rules=("TAC-HOUSE-01",))


def skill_word(skill: str) -> Word | str:
    """The name of a skill: a word of the rules, or its own words (TAC-HOUSE-02)."""
    return skill.removeprefix("own ") if skill.startswith("own ") else Word(f"skill.{skill}")


def named(name: Word | str) -> Fact:
    """A name as an option: a word of the rules, or its own words."""
    return fact("plain_text", text=name) if isinstance(name, str) else fact(name.code)


def skill_term(body: Body, skill: str) -> Fact:
    """The level of a skill as a term."""
    return Fact(
        "term.skill", value=body.skills.get(skill, 0), params={"skill": skill_word(skill)}, rules=("TAC-HOUSE-02",)
    )


def roll_terms(body: Body, skill: str) -> Explanation:
    """Characteristic and skill, which every roll adds to its dice (TAC-ROLL-04)."""
    return (characteristic_term(body, body.characteristic(skill)), skill_term(body, skill))


def arm_param(key: str, arm: Arm) -> Word | str:
    """The name of a weapon: as it was written down, else its category."""
    return Word("weapon.unarmed") if key == UNARMED else arm.name or Word(f"weapon.{arm.category}")


def characteristic_facts(body: Body) -> Explanation:
    """The six characteristics (TAC-HOUSE-01)."""
    return tuple(
        Fact(
            f"characteristic.{name}",
            value=body.characteristics[name],
            params={"key": name, "short": Word(f"characteristic_short.{name}")},
            rules=("TAC-HOUSE-01",),
        )
        for name in CHARACTERISTICS
    )


def skill_facts(body: Body) -> Explanation:
    """What is added to the dice with each skill (TAC-ROLL-04, TAC-HOUSE-02)."""
    own = [name for name in body.skills if name not in SKILLS]
    return tuple(
        Fact(
            "own_skill" if name in own else f"skill.{name}",
            value=sum(term.value or 0 for term in roll_terms(body, name)),
            params={"key": name, "level": body.skills.get(name, 0), "skill": skill_word(name)},
            rules=("TAC-ROLL-04", "TAC-HOUSE-02", "TAC-DIFF-03"),
            terms=roll_terms(body, name),
        )
        for name in (*SKILLS, *own)
    )


def _sum(code: str, rule: str, *terms: Fact) -> Fact:
    return Fact(code, value=sum(term.value or 0 for term in terms), rules=(rule,), terms=terms)


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
        _sum("value.life_max", rule, Fact("term.base", value=LIFE_BASE, rules=(rule,)), term("constitution", 2)),
    )


def resistance_facts(body: Body) -> Explanation:
    """The resistance of each location, a part of the Puntos de Vida rounded up (TAC-HOUSE-05)."""
    return tuple(
        Fact(
            f"resistance.{name}",
            value=body.resistance_max[name],
            params={"key": name},
            rules=("TAC-HOUSE-05",),
            terms=(
                Fact(
                    "term.share",
                    value=body.resistance_max[name],
                    params={"share": str(SHARE_OF_LOCATION[name]), "life": body.life_max},
                    rules=("TAC-HOUSE-05",),
                ),
            ),
        )
        for name in LOCATIONS
    )


def protection_facts(body: Body, sheet: Mapping[str, Json]) -> Explanation:
    """What worn protection takes from each hit, by location (TAC-HOUSE-14)."""
    return tuple(
        Fact(
            f"protection_of.{name}",
            value=body.protection[name],
            params={"key": name},
            rules=("TAC-HOUSE-14",),
            terms=tuple(
                Fact("term.worn", value=body.protection[name], params={"name": worn}, rules=("TAC-HOUSE-14",))
                for worn in (worn_on(sheet, name),)
                if worn
            ),
        )
        for name in LOCATIONS
        if body.protection.get(name)
    )


def load_facts(body: Body, sheet: Mapping[str, Json]) -> Explanation:
    """The sizes carried against the Aguante, and what is not in order (TAC-INV-04 to TAC-INV-06, TAC-HOUSE-18)."""
    load = carried(sheet, body.endurance)
    rules = ("TAC-INV-04", "TAC-INV-06", "TAC-HOUSE-18")
    total: dict[str, Param] = {"endurance": body.endurance, "capacity": body.endurance, "left": load.room_left}
    facts = [Fact("value.load", value=load.total_size, params=total, rules=rules)]
    if not load.within_limit:
        facts.append(Fact("load.over", value=-load.room_left, rules=("TAC-INV-06",)))
    names = {f"container_{place}": row["name"] for place, row in enumerate(sheet["containers"], start=1)}
    facts += [
        Fact("load.overfull", params={"container": names[one]}, rules=("TAC-INV-05", "TAC-HOUSE-18"))
        for one in load.overfull_containers
    ]
    facts += [
        Fact("load.misplaced", params={"place": Word(f"place.{one}")}, rules=("TAC-INV-05",))
        for one in load.misplaced_slots
    ]
    return (*facts, *place_facts(sheet, names))


def place_facts(sheet: Mapping[str, Json], names: Mapping[str, str]) -> Explanation:
    """What is in each place, with the size of each thing; containers with what they hold (TAC-INV-04, TAC-INV-05)."""
    found = contents(sheet)
    capacity = {name: row["capacity"] for name, row in zip(CONTAINERS, sheet["containers"], strict=False)}
    facts: list[Fact] = []
    for place in (*PLACES, NOWHERE):
        things = found.get(place, ())
        if not things and place not in capacity:
            continue
        named: Param = names[place] if place in names else Word(f"place.{place}")
        terms = tuple(
            Fact(
                "carried.thing" if one.quantity == 1 else "carried.things",
                value=one.size * one.quantity,
                params={"thing": one.name or Word(f"weapon.{one.category}"), "count": one.quantity},
                rules=("TAC-INV-04",),
            )
            for one in things
        )
        total = sum(term.value or 0 for term in terms)
        params: dict[str, Param] = {"place": named}
        if place in capacity:
            params["capacity"] = capacity[place]
        rules = ("TAC-INV-05", "TAC-HOUSE-18")
        facts.append(Fact("carried.in", value=total, params=params, rules=rules, terms=terms))
    return tuple(facts)


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
    weapons = (_usual_weapon(body, key, values_known=values_known) for key in (*body.arms, UNARMED)[:5])
    trained = sorted(
        (name for name, level in body.skills.items() if level), key=lambda name: -body.competence(name).sum
    )
    return (*weapons, *(_usual_skill(body, name) for name in trained[:USUAL_SKILLS]))


def _usual_weapon(body: Body, key: str, *, values_known: bool) -> Fact:
    """An attack with a weapon: accuracy and damage are for the game master where they are found out in play."""
    arm = body.arm(key)
    skill = arm.values.skill
    plain = roll_terms(body, skill)
    accuracy = Fact("term.accuracy", value=arm.accuracy, rules=("TAC-ATK-04", "TAC-HOUSE-13"))
    terms = (*plain, accuracy) if arm.accuracy else plain
    opens: dict[str, Param] = {
        "weapon": arm_param(key, arm),
        "key": key,
        "action": "attack" if is_melee(skill) else "shoot",
        "with": f"weapon={key}",
    }

    def total(of: Explanation) -> int:
        return sum(term.value or 0 for term in of)

    rules = ("TAC-HOUSE-13",)
    whole = Fact("usual.weapon", total(terms), {**arm_facts(key, arm), **opens}, rules, terms=terms)
    if values_known or key == UNARMED:
        return whole
    told = Fact("usual.weapon_plain", total(plain), opens, rules, terms=plain)
    return replace(whole, audience=GAME_MASTER, otherwise=told)


def _usual_skill(body: Body, name: str) -> Fact:
    terms = roll_terms(body, name)
    params: dict[str, Param] = {"skill": skill_word(name), "key": name, "action": "test", "with": f"skill={name}"}
    return Fact("usual.test", body.competence(name).sum, params=params, rules=("TAC-ROLL-04",), terms=terms)

"""The numbers of a character or creature that everybody asks for, each with its terms."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.errors import at_least
from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.overrides import by_hand, chosen
from rules.core.types import Json
from rules.core.words import number
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.gear.outfit import outfit_of
from rules.systems.tumbas.house import ARMOURS, CLASSES, GRADES
from rules.systems.tumbas.load import BASE_CAPACITY, spaces_by_measure
from rules.systems.tumbas.sheet import burden_of, hit_die_of, maximum_of
from rules.systems.tumbas.state import Body

APTITUDE_STEP = 3
"""Class aptitudes grow at levels divisible by this (TUM-LVL-05)."""


def aptitude_uses(level: int) -> int:
    """Return the uses per session of the class aptitude; raises OutOfRange below level 1 (TUM-HOUSE-04)."""
    return 1 + at_least(level, 1, "tumbas.level", field="level") // APTITUDE_STEP


def attribute_term(attribute: Attribute, value: int) -> Fact:
    """The value of an attribute as a term."""
    return fact("term.attribute", value, rules=("TUM-ATTR-01",), attribute=Word(f"attribute.{attribute}"))


def attribute_facts(body: Body) -> Explanation:
    """The five attributes."""
    return tuple(
        fact(
            f"attribute.{name}",
            body.value(name),
            rules=("TUM-ATTR-01", "TUMS-CHAR-02"),
            terms=(attribute_term(name, body.value(name)),),
            key=name,
            short=Word(f"attribute_short.{name}"),
        )
        for name in ATTRIBUTES
    )


def maximum_fact(sheet: Mapping[str, Json], *, creature: bool) -> Fact:
    """The maximum of hit points: as written, or that of level 1 with its terms (TUM-HOUSE-05, TUM-LVL-04)."""
    value = sheet["hp_max"] if creature else maximum_of(sheet)
    terms: Explanation = (Fact("term.written", value=value, rules=("TUM-LVL-04", "TUM-HOUSE-24")),)
    if not creature and sheet["hp_max"] is None:
        die, rules = hit_die_of(sheet), ("TUM-HOUSE-05",)
        terms = (
            fact("term.highest_face", die, rules=rules, sides=die),
            fact("term.attribute", sheet["resistance"], rules=rules, attribute=Word("attribute.resistance")),
        )
        if missing := value - die - sheet["resistance"]:
            terms = (*terms, Fact("term.at_least_one", value=missing, rules=rules))
    return Fact("value.hp_max", value=value, rules=("TUM-HOUSE-05",), terms=terms)


def capacity_fact(body: Body) -> Fact:
    """The spaces carried without hindrance (TUM-LOAD-02)."""
    terms = [
        Fact("term.base_capacity", value=BASE_CAPACITY, rules=("TUM-LOAD-02",)),
        attribute_term("strength", body.value("strength")),
        attribute_term("resistance", body.value("resistance")),
    ]
    if mule := body.bonus("pack_mule"):
        terms.append(fact("term.talent", mule, rules=("TUM-HOUSE-06",), talent=Word("talent.pack_mule")))
    total = sum(term.value or 0 for term in terms)
    return Fact("value.capacity", value=total, rules=("TUM-LOAD-02",), terms=tuple(terms))


def load_fact(body: Body, sheet: Mapping[str, Json], *, round_up: bool) -> Fact:
    """The spaces taken, by what takes them (TUM-LOAD-01, TUM-LOAD-05)."""
    parts = spaces_by_measure(burden_of(sheet), round_up=round_up)
    rules = ("TUM-LOAD-01", "TUM-LOAD-05")
    terms = tuple(Fact(f"load.{name}", value=value, rules=rules) for name, value in parts.items() if value)
    return Fact("value.load", value=body.spaces, rules=rules, terms=terms)


def defence_fact(body: Body) -> Fact:
    """What is added to the dice of a defence in melee, with the weapon at hand (TUM-HOUSE-13)."""
    term = attribute_term(body.defence(), body.value(body.defence()))
    return Fact("value.defence", term.value, rules=("TUM-HOUSE-13",), terms=(term,))


def aptitude_total(body: Body) -> int:
    """How often a session the aptitude may be used (TUM-HOUSE-04)."""
    return chosen("value.aptitude", aptitude_uses(body.level), body.overrides)


def aptitude_left(body: Body) -> int:
    """How often the aptitude may still be used in this session; never for creatures (TUM-HOUSE-04)."""
    return 0 if body.creature else max(0, aptitude_total(body) - body.aptitude_used)


def aptitude_fact(body: Body) -> Fact:
    """The uses of the class aptitude per session (TUM-HOUSE-04)."""
    value = aptitude_uses(body.level)
    terms = [Fact("term.one_use", value=1, rules=("TUM-HOUSE-04",))]
    if value > 1:
        terms.append(fact("term.level_uses", value - 1, rules=("TUM-LVL-05",), level=body.level))
    return Fact("value.aptitude", value=value, rules=("TUM-HOUSE-04",), terms=tuple(terms))


def armour_fact(body: Body, sheet: Mapping[str, Json]) -> Fact:
    """What armour takes off each hit (TUM-HOUSE-09)."""
    worn = outfit_of(sheet)
    written = sheet["armour_value"] if body.creature else ARMOURS[sheet["armour"]].armour
    rules = ("TUM-HOUSE-27",) if body.creature else ("TUM-HOUSE-09",)
    value = max(written, worn.armour)
    named: str | Word
    if worn.armour_name and worn.armour >= written:
        named = worn.armour_name
    elif body.creature:
        return Fact("value.armour", value=value, rules=rules)
    else:
        named = Word(f"armour.{sheet['armour']}")
    term = fact("term.armour", value, rules=("TUM-HOUSE-09",), armour=named)
    return Fact("value.armour", value=value, rules=rules, terms=(term,))


def magic_facts(body: Body) -> Explanation:
    """What a class that casts adds to a spell of each grade, its penalty dice and its effect die (TUM-HOUSE-26)."""
    own = CLASSES.get(body.character_class)
    if own is None or own.casts_with is None:
        return ()
    term = attribute_term(own.casts_with, body.value(own.casts_with))
    return tuple(
        fact(
            "magic.grade",
            term.value,
            rules=("TUM-HOUSE-26",),
            terms=(term,),
            grade=Word(f"grade.{grade}"),
            dice=row.punishment_dice,
            die=row.effect_die,
        )
        for grade, row in GRADES.items()
    )


def sheet_values(body: Body, sheet: Mapping[str, Json], *, round_up: bool) -> Explanation:
    """All numbers of a sheet; `body` is the one without values set by hand."""
    facts = (*attribute_facts(body), maximum_fact(sheet, creature=body.creature), armour_fact(body, sheet))
    if body.creature:
        return facts
    return (
        *facts,
        load_fact(body, sheet, round_up=round_up),
        capacity_fact(body),
        aptitude_fact(body),
        defence_fact(body),
        *arm_facts(body),
        *magic_facts(body),
    )


def by_hand_values(facts: Explanation, whole: Body) -> Explanation:
    """The same numbers with those set by hand."""
    return tuple(by_hand(one, whole.overrides) for one in facts)


def arm_facts(body: Body) -> Explanation:
    """Every weapon with its test and damage, once in hand and once shot or thrown where it serves for both.

    (TUM-HOUSE-06, TUM-HOUSE-08, TUM-HOUSE-14, TUM-ATTR-07)
    """
    facts: list[Fact] = []
    for name in body.arms():
        weapon = body.weapon(name)
        named: dict[str, Param] = {"weapon": body.called(name), "die": weapon.damage_die, "hands": weapon.hands}
        if weapon.use != "ranged":
            term = attribute_term(body.best(weapon), body.value(body.best(weapon)))
            added = body.value("strength") + body.bonus("strong_arm")
            named["bonus"] = number(added, sign=True) if added else ""
            facts.append(Fact("arm.melee", term.value, dict(named), ("TUM-HOUSE-08", "TUM-ATTR-07"), terms=(term,)))
        if weapon.use != "melee":
            term = attribute_term("agility", body.value("agility"))
            added = body.bonus("sharp_shot")
            named["bonus"] = number(added, sign=True) if added else ""
            code = "arm.thrown" if weapon.use == "thrown" else "arm.ranged"
            facts.append(Fact(code, term.value, named, ("TUM-HOUSE-08", "TUM-HOUSE-14"), terms=(term,)))
    return tuple(facts)


def usual_rolls(body: Body) -> Explanation:
    """What is rolled most: an attack with each weapon, and tests of the two best attributes."""
    facts: list[Fact] = []
    for name in body.arms()[:3]:
        weapon = body.weapon(name)
        attribute = body.best(weapon)
        term = attribute_term(attribute, body.value(attribute))
        params: dict[str, Param] = {
            "weapon": body.called(name),
            "die": weapon.damage_die,
            "key": name,
            "action": "shoot" if weapon.use == "ranged" else "attack",
            "with": f"weapon={name}",
        }
        facts.append(Fact("usual.weapon", value=term.value, params=params, rules=("TUM-HOUSE-08",), terms=(term,)))
    for attribute in sorted(ATTRIBUTES, key=lambda name: -body.value(name))[:2]:
        term = attribute_term(attribute, body.value(attribute))
        named: dict[str, Param] = {
            "attribute": Word(f"attribute.{attribute}"),
            "key": attribute,
            "action": "test",
            "with": f"attribute={attribute}",
        }
        facts.append(Fact("usual.test", value=term.value, params=named, rules=("TUM-TEST-04",), terms=(term,)))
    return tuple(facts)

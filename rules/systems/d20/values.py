"""The numbers of a person, creature or object that everybody asks for, each with its terms.

(D20C-ATK-05 to -07, D20C-DEF-01 to -12, D20C-INI-01, D20C-SAV-01, D20C-SPD-01, D20H-MD-01, D20H-LOAD-01 to -09)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from rules.core.facts import Explanation, Fact, Param, Word
from rules.core.overrides import by_hand, hand_term
from rules.core.types import Id, Json
from rules.systems.d20.abilities import ABILITIES, ability_modifier
from rules.systems.d20.arming import arm_facts, attack_facts, usual_rolls
from rules.systems.d20.bearing import (
    base_attack,
    body_effects,
    effects_of,
    load_of,
    load_strength,
    modifier,
    plain_score,
    save_terms,
    skill_terms,
    threshold_of,
    walking_speed,
)
from rules.systems.d20.guarding import defense_facts
from rules.systems.d20.harm.effects import ConditionEffects
from rules.systems.d20.initiative import initiative_modifier
from rules.systems.d20.load import load_limits, shown_weight
from rules.systems.d20.saves import SAVES, Save
from rules.systems.d20.special.grapple import grapple_modifier
from rules.systems.d20.state import Body, D20Fight
from rules.systems.d20.telling import facts_of
from rules.systems.d20.terms import Term


def initiative_of(body: Body, effects: ConditionEffects) -> Fact:
    """What is added to the die of initiative (D20C-INI-01, D20H-COND-13)."""
    dexterity = modifier(body, "dexterity", effects)
    terms = [
        Term("dexterity", dexterity, ("D20C-INI-01",)),
        Term(
            "improved_initiative",
            initiative_modifier(0, improved_initiative=body.feat("improved_initiative")),
            ("D20C-INI-01",),
        ),
        Term("other", body.initiative_bonus, ("D20C-INI-01",)),
        Term("conditions", effects.initiative_modifier, ("D20H-COND-13",)),
    ]
    told = facts_of(term for term in terms if term.value)
    value = sum(term.value for term in terms)
    return by_hand(Fact("value.initiative", value=value, rules=("D20C-INI-01",), terms=told), body.overrides)


def initiative_fact(fight: D20Fight, who: Id) -> Fact:
    """What somebody adds to initiative as things are (D20C-INI-01)."""
    return initiative_of(fight.combatants[who].body, effects_of(fight, who))


def ability_facts(body: Body) -> Explanation:
    """The six scores with their modifiers (D20H-HOUSE-03, D20H-COND-06, D20H-COND-07)."""
    found: list[Fact] = []
    for name in ABILITIES:
        if name == "constitution" and body.no_constitution:
            continue
        present = plain_score(body, name)
        lost = body.lost(name).whole
        parts = {"written": body.scores[name], "drain": -lost.drain, "damage": -lost.damage, "penalty": -lost.penalty}
        terms = tuple(
            Fact(f"term.score_{part}", value=value, rules=("D20H-COND-06", "D20H-COND-07"))
            for part, value in parts.items()
            if value
        )
        params: dict[str, Param] = {"modifier": ability_modifier(present), "key": name}
        found.append(Fact(f"ability.{name}", value=present, params=params, rules=("D20H-HOUSE-03",), terms=terms))
    return tuple(found)


def save_fact(body: Body, kind: Save, effects: ConditionEffects) -> Fact:
    """What is added to a saving throw (D20C-SAV-01, D20C-HOUSE-03)."""
    terms = save_terms(body, kind, effects)
    told: list[Fact] = []
    for term in terms:
        if term.name == "by_hand":
            told.append(hand_term(body.overrides[f"value.{kind}"], body.overrides[f"value.{kind}"].number - term.value))
        else:
            told.extend(facts_of((term,)))
    value = sum(term.value for term in terms)
    rules = ("D20C-SAV-01", "D20C-SAV-03", "D20C-HOUSE-03")
    return Fact(f"value.{kind}", value=value, rules=rules, terms=tuple(told))


def sheet_values(body: Body, sheet: Mapping[str, Json]) -> Explanation:
    """All numbers of a sheet; `body` in full health."""
    maximum = Fact("value.hp_max", value=_written_maximum(body, sheet), rules=("D20C-HPS-01",))
    if body.being == "object":
        thing = body.thing
        return (
            by_hand(maximum, body.overrides),
            *defense_facts(body),
            Fact("value.hardness", value=thing.hardness, rules=("D20S-OBJ-06", "D20S-OBJ-07", "D20S-OBJ-08")),
            Fact("value.break_dc", value=thing.break_dc, rules=("D20S-OBJ-08", "D20S-BRK-01")),
        )
    effects = body_effects(body)
    return (
        *ability_facts(body),
        by_hand(maximum, body.overrides),
        *defense_facts(body),
        by_hand(Fact("value.base_attack", value=body.base_attack, rules=("D20C-ATK-05",)), body.overrides),
        *attack_facts(body, effects),
        *(save_fact(body, kind, effects) for kind in SAVES),
        initiative_of(body, effects),
        speed_fact(body),
        *threshold_facts(body),
        *load_facts(body),
        grapple_fact(body, effects),
        *skill_facts(body, effects),
        *arm_facts(body, effects),
        *usual_rolls(body, effects),
    )


def _written_maximum(body: Body, sheet: Mapping[str, Json]) -> int:
    override = body.overrides.get("value.hp_max")
    if override is None:
        return body.hp_max
    written = sheet["hp_max"]
    return override.number if written is None else cast(int, written)


def speed_fact(body: Body) -> Fact:
    """Feet of a move action (D20C-SPD-01, D20H-LOAD-03, D20H-LOAD-07)."""
    speed = walking_speed(body)
    terms = [Term("base_speed", body.speed, ("D20C-GRD-03",))]
    lost = speed - body.speed
    override = body.overrides.get("value.speed")
    rules = ("D20C-SPD-01", "D20H-LOAD-03", "D20H-LOAD-07")
    if override is not None:
        fact = Fact("value.speed", value=body.speed, rules=rules)
        return by_hand(fact, body.overrides)
    if lost:
        terms.append(Term("armour_and_load", lost, ("D20C-SPD-01", "D20H-LOAD-03", "D20H-LOAD-07")))
    return Fact("value.speed", value=speed, rules=rules, terms=facts_of(terms))


def threshold_facts(body: Body) -> Explanation:
    """The massive damage threshold, of whoever has one (D20H-MD-01, D20H-HOUSE-20)."""
    threshold = threshold_of(body)
    if threshold is None:
        return ()
    terms = [
        Term("constitution_score", plain_score(body, "constitution"), ("D20H-MD-01",)),
        Term("threshold_feat", body.threshold_bonus, ("D20H-MD-01",)),
    ]
    automatic = sum(term.value for term in terms)
    told = facts_of(term for term in terms if term.value)
    return (by_hand(Fact("value.threshold", value=automatic, rules=("D20H-MD-01",), terms=told), body.overrides),)


def load_facts(body: Body) -> Explanation:
    """Pounds carried with the limits, and the class they come to (D20H-LOAD-01 to -09, D20H-SIZE-01, D20H-SIZE-02)."""
    limits = load_limits(load_strength(body), body.size, body.legs)
    params: dict[str, Param] = {
        "weight": shown_weight(Fraction(body.weight), kilos=True) if body.kilos else body.weight,
        "unit": Word(f"unit_of_weight.{'kilos' if body.kilos else 'pounds'}"),
        "light": shown_weight(limits.light_max, kilos=body.kilos),
        "medium": shown_weight(limits.medium_max, kilos=body.kilos),
        "heavy": shown_weight(limits.heavy_max, kilos=body.kilos),
        "load": Word(f"load.{load_of(body)}"),
        "key": load_of(body),
    }
    rules = ("D20H-LOAD-01", "D20H-LOAD-02", "D20H-LOAD-03", "D20H-LOAD-07", "D20H-LOAD-11")
    return (Fact("value.load", params=params, rules=rules),)


def grapple_fact(body: Body, effects: ConditionEffects) -> Fact:
    """What is added to a grapple check (D20S-GRAP-05, D20S-GRAP-06)."""
    terms = (
        Term("base_attack_bonus", base_attack(body), ("D20S-GRAP-05",)),
        Term("strength", modifier(body, "strength", effects), ("D20S-GRAP-05",)),
        Term("grapple_size", grapple_modifier(body.size), ("D20S-GRAP-06",)),
    )
    value = sum(term.value for term in terms)
    told = facts_of(term for term in terms if term.value)
    return Fact("value.grapple", value=value, rules=("D20S-GRAP-05", "D20S-GRAP-06"), terms=told)


def skill_facts(body: Body, effects: ConditionEffects) -> Explanation:
    """What is added to checks of the skills on the sheet (D20C-FST-02, D20H-LOAD-05, D20H-LOAD-06)."""
    found: list[Fact] = []
    for name in body.skills:
        terms = skill_terms(body, name, effects)
        value = sum(term.value for term in terms)
        rules = ("D20C-FST-02", "D20H-LOAD-05", "D20H-LOAD-06")
        found.append(Fact(f"skill.{name}", value=value, rules=rules, terms=facts_of(terms)))
    return tuple(found)

"""The numbers of a combatant with their terms: Defense, what it does with a weapon, and all others.

Rules: D20C-DEF-01 to -12, D20S-OBJ-02, D20C-ATK-04 to -08, D20C-DMG-04, D20C-ATK-05 to -07, D20C-INI-01, D20C-SAV-01,
D20C-SPD-01, D20H-MD-01, D20H-LOAD-01 to -09.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.overrides import by_hand, hand_term
from rules.core.types import Id, Json
from rules.systems.d20.abilities import ABILITIES, SAVES, Save, ability_modifier
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import attack_bonus
from rules.systems.d20.attack_roll import AttackMode, strength_bonus
from rules.systems.d20.bearing import (
    base_attack,
    body_effects,
    effects_of,
    load_attack,
    load_of,
    load_strength,
    modifier,
    most_dexterity,
    plain_score,
    save_terms,
    skill_terms,
    threshold_of,
    walking_speed,
)
from rules.systems.d20.conditions import ConditionEffects
from rules.systems.d20.defence import Armor, Defender, Defense, Situation, defense_in, dexterity_in_defense
from rules.systems.d20.dice import D20
from rules.systems.d20.grapple import grapple_modifier
from rules.systems.d20.initiative import initiative_modifier
from rules.systems.d20.load import load_limits, shown_weight
from rules.systems.d20.objects import object_defense
from rules.systems.d20.state import Body, D20Fight
from rules.systems.d20.terms import Term, facts_of

USUAL = Situation()
"""Nothing that adds to a Defense, or takes from it."""


def defender_of(body: Body, effects: ConditionEffects) -> Defender:
    """The components of a Defense as a body has them (D20C-DEF-01 to -11)."""
    worn = body.worn.armor if body.worn.name or body.worn.bonus else None
    automatic = _defender(body, effects, worn)
    if "value.defense" not in body.overrides:
        return automatic
    usual = defense_in(_defender(body, body_effects(body), worn), Situation()).defense
    change = body.overrides["value.defense"].number - usual
    return Defender(**{**_parts(automatic), "other_modifiers": (change,)})


def _parts(defender: Defender) -> dict[str, Json]:
    return {name: getattr(defender, name) for name in Defender.__dataclass_fields__}


def _defender(body: Body, effects: ConditionEffects, worn: Armor | None) -> Defender:
    dexterity = dexterity_in_defense(
        plain_score(body, "dexterity"), effects, max_dexterity_modifier=most_dexterity(body)
    )
    return Defender(
        dexterity_modifier=dexterity,
        class_bonus=body.class_bonus,
        armor=worn,
        enhancement=body.enhancement,
        natural_armor=body.natural_armor,
        deflection=body.deflection,
        feat_bonus=body.defense_feats,
        dodge=body.dodge,
        size=body.size,
    )


def defense_fact(code: str, found: Defense) -> Fact:
    """A Defense as a fact with its terms."""
    return Fact(code, value=found.defense, rules=("D20C-DEF-01", "D20C-DEF-12"), terms=facts_of(found.terms))


def defense_facts(body: Body, effects: ConditionEffects | None = None, standing: Situation = USUAL) -> Explanation:
    """Defense in every situation of the table (D20C-DEF-12); standing: what counts in a fight, whatever the attack."""
    if body.being == "object":
        value = object_defense(body.size)
        fact = Fact("value.defense", value=value, rules=("D20S-OBJ-02",))
        return (by_hand(fact, body.overrides),)
    defender = defender_of(body, body_effects(body) if effects is None else effects)
    kinds = {
        "value.defense": standing,
        "value.defense_flat_footed": replace(standing, denied=True),
        "value.defense_touch": replace(standing, touch=True),
        "value.defense_touch_flat_footed": replace(standing, touch=True, denied=True),
        "value.defense_helpless": replace(standing, helpless=True),
    }
    found = (defense_fact(code, defense_in(defender, situation)) for code, situation in kinds.items())
    return tuple(_armour_named(fact, body.worn.name) for fact in found)


def _armour_named(fact: Fact, name: str) -> Fact:
    """A Defense whose armour goes by its own name, where it has one."""
    if not name:
        return fact
    terms = (
        replace(term, code="term.worn", params={"armour": name}) if term.code == "term.equipment" else term
        for term in fact.terms
    )
    return replace(fact, terms=tuple(terms))


def attack_terms(body: Body, weapon: Weapon, mode: AttackMode, effects: ConditionEffects) -> tuple[Term, ...]:
    """The bonus of a single attack with a weapon before anything of the moment (D20C-ATK-04 to -08, D20C-ATK-10)."""
    found = attack_bonus(
        mode,
        base_attack_bonus=base_attack(body),
        strength_modifier=modifier(body, "strength", effects),
        dexterity_modifier=modifier(body, "dexterity", effects),
        size=body.size,
        proficient=is_proficient(body, weapon),
    )
    more = (
        Term("weapon", weapon.attack, ("D20C-ATK-10",)),
        Term("load", load_attack(body), ("D20H-LOAD-05", "D20H-LOAD-09")),
    )
    return (*found.terms, *(term for term in more if term.value))


def is_proficient(body: Body, weapon: Weapon) -> bool:
    """Whether a combatant is trained with a weapon; firearms go by their feat (D20C-ATK-04, D20S-GUN-02, D20S-SPL-03).

    Explosives and splash weapons need no training.
    """
    if weapon.splash or weapon.explosive or weapon.unarmed or weapon.use == "natural":
        return True
    if weapon.kind == "firearm" and body.being == "person":
        return weapon.proficient and body.feat("personal_firearms")
    return weapon.proficient


def damage_bonus(body: Body, weapon: Weapon, mode: AttackMode, effects: ConditionEffects, *, off: bool = False) -> int:
    """What is added to each roll of damage; not Strength where it bursts (D20C-DMG-04 to -07, D20S-EXP-10)."""
    if weapon.explosive or weapon.splash:
        return weapon.damage
    both = weapon.two_handed or (body.both and body.main == weapon.key and not off)
    strength = strength_bonus(
        modifier(body, "strength", effects),
        weapon.strikes_as(mode),
        "off_hand" if off else "two_hands" if both and mode == "melee" else "one_hand",
        light=weapon.light,
    )
    return weapon.damage + strength


def attack_facts(body: Body, effects: ConditionEffects) -> Explanation:
    """The bonus of melee and ranged attacks without any weapon's own (D20C-ATK-05, D20C-ATK-06)."""
    found: list[Fact] = []
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for mode in modes:
        bonus = attack_bonus(
            mode,
            base_attack_bonus=base_attack(body),
            strength_modifier=modifier(body, "strength", effects),
            dexterity_modifier=modifier(body, "dexterity", effects),
            size=body.size,
        )
        rules = ("D20C-ATK-05",) if mode == "melee" else ("D20C-ATK-06",)
        found.append(Fact(f"value.{mode}", value=bonus.bonus, rules=rules, terms=facts_of(bonus.terms)))
    return tuple(found)


def signed(bonus: int) -> str:
    """What is added to dice, as it is written behind them; nothing for 0."""
    return "" if not bonus else f"+{bonus}" if bonus > 0 else f"\N{MINUS SIGN}{-bonus}"


def weapon_params(
    body: Body, weapon: Weapon, mode: AttackMode, effects: ConditionEffects, *, off: bool = False
) -> dict[str, Param]:
    """What a line about a weapon names: its name, dice and what is added, critical, range."""
    return {
        "weapon": weapon.name or Word("weapon.unarmed"),
        "dice": weapon.dice,
        "bonus": signed(damage_bonus(body, weapon, mode, effects, off=off)),
        "threat": weapon.threat_from,
        "multiplier": weapon.multiplier,
        "increment": weapon.increment,
        "key": weapon.key,
    }


def arm_facts(body: Body, effects: ConditionEffects) -> Explanation:
    """Every weapon with its attack bonus, damage, critical and range (D20C-CRT-05, D20C-RNG-01, D20C-DMG-04)."""
    found: list[Fact] = []
    for weapon in body.weapons:
        mode = weapon.modes[0]
        terms = attack_terms(body, weapon, mode, effects)
        params = weapon_params(body, weapon, mode, effects)
        threat = "20" if weapon.threat_from == D20 else f"{weapon.threat_from}\N{EN DASH}{D20}"
        params |= {
            "critical": f"{threat}/\N{MULTIPLICATION SIGN}{weapon.multiplier}",
            "size": Word(f"size.{weapon.size}"),
            "rounds": weapon.capacity,
        }
        if len(weapon.modes) > 1:
            thrown = sum(term.value for term in attack_terms(body, weapon, weapon.modes[1], effects))
            params["thrown"] = signed(thrown) or "0"
        value = sum(term.value for term in terms)
        code = "arm.ranged" if weapon.increment else "arm.melee"
        rules = ("D20C-CRT-05", "D20C-RNG-01", "D20C-DMG-04")
        found.append(Fact(code, value=value, params=params, rules=rules, terms=facts_of(terms)))
    return tuple(found)


def usual_rolls(body: Body, effects: ConditionEffects) -> Explanation:
    """What is rolled most: an attack with each weapon."""
    found: list[Fact] = []
    for weapon in (*body.weapons, body.weapon("unarmed"))[:4]:
        mode = weapon.modes[0]
        terms = attack_terms(body, weapon, mode, effects)
        params = weapon_params(body, weapon, mode, effects)
        params |= {"action": "attack", "with": f"weapon={weapon.key}"}
        value = sum(term.value for term in terms)
        rules = ("D20C-ATK-05",) if mode == "melee" else ("D20C-ATK-06",)
        found.append(Fact("usual.weapon", value=value, params=params, rules=rules, terms=facts_of(terms)))
    return tuple(found)


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
    """The initiative modifier as things are (D20C-INI-01)."""
    return initiative_of(fight.body(who), effects_of(fight, who))


def ability_facts(body: Body) -> Explanation:
    """The six scores with their modifiers (D20H-HOUSE-03, D20H-COND-06, D20H-COND-07)."""
    found: list[Fact] = []
    for name in ABILITIES:
        if name == "constitution" and body.no_constitution:
            continue
        present = plain_score(body, name)
        lost = body.lost(name).whole
        parts = {
            "term.score_written": body.scores[name],
            "term.score_drain": -lost.drain,
            "term.score_damage": -lost.damage,
            "term.score_penalty": -lost.penalty,
        }
        terms = tuple(
            Fact(code, value=value, rules=("D20H-COND-06", "D20H-COND-07")) for code, value in parts.items() if value
        )
        change = ability_modifier(present)
        rules = ("D20H-HOUSE-03",)
        found.append(fact(f"ability.{name}", present, modifier=change, key=name, rules=rules, terms=terms))
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
    """The massive damage threshold, for a creature that has one (D20H-MD-01, D20H-HOUSE-20)."""
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
    limits = load_limits(load_strength(body), body.size, body.legs, as_printed=body.printed_19)
    told = fact(
        "value.load",
        weight=shown_weight(Fraction(body.weight), kilos=True) if body.kilos else body.weight,
        unit=Word(f"unit_of_weight.{'kilos' if body.kilos else 'pounds'}"),
        light=shown_weight(limits.light_max, kilos=body.kilos),
        medium=shown_weight(limits.medium_max, kilos=body.kilos),
        heavy=shown_weight(limits.heavy_max, kilos=body.kilos),
        load=Word(f"load.{load_of(body)}"),
        key=load_of(body),
        rules=("D20H-LOAD-01", "D20H-LOAD-02", "D20H-LOAD-03", "D20H-LOAD-07", "D20H-LOAD-11"),
    )
    return (told,)


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

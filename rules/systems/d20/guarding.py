"""Defense of somebody with all its parts, in every situation (D20C-DEF-01 to -12, D20S-OBJ-02)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Explanation, Fact
from rules.core.overrides import by_hand
from rules.core.types import Json
from rules.systems.d20.bearing import (
    body_effects,
    most_dexterity,
    plain_score,
)
from rules.systems.d20.defences import Armor, Defender, Defense, Situation, defense_in
from rules.systems.d20.harm.condition_defense import dexterity_in_defense
from rules.systems.d20.harm.effects import ConditionEffects
from rules.systems.d20.special.objects import object_defense
from rules.systems.d20.state import Body
from rules.systems.d20.telling import facts_of


def defender_of(body: Body, effects: ConditionEffects) -> Defender:
    """What somebody brings along to a Defense (D20C-DEF-01 to -11)."""
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


def defense_facts(body: Body) -> Explanation:
    """Defense in every situation of the table (D20C-DEF-12)."""
    if body.being == "object":
        value = object_defense(body.size)
        fact = Fact("value.defense", value=value, rules=("D20S-OBJ-02",))
        return (by_hand(fact, body.overrides),)
    defender = defender_of(body, body_effects(body))
    kinds = {
        "value.defense": Situation(),
        "value.defense_flat_footed": Situation(denied=True),
        "value.defense_touch": Situation(touch=True),
        "value.defense_touch_flat_footed": Situation(touch=True, denied=True),
        "value.defense_helpless": Situation(helpless=True),
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

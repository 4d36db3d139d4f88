"""The numbers of a character that everybody asks for, each with the terms it is made of (TAP-ROLL-07, TAP-ROLL-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.facts import Explanation, Fact, Param, Word
from rules.core.overrides import by_hand, hand_term
from rules.core.types import Json
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.defences import armour_class, mental_defence
from rules.systems.tapiz.hero_points import hero_allowance
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.house import armour_bonus
from rules.systems.tapiz.languages import LanguageUse
from rules.systems.tapiz.rolls import STATIC_BASE
from rules.systems.tapiz.sheet import POOL_SCORES, maximum_of, written_maximum
from rules.systems.tapiz.state import Body
from rules.systems.tapiz.traits import trait_bonus

CAPACITY_SCORES: tuple[Attribute, ...] = ("strength", "dexterity")
"""The scores that make the load capacity (TAP-LOAD-01)."""


def static_term() -> Fact:
    """The 10 in place of dice."""
    return Fact("term.static", value=STATIC_BASE, rules=("TAP-ROLL-07",))


def dice_term(faces: Sequence[int]) -> Fact:
    """The dice of a roll as a term."""
    shown: dict[str, Param] = {"faces": " ".join(map(str, faces))}
    return Fact("term.dice", value=sum(faces), params=shown, rules=("TAP-ROLL-02",))


def attribute_term(body: Body, attribute: Attribute) -> Fact:
    """The modifier of an attribute as a term."""
    params: dict[str, Param] = {"attribute": Word(f"attribute.{attribute}"), "score": body.scores[attribute]}
    doubled = ("TAP-HOUSE-03",) if attribute == body.doubled else ()
    code = "term.attribute_doubled" if doubled else "term.attribute"
    rules = ("TAP-CHAR-02", "TAP-HOUSE-02", *doubled)
    return Fact(code, value=body.modifier(attribute), params=params, rules=rules)


def traits_term(
    level: int, traits: int, *, aimed: bool = False, language: LanguageUse | None = None
) -> tuple[Fact, ...]:
    """The trait bonus of a roll as a term, none without traits or command of a language (TAP-ROLL-03, TAP-LANG-07)."""
    bonus = trait_bonus(level, traits, aimed=aimed, language=language)
    if not traits and not bonus.language_bonus:
        return ()
    params: dict[str, Param] = {"traits": traits, "level": level, "cap": bonus.cap}
    rules: tuple[str, ...] = ("TAP-ROLL-03",)
    code = "term.traits"
    if bonus.language_bonus:
        code, rules = "term.traits_language", (*rules, "TAP-LANG-05", "TAP-LANG-06", "TAP-LANG-07")
        params["language"] = bonus.language_bonus
    elif aimed:
        code, rules = "term.traits_aimed", (*rules, "TAP-STANCE-10", "TAP-ODD-08")
    return (Fact(code, value=bonus.bonus, params=params, rules=rules),)


def armour_class_fact(body: Body) -> Fact:
    """The armour class with its terms, outside any fight (TAP-ROLL-09, TAP-HOUSE-07)."""
    worn = armour_bonus(body.worn, shield=body.shield)
    value = armour_class(
        body.modifier("dexterity"),
        armour_bonus=worn,
        trait_bonus=trait_bonus(body.level, body.defence_traits).bonus,
    ).value
    terms = [static_term(), attribute_term(body, "dexterity")]
    if suit := armour_bonus(body.worn):
        named: dict[str, Param] = {"armour": body.armour_name or Word(f"armour.{body.armour}")}
        terms.append(Fact("term.armour", value=suit, params=named, rules=("TAP-HOUSE-07",)))
    if body.shield:
        shield = Fact("term.shield", value=worn - suit, rules=("TAP-HOUSE-07",))
        if body.shield_name:
            shield = replace(shield, code="term.shield_named", params={"shield": body.shield_name})
        terms.append(shield)
    terms += traits_term(body.level, body.defence_traits)
    fact = Fact("value.armour_class", value=value, rules=("TAP-ROLL-09",), terms=tuple(terms))
    return by_hand(fact, body.overrides)


def mental_defence_fact(body: Body) -> Fact:
    """The mental defence with its terms, outside any fight (TAP-HOUSE-08)."""
    value = mental_defence(
        body.modifier("intelligence"),
        trait_bonus=trait_bonus(body.level, body.mental_defence_traits).bonus,
    ).value
    terms = (
        static_term(),
        attribute_term(body, "intelligence"),
        *traits_term(body.level, body.mental_defence_traits),
    )
    fact = Fact("value.mental_defence", value=value, rules=("TAP-HOUSE-08",), terms=terms)
    return by_hand(fact, body.overrides)


def initiative_terms(body: Body) -> Explanation:
    """What is added to the dice of initiative, with what a number set by hand makes of it (TAP-HOUSE-09)."""
    terms = (attribute_term(body, "dexterity"), attribute_term(body, "wisdom"))
    override = body.overrides.get("value.initiative")
    if override is None:
        return terms
    return (*terms, hand_term(override, sum(term.value or 0 for term in terms)))


def maximum_fact(body: Body, sheet: Mapping[str, Json], name: PoolName) -> Fact:
    """The hit points of a pool: those of level 1 with their terms, or as they were written (TAP-HOUSE-04, -05)."""
    rule = "TAP-HOUSE-04" if name == "physical" else "TAP-HOUSE-05"
    terms: Explanation = (Fact("term.written", value=maximum_of(sheet, name), rules=("TAP-CHAR-07",)),)
    if written_maximum(sheet, name) is None:
        attribute, die = POOL_SCORES[name], body.hit_die(name)
        named: dict[str, Param] = {"attribute": Word(f"attribute.{attribute}")}
        terms = (
            Fact("term.score", value=body.scores[attribute], params=named, rules=(rule,)),
            Fact("term.highest_face", value=die, params={"sides": die}, rules=(rule,)),
        )
    return Fact(f"value.{name}_max", value=maximum_of(sheet, name), rules=("TAP-HP-01",), terms=terms)


def load_fact(body: Body) -> Fact:
    """The capacity in kilograms with its terms, and what the weight carried costs (TAP-LOAD-01 to -09)."""
    load = body.load
    terms = tuple(
        Fact(
            "term.score",
            value=body.scores[name],
            params={"attribute": Word(f"attribute.{name}")},
            rules=("TAP-LOAD-01",),
        )
        for name in CAPACITY_SCORES
    )
    if body.load_bonus:
        terms = (*terms, Fact("term.load_bonus", value=body.load_bonus, rules=("TAP-LOAD-08",)))
    params: dict[str, Param] = {"weight": body.weight, "category": Word(f"load.{load.category}"), "key": load.category}
    return Fact("value.load_capacity", value=load.capacity_kg, params=params, rules=("TAP-LOAD-01",), terms=terms)


def load_facts(body: Body) -> Explanation:
    """The category of the load and its consequences, none for a normal one (TAP-LOAD-02 to -05, TAP-LOAD-09)."""
    load = body.load
    if load.category == "normal":
        return ()
    named: dict[str, Param] = {"category": Word(f"load.{load.category}")}
    if not body.load_counts:
        return (Fact("burden.ignored", params=named, rules=("TAP-LOAD-02", "TAP-LOAD-09")),)
    costs: dict[str, Param] = {
        "weight": body.weight,
        "capacity": load.capacity_kg,
        "impediment": load.impediment,
        "divisor": load.travel_divisor,
        "rest": load.rest_rounds,
        "every": load.rest_every_rounds or 0,
    }
    rules = ("TAP-LOAD-04", "TAP-LOAD-05", "TAP-ODD-11")
    return (
        Fact("burden.now", value=load.combat_modifier, params=named, rules=("TAP-LOAD-02", "TAP-LOAD-03")),
        Fact("burden.costs", params=costs, rules=rules),
    )


def sheet_values(body: Body, sheet: Mapping[str, Json], *, heroic: bool) -> Explanation:
    """All numbers of a sheet: modifiers, hit points, defences, initiative, movement, hero points of characters."""
    terms = initiative_terms(body)
    initiative = sum(term.value or 0 for term in terms)
    facts = (
        *(
            Fact(
                f"attribute.{name}",
                value=body.modifier(name),
                params={"score": body.scores[name], "key": name, "short": Word(f"attribute_short.{name}")},
                rules=("TAP-HOUSE-02",),
                terms=(attribute_term(body, name),),
            )
            for name in ATTRIBUTES
        ),
        maximum_fact(body, sheet, "physical"),
        maximum_fact(body, sheet, "mental"),
        armour_class_fact(body),
        mental_defence_fact(body),
        Fact("value.initiative", value=initiative, rules=("TAP-HOUSE-09",), terms=terms),
        Fact("value.movement", value=body.mov, rules=("TAP-MOVE-02",)),
        load_fact(body),
    )
    if not heroic:
        return facts
    return (*facts, Fact("value.hero_allowance", value=hero_allowance(body.level), rules=("TAP-HERO-16",)))


def usual_rolls(body: Body, primary: str | None) -> Explanation:
    """What is rolled most: the primary attribute and the two best others, each with one trait, and initiative.

    Being primary puts it first and adds nothing (TAP-CHAR-03, TAP-HOUSE-03).
    """
    best = sorted(ATTRIBUTES, key=lambda name: (name != primary, -body.scores[name]))[:3]
    facts: list[Fact] = []
    for attribute in best:
        terms = (attribute_term(body, attribute), *traits_term(body.level, min(1, len(body.traits))))
        value = sum(term.value or 0 for term in terms)
        code = "usual.with_trait" if len(terms) > 1 else "usual.plain"
        params: dict[str, Param] = {"attribute": Word(f"attribute.{attribute}"), "key": attribute}
        params |= {"action": "other", "with": f"attribute={attribute}"}
        facts.append(Fact(code, value=value, params=params, rules=("TAP-ROLL-03",), terms=terms))
    facts.append(
        Fact(
            "usual.initiative",
            value=body.initiative_modifier,
            params={"key": "initiative"},
            rules=("TAP-HOUSE-09",),
            terms=initiative_terms(body),
        )
    )
    return tuple(facts)

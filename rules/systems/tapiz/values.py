"""The numbers of a character that everybody asks for, each with the terms it is made of (TAP-ROLL-07, TAP-ROLL-09)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.facts import Explanation, Fact, Param, Word
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.defences import armour_class, mental_defence
from rules.systems.tapiz.hero_points import hero_allowance
from rules.systems.tapiz.house import armour_bonus
from rules.systems.tapiz.rolls import STATIC_BASE
from rules.systems.tapiz.state import Body, Effect, effect_fact
from rules.systems.tapiz.traits import trait_bonus


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
    return Fact("term.attribute", value=body.modifier(attribute), params=params, rules=("TAP-CHAR-02", "TAP-HOUSE-02"))


def traits_term(level: int, traits: int) -> tuple[Fact, ...]:
    """The trait bonus of some traits as a term, none without traits (TAP-ROLL-03)."""
    if not traits:
        return ()
    bonus = trait_bonus(level, traits)
    params: dict[str, Param] = {"traits": traits, "level": level, "cap": bonus.cap}
    return (Fact("term.traits", value=bonus.bonus, params=params, rules=("TAP-ROLL-03",)),)


def armour_class_fact(body: Body, effects: Iterable[Effect] = ()) -> Fact:
    """The armour class with its terms; `effects` bear on it just now (TAP-ROLL-09, TAP-HOUSE-07)."""
    effects = tuple(effects)
    worn = armour_bonus(body.worn, shield=body.shield)
    value = armour_class(
        body.modifier("dexterity"),
        armour_bonus=worn,
        trait_bonus=trait_bonus(body.level, body.defence_traits).bonus,
        other_modifiers=[effect.modifier for effect in effects],
    ).value
    terms = [static_term(), attribute_term(body, "dexterity")]
    if suit := armour_bonus(body.worn):
        named: dict[str, Param] = {"armour": Word(f"armour.{body.armour}")}
        terms.append(Fact("term.armour", value=suit, params=named, rules=("TAP-HOUSE-07",)))
    if body.shield:
        terms.append(Fact("term.shield", value=worn - suit, rules=("TAP-HOUSE-07",)))
    terms += [*traits_term(body.level, body.defence_traits), *map(effect_fact, effects)]
    return Fact("value.armour_class", value=value, rules=("TAP-ROLL-09",), terms=tuple(terms))


def mental_defence_fact(body: Body, effects: Iterable[Effect] = ()) -> Fact:
    """The mental defence with its terms; `effects` bear on it just now (TAP-HOUSE-08)."""
    effects = tuple(effects)
    value = mental_defence(
        body.modifier("intelligence"),
        trait_bonus=trait_bonus(body.level, body.mental_defence_traits).bonus,
        other_modifiers=[effect.modifier for effect in effects],
    ).value
    terms = (
        static_term(),
        attribute_term(body, "intelligence"),
        *traits_term(body.level, body.mental_defence_traits),
        *map(effect_fact, effects),
    )
    return Fact("value.mental_defence", value=value, rules=("TAP-HOUSE-08",), terms=terms)


def sheet_values(body: Body) -> Explanation:
    """All numbers of a sheet: modifiers, hit points, defences, initiative, movement, hero points."""
    initiative = Fact(
        "value.initiative",
        value=body.modifier("dexterity") + body.modifier("wisdom"),
        rules=("TAP-HOUSE-09",),
        terms=(attribute_term(body, "dexterity"), attribute_term(body, "wisdom")),
    )
    return (
        *(
            Fact(
                f"attribute.{name}",
                value=body.modifier(name),
                params={"score": body.scores[name]},
                rules=("TAP-HOUSE-02",),
                terms=(attribute_term(body, name),),
            )
            for name in ATTRIBUTES
        ),
        Fact("value.physical_max", value=body.physical.maximum, rules=("TAP-HP-01", "TAP-HOUSE-04")),
        Fact("value.mental_max", value=body.mental.maximum, rules=("TAP-HP-01", "TAP-HOUSE-05")),
        armour_class_fact(body),
        mental_defence_fact(body),
        initiative,
        Fact("value.movement", value=body.mov, rules=("TAP-MOVE-02",)),
        Fact("value.hero_allowance", value=hero_allowance(body.level), rules=("TAP-HERO-16",)),
    )

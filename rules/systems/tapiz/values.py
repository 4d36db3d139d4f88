"""The numbers of a sheet, each with the terms it is made of (TAP-HOUSE-02 to -09, TAP-ROLL-03, TAP-MOVE-02)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.types import Json
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.defence import armour_class_fact, mental_defence_fact
from rules.systems.tapiz.hero_points import hero_allowance
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.initiative import initiative_terms
from rules.systems.tapiz.load import load_fact
from rules.systems.tapiz.rolls import attribute_term, trait_bonus, traits_term
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import MAXIMUM, POOL_SCORES, maximum_of, written_maximum
from rules.systems.tapiz.state import Body

MOST_TRAITS = 4
"""How many traits in one roll the table of their bonus goes to."""


def maximum_fact(body: Body, sheet: Mapping[str, Json], name: PoolName, house: Mapping[str, Json]) -> Fact:
    """The maximum of a pool: that of level 1 with its terms, or as it was written (TAP-HOUSE-04, TAP-HOUSE-05)."""
    rule = "TAP-HOUSE-04" if name == "physical" else "TAP-HOUSE-05"
    terms: Explanation = (fact("term.written", maximum_of(sheet, name, house), rules=("TAP-CHAR-07",)),)
    if written_maximum(sheet, name) is None:
        attribute, die, reading = POOL_SCORES[name], body.hit_die(name), settings_of(house).starting_hit_points
        value = body.scores[attribute] if reading != "modifier_and_die" else maximum_of(sheet, name, house) - die
        face = () if reading == "score" else (fact("term.highest_face", die, sides=die, rules=(rule,)),)
        terms = (fact("term.score", value, attribute=Word(f"attribute.{attribute}"), rules=(rule,)), *face)
    return fact(MAXIMUM[name], maximum_of(sheet, name, house), rules=("TAP-HP-01",), terms=terms)


def sheet_values(body: Body, sheet: Mapping[str, Json], house: Mapping[str, Json], *, heroic: bool) -> Explanation:
    """All numbers of a sheet: modifiers, hit points, defences, initiative, movement, hero points of characters."""
    terms = initiative_terms(body)
    initiative = sum(term.value or 0 for term in terms)
    facts = (
        *(
            fact(
                f"attribute.{name}",
                body.modifier(name),
                score=body.scores[name],
                key=name,
                short=Word(f"attribute_short.{name}"),
                rules=("TAP-HOUSE-02",),
                terms=(attribute_term(body, name),),
            )
            for name in ATTRIBUTES
        ),
        maximum_fact(body, sheet, "physical", house),
        maximum_fact(body, sheet, "mental", house),
        armour_class_fact(body),
        mental_defence_fact(body),
        fact("value.initiative", initiative, rules=("TAP-HOUSE-09",), terms=terms),
        fact("value.movement", body.mov, rules=("TAP-MOVE-02",)),
        load_fact(body),
    )
    if not heroic:
        return facts
    heroics = fact("value.hero_allowance", hero_allowance(body.level), rules=("TAP-HERO-16",))
    return (*facts, heroics, *trait_facts(body.level))


def trait_facts(level: int) -> Explanation:
    """What one trait and each more add to a roll, up to the cap; at most MOST_TRAITS of them (TAP-ROLL-03)."""
    found: list[Fact] = []
    for count in range(1, MOST_TRAITS + 1):
        bonus = trait_bonus(level, count)
        found.append(fact("traits.count", bonus.bonus, rules=("TAP-ROLL-03",), count=count))
        if bonus.bonus == bonus.cap:
            break
    return tuple(found)


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
        named: dict[str, Param] = {"attribute": Word(f"attribute.{attribute}"), "key": attribute}
        named |= {"action": "other", "with": f"attribute={attribute}"}
        facts.append(Fact(code, value, named, rules=("TAP-ROLL-03",), terms=terms))
    terms = initiative_terms(body)
    modifier = body.initiative_modifier
    return (*facts, fact("usual.initiative", modifier, key="initiative", rules=("TAP-HOUSE-09",), terms=terms))

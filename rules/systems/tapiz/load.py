"""Load and encumbrance (TAP-LOAD-01 to -09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.once import once
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import Body, TapizFight, in_conflict

LoadCategory = Literal["normal", "loaded", "overloaded", "exhausted"]

LOAD_CATEGORIES: tuple[LoadCategory, ...] = get_args(LoadCategory)
"""Categories from the lightest to the heaviest load (TAP-LOAD-02)."""

CAPACITY_SCORES: tuple[Attribute, ...] = ("strength", "dexterity")
"""The scores that make the load capacity (TAP-LOAD-01)."""


@dataclass(frozen=True, slots=True)
class LoadBand:
    """What one category of load means."""

    constitutions: int | None
    """How many times Constitution above the capacity it reaches, in kilograms; None has no limit."""
    impediment: int
    combat_modifier: int
    travel_divisor: int
    rest_rounds: int
    """Rondas of rest owed, each time as many rondas as Constitution have been marched."""


LOAD_BANDS: Mapping[LoadCategory, LoadBand] = {
    "normal": LoadBand(0, 0, 0, 1, 0),
    "loaded": LoadBand(1, -1, -2, 2, 1),
    "overloaded": LoadBand(3, -2, -4, 3, 2),
    "exhausted": LoadBand(None, -4, -6, 10, 5),
}
"""The table of encumbrance (TAP-LOAD-02 to -05)."""


@dataclass(frozen=True, slots=True)
class Load:
    """The load of a character and what it costs; without the rules it is only shown (TAP-LOAD-09)."""

    capacity_kg: int
    category: LoadCategory
    impediment: int
    combat_modifier: int
    travel_divisor: int
    rest_rounds: int
    rest_every_rounds: int | None


def known_load_category(category: LoadCategory) -> LoadCategory:
    """Return the category, or refuse it as unknown (TAP-LOAD-02)."""
    return one_of(category, LOAD_CATEGORIES, "tapiz.load.category_unknown", field="load_category")


def load_category(capacity_kg: int, constitution: int, weight_kg: int | Fraction) -> LoadCategory:
    """Return the category of a weight; upper limits are inclusive (TAP-LOAD-02)."""
    at_least(constitution, 1, "tapiz.load.constitution", field="constitution")
    at_least(weight_kg, 0, "tapiz.load.weight_negative", field="weight_kg")
    for category, band in LOAD_BANDS.items():
        if band.constitutions is None or weight_kg <= capacity_kg + band.constitutions * constitution:
            return category
    raise AssertionError("the last band has no upper limit")


def load_state(
    strength: int,
    dexterity: int,
    constitution: int,
    weight_kg: int | Fraction,
    *,
    load_bonus: int,
    rules_enabled: bool,
) -> Load:
    """Work out capacity, category and costs of a load (TAP-LOAD-01 to -05, TAP-LOAD-08, TAP-LOAD-09)."""
    capacity = strength + dexterity + load_bonus
    category = load_category(capacity, constitution, weight_kg)
    shown = LOAD_BANDS[category]
    band = shown if rules_enabled else LOAD_BANDS["normal"]
    return Load(
        capacity_kg=capacity,
        category=category,
        impediment=shown.impediment,
        combat_modifier=band.combat_modifier,
        travel_divisor=band.travel_divisor,
        rest_rounds=band.rest_rounds,
        rest_every_rounds=constitution if band.rest_rounds else None,
    )


def rest_due(load: Load, rounds_moved: int) -> int:
    """Return the rounds of rest owed for rounds of moving without rest (TAP-LOAD-05)."""
    at_least(rounds_moved, 0, "tapiz.load.rounds_negative", field="rounds_moved")
    if load.rest_every_rounds is None:
        return 0
    return rounds_moved // load.rest_every_rounds * load.rest_rounds


def travel_hours(load: Load, normal_hours: int | Fraction) -> Fraction:
    """Return the hours that a journey takes with a load, rests included (TAP-LOAD-07)."""
    return Fraction(at_least(normal_hours, 0, "tapiz.load.hours_negative", field="normal_hours")) * load.travel_divisor


def load_of(body: Body) -> Load:
    """The load that a combatant carries and what it costs (TAP-LOAD-01 to -05, TAP-LOAD-08, TAP-LOAD-09)."""
    scores = body.scores
    return load_state(
        scores["strength"],
        scores["dexterity"],
        scores["constitution"],
        body.weight,
        load_bonus=body.load_bonus,
        rules_enabled=body.load_counts,
    )


def load_terms(fight: TapizFight, body: Body) -> Explanation:
    """The consequence of the load on every roll of a combat (TAP-LOAD-03); none outside it (TAP-LOAD-04)."""
    return _combat_terms(body) if in_conflict(fight) else ()


def load_in_initiative(fight: TapizFight, body: Body) -> Explanation:
    """The consequence of the load on initiative, the first roll of a combat (TAP-LOAD-03, TAP-ODD-31)."""
    return _combat_terms(body) if settings_of(fight.house).load_initiative else ()


@once
def _combat_terms(body: Body) -> Explanation:
    load = load_of(body)
    if not load.combat_modifier:
        return ()
    category = Word(f"load.{load.category}")
    rules = ("TAP-LOAD-03", "TAP-ODD-31")
    return (fact("term.load", load.combat_modifier, category=category, weight=body.weight, rules=rules),)


def weighs_on(fight: TapizFight, mental: bool) -> bool:
    """Whether load weighs on a roll of the mind, or of the body, at this table (TAP-EFF-02, TAP-ODD-31)."""
    return settings_of(fight.house).load_mental or not mental


def load_fact(body: Body) -> Fact:
    """The capacity in kilograms with its terms, and the category of the weight carried (TAP-LOAD-01, TAP-LOAD-08)."""
    load = load_of(body)
    terms = tuple(
        fact("term.score", body.scores[name], attribute=Word(f"attribute.{name}"), rules=("TAP-LOAD-01",))
        for name in CAPACITY_SCORES
    )
    if body.load_bonus:
        terms = (*terms, fact("term.load_bonus", body.load_bonus, rules=("TAP-LOAD-08",)))
    return fact(
        "value.load_capacity",
        load.capacity_kg,
        weight=body.weight,
        category=Word(f"load.{load.category}"),
        key=load.category,
        rules=("TAP-LOAD-01",),
        terms=terms,
    )


def load_facts(body: Body) -> Explanation:
    """The category of the load and its consequences; none for a normal one (TAP-LOAD-02 to -05, TAP-LOAD-09)."""
    load = load_of(body)
    if load.category == "normal":
        return ()
    category = Word(f"load.{load.category}")
    if not body.load_counts:
        return (fact("burden.ignored", category=category, rules=("TAP-LOAD-02", "TAP-LOAD-09")),)
    return (
        fact("burden.now", load.combat_modifier, category=category, rules=("TAP-LOAD-02", "TAP-LOAD-03")),
        fact(
            "burden.costs",
            weight=body.weight,
            capacity=load.capacity_kg,
            impediment=load.impediment,
            divisor=load.travel_divisor,
            rest=load.rest_rounds,
            every=load.rest_every_rounds or 0,
            rules=("TAP-LOAD-04", "TAP-LOAD-05", "TAP-ODD-11"),
        ),
    )

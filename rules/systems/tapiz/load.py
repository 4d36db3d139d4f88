"""Load and encumbrance (TAP-LOAD-01 to -09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of

LoadCategory = Literal["normal", "loaded", "overloaded", "exhausted"]

LOAD_CATEGORIES: tuple[LoadCategory, ...] = get_args(LoadCategory)
"""Categories from the lightest to the heaviest load (TAP-LOAD-02)."""


@dataclass(frozen=True)
class LoadBand:
    """What one category of load means: how many CON above capacity it reaches, and what it costs."""

    constitutions: int | None
    impediment: int
    combat_modifier: int
    travel_divisor: int
    rest_rounds: int


LOAD_BANDS: Mapping[LoadCategory, LoadBand] = {
    "normal": LoadBand(0, 0, 0, 1, 0),
    "loaded": LoadBand(1, -1, -2, 2, 1),
    "overloaded": LoadBand(3, -2, -4, 3, 2),
    "exhausted": LoadBand(None, -4, -6, 10, 5),
}
"""The table of encumbrance (TAP-LOAD-02 to -05)."""


@dataclass(frozen=True)
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


def load_capacity(strength: int, dexterity: int, load_bonus: int = 0) -> int:
    """Return the kilograms carried without consequences, from the two scores (TAP-LOAD-01, TAP-LOAD-08)."""
    return strength + dexterity + load_bonus


def load_category(capacity_kg: int, constitution: int, weight_kg: int | Fraction) -> LoadCategory:
    """Say in which category a weight falls; upper limits are inclusive (TAP-LOAD-02)."""
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
    load_bonus: int = 0,
    rules_enabled: bool = True,
) -> Load:
    """Work out capacity, category and costs of a load (TAP-LOAD-01 to -05, TAP-LOAD-08, TAP-LOAD-09)."""
    capacity = load_capacity(strength, dexterity, load_bonus)
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

"""Hunger and thirst (D20H-FOOD-01 to -05)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, needed, one_of, within
from rules.core.throws import Throws
from rules.systems.d20.abilities import checked_score
from rules.systems.d20.dice import Amount
from rules.systems.d20.rolls import check, roll_amount

Climate = Literal["normal", "very_hot"]
Need = Literal["water", "food"]

CLIMATES: tuple[Climate, ...] = get_args(Climate)
NEEDS: tuple[Need, ...] = get_args(Need)

FLUID_GALLONS = Fraction(1, 2)
FOOD_POUNDS = Fraction(1, 4)
"""What a day takes in a normal climate (D20H-FOOD-01)."""

LEAST_WATER_FACTOR, MOST_WATER_FACTOR = 2, 3
"""How much more water a very hot climate takes; the game master picks (D20H-FOOD-02)."""

DEPRIVATION_DC = 10
DEPRIVATION_DAMAGE = Amount(1, 6)


@dataclass(frozen=True)
class Grace:
    """How long one bears to be without, in units of the need, and what each point of Constitution adds."""

    least: int
    per_constitution: int


GRACES: Mapping[Need, Grace] = {"water": Grace(24, 1), "food": Grace(3, 0)}
"""Hours without water, days without food (D20H-FOOD-03, D20H-FOOD-04)."""


@dataclass(frozen=True)
class DailyNeeds:
    """Fluid in gallons and food in pounds a day."""

    fluid_gallons: Fraction
    food_lb: Fraction


@dataclass(frozen=True)
class Deprivation:
    """One hour without water or day without food; damage_locked: it cannot be healed before there is some."""

    grace: int
    check_due: bool
    dc: int | None
    success: bool | None
    damage: int
    hp: int
    damage_locked: bool


def daily_needs(climate: Climate, water_factor: int | None = None) -> DailyNeeds:
    """Return what a day takes (D20H-FOOD-01, D20H-FOOD-02).

    water_factor: 2 or 3, needed where it is very hot. Raises UnknownValue, Missing, OutOfRange.
    """
    if one_of(climate, CLIMATES, "d20.climate.unknown", field="climate") == "normal":
        return DailyNeeds(FLUID_GALLONS, FOOD_POUNDS)
    factor = needed(water_factor, "d20.deprivation.water_factor_missing", field="water_factor")
    within(factor, LEAST_WATER_FACTOR, MOST_WATER_FACTOR, "d20.deprivation.water_factor", field="water_factor")
    return DailyNeeds(FLUID_GALLONS * factor, FOOD_POUNDS)


def grace_period(need: Need, constitution: int) -> int:
    """Return the hours without water or days without food that one bears (D20H-FOOD-03, D20H-FOOD-04).

    Raises UnknownValue, OutOfRange.
    """
    rule = GRACES[one_of(need, NEEDS, "d20.deprivation.need_unknown", field="need")]
    return rule.least + rule.per_constitution * checked_score(constitution, "constitution", least=0)


def go_without(
    need: Need, constitution: int, constitution_modifier: int, elapsed: int, previous_checks: int, hp: int
) -> Throws[Deprivation]:
    """Go another hour without water or day without food (D20H-FOOD-03 to -05, D20H-BASE-02).

    elapsed: completed hours or days, this one included. Past the grace it rolls a Constitution check (d20), then the
    damage (d6) when that fails. Raises UnknownValue, OutOfRange.
    """
    grace = grace_period(need, constitution)
    at_least(elapsed, 0, "d20.deprivation.elapsed_negative", field="elapsed")
    at_least(previous_checks, 0, "d20.checks.negative", field="previous_checks")
    if elapsed <= grace:
        return Deprivation(grace, False, None, None, 0, hp, False)
    tried = yield from check("constitution", constitution_modifier, DEPRIVATION_DC + previous_checks)
    damage = 0 if tried.success else (yield from roll_amount("damage", DEPRIVATION_DAMAGE))
    return Deprivation(grace, True, tried.needed, tried.success, damage, hp - damage, damage > 0)

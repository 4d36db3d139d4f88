"""Units of game time (TAP-TIME-01 to -04)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of

TimeUnit = Literal["second", "asalto", "ronda", "turno"]

TIME_UNITS: tuple[TimeUnit, ...] = get_args(TimeUnit)

SECONDS: Mapping[TimeUnit, int] = {"second": 1, "asalto": 10, "ronda": 60, "turno": 600}
"""Seconds of a unit outside conflict (TAP-TIME-01 to -03)."""


def seconds_of(unit: TimeUnit, *, in_conflict: bool = False) -> int:
    """Return the seconds of a unit; in a conflict a ronda is one cycle of asaltos (TAP-TIME-01 to -04)."""
    one_of(unit, TIME_UNITS, "tapiz.time.unit_unknown", field="unit")
    return SECONDS["asalto"] if in_conflict and unit == "ronda" else SECONDS[unit]


def convert_time(
    amount: int | Fraction, from_unit: TimeUnit, to_unit: TimeUnit, *, in_conflict: bool = False
) -> Fraction:
    """Convert game time from one unit to another, exactly (TAP-TIME-01 to -04)."""
    origin, goal = seconds_of(from_unit, in_conflict=in_conflict), seconds_of(to_unit, in_conflict=in_conflict)
    return Fraction(at_least(amount, 0, "tapiz.time.amount_negative", field="amount")) * origin / goal

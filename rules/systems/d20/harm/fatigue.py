"""Fatigue and exhaustion, and the rest that ends them (D20H-COND-17, D20H-COND-18)."""

from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of

Weariness = Literal["exhausted", "fatigued"]
WearinessLeft = Literal["exhausted", "fatigued", "none"]

WEARINESSES: tuple[Weariness, ...] = get_args(Weariness)

EXHAUSTED_HOURS = 1
"""Hours of rest from exhausted to fatigued (D20H-COND-17)."""

FATIGUED_HOURS = 8
"""Hours of rest from fatigued to rested (D20H-COND-18)."""


def tire(weariness: WearinessLeft) -> Weariness:
    """Make somebody fatigued who may be so, or worse, already (D20H-TEMP-02, D20H-HOUSE-22)."""
    return "exhausted" if weariness == "exhausted" else "fatigued"


def rest_from(
    condition: Weariness, rest_hours: int | Fraction, *, uninterrupted: bool = True, exposed: bool = False
) -> WearinessLeft:
    """Rest completely from fatigue or exhaustion (D20H-COND-17, D20H-COND-18, D20H-HOUSE-18).

    rest_hours: 0 or more. exposed: still in the heat or cold that tired the character, where no hour counts. Raises
    UnknownValue, OutOfRange.
    """
    one_of(condition, WEARINESSES, "d20.weariness.unknown", field="condition")
    at_least(rest_hours, 0, "d20.hours.negative", field="rest_hours")
    if not uninterrupted or exposed:
        return condition
    hours = rest_hours
    if condition == "exhausted":
        if hours < EXHAUSTED_HOURS:
            return "exhausted"
        hours -= EXHAUSTED_HOURS
    return "none" if hours >= FATIGUED_HOURS else "fatigued"

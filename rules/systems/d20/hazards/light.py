"""Sources of light and how long they last (D20H-LIGHT-01)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of

LightName = Literal["candle", "torch", "halogen_lantern", "flashlight"]

LIGHT_NAMES: tuple[LightName, ...] = get_args(LightName)


@dataclass(frozen=True)
class LightSource:
    """A row of the table: the lit radius and, for a beam, its length and width in feet, and the hours it lasts."""

    light_ft: int
    duration_hours: int
    beam_length_ft: int | None = None
    beam_width_ft: int | None = None


LIGHT_SOURCES: Mapping[LightName, LightSource] = {
    "candle": LightSource(5, 12),
    "torch": LightSource(20, 2),
    "halogen_lantern": LightSource(40, 24),
    "flashlight": LightSource(20, 6, beam_length_ft=30, beam_width_ft=5),
}
"""The four sources (D20H-LIGHT-01)."""


@dataclass(frozen=True)
class LightLeft:
    """A source after some use: the hours that are left, and whether it still burns."""

    source: LightSource
    hours_left: int | Fraction
    lit: bool


def light_left(source: LightName, hours_used: int | Fraction = 0) -> LightLeft:
    """Look up a source and what is left of it (D20H-LIGHT-01).

    hours_used: 0 or more. Raises UnknownValue, OutOfRange.
    """
    row = LIGHT_SOURCES[one_of(source, LIGHT_NAMES, "d20.light.unknown", field="source")]
    left = row.duration_hours - at_least(hours_used, 0, "d20.hours.negative", field="hours_used")
    return LightLeft(row, max(0, left), left > 0)

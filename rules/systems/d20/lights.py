"""Sources of light: how far each shines, how long it burns (D20H-LIGHT-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.d20.state import Body

LightName = Literal["candle", "torch", "halogen_lantern", "flashlight"]

LIGHT_NAMES: tuple[LightName, ...] = get_args(LightName)


@dataclass(frozen=True)
class LightSource:
    """A row of the table of light sources."""

    light_ft: int
    """Radius of the light in feet."""
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
    """A light source after some use."""

    source: LightSource
    hours_left: int | Fraction
    lit: bool


def light_left(source: LightName, hours_used: int | Fraction = 0) -> LightLeft:
    """Return a light source and its remaining hours (D20H-LIGHT-01).

    hours_used: 0 or more. Raises UnknownValue, OutOfRange.
    """
    row = LIGHT_SOURCES[one_of(source, LIGHT_NAMES, "d20.light.unknown", field="source")]
    left = row.duration_hours - at_least(hours_used, 0, "d20.hours.negative", field="hours_used")
    return LightLeft(row, max(0, left), left > 0)


LIGHT_TIMER = "light"


def lit_ft(body: Body) -> int:
    """How many feet around a combatant the lights that it carries shine; 0 without any (D20H-LIGHT-01)."""
    burning = [timer.data.get("source") for timer in body.timers.values() if timer.what == LIGHT_TIMER]
    return max((row.light_ft for name, row in LIGHT_SOURCES.items() if name in burning), default=0)

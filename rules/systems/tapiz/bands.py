"""The range bands: how far two combatants are from each other, in words (TAP-HOUSE-22)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least

RangeBand = Literal["inmediato", "cerca", "medio", "lejos", "muy_lejos"]

RANGE_BANDS: tuple[RangeBand, ...] = get_args(RangeBand)

BAND_LIMITS: Mapping[RangeBand, int | None] = {
    "inmediato": 2,
    "cerca": 10,
    "medio": 30,
    "lejos": 100,
    "muy_lejos": None,
}
"""Farthest metre of each range band, inclusive (TAP-HOUSE-22)."""


def range_band(distance_m: int | Fraction) -> RangeBand:
    """Return the range band of a distance in metres (TAP-HOUSE-22)."""
    at_least(distance_m, 0, "tapiz.range.negative", field="distance_m")
    for band, limit in BAND_LIMITS.items():
        if limit is None or distance_m <= limit:
            return band
    raise AssertionError("the last band has no limit")

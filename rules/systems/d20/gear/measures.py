"""What things weigh and cost: hundredths of a pound, which add up exactly, and dollars (D20H-LOAD-02)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.core.equipment import Coin
from rules.core.gear import Thing

COINS: tuple[Coin, ...] = (Coin("dollar", 1),)
"""What is paid with; a note weighs nothing that counts."""

POUND = 100
"""Units of weight in a pound."""

CENTIPOUNDS = "centipounds"
"""The measure of everything: hundredths of a pound."""


def burden(thing: Thing) -> Mapping[str, int]:
    """What all of a thing weigh, in hundredths of a pound (D20H-LOAD-02)."""
    units = int(thing.values.get("weight") or 0)
    return {CENTIPOUNDS: units * thing.quantity} if units and thing.quantity else {}


def in_pounds(units: int) -> Fraction:
    """Hundredths of a pound as pounds, exact (D20H-HOUSE-16)."""
    return Fraction(units, POUND)


def in_units(pounds: Fraction) -> int:
    """Pounds as hundredths, the nearest whole number; a sheet written to two decimals loses nothing."""
    return round(pounds * POUND)

"""What things weigh and cost: grams, which add up to the kilograms of the load, and coins (TAP-LOAD-01).

The source has neither prices nor coins; a setting pack brings its prices, in copper.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import Coin
from rules.core.gear import Thing

COINS: tuple[Coin, ...] = (Coin("copper", 1), Coin("silver", 10), Coin("gold", 100))
"""The coins, the least first."""

COIN_GRAMS = 5
"""The weight of a coin of any metal."""

GRAMS = "grams"
"""The measure of everything."""


def burden(thing: Thing) -> Mapping[str, int]:
    """The weight of a thing in grams, all of its quantity together (TAP-LOAD-01)."""
    grams = COIN_GRAMS if thing.kind == "coin" else int(thing.values.get("weight") or 0)
    return {GRAMS: grams * thing.quantity} if grams else {}


def kilograms(grams: int) -> int:
    """Whole kilograms, rounded up: limits of loads are whole and inclusive, so no category changes (TAP-LOAD-02)."""
    return -(-grams // 1000)

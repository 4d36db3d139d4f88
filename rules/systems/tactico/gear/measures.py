"""What things take of the Aguante: their sizes (TAC-INV-04, TAC-HOUSE-18)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import Coin
from rules.core.gear import Thing

COINS: tuple[Coin, ...] = (Coin("credit", 1),)
"""What is paid with; the source names no coin."""

SIZE = "size"
"""The one measure: the abstract size of volume and weight (TAC-INV-04)."""


def burden(thing: Thing) -> Mapping[str, int]:
    """The size of all of a thing together; what has none takes nothing (TAC-INV-04)."""
    size = int(thing.values.get("size") or 0) * thing.quantity
    return {SIZE: size} if size else {}

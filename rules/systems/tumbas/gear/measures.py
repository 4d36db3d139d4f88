"""What a thing takes of the load (TUM-LOAD-01, TUM-LOAD-05)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import Coin
from rules.core.gear import Thing
from rules.systems.tumbas.load import MONEY, POINTS, PROVISIONS, SPACES

COINS: tuple[Coin, ...] = (Coin("gold", 1),)
"""The one coin of the source; an equipment point costs one (TUM-BUY-01)."""

MEASURES: Mapping[str, str] = {
    "equipment_point": POINTS,
    "provisions": PROVISIONS,
    "coin": MONEY,
    "jewel": MONEY,
}
"""The kinds of things that are counted in units; all others take the spaces of their values."""


def burden(thing: Thing) -> Mapping[str, int]:
    """The burden of a whole stack, in units of its measure (TUM-LOAD-01)."""
    measure = MEASURES.get(thing.kind, SPACES)
    each = int(thing.values.get("spaces") or 0) if measure == SPACES else 1
    return {measure: each * thing.quantity} if each and thing.quantity else {}

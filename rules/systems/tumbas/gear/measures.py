"""What things take of the load: spaces, and units that take one by the group (TUM-LOAD-01, TUM-LOAD-05)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import Coin
from rules.core.gear import Thing
from rules.systems.tumbas.load import UNITS_PER_SPACE, full_groups

COINS: tuple[Coin, ...] = (Coin("gold", 1),)
"""The one coin of the source; what a point costs (TUM-BUY-01)."""

SPACES, POINTS, PROVISIONS, MONEY = "spaces", "points", "provisions", "money"
"""Things by their spaces, equipment points, points of provisions, and coins with jewels (TUM-LOAD-01, TUM-LOAD-05)."""

MEASURES: Mapping[str, str] = {
    "equipment_point": POINTS,
    "provisions": PROVISIONS,
    "coin": MONEY,
    "jewel": MONEY,
}
"""The kinds that are counted in units; all others take the spaces of their values."""


def burden(thing: Thing) -> Mapping[str, int]:
    """What all of a thing come to, in its measure (TUM-LOAD-01)."""
    measure = MEASURES.get(thing.kind, SPACES)
    each = int(thing.values.get("spaces") or 0) if measure == SPACES else 1
    return {measure: each * thing.quantity} if each and thing.quantity else {}


def spaces_by_measure(units: Mapping[str, int], *, round_up: bool) -> dict[str, int]:
    """The spaces that so many units of each measure take (TUM-LOAD-01, TUM-LOAD-05)."""
    return {
        POINTS: units.get(POINTS, 0),
        PROVISIONS: full_groups(units.get(PROVISIONS, 0), UNITS_PER_SPACE["provisions"], round_up=round_up),
        MONEY: full_groups(units.get(MONEY, 0), UNITS_PER_SPACE["coins"], round_up=round_up),
        SPACES: units.get(SPACES, 0),
    }

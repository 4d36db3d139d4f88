"""What things take of the load, and how they fill its spaces (TUM-LOAD-01, TUM-LOAD-05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.core.equipment import Coin
from rules.core.gear import Thing
from rules.core.paper import Stowed
from rules.systems.tumbas.load import MONEY, POINTS, PROVISIONS, SPACES, UNITS_PER_SPACE

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


def stowed(things: Iterable[Thing], *, round_up: bool) -> tuple[Stowed, ...]:
    """The spaces that things take: each thing and equipment point its own, then food and money, which share them."""
    weighed = [(one, measure, units) for one in things for measure, units in burden(one).items()]
    own = [(one, units) for one, measure, units in weighed if measure in (SPACES, POINTS)]
    food = [one for one, measure, units in weighed if measure == PROVISIONS for _ in range(units)]
    money = [one for one, measure, units in weighed if measure == MONEY for _ in range(units)]
    return (
        *(space for one, units in own for space in _alone(one, units)),
        *_shared(food, UNITS_PER_SPACE["provisions"], round_up=round_up),
        *_shared(money, UNITS_PER_SPACE["coins"], round_up=round_up),
    )


def _alone(one: Thing, units: int) -> Iterator[Stowed]:
    each = units // one.quantity
    return (Stowed(one.id, first=place % each == 0) for place in range(units))


def _shared(units: list[Thing], of: int, *, round_up: bool) -> Iterator[Stowed]:
    groups = (units[at : at + of] for at in range(0, len(units), of))
    return (Stowed(group[0].id, len(group)) for group in groups if round_up or len(group) == of)

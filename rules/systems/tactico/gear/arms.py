"""Weapons as things: what loads them, in which hand they are, and who knows what they do.

(TAC-ACT-02, TAC-ACT-05, TAC-INV-01, TAC-HOUSE-13)
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.equipment import Values
from rules.core.gear import Gear, Thing
from rules.systems.tactico.settings import setting

SECRET = ("accuracy", "dice", "bonus")
WRITTEN_AT = ("weapon", *(".".join((kind, "weapons")) for kind in ("person", "creature")))
"""Where these values are written: on things, and in the rows of sheets."""


def loads_for(gear: Gear, weapon: Thing, what: str | None = None) -> tuple[Thing, ...]:
    """The stacks that fit a weapon, the largest first; `what`: magazines, arrows or bullets alone (TAC-ACT-05)."""
    sort = weapon.values.get("ammunition")
    found = [one for one in gear.of("ammunition") if sort and one.values["ammunition"] == sort]
    fitting = [one for one in found if what is None or one.values["reload"] == what]
    return tuple(sorted(fitting, key=lambda one: -one.quantity))


def is_thrown(weapon: Thing) -> bool:
    """Return whether a weapon is gone with its one use: explosives that fire nothing else (TAC-HOUSE-13)."""
    values = weapon.values
    return values["category"] == "explosives" and values["rounds"] == 1 and not values.get("ammunition")


def spares_of(gear: Gear, weapon: Thing) -> int | None:
    """How often a weapon can be reloaded, the one at hand too where it is thrown; None where that is not counted."""
    if is_thrown(weapon):
        return weapon.quantity
    return sum(one.quantity for one in loads_for(gear, weapon)) if weapon.values.get("ammunition") else None


def spent(gear: Gear, weapon: Thing, what: str) -> Gear | None:
    """The gear with one load fewer, unchanged where loads are not counted; None where there is nothing to load with.

    The next grenade is only taken: it is spent when it is thrown.
    """
    stack = next(iter(loads_for(gear, weapon, what)), None)
    if stack is not None:
        return gear.spend(stack.id)
    if is_thrown(weapon):
        return gear if weapon.quantity else None
    return None if weapon.values.get("ammunition") else gear


def drawn(gear: Gear, thing: Thing) -> Gear:
    """The gear with this in hand; another weapon that was there goes to its place on the body (TAC-ACT-02)."""
    return gear.drawn(thing, 0, lambda one: int(one.kind == thing.kind))


def unknown(house: Values, sheets: Iterable[Values]) -> frozenset[str]:
    """The values of weapons that the owner of these sheets finds out in play, where la carta says so (TAC-INV-01).

    Nothing is unknown where one of the sheets is that of an expert.
    """
    if not setting(house, "weapon_values_hidden") or any(sheet.get("expert") for sheet in sheets):
        return frozenset()
    return frozenset(f"{where}.{name}" for where in WRITTEN_AT for name in SECRET)

"""What a weapon may be loaded with, of all that somebody carries (TAC-ACT-05)."""

from __future__ import annotations

from rules.core.gear import Gear, Thing


def loads_for(gear: Gear, weapon: Thing, what: str | None = None) -> tuple[Thing, ...]:
    """The stacks that fit a weapon, that of which there is most first; `what`: magazines, arrows or bullets alone."""
    sort = weapon.values.get("ammunition")
    found = [one for one in gear.of("ammunition") if sort and one.values["ammunition"] == sort]
    fitting = [one for one in found if what is None or one.values["reload"] == what]
    return tuple(sorted(fitting, key=lambda one: -one.quantity))


def is_thrown(weapon: Thing) -> bool:
    """Whether a weapon is gone with its one use: explosives that fire nothing else (TAC-HOUSE-13)."""
    values = weapon.values
    return values["category"] == "explosives" and values["rounds"] == 1 and not values.get("ammunition")


def spares_of(gear: Gear, weapon: Thing) -> int | None:
    """How often a weapon can be reloaded; None where nobody counts that.

    Of what is thrown all that there are, the one at hand too.
    """
    if is_thrown(weapon):
        return weapon.quantity
    return sum(one.quantity for one in loads_for(gear, weapon)) if weapon.values.get("ammunition") else None


def spent(gear: Gear, weapon: Thing, what: str) -> Gear | None:
    """The gear with one load fewer, as it is when nobody counts them; None where there is nothing to load with.

    The next grenade is only taken: it is spent when it is thrown.
    """
    stack = next(iter(loads_for(gear, weapon, what)), None)
    if stack is not None:
        return gear.spend(stack.id)
    if is_thrown(weapon):
        return gear if weapon.quantity else None
    return None if weapon.values.get("ammunition") else gear

"""What a weapon may be loaded with, of all that somebody carries (TAC-ACT-05)."""

from __future__ import annotations

from rules.core.gear import Gear, Thing


def loads_for(gear: Gear, weapon: Thing, what: str | None = None) -> tuple[Thing, ...]:
    """The stacks that fit a weapon, that of which there is most first; `what`: magazines, arrows or bullets alone."""
    sort = weapon.values.get("ammunition")
    found = [one for one in gear.of("ammunition") if sort and one.values["ammunition"] == sort]
    fitting = [one for one in found if what is None or one.values["reload"] == what]
    return tuple(sorted(fitting, key=lambda one: -one.quantity))


def spares_of(gear: Gear, weapon: Thing) -> int | None:
    """How often a weapon can be reloaded; None where nobody counts that.

    Of several grenades the others come after the first.
    """
    others = weapon.quantity - 1 if weapon.values["category"] == "explosives" else 0
    if not weapon.values.get("ammunition"):
        return others if weapon.values["category"] == "explosives" else None
    return others + sum(one.quantity for one in loads_for(gear, weapon))


def spent(gear: Gear, weapon: Thing, what: str) -> Gear | None:
    """The gear with one load fewer, as it is when nobody counts them; None where there is nothing to load with."""
    stack = next(iter(loads_for(gear, weapon, what)), None)
    if stack is not None:
        return gear.spend(stack.id)
    if weapon.values["category"] == "explosives":
        return gear.spend(weapon.id) if weapon.quantity > 1 else None
    return None if weapon.values.get("ammunition") else gear

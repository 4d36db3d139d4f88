"""Possessions as the rules see them: things as values, and the gear that a fight freezes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core.equipment import Equipment
from rules.core.gear import NO_GEAR, Gear, Thing, added
from rules.core.gear import Place as RulesPlace

from .models import Place, Possession

_PLACES: Mapping[str, RulesPlace] = {"hand": "hand", "worn": "worn", "packed": "packed", "left": "packed"}


def as_thing(one: Possession, *, quantity: int | None = None) -> Thing:
    """A possession as a thing of the rules, with `quantity` instead of its own where given."""
    return Thing(
        id=one.pk,
        kind=one.kind,
        name=one.name,
        values=one.values,
        quantity=one.quantity if quantity is None else quantity,
        charges=one.charges,
        place=_PLACES[one.place],
        entry=one.entry,
    )


def left_behind(things: Sequence[Possession]) -> frozenset[str]:
    """The ids of possessions that were left somewhere, alone or inside a container."""
    left = {one.pk for one in things if one.place == Place.LEFT}
    held = [one for one in things if one.within_id] if left else []
    by_id = {one.pk: one for one in things}
    return frozenset(left | {one.pk for one in held if any(up.pk in left for up in _up(one, by_id))})


def inside(things: Iterable[Possession], container: str) -> frozenset[str]:
    """The ids of all that a container holds, nested containers included."""
    all_things = list(things)
    held = [one for one in all_things if one.within_id]
    by_id = {one.pk: one for one in all_things}
    return frozenset(one.pk for one in held if any(up.pk == container for up in _up(one, by_id)[1:]))


def _up(one: Possession, by_id: Mapping[str, Possession]) -> list[Possession]:
    """A possession and the containers around it, from the inside out."""
    found = [one]
    while (above := by_id.get(found[-1].within_id or "")) is not None and above not in found:
        found.append(above)
    return found


def gear_of(
    equipment: Equipment,
    things: Sequence[Possession],
    *,
    known: Iterable[str] = (),
    without: frozenset[str] = frozenset(),
) -> Gear:
    """The gear of an owner with these possessions.

    `known`: ids that a fight holds already; they stay in it as themselves, with quantity 0 once they are gone.
    `without`: ids to leave out, to see the numbers without them.
    """
    known = sorted(set(known))
    gone = left_behind(things) | without
    kept = {one.pk: one for one in things} if known else {}
    found: dict[str, Thing] = {}
    burdens: list[Mapping[str, int]] = []
    for one in sorted(things, key=lambda one: one.pk):
        if one.quantity == 0 or one.pk in gone:
            continue
        thing = as_thing(one)
        if equipment.matters(thing) or one.pk in known:
            found[one.pk] = thing
        else:
            burdens.append(equipment.burden(thing))
    for name in known:
        if name in kept and name not in found:
            found[name] = as_thing(kept[name], quantity=0)
    if not (found or burdens):
        return NO_GEAR
    return Gear({name: found[name] for name in sorted(found)}, added(burdens))


def settled(equipment: Equipment, gear: Gear) -> Gear:
    """Gear in a normal form for comparison: its things are only those that matter and are left."""
    things = {name: one for name, one in gear.things.items() if one.quantity and equipment.matters(one)}
    others = (one for one in gear.things.values() if one.quantity and not equipment.matters(one))
    rest = added((gear.rest, *(equipment.burden(one) for one in others)))
    return Gear(things, {measure: units for measure, units in rest.items() if units})

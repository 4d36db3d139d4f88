"""Possessions as the rules see them: things as values, and the gear that a fight freezes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from rules.core.equipment import Equipment
from rules.core.gear import NO_GEAR, Gear, Thing, added
from rules.core.gear import Place as RulesPlace
from rules.core.types import Json
from tapiz_site.statements import Rows, fields

from .models import Place, Possession

_PLACES: Mapping[str, RulesPlace] = {"hand": "hand", "worn": "worn", "packed": "packed", "left": "packed"}


class Owned(NamedTuple):
    """A possession as far as pages show it: of hundreds, whole rows of the database take a sixth of the page."""

    id: str
    kind: str
    name: str
    values: Mapping[str, Json]
    quantity: int
    charges: int
    place: str
    where: str
    within_id: str | None
    note: str
    entry: str
    order: int

    @property
    def pk(self) -> str:
        """What templates call its id."""
        return self.id


AnyPossession: TypeAlias = Possession | Owned
OnePossession = TypeVar("OnePossession", bound=AnyPossession)


def _of(table: UUID, owner: UUID) -> QuerySet[Possession]:
    return Possession.objects.filter(table=table, owner=owner)


_LEFT: Rows[tuple[Any, ...]] = Rows(
    lambda table, owner: _of(table, owner).filter(quantity__gt=0).values_list(*Owned._fields),
    *fields(Possession, "table", "owner"),
)
_LEFT_OR_KNOWN: Rows[tuple[Any, ...]] = Rows(
    lambda table, owner, known: (
        _of(table, owner).filter(Q(quantity__gt=0) | Q(pk__in=known)).values_list(*Owned._fields)
    ),
    *fields(Possession, "table", "owner", "id"),
)


def owned(table: UUID, owner: UUID, known: Iterable[str] = ()) -> list[Owned]:
    """What a character has at a table, to look at; `known`: ids of what counts also where none is left of it."""
    known = list(known)
    rows = _LEFT_OR_KNOWN.all(table, owner, known) if known else _LEFT.all(table, owner)
    return [*map(Owned._make, rows)]


def as_thing(one: AnyPossession, *, quantity: int | None = None) -> Thing:
    """A possession as a thing of the rules, with `quantity` instead of its own where given."""
    return Thing(
        id=one.id,
        kind=one.kind,
        name=one.name,
        values=one.values,
        quantity=one.quantity if quantity is None else quantity,
        charges=one.charges,
        place=_PLACES[one.place],
        entry=one.entry,
    )


def left_behind(things: Sequence[AnyPossession]) -> frozenset[str]:
    """The ids of possessions that were left somewhere, alone or inside a container."""
    left = {one.id for one in things if one.place == Place.LEFT}
    if not left:
        return frozenset()
    held = [one for one in things if one.within_id]
    by_id = {one.id: one for one in things}
    return frozenset(left | {one.id for one in held if any(up.id in left for up in up_from(one, by_id))})


def inside(things: Iterable[AnyPossession], container: str) -> frozenset[str]:
    """The ids of all that a container holds, nested containers included."""
    all_things = list(things)
    held = [one for one in all_things if one.within_id]
    by_id = {one.id: one for one in all_things}
    return frozenset(one.id for one in held if any(up.id == container for up in up_from(one, by_id)[1:]))


def up_from(one: OnePossession, by_id: Mapping[str, OnePossession]) -> list[OnePossession]:
    """A possession and the containers around it, from the inside out; each once, even if they lie in each other."""
    found = [one]
    while (above := by_id.get(found[-1].within_id or "")) is not None and above not in found:
        found.append(above)
    return found


def gear_of(
    equipment: Equipment,
    things: Sequence[AnyPossession],
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
    kept = {one.id: one for one in things}
    found: dict[str, Thing] = {}
    burdens: list[Mapping[str, int]] = []
    for one in sorted(things, key=lambda one: one.id):
        if one.quantity == 0 or one.id in gone:
            continue
        thing = as_thing(one)
        if equipment.matters(thing) or one.id in known:
            found[one.id] = thing
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
    others = (one for one in gear.things.values() if not equipment.matters(one))
    rest = added((gear.rest, *(equipment.burden(one) for one in others)))
    return Gear(things, {measure: units for measure, units in rest.items() if units})

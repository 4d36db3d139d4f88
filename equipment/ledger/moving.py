"""Moving possessions to another place, container or holder; using them up, charging and correcting them.

All functions run in the transaction of a caller who has locked the characters (`writing.lock`) and tells the fights
afterwards (`equipment.hooks.changed`); `equipment.ledger.services` does both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from rules.core.equipment import EntryKind, Equipment
from rules.core.gear import added
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.campaigns.models import Table

from .errors import Burden, InItself, NoRoom, NotEnough, NotThere
from .frozen import AnyPossession, as_thing, gear_of, inside, up_from
from .models import Place, Possession
from .money import named
from .writing import Holder, LedgerAct, change, make, packed_like


def equipment_of(table: Table) -> Equipment:
    """The equipment rules of a table's system."""
    return get_system(table.system).equipment


def kind_of(equipment: Equipment, one: AnyPossession) -> EntryKind:
    """The kind of a possession; an inert one where the system no longer knows its kind."""
    return equipment.kinds.get(one.kind) or EntryKind(one.kind, "item")


def stacks(kind: EntryKind) -> bool:
    """Whether things of this kind form one heap: not those that have charges or hold contents of their own."""
    return not (kind.charges or kind.holds)


def add(
    holder: Holder,
    act: LedgerAct,
    *,
    kind: str,
    name: str,
    values: Mapping[str, Json],
    quantity: int = 1,
    entry: str = "",
    note: str = "",
    charges: int | None = None,
    place: str = Place.PACKED,
) -> Possession:
    """Give a holder something new; it joins a packed possession of the same sort."""
    equipment = equipment_of(holder.table)
    found = equipment.kinds.get(kind) or EntryKind(kind, "item")
    new = Possession(kind=kind, name=name, values=dict(values), entry=entry, note=note)
    same = _taking_up(equipment, holder, new, quantity) if place == Place.PACKED else None
    if same is not None:
        change(same, act, quantity=quantity)
        return same
    return make(
        holder,
        act,
        quantity=quantity,
        charges=found.fresh_charges(values) if charges is None else charges,
        kind=kind,
        name=name,
        values=dict(values),
        entry=entry,
        note=note,
        place=place,
    )


def transfer(one: Possession, quantity: int, to: Holder, act: LedgerAct, *, came_from: str = "") -> Possession:
    """Hand over a quantity of a possession, with its contents when all of it goes; returns the receiver's possession.

    The note on it stays with its author. Raises NotEnough or GoneTo when fewer are left, NoRoom when the containers
    that stay cannot hold their contents.
    """
    if quantity < 1:
        raise NotEnough(name=named(one), left=one.quantity)
    return _transferred(one, quantity, to, act, came_from, None)


def _transferred(
    one: Possession, quantity: int, to: Holder, act: LedgerAct, came_from: str, within: Possession | None
) -> Possession:
    equipment = equipment_of(to.table)
    kind = kind_of(equipment, one)
    whole = quantity == one.quantity
    charges = one.charges if whole else 0
    held = list(one.contents.filter(quantity__gt=0)) if whole else []
    gone = change(one, act, quantity=-quantity, charges=-charges, params={"to": to.name})
    check_holds(equipment, one)
    params = {"from": came_from} if came_from else {}
    same = None if within is not None else _taking_up(equipment, to, _without_note(one), quantity)
    if same is None:
        same = make(
            to,
            LedgerAct(act.cause, act.by, {**act.params, **params}, act.encounter, act.entry, act.id),
            quantity=quantity,
            charges=charges if whole else kind.fresh_charges(one.values),
            kind=one.kind,
            name=one.name,
            values=one.values,
            entry=one.entry,
            lineage=one.lineage,
            within=within,
        )
        made = same.rows.filter(act=act.id).latest("pk")
    else:
        made = change(same, act, quantity=quantity, charges=charges, params=params)
    for row, counterpart in ((gone, same), (made, one)):
        row.counterpart = counterpart
        row.save(update_fields=["counterpart"])
    for inner in held:
        _transferred(inner, inner.quantity, to, act, came_from, same)
    return same


def put(one: Possession, place: str, act: LedgerAct, *, where: str = "", quantity: int | None = None) -> Possession:
    """Take a possession in hand, wear it, pack it or leave it somewhere; a part of it becomes a separate possession.

    Packed, it joins others of its sort. Raises NotThere for a place that its kind does not have, NotEnough.
    """
    equipment = equipment_of(one.table)
    kind = kind_of(equipment, one)
    if place not in Place.values or (place in (Place.HAND, Place.WORN) and place not in kind.places):
        raise NotThere(name=named(one))
    where = where if place == Place.LEFT else ""
    if place == Place.LEFT and not where:
        raise NotThere(name=named(one))
    one = _some(one, quantity, act)
    change(one, act, place=place, where=where, within=None)
    return _joined(one, act, kind) if place == Place.PACKED else one


def draw(one: Possession, act: LedgerAct, *, quantity: int = 1) -> Possession:
    """Take a quantity in hand; what the hands can no longer hold goes where the rules say.

    Raises NotThere for kinds that no hand holds, NotEnough.
    """
    one = put(one, Place.HAND, act, quantity=quantity)
    equipment = equipment_of(one.table)
    things = {thing.pk: thing for thing in holder_of(one).things().filter(quantity__gt=0)}
    gear = gear_of(equipment, list(things.values()))
    after = equipment.drawn(gear, gear.things[one.pk])
    for name, thing in gear.things.items():
        place = after.things[name].place
        if place != thing.place:
            put(things[name], place, act)
    return one


def put_into(one: Possession, container: Possession, act: LedgerAct, *, quantity: int | None = None) -> Possession:
    """Put a possession into a container of its owner; raises InItself, NoRoom, NotThere for what is no container."""
    equipment = equipment_of(one.table)
    holder = holder_of(one)
    things = list(holder.things().filter(quantity__gt=0))
    if one.pk == container.pk or container.pk in inside(things, one.pk):
        raise InItself(name=named(one))
    if not kind_of(equipment, container).holds or not holder.holds(container) or container.quantity == 0:
        raise NotThere(name=named(one))
    one = _some(one, quantity, act)
    change(one, act, place=Place.PACKED, where="", within=container, params={"into": container.name})
    check_room(equipment, one)
    return one


def _taking_up(equipment: Equipment, holder: Holder, one: Possession, quantity: int) -> Possession | None:
    """The possession of this holder that more of the same sort join: loose, or in a container with room for them."""
    if not stacks(kind_of(equipment, one)):
        return None
    return next((same for same in packed_like(holder, one) if _has_room(equipment, same, quantity)), None)


def _has_room(equipment: Equipment, one: Possession, more: int) -> bool:
    if one.within_id is None:
        return True
    things = [thing for thing in holder_of(one).things().filter(quantity__gt=0) if thing.pk != one.pk]
    try:
        check_room(equipment, one, [*things, _counting(one, one.quantity + more)])
    except NoRoom:
        return False
    return True


def _counting(one: Possession, quantity: int) -> Possession:
    """A possession as it would be with this quantity."""
    found = copy(one)
    found.quantity = quantity
    return found


def _without_note(one: Possession) -> Possession:
    """A possession as it would be without its note."""
    found = copy(one)
    found.note = ""
    return found


def burden_of(equipment: Equipment, things: Sequence[Possession]) -> dict[str, int]:
    """The weight of these things together."""
    return added(equipment.burden(as_thing(one)) for one in things)


def check_room(equipment: Equipment, one: Possession, things: Sequence[Possession] | None = None) -> None:
    """Raise NoRoom when a container around a possession is overfull; `things`: all possessions of its owner."""
    if one.within_id is None:
        return
    things = list(holder_of(one).things().filter(quantity__gt=0)) if things is None else things
    for container in up_from(one, {thing.pk: thing for thing in things})[1:]:
        room, used = room_of(equipment, container, things)
        if room is not None and used > room:
            raise _overfull(equipment, container, room, used)


def check_holds(equipment: Equipment, container: Possession) -> None:
    """Raise NoRoom when fewer of a container are left than its contents need; where none are, they go elsewhere."""
    if not kind_of(equipment, container).holds:
        return
    room, used = room_of(equipment, container, list(holder_of(container).things().filter(quantity__gt=0)))
    if room is not None and used > room:
        raise _overfull(equipment, container, room, used)


def too_much(equipment: Equipment, one: Possession) -> dict[str, NoRoom]:
    """The overfull containers among a possession and those around it, by id."""
    things = list(holder_of(one).things().filter(quantity__gt=0))
    found: dict[str, NoRoom] = {}
    for container in up_from(one, {thing.pk: thing for thing in things}):
        room, used = room_of(equipment, container, things)
        if room is not None and used > room:
            found[container.pk] = _overfull(equipment, container, room, used)
    return found


def check_corrected(equipment: Equipment, one: Possession, before: Mapping[str, NoRoom]) -> None:
    """Raise the NoRoom of a container that exceeds its limit by more than `before`, a result of `too_much`."""
    for pk, refused in too_much(equipment, one).items():
        if pk not in before or _above(refused) > _above(before[pk]):
            raise refused


def _above(refused: NoRoom) -> int:
    return int(str(refused.params["wanted"])) - int(str(refused.params["room"]))


def _overfull(equipment: Equipment, container: Possession, room: int, used: int) -> NoRoom:
    measure = kind_of(equipment, container).holds_measure
    return NoRoom(name=named(container), room=Burden(measure, room), wanted=Burden(measure, used))


def room_of(equipment: Equipment, container: AnyPossession, things: Sequence[AnyPossession]) -> tuple[int | None, int]:
    """The capacity of a container, where it has one, and the weight of its contents."""
    kind = kind_of(equipment, container)
    most, held = container.values.get(kind.holds), inside(things, container.id)
    used = sum(equipment.burden(as_thing(one)).get(kind.holds_measure, 0) for one in things if one.id in held)
    return (most * max(container.quantity, 1) if isinstance(most, int) else None), used


def use(one: Possession, quantity: int, act: LedgerAct) -> None:
    """Use up a quantity of a possession; the contents of the last of its containers become loose.

    Raises NoRoom where the contents of several containers do not go into those that are left.
    """
    if quantity < 1:
        raise NotEnough(name=named(one), left=one.quantity)
    change(one, act, quantity=-quantity)
    if one.quantity == 0:
        empty(one, act)
    check_holds(equipment_of(one.table), one)


def use_charges(one: Possession, charges: int, act: LedgerAct) -> None:
    """Use charges; with the last one the next of several pieces is begun, and one without refills is used up."""
    kind = kind_of(equipment_of(one.table), one)
    left = one.charges - charges
    if left < 0:
        raise NotEnough(name=named(one), left=one.charges)
    change(one, act, charges=-charges)
    if left == 0 and one.quantity > 1:
        change(one, act, quantity=-1, charges=kind.fresh_charges(one.values))
    elif left == 0 and kind.uses:
        change(one, act, quantity=-1)


def recharge(one: Possession, act: LedgerAct) -> None:
    """Refill the charges of a possession."""
    fresh = kind_of(equipment_of(one.table), one).fresh_charges(one.values)
    if fresh > one.charges:
        change(one, act, charges=fresh - one.charges)


def empty(container: Possession, act: LedgerAct) -> None:
    """Take out the contents of a container; they stay packed."""
    for inner in container.contents.filter(quantity__gt=0):
        change(inner, act, within=None)


def holder_of(one: Possession) -> Holder:
    """The holder of this possession, without a name."""
    return Holder(one.table, one.owner_id, one.loot)


def _some(one: Possession, quantity: int | None, act: LedgerAct) -> Possession:
    """A quantity of a possession as a separate one; the possession itself where that is all of it."""
    if quantity is None or quantity == one.quantity:
        return one
    if not 0 < quantity <= one.quantity:
        raise NotEnough(name=named(one), left=one.quantity)
    equipment = equipment_of(one.table)
    kind = kind_of(equipment, one)
    change(one, act, quantity=-quantity)
    check_holds(equipment, one)
    return make(
        holder_of(one),
        act,
        quantity=quantity,
        charges=kind.fresh_charges(one.values),
        kind=one.kind,
        name=one.name,
        values=one.values,
        entry=one.entry,
        note=one.note,
        lineage=one.lineage,
        within=one.within,
        place=one.place,
        where=one.where,
    )


def _joined(one: Possession, act: LedgerAct, kind: EntryKind) -> Possession:
    loose = (other for other in packed_like(holder_of(one), one) if other.quantity and other.within_id is None)
    same = next(loose, None) if stacks(kind) else None
    if same is None:
        return one
    quantity = one.quantity
    change(one, act, quantity=-quantity, counterpart=same)
    change(same, act, quantity=quantity, counterpart=one)
    return same

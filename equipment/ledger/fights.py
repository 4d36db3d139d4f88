"""The ledger rows of fights: writing those of a log entry, and voiding or restoring them with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from rules.core.gear import Gear, Thing
from tapiz_site.campaigns.models import Table
from tapiz_site.statements import Rows, fields

from .errors import GoneAgain, TooMany, UsedSince
from .frozen import gear_of, inside, owned
from .models import MOST, LedgerRow, Place, Possession
from .money import named
from .moving import equipment_of, holder_of
from .writing import Holder, LedgerAct, change, make


def frozen_gear(table: Table, owner: UUID, known: Iterable[str] = ()) -> Gear:
    """The gear that a fight freezes of a character now; `known`: the ids that its fight holds already."""
    known = list(known)
    return gear_of(equipment_of(table), owned(table.pk, owner, known), known=known)


def record(table: Table, owner: UUID, before: Gear, after: Gear, act: LedgerAct) -> None:
    """Write what a step of a fight did to a character's gear; what a rule has made is a new possession.

    Rules take no thing out of a gear: one that is used up stays in it with quantity 0.
    The caller holds the lock of the character. Raises NotEnough where fewer are left than the fight assumed.
    """
    holder = Holder(table, owner)
    known = {one.pk: one for one in Possession.objects.filter(pk__in=after.things)}
    for name, new in sorted(after.things.items()):
        old = before.things.get(name)
        if old == new:
            continue
        one = known.get(name)
        if one is not None and holder.holds(one):
            _changed(one, old, new, act)
        elif new.quantity:
            _made(holder, new, act, pk="" if one is not None else name)


def _changed(one: Possession, old: Thing | None, new: Thing, act: LedgerAct) -> None:
    fields: dict[str, Any] = {}
    if old is not None:
        for name in ("place", "name", "values", "kind", "entry"):
            if getattr(new, name) != getattr(old, name):
                fields[name] = getattr(new, name)
    if "values" in fields:
        fields["values"] = dict(fields["values"])
    if "place" in fields:
        fields |= {"where": "", "within": None}
    quantity = new.quantity - (old.quantity if old else 0)
    charges = new.charges - (old.charges if old else 0)
    if quantity or charges or fields:
        change(one, act, quantity=quantity, charges=charges, **fields)


def _made(holder: Holder, thing: Thing, act: LedgerAct, *, pk: str) -> None:
    make(
        holder,
        act,
        pk=pk,
        quantity=thing.quantity,
        charges=thing.charges,
        kind=thing.kind,
        name=thing.name,
        values=dict(thing.values),
        entry=thing.entry,
        place=thing.place,
    )


_OWNERS: Rows[tuple[UUID | None]] = Rows(
    lambda encounter, entries: LedgerRow.objects.filter(encounter=encounter, log_entry__in=entries).values_list(
        "possession__owner"
    ),
    *fields(LedgerRow, "encounter", "log_entry"),
)


def owners_of(encounter: str, entries: Sequence[str]) -> set[UUID]:
    """The characters whose possessions these log entries have changed."""
    return {one for (one,) in _OWNERS.all(encounter, list(entries)) if one is not None}


def strike(encounter: str, entries: Sequence[str]) -> None:
    """Void the rows of these entries and take back what they did; raises UsedSince, TooMany."""
    rows = _rows(encounter, entries).filter(void=False)
    for row in rows.order_by("-pk"):
        _moved(row, forwards=False)
    rows.update(void=True)


def restore(encounter: str, entries: Sequence[str]) -> None:
    """Restore the rows of these entries and do again what they did; raises GoneAgain, TooMany."""
    rows = _rows(encounter, entries).filter(void=True)
    found = list(rows.order_by("pk"))
    rows.update(void=False)
    for row in found:
        _moved(row, forwards=True)


def _rows(encounter: str, entries: Sequence[str]) -> QuerySet[LedgerRow]:
    return LedgerRow.objects.filter(encounter=encounter, log_entry__in=entries)


def _moved(row: LedgerRow, *, forwards: bool) -> None:
    one = Possession.objects.get(pk=row.possession_id)
    way = 1 if forwards else -1
    quantity, charges = way * row.quantity, way * row.charges
    fields: dict[str, Any] = {}
    for name, (old, new) in row.changed.items():
        key = "within_id" if name == "within" else name
        here, there = (old, new) if forwards else (new, old)
        # Fields that were changed since stay as they are.
        if getattr(one, key) == here:
            fields[key] = there
    fields = _fitting(one, fields)
    if one.quantity + quantity > MOST or one.charges + charges > MOST:
        raise TooMany(name=named(one))
    rows = Possession.objects.filter(pk=one.pk, quantity__gte=-quantity, charges__gte=-charges)
    if not rows.update(quantity=F("quantity") + quantity, charges=F("charges") + charges, **fields):
        refused = GoneAgain if forwards else UsedSince
        raise refused(name=named(one), why=_why(one, row))


def _fitting(one: Possession, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields to write back, so that `place`, `within` and `where` stay consistent."""
    place = fields.get("place", one.place)
    within = fields.get("within_id")
    if place != Place.PACKED or (within and not _can_hold(within, one)):
        fields["within_id"] = None
    if place != Place.LEFT:
        fields["where"] = ""
    return fields


def _can_hold(container: str, one: Possession) -> bool:
    """Whether a container is still there, and has not been put into this possession since."""
    things = list(holder_of(one).things().filter(quantity__gt=0))
    return container in {thing.pk for thing in things} - inside(things, one.pk)


def _why(one: Possession, row: LedgerRow) -> str:
    """The later rows that took away what an undo needs."""
    since = one.rows.filter(void=False, pk__gt=row.pk).exclude(quantity__gte=0, charges__gte=0).order_by("-pk").first()
    if since is None:
        return _("se ha gastado")
    to = since.params.get("to")
    said = str(since.get_cause_display())
    return _("%(cause)s, a %(who)s") % {"cause": said, "who": to} if to else said

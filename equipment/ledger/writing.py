"""The only code that changes possessions: it changes a quantity and writes the ledger row that says why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.db.models import F, Max, Q

from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from .errors import GoneTo, NotEnough, TooMany
from .models import MOST, Cause, LedgerRow, Loot, Place, Possession, new_id
from .money import named

FIELDS = ("place", "where", "within", "name", "values", "note", "kind", "entry")
"""The fields of which a row keeps the old and the new value, when they change."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder of possessions: a character, a loot, or, with neither, the table's stash."""

    table: Table
    owner: UUID | None = None
    """The character."""
    loot: Loot | None = None
    name: str = ""
    """The holder's name in rows of the ledger."""

    def things(self) -> models.QuerySet[Possession]:
        """All possessions that this holder has or has had."""
        return Possession.objects.filter(table=self.table, owner=self.owner, loot=self.loot)

    def holds(self, one: Possession) -> bool:
        """Whether this holder has this possession."""
        return (one.table_id, one.owner_id, one.loot_id) == (
            self.table.pk,
            self.owner,
            self.loot.pk if self.loot else None,
        )


@dataclass(frozen=True, slots=True)
class LedgerAct:
    """One act on possessions: all its rows share the cause and the `id`.

    `encounter` and `entry` are those of the fight that does it.
    """

    cause: Cause
    by: User | None
    params: Mapping[str, Json] = field(default_factory=dict)
    encounter: str = ""
    entry: str = ""
    id: str = field(default_factory=new_id)


def lock(characters: Iterable[UUID | None]) -> None:
    """Lock the possessions of these characters until the transaction ends, always in the same order.

    SQLite locks no rows: there a writing transaction is alone from its beginning.
    """
    if not connection.features.has_select_for_update:
        return
    found = sorted({one for one in characters if one is not None})
    owners = Possession._meta.get_field("owner").related_model
    assert not isinstance(owners, str)  # noqa: S101 - models are loaded by now
    list(owners._base_manager.select_for_update(of=("self",)).filter(pk__in=found).order_by("pk").values("pk"))


def fresh(pk: str) -> Possession:
    """A possession as it is now, locked until the transaction ends."""
    return Possession.objects.select_for_update(of=("self",)).select_related("table", "loot").get(pk=pk)


def change(
    one: Possession,
    act: LedgerAct,
    *,
    quantity: int = 0,
    charges: int = 0,
    counterpart: Possession | None = None,
    params: Mapping[str, Json] | None = None,
    **fields: Any,
) -> LedgerRow:
    """Change a possession and write its ledger row; raises NotEnough or GoneTo when too few are left.

    The database counts, so that of two who take the last one only one gets it.
    """
    changed = {name: value for name, value in fields.items() if getattr(one, name) != value}
    there = Q(quantity__gte=-quantity, quantity__lte=MOST - quantity) & Q(
        charges__gte=-charges, charges__lte=MOST - charges
    )
    rows = Possession.objects.filter(there, pk=one.pk).update(
        quantity=F("quantity") + quantity, charges=F("charges") + charges, **changed
    )
    if not rows:
        raise _missing(one, quantity, charges)
    kept = {name: [_kept(getattr(one, name)), _kept(value)] for name, value in changed.items() if name in FIELDS}
    one.refresh_from_db(fields=["quantity", "charges", *changed])
    return _row(
        one,
        act,
        quantity=quantity,
        charges=charges,
        changed=kept,
        params={**act.params, **(params or {})},
        counterpart=counterpart,
    )


def _row(one: Possession, act: LedgerAct, **fields: Any) -> LedgerRow:
    """Write a row of this act."""
    return LedgerRow.objects.create(
        possession=one,
        act=act.id,
        cause=act.cause,
        by=act.by,
        by_name=act.by.shown_name if act.by else "",
        encounter=act.encounter,
        log_entry=act.entry,
        **fields,
    )


def _kept(value: Any) -> Json:
    return value.pk if isinstance(value, Possession) else value


def _missing(one: Possession, quantity: int, charges: int) -> Exception:
    left = Possession.objects.filter(pk=one.pk).values_list("quantity", flat=True).first() or 0
    if quantity > 0 or charges > 0:
        return TooMany(name=named(one))
    last = one.rows.filter(void=False, quantity__lt=0).order_by("-pk").first() if left == 0 else None
    who = str(last.params.get("to") or "") if last is not None else ""
    return GoneTo(name=named(one), who=who) if who else NotEnough(name=named(one), left=left)


def make(
    holder: Holder, act: LedgerAct, *, quantity: int = 1, charges: int = 0, pk: str = "", **fields: Any
) -> Possession:
    """A new possession with its first row, last among those of its owner; raises TooMany, and NotEnough below 0."""
    last = holder.things().aggregate(last=Max("order"))["last"] or 0
    known = {"id": pk} if pk else {}
    one = Possession(
        **known,
        table=holder.table,
        owner_id=holder.owner,
        loot=holder.loot,
        quantity=quantity,
        charges=charges,
        order=last + 1,
        **fields,
    )
    if max(quantity, charges) > MOST:
        raise TooMany(name=named(one))
    if min(quantity, charges) < 0:
        raise NotEnough(name=named(one), left=0)
    if not fields.get("lineage"):
        one.lineage = one.pk
    one.save(force_insert=True)
    _row(one, act, quantity=quantity, charges=charges, params=dict(act.params))
    return one


def packed_like(holder: Holder, one: Possession) -> Iterator[Possession]:
    """The packed possessions of this holder that more of the same sort may join, loose ones first.

    One inside a container that was left somewhere takes nothing up. A possession with a note joins only one with the
    same note; one without a note joins any.
    """
    alike = holder.things().filter(kind=one.kind, name=one.name, place=Place.PACKED).exclude(pk=one.pk)
    near = alike.filter(Q(within=None) | Q(within__within=None) & ~Q(within__place=Place.LEFT))
    loose_first = near.order_by(F("within").asc(nulls_first=True), "-quantity", "order", "pk")
    yield from (other for other in loose_first if same_sort(other, one) and one.note in ("", other.note))


def same_sort(one: Possession, other: Possession) -> bool:
    """Whether two possessions differ at most in place, quantity and note."""
    return (one.kind, one.name, one.values, one.entry) == (other.kind, other.name, other.values, other.entry)


def revision(one: Possession) -> str:
    """The id of the act that wrote a possession's fields last; it is random, so that it reveals nothing else."""
    written = one.rows.filter(void=False, changed__has_any_keys=["name", "values", "note", "kind", "entry"])
    return written.order_by("-pk").values_list("act", flat=True).first() or ""

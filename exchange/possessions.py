"""Possessions and their ledgers in files: exported with ids of the file, checked, and imported with new ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from characters.models import Character
from equipment.ledger.frozen import gear_of
from equipment.ledger.models import (
    NAME_LENGTH,
    NOTE_LENGTH,
    WHERE_LENGTH,
    Cause,
    LedgerRow,
    Loot,
    Place,
    Possession,
    Shop,
    new_id,
)
from equipment.ledger.writing import FIELDS
from rules.core.equipment import checked
from rules.core.errors import RuleError
from rules.core.gear import Gear
from rules.core.types import Json
from tapiz_site.campaigns.models import Table

from .checking import Checking
from .faults import Path, one_of

BATCH = 200

_LEAST = {"name": 1, "kind": 1}
_MOST = {"name": NAME_LENGTH, "where": WHERE_LENGTH, "note": NOTE_LENGTH, "kind": 30, "entry": 200}
"""The largest lengths of texts that an undone ledger row writes back."""

# Export


def numbered(things: Iterable[Possession], start: int = 1) -> dict[str, str]:
    """Plain numbers in the form of ids for these possessions, in the order of their ids."""
    return {pk: f"{number:032x}" for number, pk in enumerate(sorted(one.pk for one in things), start)}


def thing_document(one: Possession, known: Mapping[str, str]) -> dict[str, Json]:
    """A possession in the form of a file; `known`: the ids in the file."""
    return {
        "id": known[one.pk],
        "kind": one.kind,
        "name": one.name,
        "values": one.values,
        "quantity": one.quantity,
        "charges": one.charges,
        "place": one.place,
        "where": one.where,
        "within": known.get(one.within_id or ""),
        "note": one.note,
        "entry": one.entry,
    }


def things_of(character: Character) -> list[Possession]:
    """The possessions of a character, in their order."""
    rows = Possession.objects.filter(owner=character, quantity__gt=0)
    return list(rows.order_by("order", "created", "pk"))


class Ledgers:
    """The export of all possessions of a table with their ledger.

    `places`: the encounters' places in the file. `renamings`: the new ids of each encounter's entries there.
    """

    def __init__(self, table: Table) -> None:
        # Characters in the bin are not exported, nor are their possessions.
        going = Q(owner=None) | Q(owner__deleted_at=None)
        rows = Possession.objects.filter(going, table=table).order_by("order", "created", "pk")
        self.things = list(rows.prefetch_related("rows__by"))
        self.known = numbered(self.things)
        self.places: dict[str, int] = {}
        self.renamings: dict[str, Mapping[str, str]] = {}
        self._acts: dict[str, int] = {}

    def of(self, *, owner: Character | None = None, loot: Loot | None = None) -> list[Json]:
        """The possessions of one holder with their ledgers."""
        mine = (owner.pk if owner else None, loot.pk if loot else None)
        return [self._whole(one) for one in self.things if (one.owner_id, one.loot_id) == mine]

    def _whole(self, one: Possession) -> dict[str, Json]:
        lineage = self.known.get(one.lineage)
        return {
            **thing_document(one, self.known),
            "lineage": lineage if lineage != self.known[one.pk] else None,
            "rows": [self._row(row) for row in sorted(one.rows.all(), key=lambda row: row.pk)],
        }

    def _row(self, row: LedgerRow) -> dict[str, Json]:
        entry = self.renamings.get(row.encounter, {}).get(row.log_entry)
        return {
            "act": self._acts.setdefault(row.act, len(self._acts) + 1),
            "cause": row.cause,
            "quantity": row.quantity,
            "charges": row.charges,
            "changed": _renamed(row.changed, self.known),
            "params": row.params,
            "counterpart": self.known.get(row.counterpart_id or ""),
            "by": row.by.shown_name if row.by else row.by_name,
            "at": row.at.isoformat(),
            "encounter": self.places[row.encounter] if entry else None,
            "entry": entry,
            "void": row.void,
        }


def _renamed(changed: Mapping[str, Json], known: Mapping[str, str]) -> dict[str, Json]:
    """The changed fields of a row, with the ids of containers replaced."""
    return {
        name: [known.get(one or "") for one in pair] if name == "within" else pair for name, pair in changed.items()
    }


def loot_document(loot: Loot, ledgers: Ledgers) -> dict[str, Json]:
    """A loot with what is left in it."""
    who = ledgers.renamings.get(loot.encounter, {}).get(loot.combatant)
    return {
        "name": loot.name,
        "open": loot.open,
        "encounter": ledgers.places[loot.encounter] if who else None,
        "combatant": who,
        "things": ledgers.of(loot=loot),
    }


def shop_document(table: Table) -> dict[str, Json] | None:
    """The shop of a table, if the game master has ever opened it."""
    shop = Shop.objects.filter(table=table).first()
    if shop is None:
        return None
    return {"name": shop.name, "open": shop.open, "sells_at": shop.sells_at, "buys_at": shop.buys_at}


# Import


def check(checking: Checking, rows: Sequence[Mapping[str, Json]], path: Path) -> list[Possession]:
    """The unsaved possessions of one holder in a file, with the ids of the file; notes their faults."""
    found = [_thing(checking, row, (*path, number)) for number, row in enumerate(rows)]
    by_id = {one.pk: one for one in found}
    for number, one in enumerate(found):
        here = (*path, number)
        if sum(other.pk == one.pk for other in found) > 1:
            checking.fault((*here, "id"), _("Este identificador lo lleva más de una cosa."))
        if (one.place == Place.LEFT) != bool(one.where):
            checking.fault((*here, "where"), _("Lo que queda en otro sitio dice en cuál, y solo eso."))
        if one.within_id is not None and (
            one.place != Place.PACKED or one.within_id not in by_id or _round(one, by_id)
        ):
            checking.fault((*here, "within"), _("No es un recipiente en el que pueda estar."))
    return found


def _thing(checking: Checking, row: Mapping[str, Json], path: Path) -> Possession:
    values: Mapping[str, Json] = row["values"]
    equipment = checking.system.equipment
    kind = equipment.kinds.get(row["kind"])
    if kind is None or kind.family != "item":
        checking.fault((*path, "kind"), one_of([one.name for one in equipment.items()]))
    else:
        try:
            values = checked(kind, values)
        except RuleError as error:
            checking.fault((*path, "values", *([error.field] if error.field else [])), checking.words.error(error))
        if row["place"] in ("hand", "worn") and row["place"] not in kind.places:
            checking.fault((*path, "place"), _("Esta clase de cosas no puede estar así."))
    return Possession(
        id=row["id"],
        kind=row["kind"],
        name=checking.name(row["name"], (*path, "name")),
        values=dict(values),
        quantity=row["quantity"],
        charges=row["charges"],
        place=row["place"],
        where=row["where"],
        within_id=row["within"],
        note=row["note"],
        entry=row["entry"],
    )


def _round(one: Possession, by_id: Mapping[str, Possession]) -> bool:
    """Whether a container is inside itself."""
    seen: set[str] = set()
    here: Possession | None = one
    while here is not None and here.within_id:
        if here.pk in seen:
            return True
        seen.add(here.pk)
        here = by_id.get(here.within_id)
    return False


def check_ledger(checking: Checking, row: Mapping[str, Json], entries: Sequence[frozenset[str]], path: Path) -> None:
    """Check that the ledger of one possession adds up to its quantity and names entries of the file."""
    counting = [one for one in row["rows"] if not one["void"]]
    for name in ("quantity", "charges"):
        if sum(one[name] for one in counting) != row[name]:
            checking.fault((*path, name), _("No es lo que suma su historia."))
    for number, one in enumerate(row["rows"]):
        here = (*path, "rows", number)
        if one["cause"] not in Cause.values:
            checking.fault((*here, "cause"), one_of(list(Cause.values)))
        for name, pair in one["changed"].items():
            if name not in FIELDS or not isinstance(pair, list) or len(pair) != 2 or not _said(name, pair):
                checking.fault((*here, "changed", name), _("No es algo que cambie de un valor a otro."))
            elif one["entry"] is not None and not _restorable(checking, row["kind"], name, pair):
                checking.fault((*here, "changed", name), _("Así no podría volver a estar al deshacer."))
        place = one["encounter"]
        if (place is None) != (one["entry"] is None):
            checking.fault((*here, "entry"), _("El conflicto y su entrada van juntos."))
        elif place is not None and (place >= len(entries) or one["entry"] not in entries[place]):
            checking.fault((*here, "entry"), _("Ninguna entrada del conflicto lleva este identificador."))


def _said(name: str, pair: Sequence[Json]) -> bool:
    """Whether a field can have these values."""
    if name == "place":
        return all(one in Place.values for one in pair)
    if name == "values":
        return all(isinstance(one, dict) for one in pair)
    if name == "within":
        return all(one is None or isinstance(one, str) for one in pair)
    return all(isinstance(one, str) and _LEAST.get(name, 0) <= len(one) <= _MOST[name] for one in pair)


def _restorable(checking: Checking, kind: str, name: str, pair: Sequence[Json]) -> bool:
    """Whether the rules accept these values of a field, which an undo or redo in the fight would write back."""
    known = {one.name: one for one in checking.system.equipment.items()}
    if name == "kind":
        return all(one in known for one in pair)
    if name != "values":
        return True
    for values in pair:
        try:
            checked(known[kind], values)
        except (KeyError, RuleError):
            return False
    return True


def gear(checking: Checking, things: Sequence[Possession]) -> Gear:
    """Unsaved possessions as the rules see them."""
    return gear_of(checking.system.equipment, things)


def fresh(things: Iterable[Possession]) -> dict[str, str]:
    """New ids for those in a file, in the same order."""
    old = sorted(one.pk for one in things)
    return dict(zip(old, sorted(new_id() for _one in old), strict=True))


def write(
    table: Table,
    things: Sequence[Possession],
    known: Mapping[str, str],
    *,
    owner: Character | None = None,
    loot: Loot | None = None,
    lineages: Mapping[str, str] | None = None,
) -> None:
    """Save the possessions of one holder under their new ids; `lineages`: the new lineages by those of the file."""
    first = table.possessions.filter(owner=owner, loot=loot).count()
    made = []
    for order, one in enumerate(things, first + 1):
        old = one.pk
        one.pk = known[old]
        one.table, one.owner, one.loot, one.order = table, owner, loot, order
        one.within_id = known[one.within_id] if one.within_id else None
        one.lineage = known.get((lineages or {}).get(old, old), one.pk)
        made.append(one)
    Possession.objects.bulk_create(made, batch_size=BATCH)


def imported(things: Iterable[Possession], by: Any) -> None:
    """The first rows of possessions that come without a ledger."""
    LedgerRow.objects.bulk_create(
        LedgerRow(
            possession=one, cause=Cause.IMPORTED, quantity=one.quantity, charges=one.charges,
            by=by, by_name=by.shown_name,
        )
        for one in things
    )  # fmt: skip


def write_ledger(
    row: Mapping[str, Json],
    known: Mapping[str, str],
    acts: dict[int, str],
    encounters: Sequence[tuple[str, Mapping[str, str]]],
    dates: Sequence[Any],
) -> list[LedgerRow]:
    """The unsaved ledger of one possession; `encounters`: the new id of each, and the new ids of its entries."""
    found = []
    for one, at in zip(row["rows"], dates, strict=True):
        encounter, names = encounters[one["encounter"]] if one["encounter"] is not None else ("", {})
        found.append(
            LedgerRow(
                possession_id=known[row["id"]],
                act=acts.setdefault(one["act"], new_id()),
                cause=one["cause"],
                quantity=one["quantity"],
                charges=one["charges"],
                changed=_renamed(one["changed"], known),
                params=one["params"],
                counterpart_id=known.get(one["counterpart"] or ""),
                by_name=one["by"],
                at=at,
                encounter=encounter,
                log_entry=names.get(one["entry"] or "", ""),
                void=one["void"],
            )
        )
    return found

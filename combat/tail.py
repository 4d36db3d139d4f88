"""The newest entries of a log, read once for all who look at the head that they led to.

What is kept is dated by the row of the encounter, with which it belongs together: `undone_by` is as it was then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from rules.core.types import Id
from tapiz_site.statements import Rows, fields

from .models import Encounter, LogEntry

AT_ONCE = 48
"""How many entries are looked up at first: as many as the page of a fight shows, with some that nobody reads."""

FEW = 4
"""How many entries are read whole at a time; mostly the newest decides."""

MOST_TAILS = 400
MOST_ROWS = 1000


@dataclass(frozen=True, slots=True)
class EntryMark:
    """One entry of a log, as far as it need not be read: which, and whether it counts."""

    id: Id
    sequence: int
    kind: str
    resolution: Id
    undone_by: Id | None
    veiled: bool = False


Date = tuple[UUID, int, datetime]
"""An encounter and what tells its row from those before and after it."""
_tails: dict[UUID, tuple[Date, tuple[EntryMark, ...]]] = {}
_rows: dict[tuple[Id, Id | None, bool], LogEntry] = {}


def forget() -> None:
    """Forget all that is kept; needed where a new database reuses ids."""
    _tails.clear()
    _rows.clear()


def marks(encounter: Encounter) -> Iterator[EntryMark]:
    """The entries that led to this encounter as it was read, newest first; those beyond the newest few are looked up.

    The newest tail of each encounter is kept.
    """
    key, kept = dated(encounter), _tails.get(encounter.pk)
    if kept is None or kept[0] != key:
        kept = _keep(key, _read(encounter, encounter.sequence, AT_ONCE))
    found: Sequence[EntryMark] = kept[1]
    count = AT_ONCE
    while found:
        yield from found
        if len(found) < count:
            return
        # Twice as many each time: where little is wanted of them, the way is not made in small steps.
        count *= 2
        found = list(_read(encounter, found[-1].sequence - 1, count))


def dated(encounter: Encounter) -> Date:
    """Which row of an encounter this is."""
    return encounter.pk, encounter.sequence, encounter.changed


def follow(before: Date, after: Date, news: Sequence[LogEntry]) -> None:
    """Keep what these new entries, which are committed, make of the tail before: nobody need look them up.

    Where they undo or redo, others count or no longer do, which is looked up.
    """
    kept = _tails.get(after[0])
    if kept is None or kept[0] != before or any(row.kind in ("undo", "redo") for row in news):
        return
    fresh = [EntryMark(row.id, row.sequence, row.kind, row.resolution, None) for row in reversed(news)]
    _keep(after, [*fresh, *kept[1]][:AT_ONCE])
    _rows.update({(row.id, None, False): row for row in news})
    make_room(_rows, MOST_ROWS)


def _keep(key: Date, found: Iterable[EntryMark]) -> tuple[Date, tuple[EntryMark, ...]]:
    kept = key, tuple(found)
    _tails.pop(key[0], None)
    _tails[key[0]] = kept
    make_room(_tails, MOST_TAILS)
    return kept


def entries(wanted: Iterator[EntryMark], *, at_once: int = FEW) -> Iterator[LogEntry]:
    """These entries whole, with their authors and who undid them; read as far as they are asked for."""
    while some := list(islice(wanted, at_once)):
        yield from whole(some)
        at_once *= 2


def whole(some: Sequence[EntryMark]) -> list[LogEntry]:
    """These entries whole, with their authors and who undid them; the newest that were read are kept."""
    found = {one.id: _rows.get((one.id, one.undone_by, one.veiled)) for one in some}
    unread = [one.id for one in some if found[one.id] is None]
    news = {row.id: row for row in _WHOLE.all(unread)}
    for one in some:
        if (row := news.get(one.id)) is not None:
            if row.undone_by_id != one.undone_by:
                # It was undone or redone since.
                row.undone_by_id = one.undone_by
            found[one.id] = _rows[one.id, one.undone_by, one.veiled] = row
    make_room(_rows, MOST_ROWS)
    return [row for row in found.values() if row is not None]


_WHOLE: Rows[LogEntry] = Rows(
    lambda some: LogEntry.objects.filter(pk__in=some).select_related("by", "undone_by__by").order_by(),
    *fields(LogEntry, "id"),
)


@cache
def _newest(count: int) -> Rows[tuple[Any, ...]]:
    wanted = ("id", "sequence", "kind", "resolution", "undone_by", "veiled", "undone_by__sequence")

    def rows(encounter: UUID, last: int) -> QuerySet[LogEntry, tuple[Any, ...]]:
        before = LogEntry.objects.filter(encounter=encounter, sequence__lte=last)
        return before.order_by("-sequence").values_list(*wanted)[:count]

    return Rows(rows, *fields(LogEntry, "encounter", "sequence"))


def _read(encounter: Encounter, last: int, count: int) -> Iterator[EntryMark]:
    for pk, sequence, kind, resolution, undone_by, veiled, when in _newest(count).all(encounter.pk, last):
        yield EntryMark(
            pk, sequence, kind, resolution, undone_by if when is None or when <= encounter.sequence else None, veiled
        )


def make_room(kept: dict[Any, Any], most: int) -> None:
    """Drop what was put in first, down to this number; what is not full is not looked through."""
    if len(kept) <= most:
        return
    for oldest in list(kept)[: len(kept) - most]:
        kept.pop(oldest, None)

"""Brings logs into the shape in which their system keeps fights now, when its `state_version` has risen."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from rules.core.audience import GAME_MASTER
from rules.core.changes import Change, fold
from rules.core.codec import Codec
from rules.core.engine import AnyHead
from rules.core.facts import Fact
from rules.core.registry import SYSTEMS, get_system
from rules.core.stored import dump_fact
from rules.core.types import Json

from . import store, tail
from .models import Encounter, LogEntry

BATCH = 200


def older() -> QuerySet[Encounter]:
    """The encounters that are kept in a shape from before."""
    wanted = Q()
    for slug in SYSTEMS:
        wanted |= Q(table__system=slug, state_version__lt=get_system(slug).state_version)
    return Encounter.objects.filter(wanted)


def lift(pk: UUID) -> bool:
    """Lift first state, head and every entry of an encounter; whether its log could be lifted.

    A log whose entries do not make its head is closed: it stays to be read and says so, and the encounter begins with
    its head. Raises what the system raises where the head cannot be lifted; then nothing has changed.
    """
    with transaction.atomic():
        encounter = Encounter.objects.select_for_update(of=("self",)).select_related("table").get(pk=pk)
        system, version = get_system(encounter.table.system), encounter.state_version
        codec: Codec[AnyHead] = system.codec

        def lifted(state: Json) -> AnyHead:
            return codec.load(system.migrate(state, version))

        rows = list(encounter.entries.order_by("sequence"))
        head = codec.dump(lifted(encounter.head))
        try:
            changes, now = [], lifted(encounter.first)
            first = codec.dump(now)
            for state in _states(encounter.first, rows):
                before, now = now, lifted(state)
                changes.append([change.to_json() for change in codec.diff(before, now)])
            fits = bool(codec.dump(now) == head)
        except Exception:  # whatever is wrong with an old log, it can be closed
            fits = False
        if not fits:
            first, changes = head, [[] for _row in rows]
            _say_closed(rows)
        for row, made in zip(rows, changes, strict=True):
            row.data = {**row.data, "changes": made}
        LogEntry.objects.bulk_update(rows, ["data"], batch_size=BATCH)
        encounter.first, encounter.head, encounter.state_version = first, head, system.state_version
        encounter.save(update_fields=["first", "head", "state_version", "changed"])
        encounter.index_pieces.all().delete()
        for last in range(store.PIECE, encounter.sequence + 1, store.PIECE):
            store.index(encounter, last)
    tail.forget()
    return fits


def _states(first: Json, rows: list[LogEntry]) -> Iterator[Json]:
    """The states that the log has been through after the first, in their old shape."""
    state = first
    for row in rows:
        state = fold(state, map(Change.from_json, row.data["changes"]))
        yield state


def _say_closed(rows: list[LogEntry]) -> None:
    closed = dump_fact(Fact("core.log_closed", audience=GAME_MASTER))
    for row in rows:
        told = [closed] if row is rows[-1] else []
        row.data = {**row.data, "facts": [*row.data["facts"], *told], "closed": True}

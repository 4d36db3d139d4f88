"""Excerpts of a log: what taking a step back needs to know of it, read without the rest.

The newest step needs nothing but itself; an older one also what the index says may bear on it. The functions of
`rules.core.log` come to the same on an excerpt as on the whole log.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from django.db.models import QuerySet

from rules.core import log
from rules.core.bearing import bearing
from rules.core.changes import Change
from rules.core.engine import action
from rules.core.errors import NotAllowed
from rules.core.log import STEPS, Entry, UndoPlan
from rules.core.stored import load_entry
from rules.core.system import AnySystem
from rules.core.types import Id
from tapiz_site.statements import Rows, fields

from . import store
from .models import LogEntry
from .store import Read

_STRUCK: Rows[LogEntry] = Rows(
    lambda encounter, since, before: LogEntry.objects.filter(
        encounter=encounter, undone_by__sequence__gt=since, sequence__lt=before, kind__in=STEPS
    ).order_by("sequence"),
    *fields(LogEntry, "encounter", "sequence", "sequence"),
)
"""The steps before a place of a log that were taken back after another."""


def planned(read: Read, target: Id, *, with_depending: bool) -> tuple[UndoPlan, list[Entry]]:
    """What goes when this step is taken back, and the excerpt on which `log.undo` takes it back.

    Raises NotAllowed when the step does not count any more.
    """
    excerpt = _Excerpt(read)
    excerpt.take_in(target, with_depending=with_depending)
    entries = excerpt.entries()
    return log.plan_undo(read.system, entries, target, with_depending=with_depending), entries


class _Excerpt:
    """The entries read so far, by sequence."""

    def __init__(self, read: Read) -> None:
        self.system, self.encounter = read.system, read.encounter
        self.rows: QuerySet[LogEntry] = read.encounter.entries.order_by("sequence")
        self.pieces = read.encounter.index_pieces.order_by("sequence")
        self.found: dict[int, Entry] = {}

    @cached_property
    def indexed(self) -> int:
        """The sequence of the last entry that the index knows."""
        return self.pieces.values_list("sequence", flat=True).last() or 0

    @cached_property
    def struck(self) -> set[int]:
        """The sequences of the steps that do not count any more."""
        return set(self.rows.filter(undone_by__isnull=False).values_list("sequence", flat=True))

    def entries(self) -> list[Entry]:
        return [self.found[place] for place in sorted(self.found)]

    def take_in(self, target: Id, *, with_depending: bool) -> None:
        """Read all that bears on taking back this step, its whole resolution, and what rests on them."""
        counting = self.rows.filter(kind__in=STEPS, undone_by=None)
        newest = next(store.steps(self.encounter), None)
        chosen = newest if newest is not None and newest.pk == target else counting.filter(pk=target).first()
        if newest is None or chosen is None:
            raise NotAllowed("core.undo.gone")
        self._keep([chosen])
        if chosen.pk == newest.pk:
            self._older({chosen.sequence})
            return
        self._keep([newest])
        self._resolutions({chosen.resolution})
        going = self._of({chosen.resolution})
        while True:
            self._later(going)
            depending = self._depending(going)
            if not (with_depending and depending):
                break
            going |= depending
        self._older(going)

    def _depending(self, going: set[int]) -> set[int]:
        """The steps that rest on those that go, with their whole resolutions."""
        resting = log.resting(self.system, self._steps(), {self.found[place].id for place in going})
        names = {entry.resolution for entry in self.found.values() if entry.id in resting}
        self._resolutions(names)
        return self._of(names) - going

    def _later(self, going: set[int]) -> None:
        """Read the later steps that bear on those that go."""
        first = min(going)
        if any(_with_all_after(self.system, self.found[place]) for place in going):
            self._keep(self.rows.filter(sequence__gt=first))
            return
        self._tail(first)
        wanted: set[int] = set()
        for place in going:
            wanted |= self._bearing(self.found[place].changes, place, going)
        self._numbered(wanted)

    def _older(self, going: set[int]) -> None:
        """Read the earlier steps that were taken back since those that go: what these replaced may hold their traces.

        With them come the undos that took them back, and what in between bears on them.
        """
        replaced = [
            one.path for place in going for one in self.found[place].changes if one.operation in ("put", "drop")
        ]
        for row in _STRUCK.all(self.encounter.pk, min(going), max(going)) if replaced else ():
            inside = [
                change
                for change in map(Change.from_json, row.data["changes"])
                if any(change.path[: len(path)] == path for path in replaced)
            ]
            if inside:
                self._keep([row])
                self._keep(self.rows.filter(pk=row.undone_by_id))
                self._tail(row.sequence)
                self._numbered(self._bearing(inside, row.sequence, ()))

    def _bearing(self, changes: Sequence[Change], place: int, going: Collection[int]) -> set[int]:
        """The sequences of the indexed steps after a place that bear on changes made there."""
        pieces = (row.paths for row in self.pieces.filter(sequence__gt=place))
        return bearing(changes, pieces, lambda one: one > place and one not in self.struck and one not in going)

    def _tail(self, place: int) -> None:
        """Read what follows a place and is not indexed yet."""
        self._keep(self.rows.filter(sequence__gt=max(self.indexed, place)))

    def _resolutions(self, names: set[Id]) -> None:
        self._keep(self.rows.filter(resolution__in=names, kind__in=STEPS, undone_by=None))

    def _numbered(self, places: set[int]) -> None:
        self._keep(self.rows.filter(sequence__in=places - self.found.keys()))

    def _keep(self, rows: Iterable[LogEntry]) -> None:
        for row in rows:
            self.found.setdefault(row.sequence, load_entry(row.data))

    def _steps(self) -> list[Entry]:
        entries = self.entries()
        now = log.counted(entries)
        return [entry for entry in entries if now.counts(entry)]

    def _of(self, resolutions: set[Id]) -> set[int]:
        now = log.counted(self.entries())
        return {place for place, entry in self.found.items() if entry.resolution in resolutions and now.counts(entry)}


def _with_all_after(system: AnySystem, entry: Entry) -> bool:
    return entry.command is not None and action(system, entry.command.action).undo == "with_all_after"

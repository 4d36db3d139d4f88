"""What somebody other than the game master may take back or restore: their own newest step, as far as they can tell.

Steps that a person cannot read play no part in it, or the button would tell of them (docs/secrecy.md): it neither
comes nor goes with them, and they stay where they touch nothing of what is taken back; else they go with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.core.audience import Viewer
from rules.core.changes import Change, Path, fold, inverse
from rules.core.engine import AnyHead, action, settle
from rules.core.facts import visible
from rules.core.log import STEPS, Entry, standing
from rules.core.stored import load_facts
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User

from .models import Encounter, LogEntry
from .store import Read

AT_ONCE = (4, 40)
"""How many entries are fetched first, since mostly the newest decides, and then at a time."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who looks back over the log."""

    user: User
    viewer: Viewer

    def knows(self, row: LogEntry) -> bool:
        """Whether this step is their own or told them anything."""
        return row.by_id == self.user.pk or bool(visible(load_facts(row.data["facts"]), self.viewer))


def undoable(encounter: Encounter, reader: Reader) -> LogEntry | None:
    """The newest step that counts, where it is this person's own."""
    for row in _backwards(encounter):
        if row.kind in STEPS and row.undone_by_id is None and reader.knows(row):
            return row if row.by_id == reader.user.pk else None
    return None


def redoable(encounter: Encounter, reader: Reader) -> LogEntry | None:
    """The undo that this person may take back: their own, which nothing that they know of has followed."""
    redone: set[Id] = set()
    for row in _backwards(encounter):
        if row.kind == "redo":
            redone.update(row.data["targets"])
        elif row.kind == "undo" and row.id not in redone:
            if row.by_id == reader.user.pk:
                return row
            if any(map(reader.knows, LogEntry.objects.filter(pk__in=row.data["targets"]))):
                return None
        elif row.kind in STEPS and reader.knows(row):
            return None
    return None


def newest_known(encounter: Encounter, reader: Reader) -> LogEntry | None:
    """The newest step that this person knows of."""
    return next((row for row in _backwards(encounter) if row.kind in STEPS and reader.knows(row)), None)


def taken_back(read: Read, entries: Sequence[Entry], target: Id) -> tuple[AnyHead, tuple[Entry, ...]]:
    """The head without this step, after which only steps came that its owner cannot read, and what goes with it."""
    place = next(index for index, entry in enumerate(entries) if entry.id == target)
    chosen, later = entries[place], entries[place + 1 :]
    now = standing(entries)
    state: Json = read.system.codec.dump(read.head)
    for entry in reversed(later):
        state = fold(state, inverse(entry.changes))
    since = read.system.codec.diff(read.system.codec.load(state), read.head)
    before = fold(state, inverse(chosen.changes))
    turn_step = chosen.command is not None and action(read.system, chosen.command.action).undo == "with_all_after"
    if turn_step or touches(chosen.changes, since):
        return _settled(read, before), (chosen, *(entry for entry in later if now.counts(entry)))
    return _settled(read, fold(before, since)), (chosen,)


def touches(some: Collection[Change], others: Collection[Change]) -> bool:
    """Whether two lots of changes meet in one place; numbers that both only count do not."""
    paths: Mapping[Path, str] = {change.path: change.operation for change in some}
    for change in others:
        if change.operation == "count" and paths.get(change.path) == "count":
            continue
        if any(path[: len(change.path)] == change.path or change.path[: len(path)] == path for path in paths):
            return True
    return False


def _settled(read: Read, state: Json) -> AnyHead:
    head: AnyHead = read.system.codec.load(state)
    return type(head)(settle(read.system, head.fight), head.open)


def _backwards(encounter: Encounter) -> Iterator[LogEntry]:
    rows = encounter.entries.order_by("-sequence")
    start, count = 0, AT_ONCE[0]
    while found := list(rows[start : start + count]):
        yield from found
        start, count = start + count, AT_ONCE[1]

"""What a player may undo or redo: the player's own newest step, unless a step that the player may read followed it.

A step in which the app rolled dice is the game master's to take back, unless la carta says otherwise (`dice_undone`).

Steps that a person cannot read do not count, or the button would tell of them (docs/secrecy.md): it neither appears
nor disappears with them. They stay unless they touch what is undone; then they go with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.core.audience import PUBLIC, Viewer
from rules.core.changes import Change, Path, fold, inverse
from rules.core.engine import AnyHead, action, settle
from rules.core.facts import visible
from rules.core.hand import players_undo_dice
from rules.core.log import STEPS, Entry, counted
from rules.core.stored import load_entry, load_facts
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User

from . import tail
from .models import Encounter, LogEntry
from .store import Read


@dataclass(frozen=True, slots=True)
class Reader:
    """A person who reads the log, with this person's viewer."""

    user: User
    viewer: Viewer

    def knows(self, row: LogEntry) -> bool:
        """Whether this step is the reader's own or holds a fact for the reader."""
        return row.by_id == self.user.pk or bool(visible(load_facts(row.data["facts"]), self.viewer))


def undoable(encounter: Encounter, reader: Reader, house: Mapping[str, Json]) -> LogEntry | None:
    """The newest step that counts for this reader, if it is the reader's own. house: the settings of the fight."""
    for row in tail.entries(one for one in tail.marks(encounter) if one.kind in STEPS and one.undone_by is None):
        if reader.knows(row):
            own = row.by_id == reader.user.pk and not row.data.get("closed")
            return row if own and (not row.data.get("rolled") or players_undo_dice(house)) else None
    return None


def redoable(read: Read, reader: Reader) -> LogEntry | None:
    """The undo that this reader may redo: the reader's own, with no readable step after it.

    A turn step is not redone but pressed again: what the hidden did in that turn was taken back with it, and whether
    all of that still fits would tell of them.
    """
    redone: set[Id] = set()
    for row in tail.entries(tail.marks(read.encounter)):
        if row.data.get("closed"):
            return None
        if row.kind == "redo":
            redone.update(row.data["targets"])
        elif row.kind == "undo" and row.id not in redone:
            if row.by_id == reader.user.pk:
                own = load_entry(LogEntry.objects.get(pk=row.data["targets"][0]).data)
                return None if _is_turn_step(read, own) else row
            if any(map(reader.knows, LogEntry.objects.filter(pk__in=row.data["targets"]))):
                return None
        elif row.kind in STEPS and reader.knows(row):
            return None
    return None


def newest_known(encounter: Encounter, reader: Reader) -> LogEntry | None:
    """The newest step that this reader knows of."""
    steps = tail.entries(one for one in tail.marks(encounter) if one.kind in STEPS)
    return next(filter(reader.knows, steps), None)


def undoers(encounter: Encounter, sequence: int) -> frozenset[int | None]:
    """The people who may have been offered an undo or redo when this was the newest entry, and perhaps others."""
    found: set[int | None] = set()
    for row in tail.entries(one for one in tail.marks(encounter) if one.sequence <= sequence):
        found.add(row.by_id)
        if row.kind in STEPS and row.undone_by_id is None and visible(load_facts(row.data["facts"]), PUBLIC):
            break
    return frozenset(found)


def taken_back(read: Read, entries: Sequence[Entry], target: Id) -> tuple[AnyHead, tuple[Entry, ...]]:
    """The head without this step, and the entries that go with it; only unreadable steps came after it."""
    place = next(index for index, entry in enumerate(entries) if entry.id == target)
    chosen, later = entries[place], entries[place + 1 :]
    now = counted(entries)
    state: Json = read.system.codec.dump(read.head)
    for entry in reversed(later):
        state = fold(state, inverse(entry.changes))
    since = read.system.codec.diff(read.system.codec.load(state), read.head)
    before = fold(state, inverse(chosen.changes))
    if _is_turn_step(read, chosen) or touches(chosen.changes, since):
        return _settled(read, before), (chosen, *(entry for entry in later if now.counts(entry)))
    return _settled(read, fold(before, since)), (chosen,)


def _is_turn_step(read: Read, entry: Entry) -> bool:
    return entry.command is not None and action(read.system, entry.command.action).undo == "with_all_after"


def touches(some: Collection[Change], others: Collection[Change]) -> bool:
    """Whether two lots of changes touch the same place; two counts of one number do not collide."""
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

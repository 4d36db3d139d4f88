"""The log of an encounter: what was done, who did it, what it changed; and taking it back.

The present is the fold of all entries' changes over the first state, undo and redo being entries like the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from rules.core.changes import Change, Path, depending_on, fold, inverse, remove
from rules.core.engine import AnyHead, action, settle
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation
from rules.core.fight import Command
from rules.core.quick import quick
from rules.core.requests import Answer
from rules.core.system import AnySystem
from rules.core.types import Id, Json

EntryKind: TypeAlias = Literal["command", "answer", "cancel", "stand", "undo", "redo", "sync", "dice"]
"""`sync`: what became of the table's points elsewhere. `dice`: what is told of the dice' seed (`rules.core.fair`).
Both are the app's; nobody takes them back."""

STEPS: frozenset[EntryKind] = frozenset({"command", "answer", "cancel", "stand"})
"""The kinds of entry that can be undone."""

BY_APP: frozenset[EntryKind] = frozenset({"sync", "dice"})
"""The kinds of entry that come between an undo and its redo without ending it."""


@quick
@dataclass(frozen=True, slots=True)
class Entry:
    """One step of an encounter, as it is kept for ever."""

    id: Id
    by: Id
    """The person who took it."""
    kind: EntryKind
    resolution: Id
    """The id of the command it belongs to."""
    changes: tuple[Change, ...] = ()
    """What it did to the head."""
    facts: Explanation = ()
    """What it told."""
    command: Command | None = None
    """What was begun, in an entry of this kind."""
    key: str = ""
    """The request that was answered, in an entry of that kind."""
    answer: Answer | None = None
    rolled: bool = False
    """The app rolled the faces of the answer."""
    sides: tuple[int, ...] = ()
    """The sides of its dice, where their faces follow from the seed of the scene."""
    again: int | None = None
    """Of a command that asks: how many of the same were there and counted (`rules.core.fair.again`)."""
    by_order: bool = False
    """A standing order gave the answer."""
    closed: bool = False
    """It was kept in a shape that could not be lifted: it is read, and neither taken back nor redone."""
    targets: tuple[Id, ...] = ()
    """The entries that an undo takes back or a redo restores."""
    rules_version: int = 0
    """The rules that wrote it."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Which entries of a log count now: `undone` maps an entry to the undo that took it back."""

    undone: Mapping[Id, Id] = field(default_factory=dict)

    def counts(self, entry: Entry) -> bool:
        """Whether this entry is a step that nobody has taken back."""
        return entry.kind in STEPS and entry.id not in self.undone


def counted(entries: Sequence[Entry]) -> Counted:
    """Read from a log which of its entries count now."""
    undone: dict[Id, Id] = {}
    for entry in entries:
        if entry.kind == "undo":
            undone.update(dict.fromkeys(entry.targets, entry.id))
        elif entry.kind == "redo":
            undone = {target: by for target, by in undone.items() if by not in entry.targets}
    return Counted(undone)


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What taking back one entry means."""

    going: tuple[Entry, ...]
    """The entries that go, newest last."""
    depending: tuple[Entry, ...] = ()
    """Later entries that rest on them and go only if the person agrees; asking again with them included takes all."""


def newest(entries: Sequence[Entry]) -> Entry | None:
    """The newest step that still counts."""
    now = counted(entries)
    return next((entry for entry in reversed(entries) if now.counts(entry)), None)


def redoable(entries: Sequence[Entry]) -> Entry | None:
    """The undo that can be taken back now: the newest that nothing but undos and redos has followed."""
    redone: set[Id] = set()
    for entry in reversed(entries):
        if entry.kind == "redo":
            redone.update(entry.targets)
        elif entry.kind == "undo":
            if entry.id not in redone:
                return entry
        elif entry.kind not in BY_APP:
            return None
    return None


def plan_undo(system: AnySystem, entries: Sequence[Entry], target: Id, *, with_depending: bool = False) -> UndoPlan:
    """Find out what goes when this entry is taken back.

    The newest step goes alone. An older one goes with its whole resolution; turn and phase steps, and what later
    entries rest on, go only together with those. Raises NotAllowed when the entry does not count any more.
    """
    now = counted(entries)
    steps = [entry for entry in entries if now.counts(entry)]
    chosen = next((entry for entry in steps if entry.id == target), None)
    if chosen is None:
        raise NotAllowed("core.undo.gone")
    if chosen is steps[-1]:
        return UndoPlan((chosen,))
    going = {entry.id for entry in steps if entry.resolution == chosen.resolution}
    depending = resting(system, steps, going)
    while with_depending and depending:
        going |= depending
        depending = resting(system, steps, going)
    return UndoPlan(
        tuple(entry for entry in steps if entry.id in going),
        tuple(entry for entry in steps if entry.id in depending),
    )


def undo(system: AnySystem, head: AnyHead, entries: Sequence[Entry], going: Sequence[Entry]) -> AnyHead:
    """Take these entries back from the head and return the head without them, settled.

    Raises NotAllowed when later entries depend on them.
    """
    now = counted(entries)
    gone = {entry.id for entry in going}
    places = {entry.id: place for place, entry in enumerate(entries)}
    state: Json = system.codec.dump(head)
    for entry in reversed(going):
        place = places[entry.id]
        later = [other.changes for other in entries[place + 1 :] if now.counts(other) and other.id not in gone]
        undone_since = [
            (other.changes, [one.changes for one in entries[index + 1 : place] if now.counts(one)])
            for index, other in enumerate(entries[:place])
            if other.id in now.undone and places[now.undone[other.id]] > place
        ]
        removal = remove(state, tuple(_without(change, undone_since) for change in entry.changes), later)
        if removal.depending:
            raise NotAllowed("core.undo.depends")
        state = removal.state
    begun = {entry.resolution for entry in going if entry.kind == "command"}
    return _settled(system, {**state, "open": [one for one in state["open"] if one["command"]["id"] not in begun]})


def _without(change: Change, undone: Sequence[tuple[Sequence[Change], Sequence[Sequence[Change]]]]) -> Change:
    """A change whose value before no longer holds what earlier steps, taken back since it was made, had done."""
    if change.operation not in ("put", "drop"):
        return change
    before = change.before
    for changes, between in reversed(undone):
        inner = [one for one in changes if one.path[: len(change.path)] == change.path]
        if inner:
            before = _at(remove(_nested(change.path, before), inner, between).state, change.path)
    return replace(change, before=before)


def _nested(path: Path, value: Json) -> Json:
    for key in reversed(path):
        value = {key: value}
    return value


def _at(state: Json, path: Path) -> Json:
    for key in path:
        state = state[key]
    return state


def redo(system: AnySystem, head: AnyHead, undone: Entry) -> AnyHead:
    """Restore what this undo, the newest thing that happened, took back."""
    return _settled(system, fold(system.codec.dump(head), inverse(undone.changes)))


def _settled(system: AnySystem, state: Json) -> AnyHead:
    head: AnyHead = system.codec.load(state)
    return type(head)(settle(system, head.fight), head.open)


def resting(system: AnySystem, steps: Sequence[Entry], going: set[Id]) -> set[Id]:
    """The ids of the steps, with their whole resolutions, that rest on those that go."""
    depending: set[Id] = set()
    for place, entry in enumerate(steps):
        if entry.id not in going:
            continue
        after = [other for other in steps[place + 1 :] if other.id not in going]
        if entry.command and action(system, entry.command.action).undo == "with_all_after":
            depending.update(other.id for other in after)
            continue
        found = depending_on(entry.changes, [other.changes for other in after])
        depending.update(after[index].id for index in found)
    wholly = {entry.resolution for entry in steps if entry.id in depending}
    return {entry.id for entry in steps if entry.resolution in wholly} - going

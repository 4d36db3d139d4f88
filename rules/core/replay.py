"""What a log would have come to had one of its entries been another: its later steps are taken again, in a copy.

Faces that were rolled and choices that were made stay wherever the same is asked. What nobody was asked then is asked
now; what is asked no longer, or is refused, did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rules.core import engine, log
from rules.core.audience import Viewer
from rules.core.changes import Change, DoesNotFit, fold
from rules.core.driver import Unasked
from rules.core.engine import AnyHead, Step
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact
from rules.core.fight import Command, Relation
from rules.core.log import Entry
from rules.core.orders import standing_answer
from rules.core.requests import Answer, Choose, Request
from rules.core.system import AnySystem
from rules.core.types import Id, Json

GAME_MASTER = Viewer(game_master=True)

CANCELLED = ""
"""The key under which the end of a resolution stands that was cancelled."""

Given: TypeAlias = Mapping[tuple[Id, str], Answer]
"""Answers to what is asked anew, by resolution and key."""

Authors: TypeAlias = Callable[[Entry, AnyHead], Viewer]
"""The author of an entry as a viewer of this head."""


@dataclass(frozen=True, slots=True)
class Right:
    """What is put right: the entry that holds it, and its inputs, or the values of its answer, as they should be."""

    entry: Id
    values: Mapping[str, Json]
    causes: tuple[Command, ...] = ()
    """Commands that declare relations which held then, while its resolution lasted, and that nobody had declared."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that is asked anew and that nobody has answered."""

    command: Command
    request: Request
    answers: Mapping[str, Answer]
    """What was answered of the same command before."""


@dataclass
class Copy:
    """The copy: how far it came, and what differs on the way."""

    head: AnyHead
    facts: Explanation = ()
    """What the entry that is put right tells now."""
    same: int = 0
    """How many later steps go as they went."""
    differing: list[tuple[Entry, Entry]] = field(default_factory=list)
    """The later steps that come to something else: as they were, and as they are here."""
    gone: list[Entry] = field(default_factory=list)
    """The later steps that did not happen."""
    anew: list[Fact] = field(default_factory=list)
    """What is told of what was asked anew and answered."""
    asked: Asked | None = None
    """What must be answered before the copy goes on."""


def replayed(
    system: AnySystem,
    head: AnyHead,
    entries: Sequence[Entry],
    right: Right,
    authors: Authors,
    given: Given | None = None,
) -> Copy:
    """Take the steps of a log again from the entry on that is put right, on the head before it.

    entries: the log, or its end from that entry or an earlier one on. Raises RuleError when the entry itself is refused
    so.
    """
    return Replay(system, head, entries, right, authors, given or {}).run()


class Taken:
    """The log of a copy so far, by which old steps are taken back without reading all of it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = list(entries)
        self.places = {entry.id: place for place, entry in enumerate(entries)}
        self.undone = dict(log.counted(entries).undone)

    def add(self, entry: Entry) -> None:
        """Append an entry."""
        self.places[entry.id] = len(self.entries)
        self.entries.append(entry)
        if entry.kind == "undo":
            self.undone.update(dict.fromkeys(entry.targets, entry.id))
        elif entry.kind == "redo":
            self.undone = {target: by for target, by in self.undone.items() if by not in entry.targets}

    def counting(self, ids: Iterable[Id]) -> list[Entry]:
        """The entries of these ids that count, oldest first."""
        places = sorted(self.places[one] for one in ids if one in self.places and one not in self.undone)
        return [self.entries[place] for place in places if self.entries[place].kind in log.STEPS]

    def newest(self, ids: Iterable[Id]) -> Entry | None:
        """The newest entry of these ids."""
        place = max((self.places[one] for one in ids if one in self.places), default=None)
        return self.entries[place] if place is not None else None

    def since(self, going: Sequence[Entry]) -> list[Entry]:
        """The end of the log that decides what becomes of these entries: from them on, and from what was undone since.

        What an older step had done and what was taken back after them is no longer under them.
        """
        start = end = self.places[going[0].id]
        seen = len(self.entries)
        while end < seen:
            targets = (one for entry in self.entries[end:seen] if entry.kind == "undo" for one in entry.targets)
            start = min([start, *(self.places[one] for one in targets if one in self.places)])
            end, seen = start, end
        return self.entries[start:]


class Replay:
    """One copy on its way through a log."""

    def __init__(
        self,
        system: AnySystem,
        head: AnyHead,
        entries: Sequence[Entry],
        right: Right,
        authors: Authors,
        given: Given,
    ) -> None:
        self.system = system
        self.right = right
        self.authors = authors
        self.given = given
        place = next(index for index, entry in enumerate(entries) if entry.id == right.entry)
        self.log = entries
        self.place = place
        """Which entry of the log is the next."""
        self.last: dict[tuple[Id, str], int] = {}
        """By resolution and key, the last answer of the log; under CANCELLED, its last cancelling, which has no key."""
        for index, entry in enumerate(entries):
            if entry.kind in ("answer", "cancel"):
                self.last[entry.resolution, entry.key] = index
        self.answers: dict[Id, set[str]] = {}
        for resolution, key in self.last:
            self.answers.setdefault(resolution, set()).add(key)
        waiting = frozenset(one.command.id for one in head.open)
        self.waiting = [waiting] * (place + 1)
        """The resolutions that wait in the log before each of its entries from that one on, and when it is over."""
        for entry in entries[place:]:
            opened = (change.after for change in entry.changes if change.path == ("open",))
            waiting = next((frozenset(one["command"]["id"] for one in after) for after in opened), waiting)
            self.waiting.append(waiting)
        self.taken = Taken(entries[:place])
        self.alike = True
        """Whether the copy has come to nothing else yet: then what is written is what would happen."""
        self.copy = Copy(head)
        self.declared: Mapping[str, Relation | None] = {}
        """How those relations stood that are declared otherwise while the resolution that is put right lasts."""

    def run(self) -> Copy:
        """Take the steps again, until the log is over or something must be answered first."""
        while self.place < len(self.log) and self.copy.asked is None:
            entry = self.log[self.place]
            if self.alike and entry.id != self.right.entry:
                self.rest()
            elif self.finished():
                self.place += 1
                self.again(entry)
        if self.copy.asked is None:
            self.finished()
        return self.copy

    def rest(self) -> None:
        """Nothing has come to anything else: all that is left goes as it went."""
        left = self.log[self.place :]
        state: Json = self.system.codec.dump(self.copy.head)
        for entry in left:
            state = fold(state, entry.changes)
        self.copy.head = self.system.codec.load(state)
        self.copy.same += len(left)
        self.place = len(self.log)

    # One entry

    def again(self, entry: Entry) -> None:
        """Take one entry again, or let it be one that did not happen."""
        righted = entry.id == self.right.entry
        try:
            told = self.caused() if righted else ()
            head, facts = self.anew(entry, righted=righted)
        except (RuleError, Unasked, DoesNotFit, KeyError):
            if righted:
                raise
            self.copy.gone.append(entry)
            return
        self.keep(entry, self.without_causes(entry, head), (*told, *facts))

    def caused(self) -> Explanation:
        """Declare what should have been declared before the entry that is put right; what that tells."""
        facts: Explanation = ()
        declared = self.copy.head.fight.relations
        for cause in self.right.causes:
            step = engine.begin(self.system, self.copy.head, cause, GAME_MASTER)
            self.copy.head, facts = step.head, (*facts, *step.facts)
        now = self.copy.head.fight.relations
        self.declared = {key: declared.get(key) for key in {*declared, *now} if declared.get(key) != now.get(key)}
        return facts

    def without_causes(self, entry: Entry, head: AnyHead) -> AnyHead:
        """The head as it stood to what was declared, once the resolution for which that was is over."""
        if not self.declared or any(one.command.id == entry.resolution for one in head.open):
            return head
        relations = {key: one for key, one in head.fight.relations.items() if key not in self.declared}
        relations |= {key: one for key, one in self.declared.items() if one is not None}
        self.declared = {}
        return replace(head, fight=replace(head.fight, relations=relations))

    def anew(self, entry: Entry, *, righted: bool) -> tuple[AnyHead, Explanation]:
        head = self.copy.head
        viewer = self.authors(entry, head)
        match entry.kind:
            case "command" if entry.command is not None:
                command = replace(entry.command, inputs=self.right.values) if righted else entry.command
                verb = engine.action(self.system, command.action)
                if command.action == "leave":
                    return self.folded(entry), entry.facts
                step = engine.begin(self.system, head, command, viewer, internal=verb.internal)
                return step.head, step.facts
            case "answer":
                top = engine.known_on_top(self.system, head, viewer).open
                if not top or top[-1].command.id != entry.resolution:
                    raise engine.Late
                answer = self.right.values if righted else entry.answer or {}
                how = {"rolled": entry.rolled and not righted, "by_order": entry.by_order}
                try:
                    step = engine.answer(self.system, head, entry.key, answer, viewer, **how)
                except NotAllowed:
                    # the app rolls in the name of who began also what is asked of others
                    step = engine.answer(self.system, head, entry.key, answer, GAME_MASTER, **how)
                return step.head, step.facts
            case "cancel" | "stand":
                if not head.open or head.open[-1].command.id != entry.resolution:
                    raise engine.Late
                take = engine.cancel if entry.kind == "cancel" else engine.let_stand
                step = take(self.system, head, viewer)
                return step.head, step.facts
            case "undo":
                going = self.taken.counting(entry.targets)
                return log.undo(self.system, head, self.taken.since(going), going) if going else head, entry.facts
            case "redo":
                undone = self.taken.newest(entry.targets)
                return log.redo(self.system, head, undone) if undone else head, entry.facts
            case _:
                return self.folded(entry), entry.facts

    def folded(self, entry: Entry) -> AnyHead:
        """The head with what is written of this entry."""
        if not entry.changes:
            return self.copy.head
        state: Json = fold(self.system.codec.dump(self.copy.head), entry.changes)
        head: AnyHead = self.system.codec.load(state)
        return head

    def keep(self, entry: Entry, head: AnyHead, facts: Explanation) -> None:
        changes = self.changes(head)
        here = replace(entry, changes=changes, facts=facts)
        self.taken.add(here)
        if entry.id == self.right.entry:
            self.copy.facts = facts
        elif (changes, facts) == (entry.changes, entry.facts):
            self.copy.same += 1
        else:
            self.copy.differing.append((entry, here))
        self.alike = self.alike and changes == entry.changes and not self.declared
        self.copy.head = head

    def changes(self, head: AnyHead) -> tuple[Change, ...]:
        return self.system.codec.diff(self.copy.head, head)

    # What is asked anew

    def finished(self) -> bool:
        """Answer what nobody was asked then, before the next entry is taken or at the end; whether nothing is left.

        An answer waits for its own question: what is asked before that anew comes first. What the log leaves open here
        may stay open.
        """
        if self.alike:
            return True
        while (asked := self.asked_anew()) is not None:
            step = self.answered(asked)
            if step is None:
                self.copy.asked = asked
                return False
            self.copy.head = step.head
            self.copy.anew += step.facts
        return True

    def asked_anew(self) -> Asked | None:
        waiting = engine.waits_for(self.system, self.copy.head)
        if waiting is None:
            return None
        command, answers = waiting.open.command, waiting.open.answers
        keys = self.answers.get(command.id, set())
        later = {key for key in keys if self.last[command.id, key] >= self.place}
        if CANCELLED in later or (command.id in self.waiting[self.place] and not later):
            return None
        open_ = {request.key: request for request in waiting.requests}
        if not open_ or open_.keys() & later:
            return None
        return Asked(command, next(iter(open_.values())), answers)

    def answered(self, asked: Asked) -> Step | None:
        """The step that answers it: as it was given, as a standing order says, or as is proposed."""
        head, key = self.copy.head, asked.request.key
        given = self.given.get((asked.command.id, key))
        if given is not None:
            return engine.answer(self.system, head, key, given, GAME_MASTER)
        if isinstance(asked.request, Choose):
            proposed = standing_answer(head.fight, asked.request) or asked.request.default
            values = proposed if proposed is not None else {one.name: one.default for one in asked.request.inputs}
            try:
                return engine.answer(self.system, head, key, values, GAME_MASTER)
            except RuleError:
                return engine.cancel(self.system, head, GAME_MASTER)
        return None

"""One deed of one person on its way into the log: what the person wants, and the steps that it makes of a head."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random, SystemRandom
from typing import Any, Literal, TypeAlias

from rules.core import engine, fair, group, log, sheet_rolls
from rules.core.audience import Viewer
from rules.core.changes import DoesNotFit
from rules.core.engine import AnyHead, Late
from rules.core.errors import Missing, NotAllowed, OutOfRange
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.orders import standing_answer
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.stored import load_entry
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User

from . import excerpts, returning, rewinding, store, undoing
from .errors import Depends, NothingToUndo, NotYours
from .models import LogEntry
from .store import NewEntry, Read
from .undoing import Reader

Does: TypeAlias = Literal["command", "answer", "roll", "roll_all", "cancel", "stand", "undo", "redo", "go_back", "over"]


@dataclass(frozen=True, slots=True)
class Deed:
    """What a person, or the app, wants done to an encounter."""

    does: Does
    action: str = ""
    """Of a command: the name of its action."""
    actor: Id | None = None
    """Of a command: the combatant who acts; of `over`: the one whose player's time is over."""
    inputs: Mapping[str, Json] = field(default_factory=dict)
    """The inputs of a command or an answer; dice are answered with `faces`."""
    moment: str = ""
    """Of a command: the moment of the fight it was meant for."""
    rolls: bool = False
    """Of a command: the app at once rolls the dice that it asks its actor for; of an answer, those of its combatant."""
    only_own: bool = False
    """Of `roll_all`: leave out the dice that other players are asked for."""
    request: str = ""
    """Of `answer` and `roll`: the key of the request; of `over`: the key of what is awaited (`rules.core.awaited`)."""
    resolution: Id = ""
    """The open resolution that the deed is meant for; empty for any."""
    entry: Id = ""
    """Of `undo` and `redo`: the entry of the log; empty for the newest. Of `go_back`: the first that goes."""
    with_depending: bool = False
    """Of `undo`: take back the steps that rest on it too."""
    internal: bool = False
    """The app itself acts, with the rights of the game master."""
    typed: tuple[int, ...] = ()
    """Of a roll from the sheet: the faces of real dice, in the order in which they are asked for."""
    passing: str = ""
    """The action from whose form this one was done in passing, and to whose form the person returns."""

    def digest(self) -> str:
        """A fingerprint of the content."""
        content = [
            self.does,
            self.action,
            self.actor,
            self.inputs,
            self.moment,
            self.rolls,
            self.only_own,
            self.request,
            self.resolution,
            self.entry,
            self.with_depending,
            *self.typed,
        ]
        return sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


ROLLS = "rolls"
"""What the encounter's memory says of the last act of a combatant, and of the last group act: whether the app rolls."""

MOST_ROLLS = 200
"""The most dice requests that one deed rolls; the next ones are asked for."""

Faces: TypeAlias = Callable[[Dice], list[int]]

_system_random = SystemRandom()
_random: Random = _system_random
"""What dice fall by in a scene without a seed, and in every scene where it is not the system's."""


def roll(request: Dice) -> list[int]:
    """Roll the dice of a request by no seed."""
    return [_random.randint(1, sides) for sides in request.sides]


def memory_key(actor: Id, *, game_master: bool) -> str:
    """The key under which choices for a combatant are remembered; the game master's are apart from the player's."""
    return f"dj:{actor}" if game_master else actor


class Taking:
    """One deed on its way into the log; its id is drawn once, so that a retry on a newer head is the same act."""

    def __init__(self, deed: Deed, user: User, faces: Faces) -> None:
        self.deed = deed
        self.user = user
        self.faces = faces
        self.id = store.new_id()
        self.seed: fair.Seed | None = None
        """What dice fall by in this scene; None where they fall by chance."""
        self.again: dict[Id, int | None] = {}
        """The numbers of the commands that the deed has rolled for, among those of the same way."""
        self.answers_for: Id | None = None
        """Of an answer: the combatant who is asked."""

    def on(self, read: Read, viewer: Viewer) -> list[NewEntry]:
        """The steps that this deed takes on the head that was read."""
        if self.deed.internal:
            # The caller has checked the rights of what the app itself does.
            viewer = Viewer(str(self.user.pk), game_master=True)
        by_seed = self.faces is roll and _random is _system_random and read.encounter.seed
        self.seed, self.again = fair.Seed.of(read.encounter.seed) if by_seed else None, {}
        stack = engine.known_on_top(read.system, read.head, viewer).open
        top = stack[-1].command.id if stack else ""
        if self.deed.resolution and self.deed.resolution != top:
            # It was meant for another resolution, whose requests may have the same keys.
            raise Late
        steps = self._taken(read, viewer)
        if self.deed.does in ("undo", "redo", "go_back"):
            return steps
        steps += self._goes_on(read, steps[-1].head)
        while orders := self._by_orders(read, steps[-1].head):
            steps += orders
            if self.deed.rolls:
                steps += self._own_dice(read, steps[-1].head, viewer)
            steps += self._goes_on(read, steps[-1].head)
        return steps

    def _taken(self, read: Read, viewer: Viewer) -> list[NewEntry]:
        match self.deed.does:
            case "command":
                return self._command(read, viewer)
            case "answer":
                return self._answer(read, viewer)
            case "roll" | "roll_all":
                return self._rolled(read, viewer)
            case "cancel" | "stand":
                return [self._closed(read, viewer)]
            case "undo":
                return [self._undone(read, viewer)]
            case "redo":
                return [self._redone(read, viewer)]
            case "go_back":
                return [rewinding.gone_back(read, self.user, viewer, self.deed.entry)]
            case "over":
                return self._stood_in(read)

    def _stood_in(self, read: Read) -> list[NewEntry]:
        """What is done in the place of one whose time is over; `combat.standing_in` knows what."""
        raise Late

    def _command(self, read: Read, viewer: Viewer) -> list[NewEntry]:
        deed = self.deed
        if deed.inputs.get("secret") and not deed.rolls and read.head.open:
            # Its dice would be asked for first, and the players' question would be gone meanwhile.
            raise NotAllowed("core.secret_by_hand")
        command = Command(self.id, deed.action, deed.actor, deed.inputs, deed.moment)
        step = engine.begin(read.system, read.head, command, viewer, internal=deed.internal)
        if deed.action == "leave":
            step = replace(step, head=returning.without(step.head, str(deed.inputs["who"])))
        # The entry holds the inputs as the rules saw them, after the check.
        entry = self._entry("command", step, self.id, command=step.command)
        if step.command is not None and len(step.head.open) > len(read.head.open):
            self.again[self.id] = fair.again(store.numbers_of(read.encounter, step.command))
            entry = replace(entry, again=self.again[self.id])
        first = written(read, read.head, step, entry)
        steps = [first]
        if deed.action == sheet_rolls.NAME:
            return [*steps, *self._of_sheet(read, first.head, viewer)]
        if deed.rolls:
            steps += self._own_dice(read, first.head, viewer)
        return steps

    def _of_sheet(self, read: Read, head: AnyHead, viewer: Viewer) -> list[NewEntry]:
        """All dice of a roll from the sheet, typed or rolled by the app: it never stays open.

        Raises Missing with the number of faces that are lacking, and OutOfRange for those that are too many.
        """
        steps: list[NewEntry] = []
        faces = self.deed.typed
        while head.open and head.open[-1].command.id == self.id:
            waiting = engine.waits_for(read.system, head)
            leaf = next((one for one in (waiting.requests if waiting else ()) if isinstance(one, Dice)), None)
            if leaf is None:
                raise Late
            if self.deed.typed:
                own, faces = faces[: len(leaf.sides)], faces[len(leaf.sides) :]
                if len(own) < len(leaf.sides):
                    lacking = len(leaf.sides) - len(own)
                    raise Missing("core.dice.missing", field="faces", params={"count": lacking})
                steps.append(self._answered(read, head, viewer, leaf.key, {"faces": list(own)}))
            else:
                steps.append(self._fallen(read, head, viewer, leaf))
            head = steps[-1].head
        if faces:
            raise OutOfRange("core.dice.many", field="faces", params={"count": len(self.deed.typed) - len(faces)})
        return steps

    def _answer(self, read: Read, viewer: Viewer) -> list[NewEntry]:
        deed = self.deed
        waiting = engine.waits_for(read.system, engine.known_on_top(read.system, read.head, viewer))
        asked = (leaf.to for leaf in (waiting.requests if waiting else ()) if leaf.key == deed.request)
        self.answers_for = next(asked, None)
        steps = [self._answered(read, read.head, viewer, deed.request, deed.inputs)]
        return [*steps, *self._own_dice(read, steps[0].head, viewer)] if deed.rolls else steps

    def _own_dice(self, read: Read, head: AnyHead, viewer: Viewer) -> list[NewEntry]:
        """Roll the dice that are asked of the one who acts or answers, until something else is asked.

        For the game master it rolls those of every combatant without a player, too.

        In a group act it rolls for all who act and for every combatant without a player, and takes what is proposed to
        those who act, since the game master wants it done by one press. What a standing order could answer is asked.
        """
        steps: list[NewEntry] = []
        for _request in range(MOST_ROLLS):
            waiting = engine.waits_for(read.system, head)
            if waiting is None:
                break
            command = waiting.open.command
            together = command.action == group.NAME and self.deed.does != "answer"
            answers = (
                self._grouped(head, command, leaf) if together else self._own(head, command, leaf, viewer)
                for leaf in waiting.requests
                if engine.may_answer(leaf, viewer)
            )
            leaf, answer = next((found for found in answers if found is not None), (None, None))
            if leaf is None or answer is None:
                break
            step = self._rolled_or_taken(read, head, viewer, leaf, answer)
            steps.append(step)
            head = step.head
        return steps

    def _goes_on(self, read: Read, head: AnyHead) -> list[NewEntry]:
        """Roll on for the author of the resolution, where the app rolled for them before it waited for an answer.

        Each is a step of that person, as if they had pressed once more.
        """
        if self.deed.does not in ("answer", "roll", "roll_all") or not head.open:
            return []
        author = self._app_rolls_for(read, head.open[-1].command)
        if author is None:
            return []
        steps: list[NewEntry] = []
        for _request in range(MOST_ROLLS):
            waiting = engine.waits_for(read.system, head)
            if waiting is None:
                break
            command = waiting.open.command
            answers = (self._of_author(head, command, leaf) for leaf in waiting.requests)
            leaf, answer = next((found for found in answers if found is not None), (None, None))
            if leaf is None or answer is None:
                break
            step = self._rolled_or_taken(read, head, Viewer(str(author), game_master=True), leaf, answer)
            steps.append(replace(step, entry=replace(step.entry, by=str(author))))
            head = step.head
        return steps

    def _app_rolls_for(self, read: Read, command: Command) -> int | None:
        """Who began this resolution and lets the app roll; None where they roll their own dice."""
        memory: Mapping[str, Mapping[str, Json]] = read.encounter.memory
        author: int | None = read.encounter.entries.filter(pk=command.id).values_list("by", flat=True).first()
        if command.action == group.NAME:
            last = memory.get("group", {})
        else:
            actor = read.head.fight.combatants.get(command.actor or "")
            plays = actor is not None and str(author) in actor.controllers
            last = memory.get(memory_key(command.actor or "", game_master=not plays), {})
            last = last if last.get("action") == command.action else {}
        return author if last.get(ROLLS) else None

    def _of_author(self, head: AnyHead, command: Command, leaf: Request) -> tuple[Request, Answer] | None:
        """What is rolled, and in a group act taken, without asking those who act."""
        if command.action == group.NAME:
            return self._grouped(head, command, leaf)
        rolls = isinstance(leaf, Dice) and leaf.to == command.actor
        return (leaf, {}) if rolls and isinstance(leaf, Dice) else None

    def _own(self, head: AnyHead, command: Command, leaf: Request, viewer: Viewer) -> tuple[Request, Answer] | None:
        if self.deed.does == "answer":
            # foes who answered the same question strike one after the other
            asked, to, key = self.answers_for, leaf.to, self.deed.request
            alike = asked is not None and to is not None and asked in key
            rolls = to == asked or (alike and key.replace(str(asked), str(to)) in head.open[-1].answers)
        else:
            # a foe's defence falls with the blow, where both are the game master's
            other = head.fight.combatants.get(leaf.to) if leaf.to and viewer.game_master else None
            rolls = leaf.to == command.actor or (other is not None and not other.controllers)
        return (leaf, {}) if rolls and isinstance(leaf, Dice) else None

    def _grouped(self, head: AnyHead, command: Command, leaf: Request) -> tuple[Request, Answer] | None:
        one = head.fight.combatants.get(leaf.to) if leaf.to else None
        if one is None:
            return None
        acts = one.id in {act.actor for act in group.acts_of(command)}
        if isinstance(leaf, Choose) and leaf.default is not None:
            ordered = standing_answer(head.fight, leaf) is not None
            proposed = not ordered and (leaf.standing is None or bool(one.controllers))
            answer = {item.name: leaf.default.get(item.name) for item in leaf.inputs}
            return (leaf, answer) if acts and proposed else None
        rolls = acts or not one.controllers
        return (leaf, {}) if rolls and isinstance(leaf, Dice) else None

    def _by_orders(self, read: Read, head: AnyHead) -> list[NewEntry]:
        """The answers that standing orders give to what was not asked before the deed.

        Each is a step of the player who gave the order and may take it back; the game master's orders have no author.
        """
        steps: list[NewEntry] = []
        while found := engine.ordered(read.system, read.head, head):
            to = found.request.to
            owners = head.fight.combatants[to].controllers if to else frozenset()
            by = str(self.user.pk) if str(self.user.pk) in owners else min(owners, default="")
            entry = Entry(
                store.new_id(),
                by,
                "answer",
                found.step.resolution,
                key=found.request.key,
                answer=found.step.answer,
                by_order=True,
            )
            steps.append(written(read, head, found.step, entry))
            head = found.step.head
        return steps

    def _rolled(self, read: Read, viewer: Viewer) -> list[NewEntry]:
        head, steps = read.head, []
        waiting = engine.waits_for(read.system, engine.known_on_top(read.system, head, viewer))
        wanted = [
            leaf
            for leaf in (waiting.requests if waiting else ())
            if isinstance(leaf, Dice) and self._wanted(read, leaf, viewer)
        ]
        if not wanted:
            raise Late
        for leaf in wanted:
            step = self._fallen(read, head, viewer, leaf)
            steps.append(step)
            head = step.head
        if viewer.game_master and head.open and head.open[-1].command.action == group.NAME:
            # what a player's answer held up goes on by one press too
            return steps + self._own_dice(read, head, viewer)
        # what follows from these dice, such as a six that explodes, falls with them
        theirs = {leaf.to for leaf in wanted}
        for _request in range(MOST_ROLLS):
            waiting = engine.waits_for(read.system, head)
            leaves = [leaf for leaf in (waiting.requests if waiting else ()) if leaf.to in theirs]
            following = next((one for one in leaves if isinstance(one, Dice) and engine.may_answer(one, viewer)), None)
            if following is None:
                break
            steps.append(self._fallen(read, head, viewer, following))
            head = steps[-1].head
        return steps

    def _wanted(self, read: Read, leaf: Dice, viewer: Viewer) -> bool:
        if self.deed.does == "roll":
            return leaf.key == self.deed.request
        one = read.head.fight.combatants.get(leaf.to) if leaf.to else None
        others = one is not None and bool(one.controllers - {viewer.person})
        return engine.may_answer(leaf, viewer) and not (self.deed.only_own and others)

    def _rolled_or_taken(self, read: Read, head: AnyHead, viewer: Viewer, leaf: Request, answer: Answer) -> NewEntry:
        if isinstance(leaf, Dice):
            return self._fallen(read, head, viewer, leaf)
        return self._answered(read, head, viewer, leaf.key, answer)

    def _answered(self, read: Read, head: AnyHead, viewer: Viewer, key: str, answer: Answer) -> NewEntry:
        step = engine.answer(read.system, head, key, answer, viewer)
        return written(read, head, step, self._entry("answer", step, key=key, answer=step.answer))

    def _fallen(self, read: Read, head: AnyHead, viewer: Viewer, leaf: Dice) -> NewEntry:
        """The app rolls these dice: by the seed of the scene, where it has one."""
        top = engine.known_on_top(read.system, head, viewer).open[-1]
        number = self._again(top.command.id) if self.seed is not None else None
        if self.seed is not None and number is not None:
            given = {**(top.proposed or {}), **top.answers}
            faces = self.seed.faces(fair.identity(top.command, number, given, leaf.key), leaf.sides)
            sides = leaf.sides
        else:
            faces, sides = self.faces(leaf), ()
        step = engine.answer(read.system, head, leaf.key, {"faces": faces}, viewer, rolled=True)
        entry = self._entry("answer", step, key=leaf.key, answer=step.answer, rolled=True, sides=sides)
        return written(read, head, step, entry)

    def _again(self, command: Id) -> int | None:
        if command not in self.again:
            self.again[command] = store.number_of(command)
        return self.again[command]

    def _closed(self, read: Read, viewer: Viewer) -> NewEntry:
        takes = engine.cancel if self.deed.does == "cancel" else engine.let_stand
        step = takes(read.system, read.head, viewer)
        return written(read, read.head, step, self._entry("cancel" if self.deed.does == "cancel" else "stand", step))

    def _undone(self, read: Read, viewer: Viewer) -> NewEntry:
        if viewer.game_master:
            newest = store.newest_step(read.encounter)
            if newest is None:
                raise NothingToUndo
            if read.head.fight.status == "archived" and not _only_archived(load_entry(newest.data), self.deed.entry):
                raise NotAllowed("core.while_archived")
            target = returning.with_whom(read.encounter, self._chosen(read, newest))
            if target.data.get("closed"):
                raise NothingToUndo
            plan, entries = excerpts.planned(read, target.id, with_depending=self.deed.with_depending)
            if any(one.id == target.id and store.stays(one) for one in plan.going):
                raise NothingToUndo
            if plan.depending:
                raise Depends([entry.id for entry in plan.depending])
            going, head = plan.going, log.undo(read.system, read.head, entries, plan.going)
        else:
            if read.head.fight.status == "archived":
                raise NotAllowed("core.while_archived")
            own = undoing.undoable(read.encounter, Reader(self.user, viewer), read.head.fight.house)
            if own is None or self.deed.entry not in ("", own.id):
                raise NotYours
            since = store.entries_after(read.encounter, own.sequence - 1)
            head, going = undoing.taken_back(read, since, own.id)
        head = returning.played_as_now(read.head, head)
        entry = Entry(
            id=store.new_id(),
            by=str(self.user.pk),
            kind="undo",
            resolution=going[0].resolution,
            changes=read.system.codec.diff(read.head, head),
            targets=tuple(one.id for one in going),
            rules_version=read.system.rules_version,
        )
        return NewEntry(entry, head, struck=going)

    def _chosen(self, read: Read, newest: LogEntry) -> LogEntry:
        """The entry that the deed names, else the newest step."""
        wanted = self.deed.entry
        chosen = newest if wanted in ("", newest.id) else read.encounter.entries.filter(pk=wanted).first()
        if chosen is None:
            raise NotAllowed("core.undo.gone")
        return chosen

    def _redone(self, read: Read, viewer: Viewer) -> NewEntry:
        reader = Reader(self.user, viewer)
        row = store.redoable(read.encounter) if viewer.game_master else undoing.redoable(read, reader)
        if row is None or self.deed.entry not in ("", row.id):
            raise NothingToUndo
        undone = load_entry(row.data)
        if not viewer.game_master:
            since = [one for other in store.entries_after(read.encounter, row.sequence) for one in other.changes]
            if undoing.touches(undone.changes, since):
                raise NothingToUndo
        try:
            head = log.redo(read.system, read.head, undone)
        except DoesNotFit:
            # What it would restore is gone from the head: it was given away since.
            raise NothingToUndo from None
        if read.head.fight.status == head.fight.status == "archived":
            raise NotAllowed("core.while_archived")
        head = returning.played_as_now(read.head, head)
        entry = Entry(
            id=store.new_id(),
            by=str(self.user.pk),
            kind="redo",
            resolution=undone.resolution,
            changes=read.system.codec.diff(read.head, head),
            targets=(undone.id,),
            rules_version=read.system.rules_version,
        )
        return NewEntry(entry, head, struck=tuple(store.some_entries(undone.targets)))

    def _entry(self, kind: log.EntryKind, step: engine.Step, entry: Id = "", **what: Any) -> Entry:
        return Entry(entry or store.new_id(), str(self.user.pk), kind, step.resolution, **what)


def written(read: Read, before: AnyHead, step: engine.Step, entry: Entry) -> NewEntry:
    """The step with its entry, which tells what it changed."""
    changes = read.system.codec.diff(before, step.head)
    told = replace(entry, changes=changes, facts=step.facts, rules_version=read.system.rules_version)
    return NewEntry(told, step.head)


def _only_archived(newest: Entry, wanted: Id) -> bool:
    """Whether the step to take back is the newest one and archived the fight."""
    return newest.command is not None and newest.command.action == "archive" and wanted in ("", newest.id)

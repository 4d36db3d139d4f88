"""What people do to an encounter: command, answer, roll, cancel, undo, redo; each act is counted once.

An act reads the head, is resolved outside any transaction, and is appended in one short transaction on the head that
was read. When somebody else was first it is resolved again on the newer head.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import SystemRandom
from typing import Literal, TypeAlias
from uuid import UUID

from django.db import IntegrityError, transaction

from characters.models import Character
from rules.core import engine, log
from rules.core.audience import Viewer
from rules.core.engine import AnyHead, Late
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import check_inputs
from rules.core.log import Entry
from rules.core.registry import get_system
from rules.core.requests import Answer, Dice
from rules.core.stored import load_entry
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Table
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.live import versions

from . import board, free, purses, returning, store, topics, undoing
from .errors import Busy, Depends, KeyReused, NothingToUndo, NotYours
from .models import Act, Encounter, Status
from .policy import Seat, viewer_of
from .store import Read, Step
from .undoing import Reader

TRIES = 60
BEGIN_ADVENTURE = "begin_adventure"
"""The verb, in systems that have it, by which an adventure begins."""

Does: TypeAlias = Literal["command", "answer", "roll", "roll_all", "cancel", "stand", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody wants done, as it came from a form or from the app.

    command: `action`, `actor`, `inputs`, `moment`, and with `rolls` the app rolls the dice it asks this person for at
    once. answer: `request` and `inputs` (or faces). roll: `request`; roll_all: all dice this person may roll, with
    `only_own` but for those that players are asked for. undo: `entry`, and `with_depending` once the
    person has seen what goes with it.
    """

    does: Does
    action: str = ""
    actor: Id | None = None
    inputs: Mapping[str, Json] = field(default_factory=dict)
    moment: str = ""
    rolls: bool = False
    only_own: bool = False
    request: str = ""
    resolution: Id = ""
    entry: Id = ""
    with_depending: bool = False
    internal: bool = False

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
        ]
        return sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an act: the encounter after it, what it told, and whether it had been counted before.

    read: the encounter as it is after the act, where this very call took it.
    """

    encounter: Encounter
    facts: tuple[Fact, ...] = ()
    again: bool = False
    read: Read | None = None


Faces: TypeAlias = Callable[[Dice], list[int]]

_random = SystemRandom()


def roll(request: Dice) -> list[int]:
    """Roll the dice of a request."""
    return [_random.randint(1, sides) for sides in request.sides]


def act(
    *,
    encounter: UUID | str,
    user: User,
    deed: Deed,
    key: str,
    faces: Faces = roll,
    digest: str = "",
    seat: Seat | None = None,
) -> Result:
    """Take one act of one person; `digest`: a fingerprint of its content, where the deed itself is none.

    `seat`: what whoever calls has read for this very act, so that it need not be read again; they have looked whether
    the act was counted.

    Raises RuleError when the rules refuse, Late when its moment has passed, CombatError for the rest, and
    Encounter.DoesNotExist; whoever calls has made sure that the person belongs to the table.
    """
    digest = digest or deed.digest()
    # Command and entry ids are drawn once: a retry on a newer head is still the same act.
    taken = _Taking(deed, user, faces)
    for _try in range(TRIES):
        if seat is not None and _try == 0:
            read, viewer = seat.read, seat.viewer
        else:
            read = store.read(encounter)
            if counted(encounter=read.encounter.pk, user=user, key=key, digest=digest):
                return Result(read.encounter, again=True)
            viewer = viewer_of(read, user)
        steps = taken.on(read, viewer)
        try:
            with transaction.atomic():
                purses.hold(read, steps[-1].head)
                free.let_go(read, steps[-1].head, user)
                steps += returning.steps(read, steps[-1], user)
                steps += purses.steps(read, steps[-1], user)
                purses.hold(read, steps[-1].head)
                changed = _audiences(read, steps)
                written = store.append(
                    read,
                    steps,
                    user=user,
                    act=Act(user=user, key=key, encounter=read.encounter, digest=digest),
                    memory=_memory(read, deed, viewer),
                )
                purses.share(read, steps[-1].head, user)
                free.take_back(read, steps[-1].head, user)
                versions.bump(changed)
        except (store.Moved, IntegrityError):
            continue
        after = Read(written, read.system, steps[-1].head)
        return Result(written, tuple(fact for step in steps for fact in step.entry.facts), read=after)
    raise Busy


def append_sync(encounter: UUID | str, user: User, step: Callable[[Read], Step | None]) -> None:
    """Bring into an encounter what came of something elsewhere, as `step` makes it of the head; in one transaction."""
    for _try in range(TRIES):
        read = store.read(encounter)
        made = step(read)
        if made is None:
            return
        try:
            with transaction.atomic():
                changed = _audiences(read, [made])
                act = Act(user=user, key=made.entry.id, encounter=read.encounter, digest=made.entry.kind)
                store.append(read, [made], user=user, act=act)
                versions.bump(changed)
        except store.Moved:
            continue
        return
    raise Busy


def counted(*, encounter: UUID | str, user: User, key: str, digest: str) -> bool:
    """Whether this act was counted before; raises KeyReused when its key came with other content."""
    earlier = Act.objects.filter(user=user, key=key).first()
    if earlier is None:
        return False
    if earlier.digest != digest or str(earlier.encounter_id) != str(encounter):
        raise KeyReused
    return True


class _Taking:
    """One deed on its way into the log."""

    def __init__(self, deed: Deed, user: User, faces: Faces) -> None:
        self.deed = deed
        self.user = user
        self.faces = faces
        self.id = store.new_id()

    def on(self, read: Read, viewer: Viewer) -> list[Step]:
        """The steps that this deed takes on the head that was read."""
        if self.deed.internal:
            # what the app itself does has been allowed where it was asked for
            viewer = Viewer(str(self.user.pk), game_master=True)
        top = read.head.open[-1].command.id if read.head.open else ""
        if self.deed.resolution and self.deed.resolution != top:
            # meant for another resolution, whose requests may have the same keys
            raise Late
        match self.deed.does:
            case "command":
                return self._command(read, viewer)
            case "answer":
                return [self._answered(read, read.head, viewer, self.deed.request, self.deed.inputs, rolled=False)]
            case "roll" | "roll_all":
                return self._rolled(read, viewer)
            case "cancel" | "stand":
                return [self._closed(read, viewer)]
            case "undo":
                return [self._undone(read, viewer)]
            case "redo":
                return [self._redone(read, viewer)]

    def _command(self, read: Read, viewer: Viewer) -> list[Step]:
        deed = self.deed
        command = Command(self.id, deed.action, deed.actor, deed.inputs, deed.moment)
        step = engine.begin(read.system, read.head, command, viewer, internal=deed.internal)
        if deed.internal is False:
            # As it was checked: the entry holds what the rules saw.
            command = replace(command, inputs=_checked(read, command, viewer))
        if deed.action == "leave":
            step = replace(step, head=returning.without(step.head, str(deed.inputs["who"])))
        first = self._step(read, read.head, step, "command", self.id, command=command)
        steps = [first]
        if deed.rolls:
            steps += self._own_dice(read, first.head, viewer)
        return steps

    def _own_dice(self, read: Read, head: AnyHead, viewer: Viewer) -> list[Step]:
        """Roll what the command asks of whoever gave it, as long as it is their own combatant's dice."""
        steps: list[Step] = []
        for _request in range(10):
            waiting = engine.waits_for(read.system, head)
            mine = [
                leaf
                for leaf in (waiting.requests if waiting else ())
                if isinstance(leaf, Dice) and leaf.to == self.deed.actor and engine.may_answer(leaf, viewer)
            ]
            if not mine:
                break
            step = self._answered(read, head, viewer, mine[0].key, {"faces": self.faces(mine[0])}, rolled=True)
            steps.append(step)
            head = step.head
        return steps

    def _rolled(self, read: Read, viewer: Viewer) -> list[Step]:
        head, steps = read.head, []
        waiting = engine.waits_for(read.system, head)
        wanted = [
            leaf
            for leaf in (waiting.requests if waiting else ())
            if isinstance(leaf, Dice) and self._wanted(read, leaf, viewer)
        ]
        if not wanted:
            raise Late
        for leaf in wanted:
            step = self._answered(read, head, viewer, leaf.key, {"faces": self.faces(leaf)}, rolled=True)
            steps.append(step)
            head = step.head
        return steps

    def _wanted(self, read: Read, leaf: Dice, viewer: Viewer) -> bool:
        if self.deed.does == "roll":
            return leaf.key == self.deed.request
        one = read.head.fight.combatants.get(leaf.to) if leaf.to else None
        others = one is not None and bool(one.controllers - {viewer.person})
        return engine.may_answer(leaf, viewer) and not (self.deed.only_own and others)

    def _answered(self, read: Read, head: AnyHead, viewer: Viewer, key: str, answer: Answer, *, rolled: bool) -> Step:
        step = engine.answer(read.system, head, key, answer, viewer, rolled=rolled)
        return self._step(read, head, step, "answer", store.new_id(), key=key, answer=answer, rolled=rolled)

    def _closed(self, read: Read, viewer: Viewer) -> Step:
        takes = engine.cancel if self.deed.does == "cancel" else engine.let_stand
        step = takes(read.system, read.head, viewer)
        return self._step(read, read.head, step, "cancel" if self.deed.does == "cancel" else "stand", store.new_id())

    def _undone(self, read: Read, viewer: Viewer) -> Step:
        entries = store.entries(read.encounter)
        if viewer.game_master:
            counting = log.standing(entries)
            steps = (one for one in reversed(entries) if counting.counts(one) and not store.only_returned(one))
            newest = next(steps, None)
            if newest is None:
                raise NothingToUndo
            if read.head.fight.status == "archived" and not _only_archived(newest, self.deed.entry):
                raise NotAllowed("core.while_archived")
            target = returning.with_whom(entries, self.deed.entry or newest.id)
            if any(one.id == target and store.only_returned(one) for one in entries):
                raise NothingToUndo
            plan = log.plan_undo(read.system, entries, target, with_depending=self.deed.with_depending)
            if plan.depending:
                raise Depends([entry.id for entry in plan.depending])
            going, head = plan.going, log.undo(read.system, read.head, entries, plan.going)
        else:
            if read.head.fight.status == "archived":
                raise NotAllowed("core.while_archived")
            own = undoing.undoable(read.encounter, Reader(self.user, viewer))
            if own is None or self.deed.entry not in ("", own.id):
                raise NotYours
            head, going = undoing.taken_back(read, entries, own.id)
        entry = Entry(
            id=store.new_id(),
            by=str(self.user.pk),
            kind="undo",
            resolution=going[0].resolution,
            changes=read.system.codec.diff(read.head, head),
            targets=tuple(one.id for one in going),
            rules_version=read.system.rules_version,
        )
        return Step(entry, head, struck=going)

    def _redone(self, read: Read, viewer: Viewer) -> Step:
        reader = Reader(self.user, viewer)
        row = store.redoable(read.encounter) if viewer.game_master else undoing.redoable(read.encounter, reader)
        if row is None or self.deed.entry not in ("", row.id):
            raise NothingToUndo
        undone = load_entry(row.data)
        since = [one for other in store.entries_after(read.encounter, row.sequence) for one in other.changes]
        if not viewer.game_master and undoing.touches(undone.changes, since):
            raise NothingToUndo
        head = log.redo(read.system, read.head, undone)
        if read.head.fight.status == head.fight.status == "archived":
            raise NotAllowed("core.while_archived")
        entry = Entry(
            id=store.new_id(),
            by=str(self.user.pk),
            kind="redo",
            resolution=undone.resolution,
            changes=read.system.codec.diff(read.head, head),
            targets=(undone.id,),
            rules_version=read.system.rules_version,
        )
        return Step(entry, head, struck=tuple(store.some_entries(undone.targets)))

    def _step(
        self,
        read: Read,
        before: AnyHead,
        step: engine.Step,
        kind: log.EntryKind,
        entry: Id,
        *,
        command: Command | None = None,
        key: str = "",
        answer: Answer | None = None,
        rolled: bool = False,
    ) -> Step:
        return Step(
            Entry(
                id=entry,
                by=str(self.user.pk),
                kind=kind,
                resolution=step.resolution,
                changes=read.system.codec.diff(before, step.head),
                facts=step.facts,
                command=command,
                key=key,
                answer=answer,
                rolled=rolled,
                rules_version=read.system.rules_version,
            ),
            step.head,
        )


def _only_archived(newest: Entry, wanted: Id) -> bool:
    """Whether what is to be taken back is the step that archived the fight, and nothing beneath it."""
    return newest.command is not None and newest.command.action == "archive" and wanted in ("", newest.id)


def _checked(read: Read, command: Command, viewer: Viewer) -> Mapping[str, Json]:
    verb = engine.action(read.system, command.action)
    return check_inputs(verb.inputs(read.head.fight, command.actor, viewer), command.inputs)


def memory_key(actor: Id, *, game_master: bool) -> str:
    """Where the choices for a combatant are remembered: what the game master chose for it is not its player's."""
    return f"dj:{actor}" if game_master else actor


def _memory(read: Read, deed: Deed, viewer: Viewer) -> Json | None:
    """Remember the choices of a combatant's last action, so that the same again is three taps."""
    if deed.does != "command" or deed.actor is None or deed.internal:
        return None
    if not engine.action(read.system, deed.action).of_the_turn or not deed.inputs:
        return None
    key = memory_key(deed.actor, game_master=viewer.game_master)
    mine = {**read.encounter.memory.get(key, {}), "action": deed.action, deed.action: dict(deed.inputs)}
    return {**read.encounter.memory, key: mine}


def _audiences(read: Read, steps: Sequence[Step]) -> list[str]:
    """The topics of the audiences whose view these steps change."""
    encounter, after = read.encounter, steps[-1].head
    changed = [topics.game_master(encounter.pk)]
    if _listed(read.head) != _listed(after):
        changed.append(encounter.table.topic)
    if board.table_changed(read.system, read.head, steps):
        changed.append(topics.table(encounter.pk))
    fights = (read.head.fight, after.fight)
    people = {person for fight in fights for one in fight.combatants.values() for person in one.controllers}
    changed += [
        topics.seat(encounter.pk, person)
        for person in sorted(people)
        if board.seat_changed(read.system, read.head, steps, person)
    ]
    return changed


def _listed(head: AnyHead) -> tuple[str, frozenset[Id]] | None:
    """What the page of the table tells its players of an encounter; nothing while it is only being prepared."""
    fight = head.fight
    played = any(one.character is not None and one.controllers for one in fight.combatants.values())
    if fight.status == "ready" and not played:
        return None
    hidden = fight.hidden
    return fight.status, frozenset(one for one, who in store.enlisted(head).items() if who not in hidden)


def enlist(
    *, encounter: Encounter, user: User, rows: Sequence[Mapping[str, Json]], key: str, digest: str = ""
) -> Result:
    """Add combatants; a row is what `rules.core.verbs.enlist_action` takes."""
    deed = Deed("command", "enlist", inputs={"combatants": list(rows)}, internal=True)
    return act(encounter=encounter.pk, user=user, deed=deed, key=key, digest=digest)


def character_row(character: Character, *, hidden: bool = False) -> dict[str, Json]:
    """The row that enlists a character, in the condition in which it is; numbers show of whom somebody plays."""
    players = returning.players(character)
    return {
        "id": store.new_id(),
        "name": character.name,
        "side": "party" if character.kind == "person" else "foes",
        "kind": character.kind,
        "sheet": character.sheet,
        "hidden": hidden,
        "shows": "number" if players else "word",
        "controllers": players,
        "character": str(character.pk),
        "condition": character.condition or None,
    }


def resheet(character: Character, user: User) -> None:
    """Bring an edited sheet into the encounter its character takes part in, as a step of its log."""
    enlistment = getattr(character, "enlistment", None)
    if enlistment is None:
        return
    who = enlistment.combatant
    deed = Deed("command", "resheet", actor=who, inputs=returning.sheet_of(character, who), internal=True)
    act(encounter=enlistment.encounter_id, user=user, deed=deed, key=store.new_id())


def membership_changed(table: Table, user: User) -> None:
    """Take their combatants from somebody who no longer plays, and wake streams that have lost their right."""
    role = Membership.objects.filter(table=table, user=user).values_list("role", flat=True).first()
    names: list[str] = []
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).select_related("table"):
        names += [topics.game_master(encounter.pk), topics.table(encounter.pk), topics.seat(encounter.pk, user.pk)]
        fight = store.opened(encounter).head.fight
        if role not in PLAYING and any(str(user.pk) in one.controllers for one in fight.combatants.values()):
            deed = Deed("command", "release", inputs={"person": str(user.pk)}, internal=True)
            act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())
    versions.bump(names)


def adventure_begun(table: Table, user: User) -> None:
    """Refresh what an adventure refreshes, in every encounter that is open, where the system has such a verb.

    The points of the people at the table are everywhere the same; the free scene is there to hold them.
    """
    if BEGIN_ADVENTURE not in get_system(table.system).actions:
        return
    free.scene_of(table, user)
    points, characters = purses.allowances(table)
    inputs: dict[str, Json] = {"purses": points, "reserve": characters}
    for encounter in Encounter.objects.filter(table=table).exclude(status=Status.ARCHIVED).select_related("table"):
        if encounter.free or store.enlisted(store.opened(encounter).head):
            deed = Deed("command", BEGIN_ADVENTURE, inputs=inputs, internal=True)
            act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())


def character_deleting(character: Character, user: User) -> None:
    """Take a character that goes to the bin out of the free scene; a fight goes on with the sheet it froze."""
    enlistment = getattr(character, "enlistment", None)
    if enlistment is not None and enlistment.encounter.free:
        free.leave(enlistment, user)

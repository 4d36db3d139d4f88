"""What people do to an encounter: command, answer, roll, cancel, undo, redo; each act is counted once.

An act reads the head, is resolved outside any transaction, and is appended in one short transaction on the head that
was read. If the head has moved by then, the act is resolved again on the newer one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias
from uuid import UUID

from django.db import IntegrityError, OperationalError, connection, transaction

from equipment.ledger.writing import lock
from rules.core import engine, group
from rules.core.audience import Viewer
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Table
from tapiz_site.live import versions
from tapiz_site.live.hub import Contents
from tapiz_site.statements import Rows, fields

from . import free, gear, purses, returning, store, timing
from .appending import LOST, TRIES, audiences
from .deeds import ROLLS, Deed, Faces, Taking, memory_key, roll
from .errors import Busy, KeyReused
from .models import Act, Encounter
from .policy import Seat, viewer_of
from .standing_in import StandingIn
from .store import NewEntry, Read

SUGGESTED = "suggested:"
"""Marks choices that no act has made: a form begins with all of them, also with those that begin anew each time."""

PATIENCE = 12.0
"""Seconds after which an act gives up that another program keeps from the database: the page waits for 20."""

END_SESSION = "end_session"
SESSION_OVER = "core.session_over"
"""The verb that counts a session that has ended, in systems that have it."""

MakeContents: TypeAlias = Callable[[Read, Read, Sequence[NewEntry], Mapping[str, int]], Iterable[Contents]]
"""Makes what an act brings to those who listen: from the encounter before and after it, its steps and its topics."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an act."""

    encounter: Encounter
    """The encounter after the act."""
    facts: tuple[Fact, ...] = ()
    """What the act told."""
    again: bool = False
    """Whether the act had been counted before, so that nothing was done now."""
    read: Read | None = None
    """The encounter as it is after the act, where this very call took it."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """The topics that it raised, with the versions that date `read`."""


def act(
    *,
    encounter: UUID | str,
    user: User,
    deed: Deed,
    key: str,
    faces: Faces = roll,
    digest: str = "",
    seat: Seat | None = None,
    contents: MakeContents | None = None,
) -> Result:
    """Take one act of one person, who belongs to the table.

    `digest`: a fingerprint of its content, where the deed itself is none. `seat`: what the caller has read for this
    very act, so that it need not be read again. With it nobody looks first whether the act was counted: an act that was
    is resolved in vain, since its key is taken, and where it is refused the caller looks.

    Raises RuleError when the rules refuse, Late when its moment has passed, CombatError for the rest, and
    Encounter.DoesNotExist.
    """
    digest = digest or deed.digest()
    taking = (StandingIn if deed.does == "over" else Taking)(deed, user, faces)
    # The ids of command and entries are drawn once: a retry on a newer head is still the same act.
    writing = _Writing(encounter, user, taking, key, digest, contents)
    # Inside another transaction its locks stay: only the outermost act can begin anew.
    outermost = not connection.in_atomic_block
    with timing.timed(encounter, deed) as clock:
        for attempt in range(TRIES):
            clock.tries = attempt + 1
            try:
                if attempt < LOST:
                    return writing.take(seat if attempt == 0 else None)
                return writing.take_locked()
            except (store.Moved, IntegrityError):
                continue
            except OperationalError as error:
                if not outermost or not store.crossed(error):
                    raise
                if clock.seconds() > PATIENCE:
                    break
        raise Busy


@dataclass
class _Writing:
    """One act on its way into an encounter, tried until the head on which it was resolved is still the newest."""

    encounter: UUID | str
    user: User
    taking: Taking
    key: str
    digest: str
    contents: MakeContents | None
    before: Read | None = None
    """The head that was read last, and what the act made of it."""
    after: AnyHead | None = None

    def take(self, seat: Seat | None = None) -> Result:
        """Resolve the act on the head as it is read, and append it unless the head has moved meanwhile."""
        if seat is not None:
            return self._on(seat.whole, seat.viewer)
        return self._fresh(store.read(self.encounter))

    def take_locked(self) -> Result:
        """The same while nobody else can write to the encounter: who has lost several races wins this one.

        What the act has touched so far is locked first, in the order that all writers keep.
        """
        with transaction.atomic():
            if self.before is not None and self.after is not None:
                store.hold_open(self.before.encounter.table_id)
                lock(store.touched(self.before.system, self.before.head, self.after))
                purses.hold(self.before, self.after)
            return self._fresh(store.locked(self.encounter))

    def _fresh(self, read: Read) -> Result:
        if counted(encounter=read.encounter.pk, user=self.user, key=self.key, digest=self.digest):
            return Result(read.encounter, again=True)
        return self._on(read, viewer_of(read, self.user))

    def _on(self, read: Read, viewer: Viewer) -> Result:
        _check_session(read, self.taking.deed)
        steps = self._steps(read, viewer)
        self.before, self.after = read, steps[-1].head
        claim = Act(user=self.user, key=self.key, encounter=read.encounter, digest=self.digest)
        memory = _memory(read, self.taking.deed, viewer)
        after, steps, raised = _append(read, steps, self.user, claim, memory, self.contents)
        facts = tuple(fact for step in steps if step.entry.kind != "dice" for fact in step.entry.facts)
        return Result(after.encounter, facts, read=after, versions=raised)

    def _steps(self, read: Read, viewer: Viewer) -> list[NewEntry]:
        try:
            return self.taking.on(read, viewer)
        except Exception:
            # The log was read after the head: where it has gone on, neither the refusal nor the fault can be believed.
            if self.taking.deed.does in ("undo", "redo") and store.has_moved(read):
                raise store.Moved from None
            raise


def _append(
    read: Read, steps: list[NewEntry], user: User, claim: Act, memory: Json | None, contents: MakeContents | None
) -> tuple[Read, list[NewEntry], Mapping[str, int]]:
    """Append steps to the head that was read, with the steps that follow from them, in one transaction.

    Returns the encounter afterwards, all steps, and the topics that were raised; raises what `store.append` raises.
    """
    with transaction.atomic():
        store.hold_open(read.encounter.table_id)
        _lock(read, steps, user)
        steps, things = _with_what_follows(read, steps, user)
        if (told := store.seed_told(read, steps[-1].head, user)) is not None:
            steps = [*steps, told]
        changed = audiences(read, steps)
        written = store.append(read, steps, user=user, act=claim, memory=memory)
        after = Read(written, read.system, steps[-1].head)
        _carry_on(read, after, things, user)
        _end_session(after, steps, user)
        raised = versions.bump(changed, partial(contents, read, after, steps) if contents else None)
    return after, steps, raised


def _check_session(read: Read, deed: Deed) -> None:
    """Refuse to count a session again that the table's page has ended."""
    if deed.action == END_SESSION and not deed.internal and sessions.is_over(read.encounter.table):
        raise NotAllowed(SESSION_OVER)


def _end_session(after: Read, steps: Sequence[NewEntry], user: User) -> None:
    """End the table's session with a step that counts it: the table's button and the scene's are one."""
    commands = [step.entry.command for step in steps]
    if not any(command is not None and command.action == END_SESSION for command in commands):
        return
    if (running := sessions.session_of(after.encounter.table)) is not None:
        sessions.end_session(session=running, user=user, counted=True)


def _lock(read: Read, steps: Sequence[NewEntry], user: User) -> None:
    """Lock what these steps write to beside their encounter, and take the newly enlisted out of the free scene.

    Characters come first, then encounters: pages that move a character's things lock in the same order.
    """
    head = steps[-1].head
    lock(store.touched(read.system, read.head, head))
    purses.hold(read, head)
    for scene, deed in free.called_up(read, head):
        act_for_app(scene, user, deed)


def _with_what_follows(read: Read, steps: list[NewEntry], user: User) -> tuple[list[NewEntry], gear.Written]:
    """These steps and those that follow from them: for characters who come back, their purses and their things."""
    steps = steps + returning.steps(read, steps[-1], user)
    steps += purses.steps(read, steps[-1], user)
    purses.hold(read, steps[-1].head)
    things = gear.write(read, steps, user)
    return [*steps, *things.steps], things


def _carry_on(before: Read, after: Read, things: gear.Written, user: User) -> None:
    """Bring what was appended into other encounters: points, things, and characters who are free again."""
    purses.share(before, after.head, user)
    gear.tell(before, things, after.head, user)
    for scene, deed in free.sent_back(before, after.head):
        act_for_app(scene, user, deed)


def act_for_app(encounter: UUID | str, user: User, deed: Deed) -> None:
    """Take a deed of the app itself, in the name of the person whose act made it necessary."""
    act(encounter=encounter, user=user, deed=deed, key=store.new_id())


_ACT: Rows[Act] = Rows(lambda user, key: Act.objects.filter(user=user, key=key), *fields(Act, "user", "key"))


def counted(*, encounter: UUID | str, user: User, key: str, digest: str) -> bool:
    """Whether this act was counted before; raises KeyReused when its key came with other content."""
    earlier = _ACT.get(user.pk, key)
    if earlier is None:
        return False
    if earlier.digest != digest or str(earlier.encounter_id) != str(encounter):
        raise KeyReused
    return True


def _memory(read: Read, deed: Deed, viewer: Viewer) -> Json | None:
    """The encounter's memory with the choices of this deed, which can then be repeated; None if unchanged."""
    if deed.does == "command" and deed.action == group.NAME:
        return _group_memory(read, deed)
    if deed.does != "command" or deed.actor is None or deed.internal:
        return None
    if not engine.action(read.system, deed.action).of_the_turn or not deed.inputs:
        return None
    key, memory = memory_key(deed.actor, game_master=viewer.game_master), read.encounter.memory
    fight = read.head.fight
    # who lies in wait is not ticked, and acts apart while the others go on as a group
    if viewer.game_master and deed.actor in group.members(read.system, fight) and deed.actor not in fight.hidden:
        memory = {name: value for name, value in memory.items() if name != "group"}
    if deed.passing in engine.actions(read.system):
        mine = {**memory.get(key, {}), "action": deed.passing, "aside": deed.passing}
        return {**memory, key: mine}
    mine = {**_acted(memory.get(key, {}), deed.action, deed.inputs), ROLLS: deed.rolls}
    return {**memory, key: mine}


def _group_memory(read: Read, deed: Deed) -> Json:
    """The encounter's memory after a group act: the next ones are proposed as a group too."""
    memory = {**read.encounter.memory, "group": {"party": deed.inputs["party"], ROLLS: deed.rolls}}
    for act in deed.inputs["acts"]:
        key = memory_key(act["actor"], game_master=True)
        if act["inputs"]:
            memory[key] = _acted(memory.get(key, {}), act["action"], act["inputs"])
    return memory


def _acted(memory: Mapping[str, Json], action: str, inputs: Mapping[str, Json]) -> Json:
    return {**memory, "action": action, action: dict(inputs), "aside": ""}


def suggest(encounter: Encounter, deed: Deed) -> None:
    """Let the form of a combatant begin with the choices of a command of the game master, as if it had been done."""
    assert deed.actor is not None  # noqa: S101 - only what combatants do has a form of theirs
    key, inputs = memory_key(deed.actor, game_master=True), {**deed.inputs, SUGGESTED: True}
    encounter.memory = {**encounter.memory, key: _acted(encounter.memory.get(key, {}), deed.action, inputs)}
    encounter.save(update_fields=["memory"])


def enlist(
    *, encounter: Encounter, user: User, rows: Sequence[Mapping[str, Json]], key: str, digest: str = ""
) -> Result:
    """Add combatants; a row is what `rules.core.verbs.enlist_action` takes."""
    deed = Deed("command", "enlist", inputs={"combatants": list(rows)}, internal=True)
    return act(encounter=encounter.pk, user=user, deed=deed, key=key, digest=digest)


def scene_of(table: Table, user: User) -> Encounter:
    """The free scene of a table, with every character in it that belongs there and takes part in no fight."""
    scene = free.found_or_made(table, user)
    deed = free.coming_in(free.loose(table))
    if deed is not None:
        act_for_app(scene.pk, user, deed)
    return scene

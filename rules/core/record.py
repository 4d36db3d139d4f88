"""An encounter kept in memory as the application keeps it in its database: the head, and the log beside it."""

from __future__ import annotations

from typing import Any

from rules.core import engine, log
from rules.core.audience import Viewer
from rules.core.engine import Step
from rules.core.facts import Explanation
from rules.core.fight import Command, Fight, Head
from rules.core.log import Entry, EntryKind, UndoPlan
from rules.core.requests import Answer, Request
from rules.core.stage import known
from rules.core.system import AnySystem
from rules.core.types import Id, Json

GAME_MASTER = Viewer("gm", game_master=True)


class Record:
    """One encounter: its present, its first state, and every step between."""

    def __init__(self, system: AnySystem, fight: Fight[Any, Any]) -> None:
        """Begin with a fight in which nothing has happened yet."""
        self.system = system
        head: Head[Any, Any] = Head(engine.settle(system, fight))
        self.first: Json = system.codec.dump(head)
        self.head = head
        self.entries: list[Entry] = []

    @property
    def fight(self) -> Fight[Any, Any]:
        """The fight as it stands now."""
        return self.head.fight

    @property
    def waiting(self) -> engine.Waiting | None:
        """The newest open resolution and what it asks; None when nothing is open."""
        return engine.waits_for(self.system, self.head)

    @property
    def asked(self) -> tuple[Request, ...]:
        """The requests that wait for an answer."""
        waiting = self.waiting
        return waiting.requests if waiting else ()

    @property
    def facts(self) -> Explanation:
        """Everything that was told and not taken back."""
        now = log.counted(self.entries)
        return tuple(fact for entry in self.entries if now.counts(entry) for fact in entry.facts)

    def begin(
        self,
        action: str,
        actor: Id | None = None,
        *,
        viewer: Viewer = GAME_MASTER,
        moment: str | None = None,
        internal: bool = False,
        **inputs: Json,
    ) -> Entry:
        """Begin a command with just these inputs; meant for the moment that the viewer sees unless it is given."""
        seen = known(self.system, self.head, viewer).fight
        meant = self.system.moment(seen) if moment is None else moment
        command = Command(f"c{len(self.entries)}", action, actor, inputs, meant)
        before = self.head
        step = engine.begin(self.system, before, command, viewer, internal=internal)
        entry = self._append("command", step, viewer, command=step.command)
        self._follow_orders(before)
        return entry

    def reply(self, key: str, answer: Answer, *, viewer: Viewer = GAME_MASTER, rolled: bool = False) -> Entry:
        """Answer an open request with just these values."""
        before = self.head
        step = engine.answer(self.system, before, key, answer, viewer, rolled=rolled)
        entry = self._append("answer", step, viewer, key=key, answer=answer, rolled=rolled)
        self._follow_orders(before)
        return entry

    def _follow_orders(self, before: Head[Any, Any]) -> None:
        """Answer by standing orders what was not asked before."""
        while found := engine.ordered(self.system, before, self.head):
            key, given = found.request.key, found.answer
            self._append("answer", found.step, GAME_MASTER, key=key, answer=given, by_order=True)

    def cancel(self, *, viewer: Viewer = GAME_MASTER) -> Entry:
        """Drop what is open: nothing of it happens."""
        return self._append("cancel", engine.cancel(self.system, self.head, viewer), viewer)

    def let_stand(self, *, viewer: Viewer = GAME_MASTER) -> Entry:
        """Let what is open go on although it could no longer begin."""
        return self._append("stand", engine.let_stand(self.system, self.head, viewer), viewer)

    def undo(self, target: Id = "", *, with_depending: bool = False) -> UndoPlan:
        """Take back a step, the newest unless another is named, if nothing depends on it.

        The plan says what went, or what would have to go too. Raises NotAllowed when there is no such step.
        """
        newest = log.newest(self.entries)
        chosen = target or (newest.id if newest else "")
        plan = log.plan_undo(self.system, self.entries, chosen, with_depending=with_depending)
        if not plan.depending:
            head = log.undo(self.system, self.head, self.entries, plan.going)
            self._turn("undo", head, tuple(entry.id for entry in plan.going))
        return plan

    def redo(self) -> Entry | None:
        """Restore what the newest undo took back; None when there is nothing to restore."""
        undone = log.redoable(self.entries)
        if undone is None:
            return None
        return self._turn("redo", log.redo(self.system, self.head, undone), (undone.id,))

    def _append(self, kind: EntryKind, step: Step, viewer: Viewer, **what: Any) -> Entry:
        entry = Entry(
            id=f"e{len(self.entries)}",
            by=viewer.person,
            kind=kind,
            resolution=step.resolution,
            changes=self.system.codec.diff(self.head, step.head),
            facts=step.facts,
            rules_version=self.system.rules_version,
            **what,
        )
        return self._keep(entry, step.head)

    def _turn(self, kind: EntryKind, head: Head[Any, Any], targets: tuple[Id, ...]) -> Entry:
        changes = self.system.codec.diff(self.head, head)
        entry = Entry(f"e{len(self.entries)}", GAME_MASTER.person, kind, "", changes=changes, targets=targets)
        return self._keep(entry, head)

    def _keep(self, entry: Entry, head: Head[Any, Any]) -> Entry:
        self.entries.append(entry)
        self.head = head
        return entry

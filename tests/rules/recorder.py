"""Keeps an encounter as the application does, head and log side by side, without any database."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rules.core import engine, log
from rules.core.audience import Viewer
from rules.core.facts import Explanation
from rules.core.fight import Command, Fight, Head
from rules.core.requests import Answer, Request
from rules.core.stored import dump_entry, load_entry
from rules.core.system import AnySystem
from rules.core.types import Id, Json

GM = Viewer("gm", game_master=True)


@dataclass(frozen=True)
class Done:
    """How a step was taken, beyond what its entry says."""

    viewer: Viewer
    internal: bool = False


class Recorder:
    """One encounter; every head and entry goes through JSON, as it would through the database."""

    def __init__(self, system: AnySystem, fight: Fight[Any, Any]) -> None:
        self.system = system
        self.first: Json = _through_json(system.codec.dump(Head(engine.settle(system, fight))))
        self.state: Json = self.first
        self.entries: list[log.Entry] = []
        self.how: dict[Id, Done] = {}

    @property
    def head(self) -> Head[Any, Any]:
        """The present, read from its JSON."""
        head: Head[Any, Any] = self.system.codec.load(self.state)
        return head

    @property
    def fight(self) -> Fight[Any, Any]:
        """The fight of the present."""
        return self.head.fight

    @property
    def waiting(self) -> engine.Waiting | None:
        """What is asked now."""
        return engine.waits_for(self.system, self.head)

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests that need an answer."""
        return self.waiting.requests if self.waiting else ()

    @property
    def keys(self) -> list[str]:
        """The keys of the requests that need an answer."""
        return [request.key for request in self.requests]

    @property
    def facts(self) -> Explanation:
        """Everything that was told and not taken back."""
        now = log.standing(self.entries)
        return tuple(fact for entry in self.entries if now.counts(entry) for fact in entry.facts)

    def body(self, who: Id) -> Any:
        """A combatant's own state."""
        return self.fight.combatants[who].body

    def begin(
        self, action: str, actor: Id | None = None, *, viewer: Viewer = GM, moment: str | None = None,
        internal: bool = False, **inputs: Json,
    ) -> log.Entry:  # fmt: skip
        """Begin a command, meant for this moment unless another is given."""
        meant = self.system.moment(self.fight) if moment is None else moment
        command = Command(f"c{len(self.entries)}", action, actor, inputs, meant)
        step = engine.begin(self.system, self.head, command, viewer, internal=internal)
        stored = next((one.command for one in step.head.open if one.command.id == command.id), command)
        return self._append("command", step, Done(viewer, internal), command=stored)

    def answer(
        self, key: str, given: Answer | None = None, *, faces: list[int] | None = None, viewer: Viewer = GM
    ) -> log.Entry:
        """Answer an open request."""
        answer: Answer = {"faces": faces} if faces is not None else given or {}
        step = engine.answer(self.system, self.head, key, answer, viewer)
        return self._append("answer", step, Done(viewer), key=key, answer=answer)

    def cancel(self, *, viewer: Viewer = GM) -> log.Entry:
        """Drop what is open."""
        return self._append("cancel", engine.cancel(self.system, self.head, viewer), Done(viewer))

    def let_stand(self, *, viewer: Viewer = GM) -> log.Entry:
        """Let what is open go on."""
        return self._append("stand", engine.let_stand(self.system, self.head, viewer), Done(viewer))

    def undo(self, target: Id | None = None, *, with_depending: bool = False) -> log.Plan:
        """Take back the newest step, or another if nothing depends on it; the plan says what went or would have to."""
        chosen = target or log.newest(self.entries).id  # type: ignore[union-attr]
        plan = log.plan_undo(self.system, self.entries, chosen, with_depending=with_depending)
        if not plan.depending:
            head = log.undo(self.system, self.head, self.entries, plan.going)
            self._turn("undo", head, tuple(entry.id for entry in plan.going))
        return plan

    def redo(self) -> log.Entry | None:
        """Restore what the newest undo took back; None when there is nothing to restore."""
        undone = log.redoable(self.entries)
        if undone is None:
            return None
        return self._turn("redo", log.redo(self.system, self.head, undone), (undone.id,))

    def _append(self, kind: log.EntryKind, step: engine.Step, how: Done, **what: Any) -> log.Entry:
        entry = log.Entry(
            id=f"e{len(self.entries)}", by=how.viewer.person, kind=kind, resolution=step.resolution,
            changes=self.system.codec.diff(self.head, step.head), facts=step.facts,
            rules_version=self.system.rules_version, **what,
        )  # fmt: skip
        self.how[entry.id] = how
        return self._keep(entry, step.head)

    def _turn(self, kind: log.EntryKind, head: Head[Any, Any], targets: tuple[Id, ...]) -> log.Entry:
        changes = self.system.codec.diff(self.head, head)
        return self._keep(log.Entry(f"e{len(self.entries)}", "gm", kind, "", changes=changes, targets=targets), head)

    def _keep(self, entry: log.Entry, head: Head[Any, Any]) -> log.Entry:
        self.state = _through_json(self.system.codec.dump(head))
        self.entries.append(load_entry(_through_json(dump_entry(entry))))
        return self.entries[-1]


def _through_json(value: Json) -> Json:
    return json.loads(json.dumps(value, allow_nan=False))

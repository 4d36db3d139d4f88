"""Keeps an encounter as the application does, without a database: every entry goes through JSON.

The head is read from the state that the changes of the entries lead to.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rules.core.audience import Viewer
from rules.core.changes import fold
from rules.core.fight import Fight, Head
from rules.core.hand import KEY
from rules.core.log import Entry, EntryKind
from rules.core.record import GAME_MASTER as GM
from rules.core.record import Record
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.stored import dump_entry, load_entry
from rules.core.system import AnySystem
from rules.core.types import Id, Json

__all__ = ["GM", "Done", "Recorder", "Whole"]


@dataclass(frozen=True)
class Done:
    """How a step was taken, beyond what its entry says."""

    viewer: Viewer
    internal: bool = False


class Recorder(Record):
    """One encounter that remembers how each step was taken."""

    agrees = True
    """The game master says yes to what players propose, so that tests of other things need not."""

    def __init__(self, system: AnySystem, fight: Fight[Any, Any]) -> None:
        self.how: dict[Id, Done] = {}
        self.fallen: dict[Id, Dice] = {}
        self._loaded: tuple[Json, Head[Any, Any]] | None = None
        super().__init__(system, fight)
        self.first = self._state

    @property
    def state(self) -> Json:
        """The present as JSON, from which `head` is read; it may be changed in place."""
        self.state = _through_json(self._state)
        return self._state

    @state.setter
    def state(self, state: Json) -> None:
        self._state, self._loaded = state, None

    @property
    def head(self) -> Head[Any, Any]:
        codec = self.system.codec
        if self._loaded is None:
            self._loaded = self._state, codec.load(self._state)
        elif self._loaded[0] is not self._state:
            self._loaded = self._state, codec.reload(self._state, *self._loaded)
        return self._loaded[1]

    @head.setter
    def head(self, head: Head[Any, Any]) -> None:
        self.state = _through_json(self.system.codec.dump(head))

    @property
    def requests(self) -> tuple[Request, ...]:
        return self.asked

    @property
    def keys(self) -> list[str]:
        """The keys of the requests that need an answer."""
        return [request.key for request in self.asked]

    def body(self, who: Id) -> Any:
        """A combatant's own state."""
        return self.fight.body(who)

    def begin(
        self, action: str, actor: Id | None = None, *, viewer: Viewer = GM, internal: bool = False, **inputs: Any
    ) -> Entry:
        entry = super().begin(action, actor, viewer=viewer, internal=internal, **inputs)
        self.how[entry.id] = Done(viewer, internal)
        self._agree(KEY)
        return entry

    def _agree(self, key: str) -> None:
        """Say yes where the game master is asked for the word on a proposal under this key."""
        waiting = self.waiting if self.agrees and self.head.open else None
        if waiting is None or not (waiting.open.command.proposed or waiting.open.proposed):
            return
        for request in waiting.requests:
            if request.key == key and request.to is None and isinstance(request, Choose) and request.default:
                self.reply(key, request.default, viewer=GM)

    def answer(
        self, key: str, given: Answer | None = None, *, faces: list[int] | None = None, viewer: Viewer = GM
    ) -> Entry:
        """Answer an open request with faces or with values."""
        request = next((one for one in self.asked if one.key == key), None)
        entry = self.reply(key, {"faces": faces} if faces is not None else given or {}, viewer=viewer)
        if isinstance(request, Dice):
            self.fallen[entry.id] = request
        if not viewer.game_master:
            self._agree(key)
        return entry

    def _append(self, kind: EntryKind, step: Any, viewer: Viewer, **what: Any) -> Entry:
        entry = super()._append(kind, step, viewer, **what)
        self.how[entry.id] = Done(viewer)
        return entry

    def _keep(self, entry: Entry, head: Head[Any, Any]) -> Entry:
        """Go on from what was stored and what is said to have changed, never from the head that the step returned."""
        kept = load_entry(_through_json(dump_entry(entry)))
        self.entries.append(kept)
        self._state = fold(self._state, kept.changes)
        return kept


class Whole(Recorder):
    """A recorder that looks at each step whether its changes say all that it did, and the head is JSON."""

    def _keep(self, entry: Entry, head: Head[Any, Any]) -> Entry:
        kept = super()._keep(entry, head)
        dumped = self.system.codec.dump(head)
        assert _through_json(dumped) == dumped, "the head is JSON"
        assert self._state == dumped, "folding the changes gives the head"
        return kept


def _through_json(value: Json) -> Json:
    return read(write(value))


write = json.JSONEncoder(allow_nan=False, check_circular=False).encode
read = json.JSONDecoder().decode

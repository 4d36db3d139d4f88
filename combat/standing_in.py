"""What the app does in the place of a player whose time is over in a fight by posts: rolls, answers or passes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core import engine, fair, log
from rules.core.awaited import awaited_of, has_stand_in, over, player_of, proposed_answer, standing_in
from rules.core.engine import AnyHead, Late
from rules.core.errors import NotAllowed
from rules.core.log import Entry
from rules.core.requests import Dice
from rules.core.types import Id

from . import store
from .deeds import MOST_ROLLS, Taking, written
from .store import NewEntry, Read


class NothingProposed(NotAllowed):
    """Nothing stands in for what is awaited: the game master decides."""

    def __init__(self) -> None:
        super().__init__("core.posts.nothing_proposed")


class StandingIn(Taking):
    """What stands in for one turn or answer, on its way into the log; its entries have no author.

    It is taken as the player would take it, who knows of no hidden combatant, and only while it is awaited. Raises
    Late where it is not, NothingProposed where nothing would be taken.
    """

    def _stood_in(self, read: Read) -> list[NewEntry]:
        who, head = self.deed.actor or "", read.head
        found = awaited_of(read.system, head, who)
        if found is None or found.key != self.deed.request:
            raise Late
        steps = self._answers(read, head, who) if found.kind == "answer" else self._acts(read, head, who)
        if not steps:
            raise NothingProposed
        first = steps[0]
        told = replace(first.entry, facts=(over(who), *first.entry.facts))
        return [replace(first, entry=told), *steps[1:]]

    def _acts(self, read: Read, head: AnyHead, who: Id) -> list[NewEntry]:
        """The passive act and what it asks of its actor, then the end of the turn."""
        steps: list[NewEntry] = []
        for command_id in (self.id, store.new_id()):
            command = standing_in(read.system, head, who, command_id)
            if command is None:
                break
            step = engine.begin(read.system, head, command, player_of(who))
            entry = self._entry("command", step, command.id, command=step.command)
            if step.command is not None and len(step.head.open) > len(head.open):
                self.again[command.id] = fair.again(store.numbers_of(read.encounter, step.command))
                entry = replace(entry, again=self.again[command.id])
            steps.append(written(read, head, step, entry))
            steps += self._answers(read, steps[-1].head, who)
            head = steps[-1].head
            now = awaited_of(read.system, head, who)
            if now is None or now.kind != "act" or now.key != self.deed.request:
                break
        return steps

    def _answers(self, read: Read, head: AnyHead, who: Id) -> list[NewEntry]:
        """The dice of this combatant, rolled, and its answers, as they are proposed, until something else is asked."""
        steps: list[NewEntry] = []
        viewer = player_of(who)
        for _request in range(MOST_ROLLS):
            now = awaited_of(read.system, head, who)
            if now is None or now.request is None or not has_stand_in(now.request):
                break
            if isinstance(now.request, Dice):
                steps.append(self._fallen(read, head, viewer, now.request))
            else:
                steps.append(self._answered(read, head, viewer, now.request.key, proposed_answer(now.request) or {}))
            head = steps[-1].head
        return steps

    def _entry(self, kind: log.EntryKind, step: engine.Step, entry: Id = "", **what: Any) -> Entry:
        return replace(super()._entry(kind, step, entry, **what), by="")

"""The acts that make up a step of a lesson, found on a head that nobody keeps, to show them and to recognise them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from combat.deeds import Deed
from combat.policy import RUNNING
from rules.core import engine
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.requests import Answer, Request
from rules.core.staging import APP, answer_of, said, speaker_of
from rules.core.story import StoryStep
from rules.core.system import AnySystem


@dataclass(frozen=True)
class Move:
    """One act of a step: its command, or its answer to a request."""

    command: Command | None = None
    """With its inputs as the rules see them."""
    request: Request | None = None
    answer: Answer | None = None

    def is_(self, entry: Entry) -> bool:
        """Whether an entry of the log records this very act."""
        mine, theirs = self.command, entry.command
        if mine is not None:
            acts = theirs is not None and (theirs.action, theirs.actor) == (mine.action, mine.actor)
            return acts and theirs is not None and dict(theirs.inputs) == dict(mine.inputs)
        return self.request is not None and entry.key == self.request.key and entry.answer == self.answer


def command_of(system: AnySystem, head: AnyHead, step: StoryStep) -> Deed:
    """The command of a step, for the fight as it is in a head."""
    fight, by_app = head.fight, step.by == APP
    declared = engine.action(system, step.does).inputs(fight, step.who, RUNNING)
    inputs = step.with_ if by_app else said(speaker_of(system, fight), declared, step.with_)
    return Deed("command", step.does, step.who, inputs, system.moment(fight), internal=by_app)


def answered(system: AnySystem, head: AnyHead, step: StoryStep, key: str) -> tuple[Request, Answer]:
    """The open request of this key, and what a step answers to it."""
    waiting = engine.waits_for(system, head)
    request = next(one for one in (waiting.requests if waiting else ()) if one.key == key)
    return request, answer_of(speaker_of(system, head.fight), request, step.answers[key])


def rehearsed(system: AnySystem, head: AnyHead, step: StoryStep, done: int = 0) -> Iterator[Move]:
    """The acts of a step after the first `done`; none of a step that the rules refuse."""
    try:
        if step.does and not done:
            deed = command_of(system, head, step)
            command = Command("rehearsed", deed.action, deed.actor, deed.inputs, deed.moment)
            begun = engine.begin(system, head, command, RUNNING, internal=deed.internal)
            yield Move(command=begun.command)
            head = begun.head
        for key in list(step.answers)[max(done - bool(step.does), 0) :]:
            request, answer = answered(system, head, step, key)
            yield Move(request=request, answer=answer)
            head = engine.answer(system, head, key, answer, RUNNING).head
    except RuleError:
        return

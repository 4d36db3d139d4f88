"""The combatants of players that a fight waits for, each for a turn or an answer, and what stands in for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.facts import Fact, Ref
from rules.core.fight import Command
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.stage import DeclaredHabits, known, stage
from rules.core.system import AnySystem
from rules.core.types import Id


@dataclass(frozen=True, slots=True)
class Awaited:
    """A combatant of a player that a fight waits for."""

    who: Id
    kind: Literal["act", "answer"]
    key: str
    """Tells this turn or question from all others of the fight; it rests on nothing that its player may not know."""
    request: Request | None = None
    """What is asked."""


def player_of(who: Id) -> Viewer:
    """The player of this combatant, as the rules know one."""
    return Viewer(controls=frozenset({who}))


def awaited(system: AnySystem, head: AnyHead) -> tuple[Awaited, ...]:
    """The combatants that the fight waits for, in its order; none that is hidden, and none of the game master's."""
    return tuple(_awaited(system, head))


def awaited_of(system: AnySystem, head: AnyHead, who: Id) -> Awaited | None:
    """What the fight waits for from this combatant's player; None where that is nothing."""
    return next((one for one in _awaited(system, head) if one.who == who), None)


def _awaited(system: AnySystem, head: AnyHead) -> Iterator[Awaited]:
    fight = head.fight
    for who in fight.order:
        one = fight.combatants[who]
        if not one.controllers or one.hidden:
            continue
        viewer = player_of(who)
        now = stage(system, head, viewer)
        if now.kind == "answer" and now.request is not None:
            top = engine.known_open(system, head, viewer).open[-1]
            yield Awaited(who, "answer", f"answer:{who}:{top.command.id}:{now.request.key}", now.request)
        elif now.kind == "act":
            yield Awaited(who, "act", f"act:{who}:{system.moment(known(system, head, viewer).fight)}")


def standing_in(system: AnySystem, head: AnyHead, who: Id, command: Id) -> Command | None:
    """The act, under this id, that stands in for one whose time is over; None where none would be taken."""
    viewer = player_of(who)
    fight = known(system, head, viewer).fight
    habits = DeclaredHabits(system, fight, viewer)
    for name, inputs in (*system.passive, ("end_turn", {})):
        if name not in system.actions:
            continue
        found = Command(command, name, who, {**habits.starting(name, who), **inputs}, system.moment(fight))
        try:
            engine.begin(system, head, found, viewer)
        except RuleError:
            continue
        return found
    return None


def proposed_answer(request: Request) -> Answer | None:
    """What stands in for an answer: what the question proposes; None where it proposes nothing, or asks for dice."""
    if isinstance(request, Choose) and request.default is not None:
        return {item.name: request.default.get(item.name) for item in request.inputs}
    return None


def has_stand_in(request: Request) -> bool:
    """Whether the app can answer this in the player's place: by rolling, or by what the question proposes."""
    return isinstance(request, Dice) or proposed_answer(request) is not None


def over(who: Id) -> Fact:
    """The fact that the time of a combatant's player is over."""
    params: dict[str, Any] = {"who": Ref(who)}
    return Fact("core.posts.over", params=params)

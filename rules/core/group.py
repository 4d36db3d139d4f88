"""One act of the game master in the name of several combatants: each does its own, in turn or at the same moment.

It runs their own actions, so whatever a rule asks and tells when one acts alone, it asks and tells here. What the rules
let happen at the same moment (`Action.together`) is rolled together; everything else goes one after the other, and the
turn of each ends with its act.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import WHILE, Command, Fight, Outcome
from rules.core.inputs import Combatants, Input, check_inputs
from rules.core.requests import Request, Steps, Together
from rules.core.system import Action, AnySystem
from rules.core.types import Id, Json

R = TypeVar("R")

NAME = "group"
ACTS = "core.group.acts"
"""The fact before everything that is told of one of them."""

RUNS = Viewer(game_master=True)


class _Refused(Exception):
    """A rule refused before it asked anything."""


def members(system: AnySystem, fight: Fight[Any, Any]) -> tuple[Id, ...]:
    """Who may act in one group act now, in the order in which they would."""
    if fight.status != "running":
        return ()
    return tuple(who for batch in system.together(fight) for who in batch)


def group_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that lets several combatants act; each row of `acts` has its `actor`, `action` and `inputs`."""

    def check(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
        if fight.status != "running":
            raise NotAllowed(WHILE[fight.status])
        acting = {act.actor for act in acts_of(command)}
        if not acting.intersection(members(system, fight)):
            raise NotAllowed("core.group.not_now")
        if not acting.intersection(next(iter(system.together(fight)))):
            # those behind wait for it, so nobody would act
            raise NotAllowed("core.group.stopped")

    def resolve(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
        return _resolve(system, fight, command)

    return Action(
        NAME,
        resolve,
        check=check,
        icon="swords",
        internal=True,
        for_game_master=True,
        of_the_turn=True,
        undo="with_all_after",
    )


def acts_of(command: Command) -> list[Command]:
    """The acts that a group act is made of; their ids derive from its own."""
    rows = command.inputs["acts"]
    return [Command(f"{command.id}-{row['actor']}", row["action"], row["actor"], row["inputs"]) for row in rows]


def _resolve(system: AnySystem, start: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
    """Let each act as soon as it may; one that no longer may is left out, and the next after an absent one waits."""
    fight, left = start, acts_of(command)
    told: Explanation = ()
    while left:
        now = next(iter(system.together(fight)), ())
        first = next((act for act in left if act.actor in now), None)
        if first is None:
            break
        at_once = system.actions[first.action].together
        chosen = [act for act in left if act.actor in now and act.action == first.action] if at_once else [first]
        left = [act for act in left if act not in chosen]
        ready = [one for act in chosen if (one := _ready(system, start, fight, act)) is not None]
        told += tuple(_skipped(act) for act in chosen if act.actor not in {one.actor for one in ready})
        if at_once is not None and len(ready) > 1:
            outcome = yield from _as_part(at_once(fight, ready), "", told)
            fight, told = system.settle(outcome.fight), (*told, *outcome.explanation)
            continue
        for act in ready:
            fight, told = yield from _acted(system, fight, act, told)
    return Outcome(fight, told)


def _acted(
    system: AnySystem, fight: Fight[Any, Any], act: Command, told: Explanation
) -> Steps[tuple[Fight[Any, Any], Explanation]]:
    """One combatant acts, and its turn ends where the act has not ended it."""
    assert act.actor is not None  # noqa: S101 - combatants act
    told = (*told, fact(ACTS, who=act.actor))
    try:
        outcome = yield from _as_part(system.actions[act.action].resolve(fight, act), act.actor, told)
    except _Refused:
        return fight, (*told[:-1], _skipped(act))
    fight, told = system.settle(outcome.fight), (*told, *outcome.explanation)
    if system.whose_turn(fight)[:1] == (act.actor,) and "end_turn" in system.actions:
        end = Command(f"{act.id}-end", "end_turn", act.actor)
        outcome = yield from _as_part(system.actions["end_turn"].resolve(fight, end), f"{act.actor}:end", told)
        fight, told = system.settle(outcome.fight), (*told, *outcome.explanation)
    return fight, told


def _skipped(act: Command) -> Fact:
    return fact("core.group.skipped", who=str(act.actor))


def _ready(system: AnySystem, start: Fight[Any, Any], fight: Fight[Any, Any], act: Command) -> Command | None:
    """An act as it would be taken on the fight as it is by now; None where it would not."""
    verb = system.actions[act.action]
    before = {item.name: item for item in verb.inputs(start, act.actor, RUNS)}
    declared = verb.inputs(fight, act.actor, RUNS)
    try:
        values = {item.name: _still(item, before.get(item.name), act.inputs) for item in declared}
        act = replace(act, inputs=check_inputs(declared, values))
        verb.check(fight, act, RUNS)
    except RuleError:
        return None
    return act


def _still(item: Input, before: Input | None, given: Mapping[str, Json]) -> Json:
    """A choice as far as it can still be made: what was left as proposed, such as the effects that count, follows the
    proposal; for a foe who has fallen meanwhile it is the one proposed now.
    """
    value = given.get(item.name, item.default)
    if isinstance(item, Combatants) and isinstance(before, Combatants) and not item.several:
        stood = before.likely is not None and value in before.likely
        value = item.default if stood and value not in (item.likely or ()) else value
    elif before is not None and value == before.default:
        value = item.default
    try:
        item.check(value)
    except RuleError:
        return item.default
    return value


def _as_part(steps: Steps[R], name: str, told: Explanation) -> Steps[R]:
    """Run a rule as one of several: its requests are called after its combatant and know what was told before."""
    try:
        request = _first(steps)
        while True:
            given = yield _called(request, name, told)
            if isinstance(request, Together):
                given = {key.removeprefix(f"{name}:"): one for key, one in given.items()}
            request = steps.send(given)
    except StopIteration as stop:
        result: R = stop.value
        return result


def _first(steps: Steps[R]) -> Request:
    try:
        return next(steps)
    except RuleError as refused:
        raise _Refused from refused


def _called(request: Request, name: str, told: Explanation) -> Request:
    key = f"{name}:{request.key}" if name else request.key
    request = replace(request, key=key, so_far=(*told, *request.so_far))
    if isinstance(request, Together):
        return replace(request, parts=tuple(_called(part, name, told) for part in request.parts))
    return request

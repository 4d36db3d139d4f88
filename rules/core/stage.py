"""What a fight waits for, as one viewer may know it: an act of theirs, an answer, another person, or nothing.

Every page says it with the same value, and the act it proposes is one that would be taken at that moment.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from rules.core import engine, unseen
from rules.core.audience import Viewer
from rules.core.board.known import known_fight
from rules.core.engine import AnyHead
from rules.core.errors import Missing, RuleError
from rules.core.fight import Command, KnownHead
from rules.core.inputs import Combatants
from rules.core.once import once
from rules.core.parts import TurnPart
from rules.core.requests import Request
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight

Kind: TypeAlias = Literal["free", "ready", "act", "answer", "step", "answers", "acts", "paused", "over"]


MOST_STAGES = 32
"""How many stages are kept: what all people at a table are asked rests on one head, time and again."""


class Habits(Protocol):
    """How the forms of a combatant begin: what its player is used to."""

    def preferred(self, actor: Id) -> str:
        """The action that is proposed first where it is usual; empty for none."""
        ...

    def starting(self, action: str, actor: Id) -> Mapping[str, Json]:
        """The inputs with which the form of an action begins."""
        ...


@dataclass(frozen=True)
class DeclaredHabits:
    """The habits of a combatant that nobody has played: forms begin as their inputs declare."""

    system: AnySystem
    fight: AnyFight
    viewer: Viewer

    def preferred(self, actor: Id) -> str:
        return ""

    def starting(self, action: str, actor: Id) -> Mapping[str, Json]:
        declared = engine.action(self.system, action).inputs(self.fight, actor, self.viewer)
        return {item.name: item.default for item in declared if item.default is not None}


@dataclass(frozen=True, slots=True)
class Stage:
    """What a fight waits for, for one viewer."""

    kind: Kind
    """free: a scene without turns; ready: the fight has not begun; act, answer, step: the viewer is to act, to answer,
    to take the table's next step; answers, acts: others are; paused; over: the fight is archived."""
    who: tuple[Id | None, ...] = ()
    """Who acts or is asked, as far as the viewer may know; None stands for the game master."""
    then: Id | None = None
    """Who acts next."""
    request: Request | None = None
    """What the viewer is asked first."""
    parts: tuple[TurnPart, ...] = ()
    """What the turn of the one who acts is made of."""
    form: str = ""
    """The action whose form is proposed; it may still ask for a choice."""
    proposed: Command | None = None
    """The act that would be taken as it stands: of that form, or the table's step, or the end of a spent turn."""
    ending: Command | None = None
    """The end of the turn, where it would be taken now."""


def stage(system: AnySystem, head: AnyHead, viewer: Viewer, habits: Habits | None = None) -> Stage:
    """What the fight waits for, as this viewer may know it.

    habits: how forms begin; without them as their inputs declare.
    """
    if habits is not None:
        return _stage(head, system, viewer, habits)
    # who they are makes no difference, only what they control
    return _as_declared(head, system, replace(viewer, person=""), None)


def _stage(head: AnyHead, system: AnySystem, viewer: Viewer, habits: Habits | None) -> Stage:
    head = known(system, head, viewer)
    fight = head.fight
    if fight.status == "archived":
        return Stage("over")
    if fight.status == "paused":
        return Stage("paused")
    turns = [who for who in system.whose_turn(fight) if viewer.game_master or who not in fight.hidden]
    acting = next(iter(system.whose_turn(fight)), None)
    shown = acting if acting in turns else None
    then = next((who for who in turns if who != shown), None)
    parts = tuple(system.turn_parts(fight, shown)) if shown is not None else ()
    if (waiting := engine.waits_for(system, head)) is not None:
        about = [request for request in waiting.requests if engine.knows_of(request, head, viewer)]
        mine = [request for request in about if asks(request, head, viewer)]
        who = tuple(dict.fromkeys(request.to for request in about))
        if mine:
            return Stage("answer", who, shown, mine[0], parts)
        if viewer.game_master and waiting.problem is not None:
            return Stage("answer", (None,), shown, parts=parts)
        if about:
            return Stage("answers", who, shown, parts=parts)
        if own_act_waits(head, viewer):
            return Stage("answers", (None,), shown, parts=parts)
        if alike := asked_alike(waiting.requests, head, viewer):
            return Stage("answers", alike, shown, parts=parts)
        if fight.status == "ready" and engine.opens(system, head):
            # the order or the surprise is being rolled: the scene has begun for those too who roll nothing
            return Stage("answers", (None,))
    if not fight.ordered:
        return Stage("free")
    acted = system.acted(fight)
    own = [who for who in turns if who in viewer.controls] or [
        who for who in viewer.controls if who in fight.combatants and who not in acted
    ]
    for actor in [shown] if viewer.game_master and shown is not None else own:
        form, proposed = proposal(system, head, actor, viewer, habits)
        ending = _ending(system, head, actor, viewer)
        if form or ending is not None:
            theirs = viewer.game_master and fight.combatants[actor].controllers
            kind: Kind = "acts" if theirs else "act"
            return Stage(kind, (actor,), then, None, parts, form, proposed if form else ending, ending)
    step = table_step(system, head, viewer)
    if step is not None:
        return Stage("step", (None,), then, proposed=step)
    if fight.status == "ready":
        return Stage("ready")
    return Stage("acts", (shown,), then, parts=parts)


_as_declared = once(_stage, MOST_STAGES)


def known(system: AnySystem, head: AnyHead, viewer: Viewer) -> AnyHead:
    """The present as this viewer may know it: to players no secret roll is open, and no hidden combatant acts.

    They know nothing of what a board hides; only what is open is asked on the whole of it.
    """
    head = engine.known_open(system, head, viewer)
    if viewer.game_master:
        return head
    fight = unseen.passed(system, head.fight)[0] if head.fight.hidden else head.fight
    shown = known_fight(system, fight, viewer)
    if shown is head.fight:
        return head
    if head.open and shown is not fight:
        return KnownHead(shown, head.open, head.whole if isinstance(head, KnownHead) else fight)
    return replace(head, fight=shown)


def asked_alike(requests: Iterable[Request], head: AnyHead, viewer: Viewer) -> tuple[Id, ...]:
    """The friends who are still asked what a combatant of this viewer has answered, such as to strike in passing."""
    fight, answered = head.fight, head.open[-1].answers
    here = viewer.controls & fight.combatants.keys()
    own = [(key, who) for key in answered for who in here if who in key.split(":")]
    return tuple(
        dict.fromkeys(
            one.id
            for leaf in requests
            for key, who in own
            if (one := fight.combatants.get(leaf.to or "")) and one.side == fight.combatants[who].side
            if not one.hidden and leaf.key == key.replace(who, one.id)
        )
    )


def own_act_waits(head: AnyHead, viewer: Viewer) -> bool:
    """Whether an act of this viewer is open: they know that it waits, if not what for, as when foes are asked."""
    return any(one.command.actor in viewer.controls for one in head.open)


def asks(request: Request, head: AnyHead, viewer: Viewer) -> bool:
    """Whether a request is addressed to this viewer, and not only one that the game master may answer for a player."""
    if not viewer.game_master:
        return engine.may_answer(request, viewer)
    one = head.fight.combatants.get(request.to) if request.to else None
    return one is None or not one.controllers


def proposal(
    system: AnySystem,
    head: AnyHead,
    actor: Id,
    viewer: Viewer,
    habits: Habits | None = None,
    *,
    without: Container[str] = (),
) -> tuple[str, Command | None]:
    """The action of a turn that comes next, the usual one first, and its command where it would be taken as it stands.

    One whose form still asks for a choice comes without a command, as does the first that needs another choice where
    none would be taken; where there is none at all, the name is empty. without: actions that are not meant.
    """
    fight = head.fight
    offered = [
        offer.action
        for offer in system.offers(fight, actor, viewer)
        if offer.reason is None and engine.action(system, offer.action).of_the_turn and offer.action not in without
    ]
    habits = habits or DeclaredHabits(system, fight, viewer)
    first = (*system.pressing(fight, actor), habits.preferred(actor))
    places = {name: place for place, name in reversed(list(enumerate(first)))}
    incomplete = ""
    for name in sorted(system.proposes(fight, actor, offered), key=lambda name: places.get(name, len(first))):
        command = Command("proposal", name, actor, habits.starting(name, actor), system.moment(fight))
        try:
            engine.begin(system, head, command, viewer)
        except RuleError as refused:
            if refused.field is None or _aimless(system, head, command, viewer):
                continue
            if isinstance(refused, Missing):
                return name, None
            incomplete = incomplete or name
        else:
            return name, command
    return incomplete, None


def _aimless(system: AnySystem, head: AnyHead, command: Command, viewer: Viewer) -> bool:
    """Whether an action needs a target, and none is left that is worth it."""
    declared = engine.action(system, command.action).inputs(head.fight, command.actor, viewer)
    return any(isinstance(item, Combatants) and item.required and item.likely == () for item in declared)


def _ending(system: AnySystem, head: AnyHead, actor: Id, viewer: Viewer) -> Command | None:
    command = Command("proposal", "end_turn", actor, {}, system.moment(head.fight))
    return command if taken(system, head, command, viewer) else None


def table_step(system: AnySystem, head: AnyHead, viewer: Viewer) -> Command | None:
    """The step of the whole table that is next, such as a new round, where this viewer may take it."""
    name = system.next_step(head.fight)
    if name is None:
        return None
    acting = next(iter(system.whose_turn(head.fight)), None)
    command = Command("proposal", name, None if viewer.game_master else acting, {}, system.moment(head.fight))
    return command if taken(system, head, command, viewer) else None


def taken(system: AnySystem, head: AnyHead, command: Command, viewer: Viewer) -> bool:
    """Whether this viewer's command would be taken now: it is begun on a head that nobody keeps."""
    try:
        engine.begin(system, head, command, viewer)
    except RuleError:
        return False
    return True

"""Takes one step of an encounter: begins a command, answers what is open, cancels it. Pure: the caller says who acts.

A step leads from one head to the next and says what was told on the way. What is asked next is never stored: it is
found by running the newest open resolution again on the present fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

from rules.core import departures, hand, unseen
from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.board.rules import rules_of
from rules.core.board.seen import noted
from rules.core.board.verbs import LAYS, board_actions
from rules.core.driver import ContractError, Done, Pending, Unasked, run
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.facts import Explanation, Fact, Param, Ref, Word, conceal, visible
from rules.core.fight import WHILE, Command, Fight, Head, Open, Outcome
from rules.core.group import group_action
from rules.core.inputs import check_inputs
from rules.core.once import once
from rules.core.orders import standing_answer, standing_orders_action, used
from rules.core.putting_right import put_right_action
from rules.core.relations import without_absent
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.sheet_rolls import JUDGE_ACTION, sheet_roll_action
from rules.core.system import Action, AnySystem
from rules.core.types import Id
from rules.core.verbs import CORE_ACTIONS, enlist_action, heal_wounds_action, rehouse_action, resheet_action

AnyHead: TypeAlias = Head[Any, Any]


LEAVING = frozenset({"dismiss", "leave"})
"""The verbs by which a combatant leaves the fight."""

MOST_HEADS = 16
"""Of how many heads it is kept what they wait for: a page asks that often of one, an answer once more."""

WHILE_PAUSED = frozenset({"resume", "archive"})
"""The verbs that people may use while a fight is paused; what the app itself does goes on: people come and go."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step that was taken: the head after it, what it tells, and the resolution it belongs to."""

    head: AnyHead
    facts: Explanation
    resolution: Id
    command: Command | None = None
    """Of a beginning: the command as it was taken, its inputs checked."""
    answer: Answer | None = None
    """Of an answer: as it was taken, its inputs checked."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The newest open resolution: its command, what it asks, or why it can no longer go on."""

    open: Open
    pending: Pending | None = None
    problem: RuleError | None = None

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests that need an answer."""
        return self.pending.open if self.pending else ()


class Late(NotAllowed):
    """The moment that a command was meant for has passed: another act was first."""

    def __init__(self) -> None:
        super().__init__("core.late")


@cache
def actions(system: AnySystem) -> Mapping[str, Action[Any, Any]]:
    """All verbs that may be commanded in this system, core's among them."""
    own = (
        enlist_action(system),
        resheet_action(system),
        rehouse_action(system),
        standing_orders_action(system),
        group_action(system),
        heal_wounds_action(system),
        sheet_roll_action(system),
        put_right_action(system),
        JUDGE_ACTION,
        *board_actions(rules_of(system)),
    )
    return {**CORE_ACTIONS, **{action.name: action for action in own}, **system.actions}


def action(system: AnySystem, name: str) -> Action[Any, Any]:
    """The verb of this name; raises UnknownValue when there is none."""
    try:
        return actions(system)[name]
    except KeyError:
        raise UnknownValue("core.action.unknown") from None


def begin(system: AnySystem, head: AnyHead, command: Command, viewer: Viewer, *, internal: bool = False) -> Step:
    """Begin a command as this viewer.

    `internal`: the app itself put the inputs together. Raises Late when its moment has passed, NotAllowed when the
    viewer may not do this or something else is open, and what the action's inputs, check and rule raise.
    """
    verb = action(system, command.action)
    fight = head.fight
    seen = fight if viewer.game_master else unseen.passed(system, fight)[0]
    if verb.of_the_turn and command.moment != system.moment(seen):
        raise Late
    _may(verb, command, viewer, internal=internal)
    if command.actor not in fight.combatants and (verb.needs_actor or command.actor is not None):
        raise UnknownValue("core.combatant.gone", field="actor")
    if not internal and fight.status in ("paused", "archived") and verb.name not in WHILE_PAUSED:
        raise NotAllowed(WHILE[fight.status])
    waits = not verb.interrupts or (verb.players_wait and not internal and not viewer.game_master)
    if waits and busy(known_open(system, head, viewer)):
        raise NotAllowed("core.something_open")
    verb.check(seen, command, viewer)
    ahead: Explanation = ()
    if seen is not fight and _is_ahead(system, verb, fight, command, viewer):
        busy_ones = {one.command.actor for one in head.open if one.command.actor is not None}
        fight, ahead = unseen.let_ahead(system, fight, command.actor, busy_ones)
    elif verb.name in LEAVING and str(command.inputs.get("who")) in fight.hidden:
        fight, ahead = unseen.gone(system, fight, str(command.inputs["who"]), ())
    told: Explanation = ()
    if not verb.internal:
        # what is wrong with the act comes before what is wrong with its inputs, and both before the rule sees them
        declared = verb.inputs(seen, command.actor, viewer)
        command = replace(command, inputs=check_inputs(declared, command.inputs))
        verb.check(seen, command, viewer)
        command = replace(command, proposed=hand.proposals(seen, declared, command.inputs, viewer))
        of_hand = hand.told(seen, declared, command.inputs, viewer, command.actor)
        told = (*departures.told(verb, seen, command, viewer), *of_hand)
        if command.proposed:
            # what the rule would refuse is not worth a question
            run(verb.resolve(fight, command), {})
    stacked = replace(head, fight=fight, open=(*head.open, Open(command)))
    return replace(_go_on(system, stacked, (*ahead, *told)), command=command)


def _is_ahead(
    system: AnySystem, verb: Action[Any, Any], fight: Fight[Any, Any], command: Command, viewer: Viewer
) -> bool:
    """Whether an act that is allowed as its player sees the fight comes before the turn of one who is hidden."""
    if verb.of_the_turn:
        # where several act in any order the turn that players see has come
        return command.moment != system.moment(fight)
    try:
        verb.check(fight, command, viewer)
    except RuleError:
        return True
    return False


def busy(head: AnyHead) -> bool:
    """Whether what is open keeps others from beginning.

    A secret roll keeps no one, since it would show; in a scene without turns a mere proposal keeps no one either.
    """
    top = next((one for one in reversed(head.open) if not one.secret), None)
    return top is not None and (head.fight.ordered or not hand.waits(top))


def opens(system: AnySystem, head: AnyHead) -> bool:
    """Whether the first step of a scene, or one that comes before it such as surprise, waits for dice or answers."""
    return any(one.command.action in (system.next_step(head.fight), *system.opening) for one in head.open)


def answer(
    system: AnySystem,
    head: AnyHead,
    key: str,
    given: Answer,
    viewer: Viewer,
    *,
    rolled: bool = False,
    by_order: bool = False,
) -> Step:
    """Answer one open request as this viewer.

    rolled: the app rolled the faces. by_order: a standing order gives the answer.

    Raises Late when the request is not open any more, NotAllowed when it is not for this viewer or the fight is paused,
    and what the request raises when the answer does not fit.
    """
    if head.fight.status in ("paused", "archived"):
        raise NotAllowed(WHILE[head.fight.status])
    head = known_on_top(system, head.resolved(), viewer)
    waiting = waits_for(system, head)
    request = next((leaf for leaf in waiting.requests if leaf.key == key), None) if waiting else None
    if waiting is None or request is None:
        raise Late
    if not may_answer(request, viewer):
        raise NotAllowed("core.not_for_you")
    checked = request.check(given)
    told = _dice_told(request, checked, rolled=rolled)
    earlier = waiting.open.proposed or {}
    if isinstance(request, Choose):
        if hand.proposals(head.fight, request.inputs, checked, viewer):
            top = replace(waiting.open, proposed={**earlier, key: checked})
            facts = hand.told(head.fight, request.inputs, checked, viewer, request.to)
            asked = replace(head, open=(*head.open[:-1], top))
            return Step(asked, conceal(facts, head.fight.hidden), top.command.id, answer=checked)
        command = waiting.open.command
        if key == hand.KEY:
            told = hand.answered(request.inputs, command.inputs, checked, request.about)
        elif request.default is not None and key in earlier:
            told = hand.answered(request.inputs, request.default, checked, request.about)
        else:
            told = hand.told(head.fight, request.inputs, checked, viewer, request.to)
    top = replace(waiting.open, answers={**waiting.open.answers, key: checked})
    if by_order and isinstance(request, Choose):
        told = used(head.fight, request)
    return replace(_go_on(system, replace(head, open=(*head.open[:-1], top)), told), answer=checked)


@dataclass(frozen=True, slots=True)
class Ordered:
    """An answer that a standing order gives: to which request, and the step that it takes."""

    request: Request
    answer: Answer
    step: Step


def ordered(system: AnySystem, before: AnyHead, head: AnyHead) -> Ordered | None:
    """The first question asked since `before` that a standing order answers.

    What was asked already stays a question: taking back the use of an order opens it for its player. So does what the
    rule would refuse.
    """
    if not any(one.orders for one in head.fight.combatants.values()):
        return None
    waiting, earlier = waits_for(system, head), waits_for(system, before)
    if waiting is None:
        return None
    known: set[str] = set()
    if earlier is not None and earlier.open.command.id == waiting.open.command.id:
        known.update(request.key for request in earlier.requests)
    for request in waiting.requests:
        given = standing_answer(head.fight, request) if request.key not in known else None
        if given is not None:
            try:
                step = answer(system, head, request.key, given, _ANYONE, by_order=True)
            except RuleError:
                continue
            return Ordered(request, given, step)
    return None


def cancel(system: AnySystem, head: AnyHead, viewer: Viewer) -> Step:
    """Drop the newest open resolution: nothing of it happens.

    The game master may always; a player who controls its actor may while nothing has been answered and the fight is
    not paused.
    """
    head = known_on_top(system, head, viewer)
    if not head.open or not (viewer.game_master or head.open[-1].command.actor in viewer.controls):
        # Whether another's resolution is open may be a secret.
        raise Late
    top = head.open[-1]
    if not viewer.game_master:
        if head.fight.status in ("paused", "archived"):
            raise NotAllowed(WHILE[head.fight.status])
        if top.answers:
            raise NotAllowed("core.not_for_you")
    unseen = top.command.actor is None or top.command.actor in head.fight.hidden
    fact = Fact(
        "core.cancelled",
        params={"action": Word(f"action.{top.command.action}")},
        audience=GAME_MASTER if unseen else TABLE,
    )
    return Step(replace(head, open=head.open[:-1]), (fact,), top.command.id)


def let_stand(system: AnySystem, head: AnyHead, viewer: Viewer) -> Step:
    """Let the newest open resolution go on although it could no longer begin; for the game master."""
    if not viewer.game_master:
        raise NotAllowed("core.not_for_you")
    if not head.open:
        raise Late
    head, top = head.resolved(), replace(head.open[-1], stands=True)
    try:
        return _go_on(system, replace(head, open=(*head.open[:-1], top)), ())
    except Unasked:
        # what was answered is asked no longer: there is nothing to go on with
        raise NotAllowed("core.answers_left") from None


def waits_for(system: AnySystem, head: AnyHead) -> Waiting | None:
    """What the newest open resolution asks now, on the present fight; None when nothing is open."""
    return _newest(head.resolved(), system) if head.open else None


def _waits_for(head: AnyHead, system: AnySystem) -> Waiting:
    top = head.open[-1]
    verb = action(system, top.command.action)
    try:
        if top.command.actor is not None and top.command.actor not in head.fight.combatants:
            raise UnknownValue("core.combatant.gone", field="actor")
        if not top.stands:
            verb.check(head.fight, top.command, _ANYONE)
        result = run(hand.steps(verb, head.fight, top.command), top.answers)
    except RuleError as problem:
        return Waiting(top, problem=problem)
    except Unasked:
        return Waiting(top, problem=NotAllowed("core.answers_left"))
    if isinstance(result, Pending):
        put = tuple(hand.put_to_game_master(one, top.proposed or {}) for one in result.open)
        return Waiting(top, pending=replace(result, open=put))
    # by the rules of now nothing of it is left to ask, as when they were others while it was answered
    return Waiting(top, problem=NotAllowed("core.asks_nothing"))


_newest = once(_waits_for, MOST_HEADS)


_ANYONE = Viewer(game_master=True)


def may_answer(request: Request, viewer: Viewer) -> bool:
    """Whether this request is for this viewer; the game master may answer for everybody."""
    return viewer.game_master or request.to in viewer.controls


def knows_of(request: Request, head: AnyHead, viewer: Viewer) -> bool:
    """Whether this viewer may know that a request is open."""
    if viewer.game_master:
        return True
    if request.to in head.fight.hidden:
        return False
    actor = head.open[-1].command.actor if head.open else None
    if request.to is None and (actor is None or actor in head.fight.hidden):
        # What the game master is asked on behalf of a hidden combatant.
        return False
    return request.audience.admits(viewer) or may_answer(request, viewer)


def known_open(system: AnySystem, head: AnyHead, viewer: Viewer) -> AnyHead:
    """The head without what this viewer may not know to be open: secret rolls, and what hidden combatants do.

    That is open to them only while they are asked, or may know who is.
    """
    head = head.known_to(viewer)
    if viewer.game_master or not head.fight.hidden:
        return head
    while head.open and head.open[-1].command.actor in head.fight.hidden:
        waiting = waits_for(system, head)
        if waiting is not None and any(knows_of(request, head, viewer) for request in waiting.requests):
            break
        head = replace(head, open=head.open[:-1])
    return head


def known_on_top(system: AnySystem, head: AnyHead, viewer: Viewer) -> AnyHead:
    """The head in which what this viewer may not know to be open waits for all else, as their acts find it."""
    known = known_open(system, head, viewer)
    ids = {one.command.id for one in known.open}
    unknown = tuple(one for one in head.open if one.command.id not in ids)
    return replace(head, open=(*unknown, *known.open)) if unknown else head


def preview(system: AnySystem, fight: Fight[Any, Any], command: Command) -> Pending | Done[Outcome[Any, Any]]:
    """Run a command from its start without taking it: what it would ask and what is known before any die.

    Raises RuleError when it may not begin, as `begin` does, so that its rule never meets what it would be spared.
    """
    verb = action(system, command.action)
    verb.check(fight, command, _ANYONE)
    return run(hand.steps(verb, fight, command), {})


def odds(system: AnySystem, fight: Fight[Any, Any], command: Command, viewer: Viewer) -> Fact | None:
    """The odds of a command before it begins, as this viewer may know them: the action's own, else of its first dice.

    Dice that another person is asked for first, such as a foe's resistance, are not the command's own. Raises
    RuleError when the rule refuses the command.
    """
    verb = action(system, command.action)
    verb.check(fight, command, _ANYONE)
    told = verb.odds(fight, command)
    if told is None:
        found = preview(system, fight, command)
        request = found.request if isinstance(found, Pending) else None
        told = request.odds if isinstance(request, Dice) and request.to == command.actor else None
    return known_odds(told, viewer)


def known_odds(told: Fact | None, viewer: Viewer) -> Fact | None:
    """Odds as this viewer may know them; None when they may know nothing."""
    return next(iter(visible((told,), viewer)), None) if told is not None else None


def settle(system: AnySystem, fight: Fight[Any, Any]) -> Fight[Any, Any]:
    """Bring a fight in order after any change: everybody stands in the order once, then the system settles the rest.

    Relations to combatants that have left go with them.
    """
    fight = without_absent(fight)
    order = tuple(who for who in dict.fromkeys(fight.order) if who in fight.combatants)
    order += tuple(who for who in fight.combatants if who not in order)
    return system.settle(fight if order == fight.order else replace(fight, order=order))


def _may(verb: Action[Any, Any], command: Command, viewer: Viewer, *, internal: bool) -> None:
    if verb.internal and not internal:
        raise UnknownValue("core.action.unknown")
    if viewer.game_master:
        return
    if verb.for_game_master:
        raise NotAllowed("core.for_game_master")
    if command.actor not in viewer.controls:
        raise NotAllowed("core.not_yours")


def _go_on(system: AnySystem, head: AnyHead, told: Explanation) -> Step:
    """Run the newest open resolution; when it ends, close it and settle the fight."""
    top = head.open[-1]
    result = run(hand.steps(action(system, top.command.action), head.fight, top.command), top.answers)
    if isinstance(result, Done):
        if not isinstance(result.result, Outcome):
            raise ContractError(f"{top.command.action} ended with {type(result.result).__name__}, not an outcome")
        fight = settle(system, result.result.fight)
        if top.command.action not in LAYS:
            fight = noted(head.fight, fight, rules_of(system))
        facts = unseen.befallen(system, fight, top.command, (*told, *result.result.explanation[top.told :]))
        facts = unseen.told(system, head.fight, fight, facts)
        return Step(Head(fight, head.open[:-1]), conceal(facts, fight.hidden), top.command.id)
    so_far = result.request.so_far
    facts = unseen.befallen(system, head.fight, top.command, (*told, *so_far[top.told :]))
    top = replace(top, told=max(top.told, len(so_far)))
    return Step(replace(head, open=(*head.open[:-1], top)), conceal(facts, head.fight.hidden), top.command.id)


def _dice_told(request: Request, given: Answer, *, rolled: bool) -> Explanation:
    if not isinstance(request, Dice):
        return ()
    rolled_for: Param = Word(request.label or "dice.roll")
    faces: Param = " ".join(str(face) for face in given["faces"])
    code = "core.rolled" if rolled else "core.typed"
    if request.to is None:
        return (Fact(code, params={"faces": faces, "what": rolled_for}, audience=request.audience),)
    params = {"faces": faces, "what": rolled_for, "who": Ref(request.to)}
    return (Fact(f"{code}_by", params=params, audience=request.audience),)

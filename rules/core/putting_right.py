"""The command by which what a copy came to (`rules.core.replay`) becomes the present: one step like any other.

It holds the changes themselves, since they rest on answers that other entries hold. What is told of them is what each
reader may see differ: nothing of a combatant in which a reader sees no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core.audience import GAME_MASTER, PUBLIC, TABLE, Audience, Viewer, controllers_of
from rules.core.changes import Change, DoesNotFit, fold
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Ref, conceal, visible
from rules.core.fight import Command, Fight, Head, Outcome
from rules.core.requests import Steps
from rules.core.stored_facts import load_facts
from rules.core.system import Action, AnySystem
from rules.core.types import Id, Json

NAME = "put_right"
OF_NUMBER = frozenset({"word", "key", "temporary", "gone"})
"""Parameters of a fact that follow its number."""

SCENE = ""
"""Under which the changes stand that belong to no combatant: the turn, the order, the clock, points."""


def by_combatant(changes: Iterable[Change]) -> dict[Id, list[Change]]:
    """The changes of each combatant, and of the scene; what is open is not among them."""
    found: dict[Id, list[Change]] = {}
    for change in changes:
        if change.path[0] == "fight":
            who = change.path[2] if change.path[1] == "combatants" else SCENE
            found.setdefault(who, []).append(change)
    return found


def put_right_action(system: AnySystem) -> Action[Any, Any]:
    """The internal verb that makes changes that still fit, and tells each reader what of them that reader sees."""

    def resolve(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
        yield from ()
        changes = [Change.from_json(one) for one in command.inputs["changes"]]
        state = system.codec.dump(Head(fight))
        if not all(_fits(state, change) for change in changes):
            raise NotAllowed("core.put_right.moved")
        try:
            head: Head[Any, Any] = system.codec.load(fold(state, changes))
        except (DoesNotFit, KeyError, TypeError, ValueError):
            raise NotAllowed("core.put_right.moved") from None
        return Outcome(head.fight, _told(system, fight, head.fight, load_facts(command.inputs["facts"])))

    return Action(NAME, resolve, internal=True, for_game_master=True, interrupts=True)


def _fits(state: Json, change: Change) -> bool:
    """Whether what a change replaces is still what it was found to be."""
    for key in change.path[:-1]:
        if not isinstance(state, Mapping) or key not in state:
            return False
        state = state[key]
    if change.operation == "add":
        return change.path[-1] not in state
    return change.path[-1] in state and bool(state[change.path[-1]] == change.before)


def _told(system: AnySystem, before: Fight[Any, Any], after: Fight[Any, Any], told: Sequence[Fact]) -> tuple[Fact, ...]:
    """What is told: the entry as it should have been, and what is different of each combatant."""
    facts: list[Fact] = [*told]
    for who in after.order:
        facts += _of(system, before, after, who)
    known = bool(visible(conceal(facts, after.hidden), PUBLIC))
    return (Fact("core.put_right", audience=TABLE if known else GAME_MASTER), *facts)


def _of(system: AnySystem, before: Fight[Any, Any], after: Fight[Any, Any], who: Id) -> Sequence[Fact]:
    """What is different on the card of a combatant, each fact for those who see that it differs."""
    if before.combatants.get(who) == after.combatants[who]:
        return ()
    old: Explanation = system.card(before, who).facts if who in before.combatants else ()
    new = system.card(after, who).facts
    hidden = after.combatants[who].hidden
    audience = GAME_MASTER if hidden else _see(old, new, who)
    facts = [Fact("core.put_right.who", params={"who": Ref(who)}, audience=audience)]
    for fact in new:
        if fact not in old:
            told = _narrowed(fact, old, who, hidden=hidden)
            facts.append(told)
            if fact.value is not None:
                facts.append(_number(fact, old, told.audience))
    return facts


def _number(fact: Fact, old: Explanation, audience: Audience) -> Fact:
    """The number of a fact, with that of before where the same people knew it; its words say only what it counts."""
    same = [one for one in old if _counts(one) == _counts(fact) and one.audience == fact.audience]
    before = same[0].value if len(same) == 1 else None
    if before is None or before == fact.value:
        return Fact("core.put_right.number", fact.value, audience=audience)
    return Fact("core.put_right.from_to", fact.value, {"before": before}, audience=audience)


def _counts(fact: Fact) -> tuple[object, ...]:
    """What a fact counts, whatever the number and the word for it."""
    return fact.code, sorted((name, str(value)) for name, value in fact.params.items() if name not in OF_NUMBER)


def _narrowed(fact: Fact, old: Explanation, who: Id, *, hidden: bool) -> Fact:
    audience = GAME_MASTER if hidden else _see(old, (*old, fact), who)
    return replace(
        fact,
        audience=fact.audience.within(audience),
        terms=(),
        otherwise=replace(fact.otherwise, terms=()) if fact.otherwise and audience == TABLE else None,
    )


def _see(old: Explanation, new: Explanation, who: Id) -> Audience:
    """Who sees something in the new facts that was not in the old ones, or misses something."""
    own = Viewer(controls=frozenset({who}))
    for viewer, audience in ((PUBLIC, TABLE), (own, controllers_of(who))):
        if set(map(str, visible(old, viewer))) != set(map(str, visible(new, viewer))):
            return audience
    return GAME_MASTER

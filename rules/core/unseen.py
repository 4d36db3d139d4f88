"""What others see while a hidden combatant has the turn: the next one's, as if nobody came before it.

They are told of that turn when the hidden one's begins, so that nothing is left to tell them when it ends. Who acts on
it at once acts, and the hidden one after them. Of what a hidden combatant does to one that is seen, they learn that it
befell it, in the words that the table has chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TypeVar

from rules.core.audience import GAME_MASTER, PUBLIC
from rules.core.facts import Explanation, Fact, Notes, Ref, visible
from rules.core.fight import Command, Fight
from rules.core.inputs import Choice, options_of
from rules.core.system import RuleSystem
from rules.core.types import Id

B = TypeVar("B")
T = TypeVar("T")

PASSED_OVER = "core.passed_over"
ACTED_AHEAD = "core.acted_ahead"

BLOW = Choice(
    "unseen_blow",
    "setting.unseen_blow",
    required=False,
    default="blow",
    layout="column",
    options=options_of("unseen_blow", ("blow", "from_afar", "befalls", "nothing")),
)
"""How others learn that a combatant they see has been hurt by one they do not see."""

TOLD: Mapping[str, str] = {
    "blow": "core.unseen_blow.blow",
    "from_afar": "core.unseen_blow.from_afar",
    "befalls": "core.unseen_blow.befalls",
}
"""By the value of that setting, the code of the fact that tells it."""


def acts(system: RuleSystem[B, T], fight: Fight[B, T]) -> bool:
    """Whether a hidden combatant has the turn, or has had it and others do not know of it yet."""
    acting = next(iter(system.whose_turn(fight)), None)
    if acting is not None:
        return fight.combatants[acting].hidden
    return bool(fight.hidden) and system.passed_over(fight, Notes()) is not fight


def passed(system: RuleSystem[B, T], fight: Fight[B, T]) -> tuple[Fight[B, T], Explanation]:
    """The fight after the turns of the hidden that are at hand, and what their passing tells."""
    if not acts(system, fight):
        return fight, ()
    notes = Notes()
    return system.settle(system.passed_over(fight, notes)), notes.so_far


def let_ahead(
    system: RuleSystem[B, T], fight: Fight[B, T], actor: Id | None, busy: Collection[Id]
) -> tuple[Fight[B, T], Explanation]:
    """The fight in which one who knows of no hidden combatant acts before those who have the turn, and what that tells.

    They act after that one, where the round goes on. busy: those of them who have begun something; their turn is over.
    """
    after, passing = passed(system, fight)
    waiting = tuple(takewhile(lambda who: fight.combatants[who].hidden, system.whose_turn(fight)))
    return system.settle(system.kept_waiting(fight, after, busy)), (
        *((acted_ahead(actor, waiting),) if waiting and actor else ()),
        *(_kept(one) for one in passing),
    )


def acted_ahead(who: Id, waiting: Sequence[Id]) -> Fact:
    """The fact that a combatant acts before hidden ones whose turn came first: the game master alone is told."""
    others = tuple(Ref(one) for one in waiting)
    return Fact(ACTED_AHEAD, params={"who": Ref(who), "other": others}, audience=GAME_MASTER)


def gone(
    system: RuleSystem[B, T], fight: Fight[B, T], who: Id, busy: Collection[Id]
) -> tuple[Fight[B, T], Explanation]:
    """The fight that a hidden combatant leaves: its turn is over if it alone has it, since others see the next one."""
    now = tuple(takewhile(lambda one: fight.combatants[one].hidden, system.whose_turn(fight)))
    if now not in ((), (who,)) or not acts(system, fight):
        return fight, ()
    after, passing = passed(system, fight)
    return system.settle(system.kept_waiting(fight, after, {who, *busy})), tuple(_kept(one) for one in passing)


def told(system: RuleSystem[B, T], before: Fight[B, T], after: Fight[B, T], facts: Explanation) -> Explanation:
    """What a step tells: others hear at once of the turn that they see, and of nothing that they have heard already."""
    if not before.hidden and not after.hidden:
        return facts
    heard = {_said(fact) for fact in passed(system, before)[1]}
    hear = tuple(fact for fact in passed(system, after)[1] if _said(fact) not in heard)
    kept = (_kept(fact) if _said(fact) in heard else fact for fact in facts)
    return (*kept, *(Fact(PASSED_OVER, audience=GAME_MASTER, otherwise=fact) for fact in hear))


def befallen(system: RuleSystem[B, T], fight: Fight[B, T], command: Command, facts: Explanation) -> Explanation:
    """What an act tells: before the harm that a hidden actor does to one who is seen, that it befalls them."""
    code = TOLD.get(str(fight.house.get(BLOW.name, BLOW.default)))
    if command.actor not in fight.hidden or code is None:
        return facts
    for place, fact in enumerate(facts):
        told = next(iter(visible((fact,), PUBLIC)), None) if fact.code.startswith(system.told_codes.harm) else None
        if told is not None and told.refs() and fact.refs().isdisjoint(fight.hidden):
            blow = Fact(code, params={"who": Ref(min(told.refs()))})
            return (*facts[:place], blow, *facts[place:])
    return facts


def once(facts: Explanation) -> Explanation:
    """These facts, that a turn is passed over being told to the game master once."""
    over = [fact for fact in facts if fact.code == PASSED_OVER]
    return tuple(fact for fact in facts if fact.code != PASSED_OVER or fact is over[0])


def _kept(fact: Fact) -> Fact:
    """A fact that others have heard already, for the game master alone."""
    return replace(fact, audience=fact.audience.within(GAME_MASTER), otherwise=None)


def _said(fact: Fact) -> tuple[object, ...]:
    return (fact.code, fact.value, tuple(sorted(fact.params.items(), key=str)))

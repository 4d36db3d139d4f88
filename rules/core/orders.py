"""Standing orders: answers given beforehand to questions of one kind, so that nobody waits for them.

They are part of a combatant's state. When a question with a standing order opens, the caller enters its answer in the
log as a step of its own (`engine.ordered`), so that it is told, and can be taken back by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeAlias, cast

from rules.core.audience import Viewer, controllers_of
from rules.core.facts import Explanation, Fact, Param, Ref, Word
from rules.core.fight import Combatant, Command, Fight, Outcome
from rules.core.inputs import Choice, Flag, Input, Option
from rules.core.requests import Answer, Choose, Request, Steps
from rules.core.system import Action, AnySystem
from rules.core.types import Id, drop, put

Says: TypeAlias = Literal["always", "ask", "never"]

NAME = "standing_orders"
SAYS: tuple[Says, ...] = ("always", "ask", "never")
ALIKE = "alike"
"""The input that gives the orders to all combatants of the same name and players too."""


def order_of(one: Combatant[Any], name: str) -> Says:
    """What a combatant's player has ordered for questions of this kind."""
    return cast(Says, one.orders.get(name, "ask"))


def standing_answer(fight: Fight[Any, Any], request: Request) -> Answer | None:
    """The answer that a standing order gives to a request; None where its player is to be asked."""
    if not isinstance(request, Choose) or request.standing is None or request.to is None:
        return None
    says = order_of(fight.combatants[request.to], request.standing.name)
    return {"always": request.standing.always, "ask": None, "never": request.standing.never}[says]


def used(fight: Fight[Any, Any], request: Choose) -> Explanation:
    """The fact that a standing order has answered a request, for those who gave it."""
    assert request.standing is not None  # noqa: S101 - it has just answered
    assert request.to is not None  # noqa: S101 - it belongs to a combatant
    name = request.standing.name
    says = order_of(fight.combatants[request.to], name)
    params: dict[str, Param] = {"who": Ref(request.to), "what": Word(name)}
    code = "core.orders.used_always" if says == "always" else "core.orders.used_never"
    return (Fact(code, params=params, audience=controllers_of(request.to)),)


def standing_orders_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that sets the standing orders of a combatant: an input for each kind of question of the system."""
    return Action(NAME, _resolve, _inputs_of(system), icon="bell", needs_actor=True, interrupts=True)


def _inputs_of(system: AnySystem) -> Any:
    def inputs(fight: Fight[Any, Any], actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
        if actor is None or actor not in fight.combatants:
            return ()
        one = fight.combatants[actor]
        options = tuple(Option(says, Fact(f"core.orders.says.{says}")) for says in SAYS)
        found: tuple[Input, ...] = tuple(
            Choice(
                name,
                name,
                required=False,
                default=order_of(one, name),
                layout="segments",
                fresh=True,
                options=options,
            )
            for name in system.orders(fight, actor)
        )
        if viewer.game_master and len(_alike(fight, one)) > 1:
            found += (Flag(ALIKE, "core.orders.alike", default=not one.controllers, fresh=True),)
        return found

    return inputs


def _alike(fight: Fight[Any, Any], one: Combatant[Any]) -> list[Combatant[Any]]:
    """The combatants of the same name that the same people play, this one among them."""
    return [
        other
        for other in fight.combatants.values()
        if other.called_alike(one) and other.controllers == one.controllers and other.side == one.side
    ]


def _resolve(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
    yield from ()
    assert command.actor is not None  # noqa: S101 - the verb needs its actor
    chosen = fight.combatants[command.actor]
    facts: list[Fact] = []
    for one in _alike(fight, chosen) if command.inputs.get(ALIKE) else [chosen]:
        orders = one.orders
        for name, given in command.inputs.items():
            says = str(given)
            if name == ALIKE or says == order_of(one, name):
                continue
            orders = drop(orders, name) if says == "ask" else put(orders, name, says)
            said: dict[str, Param] = {"says": Word(f"core.orders.says.{says}")}
            said |= {"who": Ref(one.id), "what": Word(name)}
            facts.append(Fact("core.orders.set", params=said, audience=controllers_of(one.id)))
        fight = fight.with_combatant(replace(one, orders=orders))
    return Outcome(fight, tuple(facts))

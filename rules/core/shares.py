"""Points given or taken by hand, to one or several at once: the inputs and the shares, the same in every system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.audience import Viewer
from rules.core.fight import Command
from rules.core.inputs import Allocation, Choice, Number, options_of
from rules.core.people import AnyFight, may_harm, person_options
from rules.core.types import Id

SHARES = {"half": (1, 2), "full": (1, 1), "double": (2, 1)}
"""How much of an amount each takes, as a fraction; halves are rounded down."""

VERBS = ("harm", "heal")


def amount_input() -> Number:
    """How many points, 1 to 999."""
    return Number("amount", "input.amount", minimum=1, maximum=999)


def verb_input(verbs: Sequence[str] = VERBS) -> Choice:
    """Harm, healing, or what else the system has; the first is proposed."""
    options = options_of("verb", verbs)
    return Choice("verb", "input.verb", default=verbs[0], required=False, layout="segments", options=options)


def shares_input(fight: AnyFight, viewer: Viewer) -> Allocation:
    """Who takes which share; players change the points of those they control."""
    options = person_options(may_harm(fight, viewer))
    return Allocation("targets", "input.targets", options=options, shares=options_of("share", tuple(SHARES)))


def shared(fight: AnyFight, command: Command) -> Iterator[tuple[Id, int]]:
    """Each combatant that a command names, in the order of the fight, with its share of the amount."""
    shares = command.inputs["targets"]
    for who in fight.order:
        if who in shares:
            part, whole = SHARES[shares[who]]
            yield who, command.inputs["amount"] * part // whole

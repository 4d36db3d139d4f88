"""The few ways to answer a plain decision, one for each button, with the dice that each leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core import engine, hand
from rules.core.driver import Pending, Unasked, run
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Option
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.system import AnySystem
from rules.core.types import Json

MOST = 5
"""With more options than these a choice is a form."""
MOST_OTHERS = 20
"""How many times others are let come first before the dice of one who is asked."""
REFUSED = "none"
"""The value of an option that lets things be."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to answer."""

    values: Mapping[str, Json]
    """The value of the input that decides; what else the request asks is filled in beside the buttons."""
    label: Fact
    notes: tuple[Fact, ...] = ()
    acts: bool = True
    """Whether something is done this way, rather than let be."""


def ways(request: Choose) -> tuple[Way, ...]:
    """The ways to answer a decision, what is proposed first; empty where it needs a form.

    A decision is plain when it is a yes or no, perhaps with what a yes is done with, or one choice of a few options.
    """
    first, *rest = request.inputs or (None,)
    if isinstance(first, Flag) and all(isinstance(item, Choice) for item in rest):
        yes = Way({first.name: True}, Fact(first.label), (first.note,) if first.note else ())
        return yes, Way({first.name: False}, Fact(first.refusal), acts=False)
    if isinstance(first, Choice) and not rest and 1 < len(first.options) <= MOST:
        if any(option.reason is not None for option in first.options):
            return ()
        found = sorted((_way(first, option) for option in first.options), key=lambda way: not way.acts)
        return tuple(sorted(found, key=lambda way: not (way.acts and way.values[first.name] == first.default)))
    return ()


def _way(item: Choice, option: Option) -> Way:
    return Way({item.name: option.value}, option.label, option.notes, option.value != REFUSED)


def leads_to(system: AnySystem, head: AnyHead, request: Choose, way: Way) -> Dice | None:
    """The dice that the one who is asked throws next when answering this way; None where there are none.

    The rule is run on from the answer without taking it. Others who come first are taken to let be and to roll ones.
    Only viewers who may know the odds of the dice get them.
    """
    head, top = head.resolved(), head.open[-1]
    given = {item.name: item.default for item in request.inputs} | dict(way.values)
    try:
        answers = {**top.answers, request.key: request.check(given)}
        # of who lets be, dice that come after others are for something else
        for _others in range(MOST_OTHERS if way.acts else 1):
            result = run(hand.steps(engine.action(system, top.command.action), head.fight, top.command), answers)
            if not isinstance(result, Pending):
                return None
            if own := [leaf for leaf in result.open if leaf.to == request.to]:
                # of several throws, such as defences against a pack, the one that the question is about
                meant = (None, request.against) if request.against is not None else None
                dice = (leaf for leaf in own if isinstance(leaf, Dice))
                return next((leaf for leaf in dice if meant is None or leaf.against in meant), None)
            first = {leaf.key: said for leaf in result.open if (said := let_be(leaf)) is not None}
            if not first:
                return None
            answers |= first
    except (RuleError, Unasked):
        pass
    return None


def let_be(request: Request) -> Answer | None:
    """The answer of one who comes first and changes nothing; None where there is none."""
    if isinstance(request, Dice):
        return {"faces": [1] * len(request.sides)}
    return request.default if isinstance(request, Choose) else None

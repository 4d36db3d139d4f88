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
from rules.core.requests import Choose, Dice
from rules.core.system import AnySystem
from rules.core.types import Json

MOST = 5
"""With more options than these a choice is a form."""
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
    """The dice that the one who is asked throws next when answering this way; None where others come first.

    The rule is run on from the answer without taking it. The odds of the dice are for whoever may know them.
    """
    top = head.open[-1]
    given = {item.name: item.default for item in request.inputs} | dict(way.values)
    try:
        answers = {**top.answers, request.key: request.check(given)}
        result = run(hand.steps(engine.action(system, top.command.action), head.fight, top.command), answers)
    except (RuleError, Unasked):
        return None
    if not isinstance(result, Pending):
        return None
    own = (leaf for leaf in result.open if isinstance(leaf, Dice) and leaf.to == request.to)
    return next(own, None)

"""Runs a rule with the answers recorded so far and says what it asks next, or what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import GeneratorType
from typing import Generic, TypeVar

from rules.core.requests import Answer, Request, Steps, Together
from rules.core.types import Json

R = TypeVar("R")

CEILING = 500
"""The most requests that one resolution may make: a rule that loops for ever is stopped here."""


class ContractError(AssertionError):
    """A rule broke the contract: asked twice under one key, asked differently on a second run, or never ended."""


class Unasked(ContractError):
    """Recorded answers that the rule does not ask for: it asks differently, or the fight below it has changed."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The rule waits: the request it stands at and the leaves of it that still need an answer."""

    request: Request
    open: tuple[Request, ...]


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """The rule has ended with this result."""

    result: R


def run(steps: Steps[R], answers: Mapping[str, Answer]) -> Pending | Done[R]:
    """Run a rule from its start with the recorded answers.

    Raises RuleError when an answer does not fit its request or the rule refuses, ContractError when the rule asks
    twice under one key, asks more than CEILING times, forgot a `yield from` or leaves a recorded answer unused.
    """
    if not isinstance(steps, GeneratorType):
        raise ContractError(f"a rule is a generator, not {type(steps).__name__}")
    used: set[str] = set()
    try:
        request = next(steps)
        for _ in range(CEILING):
            if not isinstance(request, Request):
                raise ContractError(f"a rule yields requests, not {type(request).__name__}: `yield from` forgotten?")
            leaves = request.leaves()
            keys = [leaf.key for leaf in leaves]
            if not keys:
                raise ContractError(f"nobody is asked: {request.key}")
            if len(set(keys)) != len(keys) or not used.isdisjoint(keys):
                raise ContractError(f"asked twice: {sorted(used.intersection(keys)) or keys}")
            given = {leaf.key: leaf.check(answers[leaf.key]) for leaf in leaves if leaf.key in answers}
            if not given:
                _none_left(answers, used)
                return Pending(request, leaves)
            used.update(given)
            answer: Mapping[str, Json] = given if isinstance(request, Together) else given[request.key]
            request = steps.send(answer)
    except StopIteration as stop:
        _none_left(answers, used)
        if isinstance(stop.value, GeneratorType):
            raise ContractError("a rule returned another rule: `yield from` forgotten") from None
        return Done(stop.value)
    raise ContractError(f"more than {CEILING} requests")


def _none_left(answers: Mapping[str, Answer], used: set[str]) -> None:
    if left := sorted(set(answers) - used):
        raise Unasked(f"answers that nobody asked for: {left}")

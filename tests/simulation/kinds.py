"""The kinds of steps by name, which of them an evening is made of, and how one is taken."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from .evening import Evening, Step

Kind: TypeAlias = Callable[[Evening, Random], str]

KINDS: dict[str, tuple[int, Kind]] = {}
"""By name how often a kind comes, and what it does; it tells in a line what that was."""


def kind(often: int) -> Callable[[Kind], Kind]:
    """Register a kind of step."""

    def registered(does: Kind) -> Kind:
        KINDS[does.__name__] = often, does
        return does

    return registered


def planned(seed: int, number: int) -> list[Step]:
    """The steps of a seed's evening."""
    chance = Random(f"{seed}: plan")
    names, weights = [*KINDS], [often for often, _does in KINDS.values()]
    return [Step(place, chance.choices(names, weights)[0]) for place in range(1, number + 1)]


def take(evening: Evening, step: Step) -> str:
    """Take one step, and let all pages hear of it."""
    chance = evening.chance.of(f"step {step.number}")
    evening.others_acted = False
    evening.chance.pass_time(chance.choice((1, 5, 30)))
    told = KINDS[step.kind][1](evening, chance)
    evening.settle()
    return told

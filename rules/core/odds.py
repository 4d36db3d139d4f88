"""Exact odds of a roll as facts: told before the dice fall, to each reader over what that reader may know.

There are two forms. Against a known number: one fact whose terms are the outcomes, each with its chance. Against a
number that the reader may not know: a small table, one fact for each possible number, each with the same outcomes. A
system computes the chances (`rules.dice`) and chooses outcomes and numbers; forms show the first outcome at once and
the others at a tap.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from rules.core.audience import Audience
from rules.core.facts import Explanation, Fact, Param

Outcomes: TypeAlias = Mapping[str, Fraction]
"""The chance of each outcome by the code of its words, the one that matters most first ("odds.success")."""


def outcomes(chances: Outcomes, *rules: str) -> Explanation:
    """The outcomes as facts that carry their `chance`."""
    return tuple(Fact(code, params={"chance": chance}, rules=rules) for code, chance in chances.items())


def chance_of(outcome: Fact) -> Fraction:
    """The chance of one outcome."""
    chance = outcome.params["chance"]
    if not isinstance(chance, Fraction):
        raise TypeError(f"{outcome.code} has no exact chance")
    return chance


def against(resistance: int | None, chances: Outcomes, *rules: str, audience: Audience) -> Fact:
    """The odds against a number that this audience may know; None: against dice that are still to be rolled."""
    code = "odds.known" if resistance is not None else "odds.opposed"
    params: dict[str, Param] = {"resistance": resistance} if resistance is not None else {}
    return Fact(code, params=params, rules=rules, audience=audience, terms=outcomes(chances, *rules))


def by_resistance(table: Mapping[int, Outcomes], *rules: str, audience: Audience) -> Fact:
    """The odds against each number that the resistance may be, in this order, for readers who may not know it."""
    columns = tuple(
        Fact("odds.against", params={"resistance": resistance}, terms=outcomes(chances, *rules))
        for resistance, chances in table.items()
    )
    return Fact("odds.by_resistance", rules=rules, audience=audience, terms=columns)

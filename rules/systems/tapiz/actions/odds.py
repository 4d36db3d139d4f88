"""Odds told before the dice fall: to the game master exactly, to whoever rolls over what they may know.

A player may not know a foe's resistance or the difficulty that the game master has in mind, so theirs is a table of
resistances that depends on nothing but their own bonus (docs/secrecy.md). (TAP-ROLL-04 to -06, TAP-EFF-01)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from rules.core.audience import GAME_MASTER, Audience, controllers_of
from rules.core.facts import Fact
from rules.core.odds import Outcomes, against, by_resistance
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.tapiz.actions.rolling import Odds, Rolled
from rules.systems.tapiz.odds import (
    Chances,
    Hand,
    chances,
    chances_of_resisting,
    likely_resistances,
    static,
)

RULES = ("TAP-ROLL-04", "TAP-EFF-01")

Likely: TypeAlias = Callable[[Hand], Sequence[int]]
"""The resistances that a table names, by what the roller brings."""


def hand_of(make: Callable[[Odds], Steps[Rolled]]) -> Hand:
    """What a roll would bring, without making it: it is begun, and tells what it brings before its dice fall."""
    found: list[Hand] = []

    def told(own: Hand) -> None:
        found.append(own)

    next(make(told), None)
    return found[0]


def odds_against(
    who: Id,
    resistance: int | None,
    *,
    knows: Audience = GAME_MASTER,
    likely: Likely = likely_resistances,
    shift: int = 0,
    seen: bool = True,
) -> Odds:
    """The odds of a roll of `who` against a resistance that only `knows` may know; None: nobody has named it yet.

    `shift` is added to the effect points of a success; `seen`: whoever rolls knows of it too.
    """
    other = None if resistance is None else static(resistance)
    return lambda own: _told(who, own, other, knows, likely, shift, seen)


def contest(who: Id, own: Hand, other: Hand, *, shift: int = 0, seen: bool = True) -> Fact | None:
    """The odds of a roll against one that will be rolled too: what the other adds is for the game master.

    None where nothing is rolled.
    """
    if not own.rolled and not other.rolled:
        return None
    return _told(who, own, other, GAME_MASTER, likely_resistances, shift, seen)


def odds_of_resisting(who: Id, other: Hand) -> Odds:
    """The odds of a resistance roll against the roll that follows it, whose bonus is for the game master."""
    return lambda own: _resisting(who, own, other)


@lru_cache(maxsize=1024)
def _told(who: Id, own: Hand, other: Hand | None, knows: Audience, likely: Likely, shift: int, seen: bool) -> Fact:
    known = shift if seen else 0
    columns = {number: _outcomes(chances(own, static(number), shift=known)) for number in likely(own)}
    table = by_resistance(columns, *RULES, audience=controllers_of(who))
    if other is None:
        return table
    number = other.bonus if not other.rolled else None
    exact = against(number, _outcomes(chances(own, other, shift=shift)), *RULES, audience=knows)
    # a number that stands already is no chance: without dice of one's own there is nothing to look up
    return replace(exact, otherwise=table if own.rolled else None)


@lru_cache(maxsize=1024)
def _resisting(who: Id, own: Hand, other: Hand) -> Fact:
    columns = {
        number: _outcomes(chances_of_resisting(own, static(number)), resisting=True)
        for number in likely_resistances(own)
    }
    table = by_resistance(columns, "TAP-ROLL-06", audience=controllers_of(who))
    outcome = _outcomes(chances_of_resisting(own, other), resisting=True)
    return replace(against(None, outcome, "TAP-ROLL-06", audience=GAME_MASTER), otherwise=table)


def _outcomes(found: Chances, *, resisting: bool = False) -> Outcomes:
    first = "odds.resists" if resisting else "odds.success"
    return {first: found.success, **{f"odds.{tier}": chance for tier, chance in found.tiers.items()}}

"""How a combatant fares, as every system's cards say it: points as a number, or a word for those who only see."""

from __future__ import annotations

from typing import Any

from rules.core.facts import Fact, Param, Word, fact
from rules.core.fight import Combatant
from rules.core.people import numbers_for


def health_word(points: int, maximum: int, *, down: bool = False) -> str:
    """How a combatant looks from outside: unhurt, hurt (more than half its points), badly_hurt, or down."""
    if down or points <= 0:
        return "down"
    if points >= maximum:
        return "unhurt"
    return "hurt" if 2 * points > maximum else "badly_hurt"


def points_fact(
    one: Combatant[Any],
    code: str,
    points: int,
    maximum: int,
    word: str,
    *,
    rules: tuple[str, ...],
    spoken: str = "",
    **named: Param,
) -> Fact:
    """Points as a number for those who may read it, else as a word for those who may see that.

    spoken: the code under which the word is told; without it nothing is told to others.
    """
    seen = fact(spoken, word=Word(f"health.{word}"), key=word) if spoken and one.shows == "word" else None
    params: dict[str, Param] = {"maximum": maximum, "key": word, **named}
    return Fact(code, points, params, rules, numbers_for(one), otherwise=seen)

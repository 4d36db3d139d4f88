"""How a combatant fares, as every system's cards say it: points as a number, or a word for those who only see."""

from __future__ import annotations

from typing import Any

from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.fight import Combatant
from rules.core.people import numbers_for

SEEN = ("health.", "wear.")
"""What the codes of the words for how a person, and a machine, fares begin with."""


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
    said = Word(f"health.{word}")
    seen = fact(spoken, word=said, key=word) if spoken and one.shows == "word" else None
    params: dict[str, Param] = {"maximum": maximum, "word": said, "key": word, **named}
    return Fact(code, points, params, rules, numbers_for(one), otherwise=seen)


def same_looks(one: Fact, other: Fact) -> bool:
    """Whether two facts of a card are the same, or tell other numbers of a combatant who is as able as before."""
    if one == other:
        return True
    words = [fact.params.get("word") for fact in (one, other)]
    return one.code == other.code and all(
        isinstance(word, Word) and word.code.startswith(SEEN) and not word.code.endswith(".down") for word in words
    )


def seen_health(facts: Explanation) -> Fact | None:
    """The word for how a combatant fares, from the facts of a card that a viewer may know; None where none tells."""
    words = (one.params.get("word") for one in facts)
    return next((Fact(word.code) for word in words if isinstance(word, Word) and word.code.startswith(SEEN)), None)

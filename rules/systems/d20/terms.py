"""What a number is made of: named terms with their rules, and terms as facts.

Rules: D20C-HOUSE-10.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.core.audience import Audience
from rules.core.facts import Explanation, Fact


@dataclass(frozen=True)
class Term:
    """One part of a sum: what it is, how much, and the rules that put it there."""

    name: str
    value: int
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Bonus:
    """A bonus or penalty with its type; None is untyped."""

    value: int
    kind: str | None = None


def total(terms: Iterable[Term]) -> int:
    """Add up terms (D20C-HOUSE-10)."""
    return sum(term.value for term in terms)


def stacked(bonuses: Sequence[Bonus]) -> int:
    """Add up bonuses and penalties: of one named type only the highest bonus counts.

    Dodge bonuses, untyped ones and penalties all count (D20C-DEF-09, D20C-HOUSE-10, D20C-COV-05).
    """
    highest: dict[str, int] = {}
    adding = 0
    for bonus in bonuses:
        if bonus.kind is None or bonus.kind == "dodge" or bonus.value < 0:
            adding += bonus.value
        else:
            highest[bonus.kind] = max(highest.get(bonus.kind, 0), bonus.value)
    return adding + sum(highest.values())


def facts_of(terms: Iterable[Term]) -> Explanation:
    """Terms as facts."""
    return tuple(Fact(f"term.{term.name}", value=term.value, rules=term.rules) for term in terms)


def die_term(face: int, rules: tuple[str, ...], audience: Audience) -> Fact:
    """The die of a roll, as a term that shows it."""
    return Fact("term.die", value=face, params={"faces": str(face)}, rules=rules, audience=audience)

"""Terms and dice as facts."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.audience import Audience
from rules.core.facts import Explanation, Fact
from rules.systems.d20.terms import Term


def facts_of(terms: Iterable[Term]) -> Explanation:
    """Terms as facts."""
    return tuple(Fact(f"term.{term.name}", value=term.value, rules=term.rules) for term in terms)


def die_term(face: int, rules: tuple[str, ...], audience: Audience) -> Fact:
    """The die of a roll, as a term that shows it."""
    return Fact("term.die", value=face, params={"faces": str(face)}, rules=rules, audience=audience)

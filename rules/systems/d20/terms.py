"""What a number is made of: named terms with their rules, and terms as facts.

Rules: D20C-HOUSE-10.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules.core.audience import TABLE, Audience
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.quick import quick

SAID = "said:"
"""The beginning of the name of a term that was added by hand; its reason follows."""


@quick
@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum: what it is, how much, and the rules that put it there."""

    name: str
    value: int
    rules: tuple[str, ...]


def total(terms: Iterable[Term]) -> int:
    """Add up terms (D20C-HOUSE-10)."""
    return sum(term.value for term in terms)


def facts_of(terms: Iterable[Term], audience: Audience = TABLE) -> Explanation:
    """Terms as facts for an audience; a modifier added by hand carries its reason."""
    return tuple([_fact_of(term, audience) for term in terms])


# an attack tells a dozen, mostly the same as the attack before
@lru_cache(maxsize=1024)
def _fact_of(term: Term, audience: Audience) -> Fact:
    if not term.name.startswith(SAID):
        return Fact(f"term.{term.name}", value=term.value, rules=term.rules, audience=audience)
    reason: str | Word = term.name.removeprefix(SAID) or Word("term.other")
    return fact("term.said", term.value, reason=reason, rules=term.rules, audience=audience)


def die_term(face: int, rules: tuple[str, ...], audience: Audience) -> Fact:
    """The die of a roll, as a term that shows it."""
    return fact("term.die", face, faces=str(face), rules=rules, audience=audience)

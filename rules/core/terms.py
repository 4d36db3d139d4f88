"""Terms that explain a roll in every system: the dice that fell, and the number to reach."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.audience import TABLE, Audience
from rules.core.facts import Fact, fact
from rules.core.types import Id


def faces_of(dice: Sequence[int]) -> str:
    """The faces of some dice in one line, as words name them."""
    return " ".join(map(str, dice))


def thrown(dice: Sequence[int], *rules: str, value: int | None = None, audience: Audience = TABLE) -> Fact:
    """The dice of a roll as a term, with their sum unless they come to another value."""
    total = sum(dice) if value is None else value
    return fact("term.thrown", total, rules=rules, audience=audience, faces=faces_of(dice))


def reach(number: int, *rules: str, audience: Audience = TABLE, terms: tuple[Fact, ...] = ()) -> Fact:
    """The number that a roll has to reach, with what makes it up; it adds nothing to the total."""
    return fact("reach.number", rules=rules, audience=audience, terms=terms, number=number)


def fell(dice: Sequence[int], *rules: str, audience: Audience = TABLE) -> Fact:
    """Dice that are read in a table, or compared, and not added to anything, as a term."""
    return fact("term.thrown", rules=rules, audience=audience, faces=faces_of(dice))


def beat(number: int, other: Id, *rules: str, audience: Audience = TABLE, ties: bool = False) -> Fact:
    """The total of another that a roll has to beat, or to equal (ties); it adds nothing to the total."""
    if ties:
        return fact("reach.equal_other", rules=rules, audience=audience, other=other, number=number)
    return fact("reach.other", rules=rules, audience=audience, other=other, number=number)

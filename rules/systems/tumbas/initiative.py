"""Who acts when in a round: those who hurry, the other standard actions, melee (TUMS-CMB-07 to -10, TUM-HOUSE-28)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.errors import Missing
from rules.systems.tumbas.rolls import AttributeTest
from rules.systems.tumbas.time import ActionType, check_hurry, known_action_type


@dataclass(frozen=True)
class Declared:
    """One declared action, as far as it bears on the order."""

    id: str
    action_type: ActionType
    hurried: bool = False


def hurrying(declared: Sequence[Declared]) -> tuple[str, ...]:
    """Return those who hurry, in the order declared; two or more have to roll (TUMS-CMB-08, TUMS-CMB-09).

    Raises UnknownValue for another type of action, NotAllowed for a hurried melee action.
    """
    for one in declared:
        known_action_type(one.action_type)
    for one in declared:
        check_hurry(one.action_type, hurried=one.hurried)
    return tuple(one.id for one in declared if one.hurried)


def resolution_order(
    declared: Sequence[Declared], tests: Mapping[str, AttributeTest] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Order the declared actions of a round in groups that act at the same time (TUMS-CMB-07 to -10, TUM-HOUSE-28).

    `tests`: the opposed Agility tests of those who hurry, needed when there are two or more.
    """
    hurried = hurrying(declared)
    standard = tuple(one.id for one in declared if one.action_type == "standard" and not one.hurried)
    melee = tuple(one.id for one in declared if one.action_type == "melee")
    return tuple(group for group in (*hurry_groups(hurried, tests or {}), standard, melee) if group)


def hurry_groups(hurried: Sequence[str], tests: Mapping[str, AttributeTest]) -> tuple[tuple[str, ...], ...]:
    """Order those who hurry: equal totals together, all snake eyes together after the others (TUM-HOUSE-28)."""
    if len(hurried) < 2:
        return (tuple(hurried),)
    if any(who not in tests for who in hurried):
        raise Missing("tumbas.hurry.untested", field="tests")
    ranks = {who: None if tests[who].automatic_failure else tests[who].total for who in hurried}
    totals = sorted({rank for rank in ranks.values() if rank is not None}, reverse=True)
    return tuple(tuple(who for who in hurried if ranks[who] == total) for total in (*totals, None))

"""Opposed tests: everybody rolls, the highest total wins (TUM-OPP-01 to -03, TUM-HOUSE-15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, one_of
from rules.systems.tumbas.rolls import AttributeTest, pluses_over

TieRule = Literal["no_one", "prolonged", "repeat"]
Status = Literal["won", "no_one", "prolonged", "repeat"]

TIE_RULES: tuple[TieRule, ...] = get_args(TieRule)

DEFAULT_TIE_RULE: TieRule = "no_one"
"""What is preselected when a test ties (TUM-HOUSE-29)."""


@dataclass(frozen=True)
class Contest:
    """What came of an opposed test: ids are in the order of the participants."""

    totals: Mapping[str, int]
    automatic_failures: tuple[str, ...]
    winner: str | None
    status: Status
    fumbles: tuple[str, ...]
    pluses: int


def known_tie_rule(tie_rule: TieRule) -> TieRule:
    """Return what becomes of a tie, or refuse it as unknown (TUM-OPP-02)."""
    return one_of(tie_rule, TIE_RULES, "tumbas.tie_rule.unknown", field="tie_rule")


def check_participants(count: int) -> None:
    """Refuse a contest of fewer than two (TUM-OPP-01)."""
    if count < 2:
        raise Missing("tumbas.opposed.alone", field="participants", params={"count": count})


def best_of(tests: Mapping[str, AttributeTest]) -> tuple[str, ...]:
    """Return those with the highest total, without snake eyes; several tie, none when all have snake eyes."""
    standing = {who: test.total for who, test in tests.items() if not test.automatic_failure}
    return tuple(who for who, total in standing.items() if total == max(standing.values()))


def margin_pluses(tests: Mapping[str, AttributeTest], winner: str) -> int:
    """Return the pluses of a winner over the best total of all others, snake eyes included (TUM-HOUSE-15)."""
    return pluses_over(tests[winner].total, max(test.total for who, test in tests.items() if who != winner))


def opposed_test(tests: Mapping[str, AttributeTest], tie_rule: TieRule = DEFAULT_TIE_RULE) -> Contest:
    """Compare the tests of two or more; `tests` in the order of the participants (TUM-OPP-01 to -03, TUM-HOUSE-15).

    Raises Missing for fewer than two and UnknownValue for another tie rule.
    """
    check_participants(len(tests))
    known_tie_rule(tie_rule)
    best = best_of(tests)
    winner = best[0] if len(best) == 1 else None
    status: Status = "won" if winner is not None else tie_rule if best else "no_one"
    undecided = () if winner is None and status == "no_one" else best
    return Contest(
        totals={who: test.total for who, test in tests.items()},
        automatic_failures=tuple(who for who, test in tests.items() if test.automatic_failure),
        winner=winner,
        status=status,
        fumbles=tuple(who for who, test in tests.items() if test.doubles and who not in undecided),
        pluses=margin_pluses(tests, winner) if winner is not None else 0,
    )

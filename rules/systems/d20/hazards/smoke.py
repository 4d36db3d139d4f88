"""Thick smoke (D20H-SMOKE-01 to -03)."""

from dataclasses import dataclass

from rules.core.errors import at_least
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount
from rules.systems.d20.rolls import check, roll_amount

SMOKE = "smoke"
"""The timer of whoever is in it."""

SMOKE_DC = 10
SMOKE_DAMAGE = Amount(1, 6)

MISS_CHANCE_PERCENT = 20
"""Half concealment of everybody inside (D20H-SMOKE-03)."""


@dataclass(frozen=True)
class SmokeRound:
    """One round in smoke; choking: it is lost."""

    dc: int
    success: bool
    choking: bool
    damage: int
    hp: int
    miss_chance_percent: int


def smoke_round(
    constitution_modifier: int, previous_checks: int, choking_previous_round: bool, hp: int
) -> Throws[SmokeRound]:
    """Breathe smoke for a round (D20H-SMOKE-01 to -03, D20H-HOUSE-13).

    previous_checks: 0 or more. Rolls a Constitution check (d20), and damage (d6) in every choking round after another.
    Raises OutOfRange.
    """
    at_least(previous_checks, 0, "d20.checks.negative", field="previous_checks")
    tried = yield from check("constitution", constitution_modifier, SMOKE_DC + previous_checks)
    choking = not tried.success
    damage = (yield from roll_amount("damage", SMOKE_DAMAGE)) if choking and choking_previous_round else 0
    return SmokeRound(tried.needed, tried.success, choking, damage, hp - damage, MISS_CHANCE_PERCENT)

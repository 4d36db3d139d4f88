"""Holding one's breath and suffocating (D20H-AIR-01 to -03, D20H-STRG-05, D20H-STRG-06)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import at_least, within
from rules.core.throws import Throws
from rules.systems.d20.abilities import checked_score
from rules.systems.d20.hit_points import DEAD_AT, State, state_by_hit_points
from rules.systems.d20.rolls import check

BreathPhase = Literal["holding", "suffocating", "unconscious", "dying", "dead", "free"]

BREATH_DC = 10
"""DC of the first check to hold on; one more each round (D20H-AIR-02)."""


@dataclass(frozen=True)
class SuffocationRound:
    """A round after the breath was lost: the phase, and the hit points it falls to."""

    phase: BreathPhase
    falls_to: int


SUFFOCATION: Mapping[int, SuffocationRound] = {
    1: SuffocationRound("unconscious", 0),
    2: SuffocationRound("dying", -1),
    3: SuffocationRound("dead", DEAD_AT),
}
"""The rounds after the failed check (D20H-AIR-03)."""


@dataclass(frozen=True)
class Breath:
    """One round without air; the phase is kept apart from the state that hit points come to."""

    phase: BreathPhase
    check_due: bool
    dc: int | None
    success: bool | None
    hp: int


def breath_round(
    constitution: int,
    constitution_modifier: int,
    round_number: int,
    hp: int,
    *,
    rounds_since_failure: int | None = None,
    freed: bool = False,
) -> Throws[Breath]:
    """Spend a round without air, or get air again (D20H-AIR-01 to -03, D20H-STRG-05, -06, D20H-HOUSE-17).

    round_number: rounds without air, this one included, 1 or more. rounds_since_failure: 1..3, None while no check has
    failed. Rolls a Constitution check (d20) from the round on that is beyond the Constitution score. Raises OutOfRange.
    """
    checked_score(constitution, "constitution", least=0)
    at_least(round_number, 1, "d20.round.too_low", field="round")
    if rounds_since_failure is not None:
        within(rounds_since_failure, 1, len(SUFFOCATION), "d20.breath.rounds_since", field="rounds_since_failure")
    if freed:
        return Breath("free", False, None, None, hp)
    if rounds_since_failure is not None:
        step = SUFFOCATION[rounds_since_failure]
        return Breath(step.phase, False, None, None, min(hp, step.falls_to))
    if round_number <= constitution:
        return Breath("holding", False, None, None, hp)
    tried = yield from check("constitution", constitution_modifier, BREATH_DC + round_number - constitution - 1)
    return Breath("holding" if tried.success else "suffocating", True, tried.needed, tried.success, hp)


def state_with_air_again(hp: int) -> State:
    """Read the state on the turn after air came back: at 0 awake and disabled, below dying (D20H-HOUSE-17)."""
    return state_by_hit_points(hp)

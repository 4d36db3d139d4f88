"""Concealment and its miss chance (D20C-CON-03 to -06, D20C-HOUSE-08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.core.throws import Throws, throw_one
from rules.dice import PERCENTILE

Concealment = Literal["quarter", "half", "three_quarters", "nine_tenths", "total"]

CONCEALMENTS: tuple[Concealment, ...] = get_args(Concealment)

MISS_CHANCES: Mapping[Concealment, int] = {
    "quarter": 10,
    "half": 20,
    "three_quarters": 30,
    "nine_tenths": 40,
    "total": 50,
}
"""In percent by degree (D20C-CON-03)."""


@dataclass(frozen=True)
class MissChance:
    """Percent to miss, and whether the place has to be guessed first (D20C-CON-06)."""

    miss_chance: int
    must_guess_location: bool


def miss_chance(conditions: Sequence[Concealment]) -> MissChance:
    """Return the highest miss chance of all conditions; they do not add up (D20C-CON-03, D20C-CON-05, D20C-CON-06)."""
    chances = [
        MISS_CHANCES[one_of(condition, CONCEALMENTS, "d20.concealment.unknown", field="conditions")]
        for condition in conditions
    ]
    return MissChance(max(chances, default=0), "total" in conditions)


def needs_roll(chance: MissChance, *, attack_hit: bool) -> bool:
    """Say whether the percentile roll is made at all: only after a hit (D20C-CON-04)."""
    return attack_hit and chance.miss_chance > 0


def hits_concealed(chance: MissChance, *, attack_hit: bool) -> Throws[bool]:
    """Say whether an attack hits in spite of concealment; one percentile roll if `needs_roll` (D20C-CON-04).

    A roll equal to or below the miss chance misses (D20C-HOUSE-08).
    """
    if not needs_roll(chance, attack_hit=attack_hit):
        return attack_hit
    return (yield from throw_one("miss_chance", PERCENTILE)) > chance.miss_chance

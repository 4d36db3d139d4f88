"""Exact odds of a test against 10, exploding sixes and all (TUM-TEST-04, TUM-EXPL-01 to -03, TUM-PLUS-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from rules.systems.tumbas.dice import POINTS_PER_PLUS, SIDES, TARGET, Pool, counted_dice


@dataclass(frozen=True)
class Chances:
    """The chances of a test: to succeed, to bring at least one plus, to be a fumble."""

    success: Fraction
    plus: Fraction
    fumble: Fraction


@cache
def counted_ways(pool: Pool, *, all_explode: bool = False) -> Mapping[tuple[int, int, int], int]:
    """Return in how many ways each pair of dice may be the pair that counts, with how many sixes that explode.

    all_explode: sixes that do not count explode too. (TUM-DICE-02, TUM-DICE-03, TUM-EXPL-03)
    """
    ways: dict[tuple[int, int, int], int] = {}
    for faces in product(range(1, SIDES + 1), repeat=pool.size):
        pair = counted_dice(pool, faces)
        found = (*pair, (faces if all_explode else pair).count(SIDES))
        ways[found] = ways.get(found, 0) + 1
    return dict(sorted(ways.items()))


@cache
def exploding_at_least(sixes: int, points: int) -> Fraction:
    """Return the chance that the dice of some counted sixes add at least these points (TUM-EXPL-01)."""
    if points <= 0:
        return Fraction(1)
    if not sixes:
        return Fraction(0)
    ends = sum((exploding_at_least(sixes - 1, points - face) for face in range(1, SIDES)), Fraction(0))
    return (ends + exploding_at_least(sixes, points - SIDES)) / SIDES


@cache
def chances(pool: Pool, attribute: int, *, all_explode: bool = False) -> Chances:
    """Return the chances of a test with these dice and this attribute (TUM-TEST-04, TUM-SNAKE-01, TUM-FUMB-01)."""
    success = plus = fumble = Fraction(0)
    for (lower, higher, sixes), ways in counted_ways(pool, all_explode=all_explode).items():
        weight = Fraction(ways, SIDES**pool.size)
        shown = lower + higher + attribute
        hit = Fraction(0) if higher == 1 else exploding_at_least(sixes, TARGET - shown)
        success += weight * hit
        if higher > 1:
            plus += weight * exploding_at_least(sixes, TARGET + POINTS_PER_PLUS - shown)
        if lower == higher:
            fumble += weight * (1 - hit)
    return Chances(success, plus, fumble)

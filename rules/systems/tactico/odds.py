"""The chances of two dice and of skill rolls, in throws out of 36 (TAC-PROB-01 to -03)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from rules.dice import chance_ahead, distribution
from rules.systems.tactico.dice import SKILL_DICE

WAYS = distribution(SKILL_DICE)
"""Throws that give each result, 2 to 12 (TAC-PROB-01, TAC-PROB-02)."""

THROWS = prod(SKILL_DICE)

LOWEST, HIGHEST = min(WAYS), max(WAYS)


@cache
def chances(added: int, number: int) -> Mapping[str, Fraction]:
    """Return the chances of a roll with this sum added against a number, by the codes of their words.

    It fails on the double 1 and succeeds on the double 6 whatever is added (TAC-PROB-03).
    """
    reaching = sum(ways for total, ways in WAYS.items() if LOWEST < total < HIGHEST and total + added >= number)
    return {
        "odds.success": Fraction(reaching + WAYS[HIGHEST], THROWS),
        "odds.critical": Fraction(WAYS[HIGHEST], THROWS),
        "odds.automatic_failure": Fraction(WAYS[LOWEST], THROWS),
    }


@cache
def opposed_chance(own: int, other: int, *, ties: bool = False, doubles: bool = False) -> Fraction:
    """Return the chance that one roll wins over another, from what each adds to its dice (TAC-OPP-01, TAC-HOUSE-07).

    ties: equal totals are enough. doubles: a double 6 wins and a double 1 loses, unless both have the same.
    """
    if not doubles:
        return chance_ahead(WAYS, WAYS, other - own + (0 if ties else 1))
    rank = {LOWEST: -1, HIGHEST: 1}
    won = 0
    for (mine, ways), (theirs, their_ways) in product(WAYS.items(), WAYS.items()):
        ahead = rank.get(mine, 0) - rank.get(theirs, 0) or mine + own - theirs - other
        won += ways * their_ways * (ahead > 0 or (ties and ahead == 0))
    return Fraction(won, THROWS**2)

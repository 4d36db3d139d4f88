"""The chances of two dice and of skill rolls, in throws out of 36 (TAC-PROB-01 to -03)."""

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from rules.dice import chance_ahead, distribution
from rules.systems.tactico.dice import SKILL_DICE

WAYS = distribution(SKILL_DICE)
"""Throws that give each result, 2 to 12 (TAC-PROB-01, TAC-PROB-02)."""

THROWS = prod(SKILL_DICE)

LOWEST, HIGHEST = min(WAYS), max(WAYS)


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


def opposed_chance(own: int, other: int) -> Fraction:
    """Return the chance that one roll is above another, from what each adds to its dice (TAC-OPP-01, TAC-HOUSE-07)."""
    return chance_ahead(WAYS, WAYS, other - own + 1)

"""Chances of two dice and of a skill roll, in throws out of 36 (TAC-PROB-01 to -03)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from rules.core.errors import within
from rules.dice import chance_ahead, distribution
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.rolls import Competence, Difficulty, check_competence, known_difficulty, number_to_reach

WAYS = distribution(SKILL_DICE)
"""Throws that give each result, 2 to 12 (TAC-PROB-02)."""

THROWS = prod(SKILL_DICE)

LOWEST, HIGHEST = min(WAYS), max(WAYS)


@dataclass(frozen=True)
class ResultOdds:
    """The chances of one result of two dice, and of that result or more."""

    printed_percent: int
    printed_percent_at_least: int
    ways_of_36: int
    ways_at_least_of_36: int


@dataclass(frozen=True)
class SuccessChance:
    """The number that a roll must reach and the throws that succeed, 1 to 35."""

    number_to_reach: int
    favourable_of_36: int


def percent(ways: int) -> int:
    """Return throws out of 36 as a whole percentage, rounded to the nearest (TAC-PROB-01, TAC-PROB-02)."""
    return round(Fraction(100 * ways, THROWS))


def result_odds(result: int) -> ResultOdds:
    """Return the row of the table of two dice for a result from 2 to 12 (TAC-PROB-01, TAC-PROB-02)."""
    within(result, LOWEST, HIGHEST, "tactico.odds.result", field="result")
    exactly = WAYS[result]
    at_least = sum(ways for total, ways in WAYS.items() if total >= result)
    return ResultOdds(percent(exactly), percent(at_least), exactly, at_least)


def success_chance(competence: Competence, difficulty: Difficulty, *, difficulty_modifier: int = 0) -> SuccessChance:
    """Count the throws with which a skill roll succeeds: never the double 1, always the double 6 (TAC-PROB-03)."""
    known_difficulty(difficulty)
    check_competence(competence)
    number = number_to_reach(difficulty, competence.skill, difficulty_modifier)
    least = number - competence.sum
    reaching = sum(ways for total, ways in WAYS.items() if LOWEST < total < HIGHEST and total >= least)
    return SuccessChance(number, reaching + WAYS[HIGHEST])


def chances(added: int, number: int) -> Mapping[str, Fraction]:
    """Return the chances of a roll that adds so much against a number, by the codes of their words (TAC-PROB-03)."""
    reaching = sum(ways for total, ways in WAYS.items() if LOWEST < total < HIGHEST and total + added >= number)
    return {
        "odds.success": Fraction(reaching + WAYS[HIGHEST], THROWS),
        "odds.critical": Fraction(WAYS[HIGHEST], THROWS),
        "odds.automatic_failure": Fraction(WAYS[LOWEST], THROWS),
    }


def opposed_chance(own: int, other: int) -> Fraction:
    """Return the chance that one roll is above another, from what each adds to its dice (TAC-OPP-01, TAC-HOUSE-07)."""
    return chance_ahead(WAYS, WAYS, other - own + 1)

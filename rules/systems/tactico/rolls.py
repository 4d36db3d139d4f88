"""Skill rolls: totals, difficulties, the two doubles, and opposed rolls (TAC-ROLL, TAC-DIFF, TAC-OPP)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.quick import quick
from rules.core.throws import ACTOR, TARGET, Dice, Throw, Throws, decide, known, throw
from rules.systems.tactico.dice import SKILL_DICE, Double, double_of

Difficulty = Literal["routine", "average", "complicated", "very_hard", "near_impossible"]
RollOutcome = Literal["automatic_failure", "failure", "success", "critical_success"]
Winner = Literal["a", "b", "none"]

DIFFICULTIES: Mapping[Difficulty, int] = {
    "routine": 10,
    "average": 15,
    "complicated": 20,
    "very_hard": 25,
    "near_impossible": 30,
}
"""Number to reach of each difficulty, easiest first (TAC-DIFF-01)."""

DIFFICULTY_STEP = 5
"""What one step adds, also above the last difficulty (TAC-DIFF-03, TAC-HOUSE-06)."""

OUTCOMES: tuple[RollOutcome, ...] = get_args(RollOutcome)
SUCCESSES: tuple[RollOutcome, ...] = ("success", "critical_success")


@quick
@dataclass(frozen=True, slots=True)
class Competence:
    """What is added to the two dice of a roll."""

    characteristic: int
    skill: int
    """0 is untrained."""
    modifier: int = 0

    @property
    def sum(self) -> int:
        """All that is added to the dice (TAC-ROLL-04)."""
        return self.characteristic + self.skill + self.modifier


@dataclass(frozen=True)
class RollTotal:
    """Two dice with all that is added."""

    total: int
    double: Double
    faces: tuple[int, ...]


@dataclass(frozen=True)
class SkillRoll:
    """A roll against a number."""

    number_to_reach: int
    total: int
    margin: int
    """The total less the number; it does not overrule a double."""
    outcome: RollOutcome
    success: bool
    rolled: RollTotal


@dataclass(frozen=True)
class OpposedRoll:
    """Two totals compared; their doubles decide nothing and are shown to the game master."""

    a: RollTotal
    b: RollTotal
    winner: Winner


def known_difficulty(difficulty: Difficulty) -> Difficulty:
    """Return the difficulty, or refuse it as unknown (TAC-DIFF-01)."""
    return one_of(difficulty, DIFFICULTIES, "tactico.difficulty.unknown", field="difficulty")


def check_competence(competence: Competence) -> Competence:
    """Return the competence, or raise OutOfRange for a characteristic or skill below 0."""
    at_least(competence.characteristic, 0, "tactico.characteristic.negative", field="characteristic")
    at_least(competence.skill, 0, "tactico.skill.negative", field="skill")
    return competence


def number_to_reach(difficulty: Difficulty, skill: int, modifier: int = 0) -> int:
    """Return the number of a difficulty, a step harder for skill 0 (TAC-DIFF-01, TAC-DIFF-03, TAC-HOUSE-06)."""
    number = DIFFICULTIES[known_difficulty(difficulty)]
    at_least(skill, 0, "tactico.skill.negative", field="skill")
    return number + (0 if skill else DIFFICULTY_STEP) + modifier


def roll_total(competence: Competence, faces: Sequence[int]) -> RollTotal:
    """Add characteristic, skill, modifiers and two dice (TAC-ROLL-03, TAC-ROLL-04)."""
    check_competence(competence)
    return RollTotal(competence.sum + sum(faces), double_of(faces), tuple(faces))


def outcome_of(roll: RollTotal, number: int) -> RollOutcome:
    """Compare a total with a number; a double 1 or 6 decides alone, before it (TAC-ROLL-05 to -07)."""
    if roll.double == "double_1":
        return "automatic_failure"
    if roll.double == "double_6":
        return "critical_success"
    return "success" if roll.total >= number else "failure"


def against(roll: RollTotal, number: int) -> SkillRoll:
    """Compare a roll that was made already with a number (TAC-ROLL-05 to -07)."""
    outcome = outcome_of(roll, number)
    return SkillRoll(number, roll.total, roll.total - number, outcome, outcome in SUCCESSES, roll)


def winner_of(a_total: int, b_total: int) -> Winner:
    """Return whose total is higher; with equal totals nobody wins (TAC-OPP-01, TAC-HOUSE-07)."""
    if a_total == b_total:
        return "none"
    return "a" if a_total > b_total else "b"


def met(one: RollTotal, other: RollTotal, *, doubles: bool) -> Winner:
    """Return who wins where two rolls meet; a double decides first only where the table reads it so (TAC-OPP-01).

    doubles: a double 6 wins and a double 1 loses, unless both have the same (TAC-ROLL-06, TAC-ROLL-07).
    """
    rank = {"double_1": -1, "double_6": 1}
    mine, theirs = (rank.get(roll.double, 0) if doubles else 0 for roll in (one, other))
    return winner_of(mine, theirs) if mine != theirs else winner_of(one.total, other.total)


def two_dice(competence: Competence, purpose: str, roller: str = ACTOR, needed: int | None = None) -> Dice:
    """Return the two dice of a skill roll as they are asked for (TAC-ROLL-03)."""
    check_competence(competence)
    return tuple(Throw(purpose, sides, roller, competence.sum, needed) for sides in SKILL_DICE)


def check(competence: Competence, number: int, purpose: str = "test") -> Throws[SkillRoll]:
    """Make a skill roll against a number (TAC-ROLL-03 to -07)."""
    faces = yield from throw(*two_dice(competence, purpose, needed=number))
    result = against(roll_total(competence, faces), number)
    yield from known("check", result)
    return result


def skill_check(competence: Competence, difficulty: Difficulty, purpose: str = "test") -> Throws[SkillRoll]:
    """Make a skill roll against a difficulty (TAC-ROLL-03 to -07, TAC-DIFF-01, TAC-DIFF-03, TAC-HOUSE-06)."""
    known_difficulty(difficulty)
    check_competence(competence)
    yield from known("difficulty", difficulty)
    return (yield from check(competence, number_to_reach(difficulty, competence.skill), purpose))


def compared(
    a: Competence, b: Competence, purpose: str = "test", b_purpose: str = "test", *, doubles: bool = False
) -> Throws[OpposedRoll]:
    """Let two totals meet: no difficulty, no step for skill 0 (TAC-OPP-01, TAC-HOUSE-07).

    doubles: they decide, as some tables read it; else they are only shown.
    """
    dice = (*two_dice(a, purpose), *two_dice(b, b_purpose, TARGET))
    faces = yield from throw(*dice)
    one, other = roll_total(a, faces[:2]), roll_total(b, faces[2:])
    result = OpposedRoll(one, other, met(one, other, doubles=doubles))
    yield from known("compared", result)
    return result


def opposed_roll(a: Competence, *, doubles: bool = False) -> Throws[OpposedRoll]:
    """Roll against another's own roll; they choose with what they meet it (TAC-OPP-01, TAC-HOUSE-07).

    The choice `how` is the Competence of the other.
    """
    check_competence(a)
    b: Competence = yield from decide("how", TARGET)
    return (yield from compared(a, b, doubles=doubles))

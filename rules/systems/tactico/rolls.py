"""Skill rolls: totals, difficulties, the two doubles, and opposed rolls (TAC-ROLL, TAC-DIFF, TAC-OPP)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.tactico.dice import Double, double_of, throw

Difficulty = Literal["routine", "average", "complicated", "very_hard", "near_impossible"]
Outcome = Literal["automatic_failure", "failure", "success", "critical_success"]
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

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
SUCCESSES: tuple[Outcome, ...] = ("success", "critical_success")


@dataclass(frozen=True)
class Competence:
    """What somebody adds to two dice: characteristic, skill (0 is untrained) and further modifiers."""

    characteristic: int
    skill: int
    modifier: int = 0

    @property
    def sum(self) -> int:
        """All that is added to the dice (TAC-ROLL-04)."""
        return self.characteristic + self.skill + self.modifier


@dataclass(frozen=True)
class RollTotal:
    """Two dice with all that is added, and whether they show a double that counts."""

    total: int
    double: Double


@dataclass(frozen=True)
class SkillRoll:
    """A roll against a number; the margin is total less number and does not overrule a double."""

    number_to_reach: int
    total: int
    margin: int
    outcome: Outcome
    success: bool


@dataclass(frozen=True)
class OpposedRoll:
    """Two totals compared; the doubles are only shown to the DJ."""

    a_total: int
    b_total: int
    winner: Winner
    a_flag: Double
    b_flag: Double


def known_difficulty(difficulty: Difficulty) -> Difficulty:
    """Return the difficulty, or refuse it as unknown (TAC-DIFF-01)."""
    return one_of(difficulty, DIFFICULTIES, "tactico.difficulty.unknown", field="difficulty")


def check_competence(competence: Competence) -> Competence:
    """Return the competence, or refuse a characteristic or skill below 0 as out of range."""
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
    return RollTotal(competence.sum + throw(faces), double_of(faces))


def outcome_of(roll: RollTotal, number: int) -> Outcome:
    """Compare a total with a number; a double 1 or 6 decides alone, before it (TAC-ROLL-05 to -07)."""
    if roll.double == "double_1":
        return "automatic_failure"
    if roll.double == "double_6":
        return "critical_success"
    return "success" if roll.total >= number else "failure"


def against(roll: RollTotal, number: int) -> SkillRoll:
    """Compare a roll that was made already with a number (TAC-ROLL-05 to -07)."""
    outcome = outcome_of(roll, number)
    return SkillRoll(number, roll.total, roll.total - number, outcome, outcome in SUCCESSES)


def skill_roll(
    competence: Competence, difficulty: Difficulty, faces: Sequence[int], *, difficulty_modifier: int = 0
) -> SkillRoll:
    """Make a skill roll against a difficulty (TAC-ROLL-03 to -07, TAC-DIFF-01, TAC-DIFF-03, TAC-HOUSE-06)."""
    known_difficulty(difficulty)
    check_competence(competence)
    number = number_to_reach(difficulty, competence.skill, difficulty_modifier)
    return against(roll_total(competence, faces), number)


def winner_of(a_total: int, b_total: int) -> Winner:
    """Say whose total is higher; with equal totals nobody wins (TAC-OPP-01, TAC-HOUSE-07)."""
    if a_total == b_total:
        return "none"
    return "a" if a_total > b_total else "b"


def opposed_roll(a: Competence, b: Competence, a_faces: Sequence[int], b_faces: Sequence[int]) -> OpposedRoll:
    """Let two totals meet without difficulty, skill-0 step or deciding doubles (TAC-OPP-01, TAC-HOUSE-07)."""
    check_competence(a)
    check_competence(b)
    one, other = roll_total(a, a_faces), roll_total(b, b_faces)
    return OpposedRoll(one.total, other.total, winner_of(one.total, other.total), one.double, other.double)

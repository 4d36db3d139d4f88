"""How a rule gets its dice: it says which fall now, what for and by whom, and is sent their faces.

Such a rule is a generator. What falls next may depend on what fell before: damage only after a failed save. With faces
that are known `resolved` carries it out; at the table `asking.asked` does.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar, get_args

from rules.core.errors import Missing, OutOfRange
from rules.systems.d20.dice import D20

R = TypeVar("R")

Purpose = Literal[
    "attack",
    "confirm",
    "touch",
    "damage",
    "extra_damage",
    "miss_chance",
    "struck",
    "scatter",
    "initiative",
    "tie",
    "fortitude",
    "reflex",
    "will",
    "save",
    "strength",
    "constitution",
    "grapple",
    "trip",
    "counter_trip",
    "disarm",
    "counter_disarm",
    "demolitions",
    "escape_artist",
    "repair",
    "survival",
    "treat_injury",
    "tumble",
    "poison_risk",
    "incubation",
    "duration",
    "restored",
]

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
"""All that dice are thrown for."""

ACTOR = "actor"
"""Whoever acts; where nobody does, the one whom the rule is about."""

TARGET = "target"


@dataclass(frozen=True)
class Throw:
    """One die that a rule needs: what for, who rolls it (a role or an id), its sides.

    bonus: what will be added, where that is known; needed: the Defense or DC to reach, where it is a fixed number.
    """

    purpose: Purpose
    roller: str = ACTOR
    sides: int = D20
    bonus: int | None = None
    needed: int | None = None


Throws: TypeAlias = Generator[tuple[Throw, ...], tuple[int, ...], R]
"""A rule that throws dice: it yields those that fall together, is sent their faces in that order and returns R."""


def throw(*dice: Throw) -> Throws[tuple[int, ...]]:
    """Ask for dice that fall together and return their faces, in order; without any nothing is asked."""
    return (yield dice) if dice else ()


def throw_one(
    purpose: Purpose, roller: str = ACTOR, sides: int = D20, *, bonus: int | None = None, needed: int | None = None
) -> Throws[int]:
    """Ask for a single die and return its face."""
    (face,) = yield (Throw(purpose, roller, sides, bonus, needed),)
    return face


def resolved(rule: Throws[R], faces: Sequence[int] = (), *, missing_first: bool = False) -> R:
    """Carry out a rule with the faces that were thrown, in the order in which it asks for them.

    missing_first: of dice that fall together one that lacks is told before a wrong face; else they are looked at one
    by one. Raises OutOfRange for a face that the die does not have and for faces that the rule never asked for,
    Missing when there are no more; what the rule itself refuses comes before any die.
    """
    left = list(faces)
    try:
        dice = next(rule)
        while True:
            if missing_first and len(left) < len(dice):
                raise _lacking(dice[len(left)])
            dice = rule.send(tuple(_face(die, left) for die in dice))
    except StopIteration as stop:
        if left:
            raise OutOfRange("dice.too_many", field="faces", params={"given": len(faces), "left": len(left)}) from None
        result: R = stop.value
        return result


def _face(die: Throw, left: list[int]) -> int:
    if not left:
        raise _lacking(die)
    face = left.pop(0)
    if not 1 <= face <= die.sides:
        raise OutOfRange("dice.face", field="faces", params={"value": face, "sides": die.sides})
    return face


def _lacking(die: Throw) -> Missing:
    return Missing("dice.too_few", field="faces", params={"purpose": die.purpose, "roller": die.roller})

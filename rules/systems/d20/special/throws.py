"""How a rule of this folder gets its dice: it says which die it needs now, and is sent the face."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rules.core.errors import Missing, OutOfRange

R = TypeVar("R")

ACTOR = "actor"
TARGET = "target"


@dataclass(frozen=True, slots=True)
class Throw:
    """One die that a rule needs: what for, who rolls it (a role or an id), its sides.

    bonus: what will be added, where that is known; needed: the Defense or DC to reach, where it is a fixed number.
    """

    purpose: str
    roller: str = ACTOR
    sides: int = 20
    bonus: int | None = None
    needed: int | None = None


Throws: TypeAlias = Generator[tuple[Throw, ...], tuple[int, ...], R]
"""A rule that throws dice: it yields those that fall together, is sent their faces in that order and returns R."""


def throw(*dice: Throw) -> Throws[tuple[int, ...]]:
    """Ask for dice that fall together and return their faces, in order."""
    return (yield dice)


def throw_one(
    purpose: str, roller: str = ACTOR, sides: int = 20, *, bonus: int | None = None, needed: int | None = None
) -> Throws[int]:
    """Ask for a single die and return its face."""
    (face,) = yield (Throw(purpose, roller, sides, bonus, needed),)
    return face


def resolved(rule: Throws[R], faces: Sequence[int] = ()) -> R:
    """Carry out a rule with the faces that were thrown, in the order in which it asks for them.

    Die by die: OutOfRange for a face that the die does not have, Missing when there are no more faces; OutOfRange
    when faces are left over that the rule never asked for. What the rule itself refuses comes before any die.
    """
    left = list(faces)
    try:
        dice = next(rule)
        while True:
            dice = rule.send(tuple(_face(die, left) for die in dice))
    except StopIteration as stop:
        if left:
            raise OutOfRange("dice.too_many", field="faces", params={"given": len(faces), "left": len(left)}) from None
        result: R = stop.value
        return result


def _face(die: Throw, left: list[int]) -> int:
    if not left:
        raise Missing("dice.too_few", field="faces", params={"purpose": die.purpose, "roller": die.roller})
    face = left.pop(0)
    if not 1 <= face <= die.sides:
        raise OutOfRange("dice.face", field="faces", params={"value": face, "sides": die.sides})
    return face

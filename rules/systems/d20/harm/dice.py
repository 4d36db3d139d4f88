"""Rules that roll as they go: what they roll next, saves, checks and amounts (D20H-BASE-01, D20H-BASE-02).

Such a rule is a generator: it yields a `Roll` and is sent its faces. Which dice come next may depend on the ones
before: damage is rolled only after a failed save. `play` runs one with faces that are known; an action asks the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar, cast

from rules.core.errors import UnknownValue, at_least
from rules.dice import check_faces, parse

R = TypeVar("R")

Purpose = Literal[
    "fortitude",
    "reflex",
    "constitution",
    "strength",
    "survival",
    "tumble",
    "treat_injury",
    "escape_artist",
    "attack",
    "poison_risk",
    "damage",
    "extra_damage",
    "duration",
    "incubation",
]

SIDES: tuple[int, ...] = (2, 3, 4, 6, 8, 10, 12, 20, 100)
"""Dice that an amount may name."""

_FIXED = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Roll:
    """One group of dice that a rule rolls next: for what, and for saves and checks the bonus and what is needed."""

    purpose: Purpose
    sides: tuple[int, ...]
    bonus: int | None = None
    dc: int | None = None


Rolls: TypeAlias = Generator[Roll, Sequence[int], R]
"""A rule that rolls: it yields groups of dice, is sent their faces and returns R."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A save or a check: the face of the die, the total, the DC and whether it was reached."""

    face: int
    total: int
    dc: int
    success: bool


@dataclass(frozen=True, slots=True)
class Amount:
    """Dice of one kind, or a fixed number when there are no sides."""

    count: int
    sides: int | None = None

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of the dice to roll, in order; none for a fixed number."""
        return () if self.sides is None else (self.sides,) * self.count

    def __str__(self) -> str:
        return str(self.count) if self.sides is None else f"{self.count}d{self.sides}"


def parse_amount(written: str | int) -> Amount:
    """Read dice such as 2d6, or a fixed number (D20H-POIS-01, D20H-HOUSE-19).

    Raises UnknownValue when it cannot be read or names other dice, OutOfRange for a negative number.
    """
    if isinstance(written, bool) or not isinstance(written, str | int):
        raise UnknownValue("dice.notation.unreadable", field="notation", params={"value": written})
    if isinstance(written, int):
        return Amount(at_least(written, 0, "d20.amount.negative"))
    if _FIXED.fullmatch(written.strip()):
        return Amount(int(written))
    pool = parse(written, SIDES)
    return Amount(pool.count, pool.sides)


def play(rolls: Rolls[R], take: Callable[[int], Sequence[int]]) -> R:
    """Run a rule; `take` hands out so many faces as they lie on the table, fewer when there are no more."""
    try:
        asked = next(rolls)
        while True:
            asked = rolls.send(take(len(asked.sides)))
    except StopIteration as stop:
        return cast(R, stop.value)


def _rolled(asked: Roll) -> Rolls[tuple[int, ...]]:
    faces = yield asked
    # dice fall one after the other: a face that cannot be comes before one that is not there
    check_faces(faces[: len(asked.sides)], asked.sides[: len(faces)])
    return check_faces(faces, asked.sides)


def roll_die(purpose: Purpose, sides: int) -> Rolls[int]:
    """Roll one die for its face; raises Missing without it, OutOfRange for a face that it does not have."""
    (face,) = yield from _rolled(Roll(purpose, (sides,)))
    return face


def roll_amount(purpose: Purpose, amount: Amount) -> Rolls[int]:
    """Roll an amount and add it up; a fixed one rolls nothing. Raises Missing and OutOfRange as `roll_die` does."""
    if not amount.dice:
        return amount.count if amount.sides is None else 0
    return sum((yield from _rolled(Roll(purpose, amount.dice))))


def check(purpose: Purpose, bonus: int, dc: int) -> Rolls[Attempt]:
    """Roll an ability or skill check: 1d20 and the bonus reach the DC or not (D20H-BASE-02, D20H-HOUSE-01)."""
    (face,) = yield from _rolled(Roll(purpose, (20,), bonus, dc))
    return Attempt(face, face + bonus, dc, face + bonus >= dc)


def save(purpose: Purpose, bonus: int, dc: int) -> Rolls[Attempt]:
    """Roll a saving throw: a check in which a 1 always fails and a 20 always succeeds (D20H-BASE-01, D20H-HOUSE-01)."""
    (face,) = yield from _rolled(Roll(purpose, (20,), bonus, dc))
    return Attempt(face, face + bonus, dc, face == 20 or (face != 1 and face + bonus >= dc))


def halved(amount: int) -> int:
    """Return half of an amount of damage, rounded down (D20H-HOUSE-02)."""
    return amount // 2

"""The dice of the system, and rolls of them: attacks, saves, checks, opposed checks, amounts.

Rules: D20C-ATK-01, D20C-CON-04, D20H-HOUSE-02, D20H-HOUSE-19.

D20C-ATK-01 to -03, D20C-SAV-01, D20C-SAV-02, D20C-HOUSE-04, D20S-GEN-04, D20S-GEN-05, D20S-HOUSE-01, D20S-HOUSE-02,
D20H-BASE-01, D20H-BASE-02.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules.core.dice_action import dice_action
from rules.core.errors import UnknownValue, at_least
from rules.core.system import Action
from rules.core.throws import ACTOR, TARGET, Throw, Throws, known, throw, throw_one
from rules.core.types import Id
from rules.dice import parse

D20 = 20
"""Sides of the die of attacks, saving throws, checks and initiative (D20C-ATK-01, D20C-SAV-01, D20C-INI-01)."""

SIDES: tuple[int, ...] = (2, 3, 4, 6, 8, 10, 12, D20, 100)
"""Dice that an amount may name."""

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
"""What dice are thrown for; the word of each is `dice.<purpose>`."""

_FIXED = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
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


def halved(amount: int) -> int:
    """Return half of an amount of damage, rounded down (D20C-HOUSE-01, D20S-HOUSE-03, D20H-HOUSE-02)."""
    return amount // 2


ROLL: Action[Any, Any] = dice_action("1d20", SIDES)
"""Any dice for any reason, openly or for the game master alone."""


@dataclass(frozen=True)
class Roll:
    """A d20 with its bonus against the number that it needed, and whether that was enough."""

    face: int
    total: int
    needed: int
    success: bool


ROLLED = "rolled"
"""What is known as soon as a d20 against a number has fallen: a `Rolled`."""


@dataclass(frozen=True)
class Rolled:
    """A roll against a number that has fallen: what for, and by which role or combatant."""

    purpose: Purpose
    roller: str
    roll: Roll


FELL = "fell"
"""What is known as soon as dice have fallen that are summed or read, and not compared by `ROLLED`: a `Fell`."""


@dataclass(frozen=True)
class Fell:
    """Dice that have fallen: what for, by which role or combatant, and what they come to."""

    purpose: Purpose
    roller: str
    faces: tuple[int, ...]
    bonus: int = 0
    """Added to the faces."""
    strength: int = 0
    """Added to the faces too; only the roller's players know it."""
    least: int | None = None
    """What they come to at least."""
    needed: int | None = None
    """The number to reach, where there is one."""

    @property
    def total(self) -> int:
        """What the dice come to."""
        found = sum(self.faces) + self.bonus + self.strength
        return found if self.least is None else max(self.least, found)


@dataclass(frozen=True)
class Opposed:
    """Two totals against each other; won: the acting side wins."""

    acting_total: int
    other_total: int
    won: bool


def fallen(purpose: Purpose, sides: int, *, bonus: int = 0, needed: int | None = None) -> Throws[int]:
    """Throw a die that is read by itself, make known what fell, and return the face with its bonus."""
    face = yield from throw_one(purpose, sides)
    yield from known(FELL, Fell(purpose, ACTOR, (face,), bonus, needed=needed))
    return face + bonus


def reaches(face: int, total: int, needed: int) -> bool:
    """Say whether an attack roll or a save succeeds: natural 1 never, natural 20 always.

    D20C-ATK-01 to -03, D20C-SAV-02, D20S-GEN-04, D20S-GEN-05, D20H-BASE-01, D20H-HOUSE-01.
    """
    return face == D20 or (face != 1 and total >= needed)


def judged(face: int, bonus: int, needed: int) -> Roll:
    """Work out an attack roll or a save whose die has fallen (D20C-ATK-01 to -03, D20C-SAV-01, D20C-SAV-02)."""
    return Roll(face, face + bonus, needed, reaches(face, face + bonus, needed))


def roll_against(purpose: Purpose, bonus: int, needed: int, roller: str = ACTOR) -> Throws[Roll]:
    """Roll an attack against a Defense or a save against a DC (D20S-GEN-04, D20S-GEN-05, D20H-BASE-01)."""
    face = yield from throw_one(purpose, D20, roller, bonus=bonus, needed=needed)
    roll = judged(face, bonus, needed)
    yield from known(ROLLED, Rolled(purpose, roller, roll))
    return roll


def save_together(bonuses: Sequence[tuple[Id, int]], dc: int) -> Throws[tuple[bool, ...]]:
    """Roll the Reflex saves of several, their dice in order, and return who succeeds (D20S-GEN-05)."""
    faces = yield from throw(*(Throw("reflex", D20, who, bonus=bonus, needed=dc) for who, bonus in bonuses))
    rolls = {who: judged(face, bonus, dc) for face, (who, bonus) in zip(faces, bonuses, strict=True)}
    for who, roll in rolls.items():
        yield from known(ROLLED, Rolled("reflex", who, roll))
    return tuple(roll.success for roll in rolls.values())


def check(purpose: Purpose, bonus: int, dc: int, roller: str = ACTOR) -> Throws[Roll]:
    """Roll an ability or skill check, in which natural 1 and 20 are only numbers (D20C-HOUSE-04, D20H-BASE-02)."""
    face = yield from throw_one(purpose, D20, roller, bonus=bonus, needed=dc)
    roll = Roll(face, face + bonus, dc, face + bonus >= dc)
    yield from known(ROLLED, Rolled(purpose, roller, roll))
    return roll


@dataclass(frozen=True)
class Contests:
    """How a table reads opposed checks (D20S-HOUSE-01, D20S-HOUSE-02)."""

    actor_loses_ties: bool = False
    """At a tie of totals modifiers do not count."""
    naturals_decide: bool = False
    """A natural 20 beats everything but another, a natural 1 loses to everything but another."""


USUAL_CONTESTS = Contests()


def opposed(
    acting_total: int,
    other_total: int,
    acting_modifier: int = 0,
    other_modifier: int = 0,
    contests: Contests = USUAL_CONTESTS,
) -> Opposed:
    """Compare two totals: the higher one, then the higher modifier, then not the acting side.

    D20S-HOUSE-01, D20S-HOUSE-02, D20H-HOUSE-21. contests: how the table reads ties and natural results.
    """
    ties = (0, 0) if contests.actor_loses_ties else (acting_modifier, other_modifier)
    luck = (_luck(acting_total - acting_modifier), _luck(other_total - other_modifier))
    luck = luck if contests.naturals_decide else (0, 0)
    won = (luck[0], acting_total, ties[0]) > (luck[1], other_total, ties[1])
    return Opposed(acting_total, other_total, won)


def _luck(face: int) -> int:
    return (face == D20) - (face == 1)


def opposed_check(
    purpose: Purpose,
    acting_modifier: int,
    other_modifier: int,
    contests: Contests = USUAL_CONTESTS,
    *,
    acting: str = ACTOR,
    other: str = TARGET,
) -> Throws[Opposed]:
    """Roll an opposed check, the acting side's die first (D20S-HOUSE-01, D20S-HOUSE-02)."""
    acting_face, other_face = yield from throw(
        Throw(purpose, D20, acting, bonus=acting_modifier), Throw(purpose, D20, other, bonus=other_modifier)
    )
    acting_total, other_total = acting_face + acting_modifier, other_face + other_modifier
    return opposed(acting_total, other_total, acting_modifier, other_modifier, contests)


def roll_amount(purpose: Purpose, amount: Amount) -> Throws[int]:
    """Roll an amount and add it up; a fixed one rolls nothing (D20H-HOUSE-19)."""
    return (yield from roll_amounts({purpose: amount}))


def roll_amounts(amounts: Mapping[Purpose, Amount], bonus: int = 0) -> Throws[int]:
    """Roll several amounts at once and add them up, at least to 0 (D20H-FOBJ-02, D20H-HOUSE-19)."""
    fixed = bonus + sum(amount.count for amount in amounts.values() if amount.sides is None)
    dice = [Throw(purpose, sides) for purpose, amount in amounts.items() for sides in amount.dice]
    faces = yield from throw(*dice)
    found = Fell(next(iter(amounts)), ACTOR, faces, fixed, least=0)
    if faces:
        yield from known(FELL, found)
    return found.total

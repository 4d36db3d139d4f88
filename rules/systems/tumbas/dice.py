"""The dice of a test: two, more for reward or punishment, and what counted sixes bring (TUM-DICE-*, TUM-EXPL-*)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import at_least
from rules.dice import check_faces

Extra = Literal["reward", "punishment", "none"]

SIDES = 6
"""Sides of every die of a test (TUM-TEST-04)."""

BASE_DICE = 2
"""Dice of a test without extra ones (TUM-TEST-04)."""

MOST_EXTRA = 3
"""No test gets more extra dice than this (TUM-DICE-05)."""


@dataclass(frozen=True)
class Pool:
    """The dice of a test before explosions: which kind of extra dice is left, and how many."""

    kind: Extra
    extra_dice: int

    @property
    def size(self) -> int:
        """How many dice are rolled, 2 to 5."""
        return BASE_DICE + self.extra_dice


@dataclass(frozen=True)
class Roll:
    """The dice of one test: the faces of the pool, the two that count (lower first), and the explosion dice."""

    pool: Pool
    faces: tuple[int, ...]
    counted: tuple[int, int]
    explosions: tuple[int, ...]

    @property
    def total(self) -> int:
        """What the dice add up to, without the attribute."""
        return sum(self.counted) + sum(self.explosions)


def net_dice(reward: int, punishment: int) -> Pool:
    """Cancel reward against punishment dice, then limit the rest to three (TUM-DICE-02 to -05)."""
    at_least(reward, 0, "tumbas.dice.negative", field="reward")
    at_least(punishment, 0, "tumbas.dice.negative", field="punishment")
    left = reward - punishment
    if not left:
        return Pool("none", 0)
    return Pool("reward" if left > 0 else "punishment", min(abs(left), MOST_EXTRA))


def counted_dice(pool: Pool, faces: Sequence[int]) -> tuple[int, int]:
    """Return the two dice of a pool that count, lower first (TUM-DICE-02, TUM-DICE-03, TUM-EXPL-03)."""
    low_to_high = sorted(faces)
    lower, higher = low_to_high[:2] if pool.kind == "punishment" else low_to_high[-2:]
    return lower, higher


def next_dice(pool: Pool, faces: Sequence[int]) -> int:
    """Say how many dice a test still asks for at once: its pool, then one die after the other, 0 when it is done.

    `faces`: all that was rolled so far, the pool first. Each counted six brings a die, and so does each six that comes
    of it; a six that does not count brings none (TUM-EXPL-01 to -03).
    """
    if not faces:
        return pool.size
    check_faces(faces[: pool.size], (SIDES,) * pool.size)
    explosions = faces[pool.size :]
    check_faces(explosions, (SIDES,) * len(explosions))
    brought = [*counted_dice(pool, faces[: pool.size]), *explosions].count(SIDES)
    return 1 if len(explosions) < brought else 0


def read_roll(pool: Pool, faces: Sequence[int]) -> Roll:
    """Read all dice of a test in the order rolled: base dice, extra dice, explosion dice (TUM-EXPL-03).

    Raises Missing when a die is absent and OutOfRange for a face outside 1-6 or a die that nobody asked for.
    """
    needed = len(faces) + next_dice(pool, faces)
    check_faces(faces, (SIDES,) * needed)
    for length in range(pool.size, len(faces)):
        # a die after the chain has ended belongs to nothing
        if not next_dice(pool, faces[:length]):
            check_faces(faces, (SIDES,) * length)
    pool_faces = tuple(faces[: pool.size])
    return Roll(pool, pool_faces, counted_dice(pool, pool_faces), tuple(faces[pool.size :]))

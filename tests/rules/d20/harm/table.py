"""A table with dice on it: rules are played with the faces that lie there."""

from typing import TypeVar

from rules.systems.d20.harm.dice import Rolls, play

R = TypeVar("R")


def with_dice(rolls: Rolls[R], *faces: int) -> R:
    """Play a rule with these faces, which must be all that it rolls."""
    left = list(faces)

    def take(count: int) -> list[int]:
        taken, left[:] = left[:count], left[count:]
        return taken

    result = play(rolls, take)
    assert not left, f"not rolled: {left}"
    return result

"""Makes the steps of a failing evening few: delta debugging."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .evening import Played, Step, play

MOST_TRIES = 80


def shrunk(seed: int, steps: Sequence[Step], built: Path, played: Played) -> tuple[list[Step], Played]:
    """As few of the steps as still come to the same failure, and how they went."""
    assert played.failure is not None
    name = played.failure.name
    first = play(seed, steps, built, thoroughly=True)
    if first.failure is not None and first.failure.name == name:
        played = first
    kept = _so_far(steps, played)
    tries, size = 0, max(1, len(kept) // 2)
    while tries < MOST_TRIES:
        smaller = False
        for begin in range(0, len(kept), size):
            fewer = [*kept[:begin], *kept[begin + size :]]
            tries += 1
            again = play(seed, fewer, built, thoroughly=True)
            if again.failure is not None and again.failure.name == name:
                kept, played, smaller = _so_far(fewer, again), again, True
                break
            if tries >= MOST_TRIES:
                break
        if not smaller:
            if size == 1:
                break
            size = max(1, size // 2)
    return kept, played


def _so_far(steps: Sequence[Step], played: Played) -> list[Step]:
    """The steps until something did not hold."""
    last = played.failure.step if played.failure is not None else None
    return [step for step in steps if last is None or step.number <= last.number]

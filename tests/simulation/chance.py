"""All that is random in an evening, and its clock, derived from one seed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from unittest.mock import patch

import time_machine

BEGINS = "2026-03-06T20:00:00Z"


class Chance:
    """Where ids, keys, dice and times come from: the same in each run of a seed.

    Each step has randomness of its own, so that a step that is left out shifts nothing in the others.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._drawn = Random(f"{seed}")
        self._clock: time_machine.Traveller | None = None

    def of(self, step: str) -> Random:
        """What a step chooses by; ids and dice are drawn from a source of their own from now on."""
        self._drawn = Random(f"{self.seed}:{step}:drawn")
        return Random(f"{self.seed}:{step}")

    def pass_time(self, seconds: float) -> None:
        """Let time go on, or back."""
        assert self._clock is not None
        self._clock.shift(timedelta(seconds=seconds))

    @contextmanager
    def ruling(self) -> Iterator[None]:
        """Take the place of the system's randomness and of its clock."""

        def bytes_of(size: int) -> bytes:
            return self._drawn.randbytes(size)

        with (
            patch.object(os, "urandom", bytes_of),
            # what SystemRandom, and with it `secrets` and the dice, draw from
            patch.object(random, "_urandom", bytes_of),
            time_machine.travel(BEGINS, tick=False) as self._clock,
        ):
            yield

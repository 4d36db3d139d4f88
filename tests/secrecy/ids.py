"""Randomness that is the same in both worlds, whatever only one of them has done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256


class Ids:
    """Randomness that depends on the name of the present step alone."""

    def __init__(self) -> None:
        self.step = ""
        self.count = 0

    def urandom(self, size: int) -> bytes:
        self.count += 1
        return sha256(f"{self.step}:{self.count}".encode()).digest()[:size]

    def at(self, step: str) -> None:
        self.step, self.count = step, 0

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Draw from a source of its own here, so that this shifts nothing in what comes after."""
        before = self.step, self.count
        self.at(f"apart from {before}")
        yield
        self.step, self.count = before

"""How fast one person may act: faster than people play, slower than a program that fishes for dice."""

from __future__ import annotations

import time
from threading import Lock

from django.conf import settings

AT_ONCE = 40
"""Acts that a person who has waited may take without a pause."""
MOST_KEPT = 1000


class Brake:
    """Counts the acts of each person in this process; those who have waited long enough are forgotten.

    In memory, since counting in the database would cost as much as many an act.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._spent: dict[int, tuple[float, float]] = {}

    def seconds(self, person: int) -> float:
        """Count an act, or return how long the person has to wait before the next; 0 where it may be taken."""
        if not settings.ACTS_A_MINUTE:
            return 0
        rate, now = settings.ACTS_A_MINUTE / 60, time.monotonic()
        with self._lock:
            if len(self._spent) > MOST_KEPT:
                self._spent = {one: kept for one, kept in self._spent.items() if _left(kept, now, rate) > 0}
            spent = _left(self._spent.get(person, (0.0, now)), now, rate)
            if spent + 1 > AT_ONCE:
                return (spent + 1 - AT_ONCE) / rate
            self._spent[person] = spent + 1, now
            return 0

    def forget(self) -> None:
        """Begin anew."""
        self._spent.clear()


def _left(kept: tuple[float, float], now: float, rate: float) -> float:
    spent, when = kept
    return max(0.0, spent - (now - when) * rate)


brake = Brake()

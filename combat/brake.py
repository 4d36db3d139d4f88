"""How fast one person may act: faster than people play, slower than a program that fishes for dice."""

from __future__ import annotations

import time
from threading import Lock

from django.conf import settings
from django.db import connection

from tapiz_site.live import presence
from tapiz_site.models import Budget

AT_ONCE = 40
"""Acts that a person who has waited may take without a pause."""
MOST_KEPT = 1000


class Brake:
    """Counts the acts of each person; those who have waited long enough are forgotten.

    One process counts in memory. Several count together, by one statement on the database an act.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._spent: dict[int, tuple[float, float]] = {}

    def seconds(self, person: int) -> float:
        """Count an act, or return how long the person has to wait before the next; 0 where it may be taken."""
        if not settings.ACTS_A_MINUTE:
            return 0
        rate = settings.ACTS_A_MINUTE / 60
        if presence.are_several():
            return _seconds_of_all(person, rate)
        now = time.monotonic()
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


def _seconds_of_all(person: int, rate: float) -> float:
    table, now = connection.ops.quote_name(Budget._meta.db_table), time.time()
    passed = f"(excluded.at - {table}.at) * %(rate)s"
    # A clock that was set back gives nothing, and takes nothing.
    left = (
        f"CASE WHEN excluded.at < {table}.at THEN {table}.spent"
        f" WHEN {table}.spent > {passed} THEN {table}.spent - {passed} ELSE 0 END"
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (user_id, spent, at) VALUES (%(person)s, 1, %(now)s)"  # noqa: S608 - our own table
            f" ON CONFLICT (user_id) DO UPDATE SET spent = {left} + 1, at = excluded.at"
            f" WHERE {left} + 1 <= %(most)s RETURNING spent",
            {"person": person, "now": now, "rate": rate, "most": AT_ONCE},
        )
        if cursor.fetchone():
            return 0
    budget = Budget.objects.get(pk=person)
    return max(1 / rate, (_left((budget.spent, budget.at), max(now, budget.at), rate) + 1 - AT_ONCE) / rate)


def _left(kept: tuple[float, float], now: float, rate: float) -> float:
    spent, when = kept
    return max(0.0, spent - (now - when) * rate)


brake = Brake()

"""What is made of encounters and asked for again until the next act: boards, cards, drawn parts."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

HEADS = 2
"""How many heads of an encounter are remembered: the newest, and the one before it, with which it is compared."""

MOST_ENCOUNTERS = 200
"""The number of encounters that are remembered, those that were asked for last: more than are played at one time."""

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Values by encounter, the sequence of its head, and a further key; from any thread."""

    def __init__(self) -> None:
        self._kept: dict[UUID, dict[int, dict[Hashable, Value]]] = {}
        self._lock = Lock()

    def get(self, encounter: UUID, sequence: int, key: Hashable = None) -> Value | None:
        """The value that is kept here, if any."""
        with self._lock:
            return self._kept.get(encounter, {}).get(sequence, {}).get(key)

    def put(self, encounter: UUID, sequence: int, value: Value, key: Hashable = None) -> Value:
        """Keep a value, unless another thread has been faster; the one that is kept. Older heads make room."""
        with self._lock:
            heads = self._kept.pop(encounter, {})
            self._kept[encounter] = heads
            found = heads.setdefault(sequence, {}).setdefault(key, value)
            for oldest in sorted(heads)[:-HEADS]:
                del heads[oldest]
            if len(self._kept) > MOST_ENCOUNTERS:
                del self._kept[next(iter(self._kept))]
            return found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

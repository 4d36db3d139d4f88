"""The one meeting point of a process: who listens to which topic, and how a thread wakes them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from .watch import Watcher, watcher_for_this_installation


class Listener:
    """One open stream: the topics it hears, whose it is, and the event that wakes its task."""

    def __init__(self, topics: frozenset[str], user_id: int) -> None:
        self.topics = topics
        self.user_id = user_id
        self.loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._news: dict[str, int] = {}

    def wake(self, news: Mapping[str, int]) -> None:
        """Let the task tell these versions; call it in the loop of the listener."""
        self._news.update({topic: news[topic] for topic in sorted(self.topics & news.keys())})
        self._woken.set()

    def news(self) -> dict[str, int]:
        """The versions that came with wake-ups since this was asked last."""
        news, self._news = self._news, {}
        return news

    async def woken(self, seconds: float) -> bool:
        """Wait for a wake-up, at most so long, and tell whether one came."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class Hub:
    """Listeners by topic; `wake` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, set[Listener]] = {}
        self._told: dict[str, int] = {}
        self._watcher: Watcher | None = None

    @contextmanager
    def listening(self, topics: Iterable[str], user_id: int) -> Iterator[Listener]:
        """Hear these topics as this person for as long as the block lasts."""
        listener = Listener(frozenset(topics), user_id)
        with self._lock:
            for topic in listener.topics:
                self._listeners.setdefault(topic, set()).add(listener)
            if self._watcher is None:
                self._watcher = watcher_for_this_installation(self)
        try:
            yield listener
        finally:
            self._leave(listener)

    def _leave(self, listener: Listener) -> None:
        with self._lock:
            for topic in listener.topics:
                others = self._listeners.get(topic, set())
                others.discard(listener)
                if not others:
                    self._listeners.pop(topic, None)
                    self._told.pop(topic, None)
            watcher = self._watcher
            if self._listeners or watcher is None:
                return
            self._watcher = None
        watcher.stop()

    def wake(self, versions: Mapping[str, int]) -> None:
        """Wake whoever hears a topic that is newer than what was told last."""
        with self._lock:
            loops: dict[asyncio.AbstractEventLoop, set[Listener]] = {}
            news: dict[str, int] = {}
            for topic, version in versions.items():
                listeners = self._listeners.get(topic)
                if not listeners or version <= self._told.get(topic, -1):
                    continue
                self._told[topic] = news[topic] = version
                for listener in listeners:
                    loops.setdefault(listener.loop, set()).add(listener)
        for loop, woken in loops.items():
            try:
                loop.call_soon_threadsafe(_wake_all, woken, news)
            except RuntimeError:
                continue  # The loop is closed: its streams are gone, only their clean-up has not run yet.

    def topics(self) -> list[str]:
        """Every topic somebody hears at this moment."""
        with self._lock:
            return list(self._listeners)

    def streams(self, topic: str) -> dict[int, int]:
        """How many streams each person has open on this topic."""
        with self._lock:
            count: dict[int, int] = {}
            for listener in self._listeners.get(topic, ()):
                count[listener.user_id] = count.get(listener.user_id, 0) + 1
            return count

    def streams_of(self, user_id: int) -> int:
        """How many streams this person has open in this process."""
        with self._lock:
            every = {listener for listeners in self._listeners.values() for listener in listeners}
        return sum(listener.user_id == user_id for listener in every)


def _wake_all(listeners: set[Listener], news: Mapping[str, int]) -> None:
    for listener in listeners:
        listener.wake(news)


hub = Hub()

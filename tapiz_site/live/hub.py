"""The hub of a process: the listeners of each topic, and waking them from any thread."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any, TypeAlias

from tapiz_site.telemetry import metrics

from .watch import Watcher, watcher_for_this_installation

Content: TypeAlias = Mapping[str, Any]
"""What a version of a topic brings to a page that shows the version before it; the app of the topic knows its form."""


def people_of(topic: str) -> str:
    """The topic that is raised when other people than before are connected to this one; no page may ask for it."""
    return f"people:{topic}"


@dataclass(frozen=True, slots=True)
class News:
    """The news of wake-ups: the versions of topics, and the content of some."""

    versions: Mapping[str, int]
    contents: Mapping[str, Content]


class Listener:
    """One open stream: the topics it hears, its person and session, and the event that wakes its task.

    `language` is that of the content it hears; with "" it hears versions only. `people`: the topic of which it also
    hears who is connected, or "".
    """

    def __init__(
        self, topics: Iterable[str], user_id: int, session_key: str = "", language: str = "", people: str = ""
    ) -> None:
        self.topics = frozenset(topics)
        self.people = people
        self.hears = self.topics | {people_of(people)} if people else self.topics
        self.user_id = user_id
        self.session_key = session_key
        self.language = language
        self.loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._versions: dict[str, int] = {}
        self._contents: dict[str, Content] = {}

    def wake(self, versions: Mapping[str, int], contents: Mapping[str, Content]) -> None:
        """Pass these versions to the task and wake it; call this in the loop of the listener."""
        for topic in sorted(self.hears & versions.keys()):
            if versions[topic] <= self._versions.get(topic, -1):
                # A version that was committed earlier may arrive later.
                continue
            waiting = topic in self._versions
            self._versions[topic] = versions[topic]
            # A content goes with one version: where two come at once, the page fetches.
            self._contents.pop(topic, None)
            if topic in contents and not waiting:
                self._contents[topic] = contents[topic]
        self._woken.set()

    def news(self) -> News:
        """The news since the last call."""
        news = News(self._versions, self._contents)
        self._versions, self._contents = {}, {}
        return news

    async def woken(self, seconds: float) -> bool:
        """Wait for a wake-up, at most this many seconds; returns whether one came."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        self._woken.clear()
        return True


Contents: TypeAlias = Mapping[Listener, Mapping[str, Content]]
"""What each listener may see, by topic."""


class Hub:
    """Listeners by topic; `wake` may be called from any thread."""

    def __init__(self) -> None:
        # A stream that is taken away as garbage leaves in whichever thread collects it, even in one that is in here.
        self._lock = RLock()
        # Dictionaries keep the order of arrival, which sets do not: the same evening goes the same way each time.
        self._listeners: dict[str, dict[Listener, None]] = {}
        self._told: dict[str, int] = {}
        self._telling: dict[str, int] = {}
        self._watcher: Watcher | None = None

    @contextmanager
    def listening(self, listener: Listener) -> Iterator[None]:
        """Let this listener hear for as long as the block lasts."""
        with self._lock:
            for topic in listener.hears:
                self._listeners.setdefault(topic, {})[listener] = None
            if self._watcher is None:
                self._watcher = watcher_for_this_installation(self)
        metrics.count_stream(1)
        try:
            yield
        finally:
            metrics.count_stream(-1)
            self._leave(listener)

    def _leave(self, listener: Listener) -> None:
        with self._lock:
            for topic in listener.hears:
                others = self._listeners.get(topic, {})
                others.pop(listener, None)
                if not others:
                    self._listeners.pop(topic, None)
                    self._told.pop(topic, None)
            watcher = self._watcher
            if self._listeners or watcher is None:
                return
            self._watcher = None
        watcher.stop()

    @contextmanager
    def telling(self, versions: Mapping[str, int]) -> Iterator[None]:
        """Reserve these versions for the committing thread, which prepares their content; watchers leave them alone."""
        with self._lock:
            self._telling.update(versions)
        try:
            yield
        finally:
            with self._lock:
                for topic, version in versions.items():
                    if self._telling.get(topic) == version:
                        del self._telling[topic]

    def seen(self, versions: Mapping[str, int]) -> None:
        """Wake like `wake`, for versions found in the database, except those that `telling` reserves."""
        self.wake(self.untold(versions))

    def untold(self, versions: Mapping[str, int]) -> dict[str, int]:
        """Of versions found in the database those that no committing thread is about to tell with their content."""
        with self._lock:
            return {topic: version for topic, version in versions.items() if version > self._telling.get(topic, -1)}

    def wake(self, versions: Mapping[str, int], contents: Contents | None = None) -> None:
        """Wake listeners that were told an older version of a topic; `contents`: the content for some of them."""
        with self._lock:
            loops: dict[asyncio.AbstractEventLoop, dict[Listener, None]] = {}
            news: dict[str, int] = {}
            for topic, version in versions.items():
                listeners = self._listeners.get(topic)
                if not listeners or version <= self._told.get(topic, -1):
                    continue
                self._told[topic] = news[topic] = version
                for listener in listeners:
                    loops.setdefault(listener.loop, {})[listener] = None
        for loop, woken in loops.items():
            try:
                loop.call_soon_threadsafe(_wake_all, woken, news, contents or {})
            except RuntimeError:
                continue  # The loop is closed: its streams are gone, only their clean-up has not run yet.

    def topics(self) -> list[str]:
        """All topics with listeners."""
        with self._lock:
            return list(self._listeners)

    def readers(self, topic: str) -> list[Listener]:
        """The listeners that hear the content of this topic, in any language."""
        with self._lock:
            return [listener for listener in self._listeners.get(topic, ()) if listener.language]

    def streams(self, topic: str) -> dict[int, int]:
        """How many streams each person has open on this topic."""
        with self._lock:
            count: dict[int, int] = {}
            for listener in self._listeners.get(topic, ()):
                count[listener.user_id] = count.get(listener.user_id, 0) + 1
            return count

    def all_streams(self) -> dict[tuple[str, int], int]:
        """How many streams each person has open on each topic."""
        with self._lock:
            every = [(topic, one.user_id) for topic, listeners in self._listeners.items() for one in listeners]
        return Counter(every)

    def streams_of(self, user_id: int) -> int:
        """How many streams this person has open in this process."""
        with self._lock:
            every = {listener for listeners in self._listeners.values() for listener in listeners}
        return sum(listener.user_id == user_id for listener in every)


def _wake_all(listeners: Iterable[Listener], news: Mapping[str, int], contents: Contents) -> None:
    for listener in listeners:
        listener.wake(news, contents.get(listener, {}))


hub = Hub()

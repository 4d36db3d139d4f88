"""The event stream in process: its own loop, whose clock goes on only when it is told to, and one open stream."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from django.conf import settings

from tapiz_site.live import hub as hubs
from tapiz_site.live import stream, versions
from tapiz_site.live.hub import hub

Event = tuple[str, dict[str, Any]]
"""Its name and its data."""


class Loop(asyncio.SelectorEventLoop):
    """A loop in which no time passes unless `pass_time` says so; the pages are called between its turns."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def time(self) -> float:
        """The seconds of its own clock."""
        return self.now

    def rest(self) -> None:
        """Run until nothing is left to do now."""
        for _turn in range(12):
            self.call_soon(self.stop)
            self.run_forever()

    def pass_time(self, seconds: float) -> None:
        """Let time go on, with what falls due meanwhile."""
        self.now += seconds
        self.rest()


class Stream:
    """One open stream of a person's page; `heard` gives what has come since it was asked last."""

    def __init__(self, loop: Loop, session_key: str, topics: Sequence[str]) -> None:
        self.loop = loop
        self.bytes = b""
        self.status = 0
        self._read = 0
        self._hung_up = asyncio.Event()
        name = settings.SESSION_COOKIE_NAME
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": "/live/",
            "query_string": urlencode([*(("topic", one) for one in topics), ("language", "es")]).encode(),
            "headers": [(b"cookie", f"{name}={session_key}".encode())],
        }
        self.task = loop.create_task(stream.application(self.scope, self._receive, self._send))
        loop.rest()

    async def _receive(self) -> dict[str, Any]:
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.bytes += message.get("body", b"")

    @property
    def over(self) -> bool:
        """Whether the server has ended it."""
        return self.task.done()

    def heard(self) -> tuple[str, list[Event]]:
        """What has come since the last call: as it came, and the events."""
        fresh, self._read = self.bytes[self._read :], len(self.bytes)
        found: list[Event] = []
        for block in fresh.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "data" in fields:
                found.append((fields.get("event", "message"), json.loads(fields["data"])))
        return fresh.decode(), found

    def hang_up(self) -> None:
        """The page has gone."""
        self._hung_up.set()
        self.loop.rest()

    def cut(self) -> None:
        """The process that served it has gone."""
        self.task.cancel()
        self.loop.rest()


async def _looks(asked: Any) -> list[stream.Look]:
    return stream._looks_now(asked)


@contextmanager
def streaming() -> Iterator[Loop]:
    """A loop for streams that look at the database in this very thread."""
    loop = Loop()
    asyncio.set_event_loop(loop)
    with (
        patch.object(stream, "_looks", _looks),
        patch.object(hubs, "watcher_for_this_installation", lambda _hub: None),
        patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="1"),
    ):
        try:
            yield loop
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.rest()
            loop.close()
            asyncio.set_event_loop(None)


def watch() -> None:
    """What the watcher does ten times a second: tell of versions that were raised without a word."""
    hub.seen(versions.versions(hub.topics()))

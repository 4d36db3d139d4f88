"""The event stream for tests: a browser's end of it (receive and send around the ASGI callable), topics, stories."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import async_to_sync, sync_to_async

from tapiz_site.live.hub import Contents, hub
from tapiz_site.live.stream import application
from tapiz_site.live.versions import bump

PATIENCE = 5.0


class Browser:
    """One connection: its output so far, and closing it."""

    def __init__(
        self,
        session_key: str,
        *topics: str,
        method: str = "GET",
        language: str = "",
        takes: bytes = b"",
        people: str = "",
    ) -> None:
        cookie = f"tapiz=x; sessionid={session_key}".encode()
        asked = [("language", language), ("people", people)]
        encodings = [(b"accept-encoding", takes)] if takes else []
        self.scope = {
            "type": "http",
            "method": method,
            "path": "/live/",
            "query_string": urlencode([*(("topic", one) for one in topics), *asked]).encode(),
            "headers": [*encodings, (b"cookie", cookie)] if session_key else [],
        }
        self.messages: list[dict[str, Any]] = []
        self._came = asyncio.Condition()
        self._hung_up = asyncio.Event()
        self.task = asyncio.ensure_future(application(self.scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        async with self._came:
            self.messages.append(message)
            self._came.notify_all()

    @property
    def status(self) -> int:
        return self.messages[0]["status"]

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.messages[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    @property
    def text(self) -> str:
        body = self.body
        if body and self.headers.get(b"content-encoding") == b"gzip":
            # The output so far, as a browser reads it.
            body = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS).decompress(body)
        return body.decode()

    @property
    def events(self) -> list[tuple[str, dict[str, Any]]]:
        """The events so far as (name, data)."""
        found = []
        for block in self.text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "data" in fields:
                found.append((fields.get("event", "message"), json.loads(fields["data"])))
        return found

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds for the output."""
        async with self._came, asyncio.timeout(PATIENCE):
            await self._came.wait_for(condition)

    async def end(self) -> None:
        """Wait until the other side has ended."""
        await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)

    async def hang_up(self) -> None:
        """Close the connection and wait until the other side noticed."""
        self._hung_up.set()
        await self.end()


Rights = set[tuple[int, str]]


abump = sync_to_async(bump)


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test to its end; afterwards there are no listeners."""
    async_to_sync(story)()
    assert hub.topics() == []


def order(topics: Collection[str]) -> Iterator[Contents]:
    """The content of the topic `test:a`."""
    said = {"es": {"part": "<p>Está\n</p>"}, "en": {"part": "<p>It is</p>"}}
    if "test:a" in topics:
        yield {one: {"test:a": said[one.language]} for one in hub.readers("test:a")}


async def answer(browser: Browser) -> int:
    await browser.end()
    return browser.status

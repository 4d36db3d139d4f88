"""HTTP and event streams over bare sockets, as far as a page of a fight needs them."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

GZIP = zlib.MAX_WBITS | 16


class Failed(Exception):
    """The server did not answer as it should."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it came: status, headers by their names in small letters, text."""

    status: int
    headers: Mapping[str, str]
    text: str = ""

    @property
    def triggers(self) -> dict[str, Any]:
        """The events that the answer has the page tell."""
        found: dict[str, Any] = json.loads(self.headers.get("hx-trigger", "{}"))
        return found


@dataclass
class ClientConnection:
    """One connection to the server at a time, from an address of its own, kept open between requests."""

    host: str
    port: int
    address: str
    cookies: str
    _open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None, repr=False)

    async def ask(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        """Send a request and wait for the whole answer."""
        fresh = self._open is None
        try:
            return await self._asked(method, path, body, headers)
        except (ConnectionError, asyncio.IncompleteReadError):
            if fresh:
                raise
            # The server has closed a connection on which nothing was said for a while, as it may. A browser asks
            # again too, and an act has a key by which it counts once.
            self.close()
            return await self._asked(method, path, body, headers)

    async def events(self, path: str) -> AsyncIterator[tuple[str, Any]]:
        """Listen to a stream: name and data of each event."""
        reader = await self._send("GET", path, "", {"Accept": "text/event-stream"})
        answer = await _head(reader)
        if answer.status != 200:
            raise Failed(f"stream: {answer.status}")
        unpacked = zlib.decompressobj(GZIP)
        text = ""
        while chunk := await _chunk(reader):
            text += unpacked.decompress(chunk).decode()
            while "\n\n" in text:
                event, _between, text = text.partition("\n\n")
                parts = dict(line.split(": ", 1) for line in event.splitlines())
                yield parts.get("event", "message"), json.loads(parts["data"])

    def close(self) -> None:
        """Let the connection go."""
        if self._open is not None:
            self._open[1].close()
        self._open = None

    async def _asked(self, method: str, path: str, body: str, headers: Mapping[str, str]) -> Answer:
        reader = await self._send(method, path, body, headers)
        head = await _head(reader)
        if head.status in (204, 304):
            return head
        if head.headers.get("transfer-encoding") == "chunked":
            data = b""
            while chunk := await _chunk(reader):
                data += chunk
        else:
            data = await reader.readexactly(int(head.headers.get("content-length", 0)))
        if head.headers.get("content-encoding") == "gzip":
            data = zlib.decompress(data, GZIP)
        return Answer(head.status, head.headers, data.decode())

    async def _send(self, method: str, path: str, body: str, headers: Mapping[str, str]) -> asyncio.StreamReader:
        if self._open is None:
            self._open = await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0), limit=2**20)
        reader, writer = self._open
        lines = {
            "Host": f"localhost:{self.port}",
            "Cookie": self.cookies,
            "Accept-Encoding": "gzip",
            "Accept-Language": "es",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        if method == "POST":
            lines |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body.encode()))}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}".encode())
        await writer.drain()
        return reader


async def _head(reader: asyncio.StreamReader) -> Answer:
    first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
    named = (line.partition(":") for line in rest if line)
    return Answer(int(first.split()[1]), {name.lower(): value.strip() for name, _colon, value in named})


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    size = int((await reader.readuntil(b"\r\n")).strip(), 16)
    data = await reader.readexactly(size)
    await reader.readexactly(2)
    return data

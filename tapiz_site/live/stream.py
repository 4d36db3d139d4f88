"""The event stream: GET /live/?topic=a&topic=b as an ASGI callable that carries topics and their versions.

With language=es it also carries what a change brings to its hearers, where the change says so; with people=a the ids of
the people who are connected to this topic, at once and whenever others are.
"""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, TypeAlias
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection

from . import presence
from .hub import Listener, hub, people_of
from .person import log_ins, session_key
from .rights import entitled
from .versions import versions

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

log = logging.getLogger(__name__)

HEARTBEAT = 9.0
"""Seconds after which a stream says something in any case: a page that hears nothing for 13 takes it for dead, so that
people read of it within 20 (`static/js/live.js`)."""
LOOK_AFTER = 0.3
"""How long after news without content, for which rights were not checked, a stream checks them: pages that fetch what
is new come first."""
PEOPLE_AFTER = 2.0
"""How long after people have come or gone a stream tells of it: who goes from one page to the next stays."""

PHASES = 3
"""Streams look by themselves at this number of moments of a heartbeat: one look serves many, and not all come at once.
"""

LONGEST = 30 * 60.0
RETRY_MS = 3000
MOST_TOPICS = 20
LONGEST_TOPIC = 120
MOST_STREAMS_OF_ONE_PERSON = 40

PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"Accept-Encoding, Cookie"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'"),
]


GZIP_WINDOW = 16 + 14
GZIP_MEMORY = 7
"""A window of 16 kB and 128 kB of memory a stream: repeated content costs almost nothing."""


class Wire:
    """The output of one stream, compressed where the browser accepts it, each event flushed at once."""

    def __init__(self, send: Send, *, compressed: bool) -> None:
        self._send = send
        self._compressor = zlib.compressobj(wbits=GZIP_WINDOW, memLevel=GZIP_MEMORY) if compressed else None

    async def begin(self) -> None:
        """Send the head of the answer."""
        encoding = [(b"content-encoding", b"gzip")] if self._compressor else []
        await self._send({"type": "http.response.start", "status": 200, "headers": [*STREAM, *encoding]})

    async def event(self, data: Mapping[str, Any], *, name: str = "", retry: int = 0) -> None:
        """Send one event."""
        lines = [f"retry: {retry}"] if retry else []
        lines += [f"event: {name}"] if name else []
        lines.append(f"data: {json.dumps(data, ensure_ascii=False)}")
        body = ("\n".join(lines) + "\n\n").encode()
        if self._compressor:
            body = self._compressor.compress(body) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self) -> None:
        """End the answer."""
        body = self._compressor.flush() if self._compressor else b""
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


@dataclass(frozen=True, slots=True)
class Look:
    """The result of one look at the database: the session's person (None: may not listen) and the versions."""

    user_id: int | None
    versions: Mapping[str, int]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for the stream; with 404 if the person may not hear all requested topics."""
    if scope["type"] != "http":
        return
    if scope["method"] != "GET":
        await _plain(send, 405, b"Method Not Allowed", [(b"allow", b"GET")])
        return
    topics = _topics(scope)
    key = session_key(scope)
    if not topics or not key:
        await _plain(send, 404, b"Not Found")
        return
    try:
        look = await _look(key, topics)
    except DatabaseError:
        log.exception("A live stream could not begin.")
        await _plain(send, 503, b"Service Unavailable", [(b"retry-after", b"5")])
        return
    if look.user_id is None:
        await _plain(send, 404, b"Not Found")
        return
    if await _streams_of(look.user_id) >= MOST_STREAMS_OF_ONE_PERSON:
        await _plain(send, 429, b"Too Many Requests", [(b"retry-after", b"30")])
        return
    own = [*topics, log_ins(look.user_id)]
    listener = Listener(own, look.user_id, key, _language(scope), _people(scope, topics))
    with presence.listening(listener):
        wire = Wire(send, compressed=_takes_gzip(scope))
        await wire.begin()
        gone = asyncio.ensure_future(_disconnected(receive))
        told = asyncio.ensure_future(_tell(listener, topics, wire))
        try:
            await asyncio.wait({gone, told}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            told.cancel()
            await asyncio.gather(gone, told, return_exceptions=True)
    if told.cancelled():
        return
    if error := told.exception():
        # The browser connects again and fetches first, so ending is the safe answer to a failed look.
        log.error("A live stream ended early.", exc_info=error)
    await wire.end()


async def _tell(listener: Listener, topics: list[str], wire: Wire) -> None:
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + LONGEST
    # Read after joining the hub: later commits wake us, so none is missed.
    look = await _look(listener.session_key, topics)
    if look.user_id == listener.user_id:
        known = dict(look.versions)
        await wire.event(known, name="sync", retry=RETRY_MS)
    people: set[int] = set()
    people_at = loop.time() if listener.people else inf
    look_at = _next_beat(loop.time())
    while look.user_id == listener.user_id:
        if loop.time() >= ends_at:
            return
        if await listener.woken(min(look_at, people_at, ends_at) - loop.time()):
            # Sent at once: that something changed is no secret, and the rights to the content have been checked.
            came = listener.news()
            # The topic of log-ins is heard, not told: it makes the stream look at its rights below.
            news = {one: number for one, number in came.versions.items() if one in known and number > known[one]}
            # Content is the difference from the version before it: after a gap the page fetches.
            contents = {one: content for one, content in came.contents.items() if news.get(one) == known[one] + 1}
            known.update(news)
            if contents:
                await wire.event({"versions": news, "contents": contents}, name="content")
            elif news:
                await wire.event(news)
            told = set(came.versions) - contents.keys()
            if people_of(listener.people) in told:
                told.remove(people_of(listener.people))
                people_at = min(people_at, loop.time() + PEOPLE_AFTER)
            if told:
                look_at = min(look_at, loop.time() + LOOK_AFTER)
        elif loop.time() >= people_at:
            people_at, before, people = inf, people, await _connected(listener.people)
            if people != before:
                await wire.event({"people": sorted(people)}, name="people")
        elif loop.time() >= look_at:
            look = await _look(listener.session_key, topics)
            news = {topic: number for topic, number in hub.untold(look.versions).items() if number > known[topic]}
            known.update(news)
            if look.user_id == listener.user_id:
                # An event, not a comment: browsers hide comments from the page, which watches for silence.
                await wire.event(news, name="" if news else "beat")
            look_at = _next_beat(loop.time())
    await wire.event({}, name="denied")


def _next_beat(now: float) -> float:
    """When a stream looks next by itself: at most a heartbeat from now, and together with others."""
    phase = HEARTBEAT / PHASES
    return (now // phase + PHASES) * phase


Asked: TypeAlias = tuple[str, Collection[str], asyncio.Future[Look]]
_asked: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Asked]] = WeakKeyDictionary()
_looking: set[asyncio.Task[None]] = set()


async def _look(key: str, topics: Collection[str]) -> Look:
    """A look for one stream; all that ask at the same moment look together."""
    loop = asyncio.get_running_loop()
    together = _asked.setdefault(loop, [])
    together.append((key, topics, loop.create_future()))
    if len(together) == 1:
        # a task of its own: the stream that asked first may go
        task = asyncio.ensure_future(_look_together(loop))
        _looking.add(task)
        task.add_done_callback(_looking.discard)
    return await together[-1][2]


async def _look_together(loop: asyncio.AbstractEventLoop) -> None:
    asked = _asked.pop(loop)
    try:
        found = await _looks([(key, topics) for key, topics, _look in asked])
    except Exception as error:
        for _key, _topics, one in asked:
            if not one.done():
                one.set_exception(error)
        return
    for (_key, _topics, one), seen in zip(asked, found, strict=True):
        if not one.done():
            one.set_result(seen)


def _looks_now(asked: Sequence[tuple[str, Collection[str]]]) -> list[Look]:
    try:
        people = entitled(asked)
        known = versions({topic for _key, topics in asked for topic in topics})
        return [
            Look(None, {}) if user_id is None else Look(user_id, {topic: known[topic] for topic in topics})
            for user_id, (_key, topics) in zip(people, asked, strict=True)
        ]
    finally:
        # An open stream must hold no connection between two looks, or the pages run out of them. All looks share one
        # thread, though, and a file has no end of connections: opening it anew costs more than the look itself.
        if connection.vendor != "sqlite" and not connection.in_atomic_block:
            connection.close()


_looks = sync_to_async(_looks_now)


async def _connected(topic: str) -> set[int]:
    return await sync_to_async(presence.at)([topic]) if presence.are_several() else presence.at([topic])


async def _streams_of(user_id: int) -> int:
    return await sync_to_async(presence.streams_of)(user_id) if presence.are_several() else hub.streams_of(user_id)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _plain(send: Send, status: int, text: bytes, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [*PLAIN, *headers]})
    await send({"type": "http.response.body", "body": text, "more_body": False})


def _query(scope: Scope) -> dict[str, list[str]]:
    try:
        return parse_qs(scope.get("query_string", b"").decode("ascii"), max_num_fields=3 * MOST_TOPICS)
    except ValueError:
        return {}


def _topics(scope: Scope) -> list[str]:
    topics = list(dict.fromkeys(_query(scope).get("topic", [])))
    if len(topics) > MOST_TOPICS or any(len(topic) > LONGEST_TOPIC for topic in topics):
        return []
    return topics


def _people(scope: Scope, topics: Collection[str]) -> str:
    """The topic whose people the page shows: one of those that it may hear."""
    asked = _query(scope).get("people", [""])[0]
    return asked if asked in topics else ""


def _language(scope: Scope) -> str:
    asked = _query(scope).get("language", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else ""


def _takes_gzip(scope: Scope) -> bool:
    taken = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    return b"gzip" in [one.strip() for one in taken.split(b",")]

"""The only entry point: the event stream is natively asynchronous, pages run as WSGI in a pool of threads."""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, TypeAlias, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from tapiz_site.wsgi import application as pages

# isort: split
# Django is set up by now, in each of several processes: what follows imports models.
from tapiz_site import housekeeping
from tapiz_site.bodies import Held, NoRoom, TooLarge, whole_body
from tapiz_site.connections import stopping
from tapiz_site.frames import roomy

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

STREAM_PATH = "/live/"
BODY_SECONDS = 60.0
"""How long the body of a request may take to arrive."""

# The loop, which sends the news, waits at most this long for a rendering thread (5 ms by default).
sys.setswitchinterval(0.001)


def _in_room(environ: Any, start: Any) -> Any:
    return roomy(partial(pages, environ, start))


_pages = cast(Application, WSGIMiddleware(_in_room, workers=settings.PAGE_THREADS))


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Pass a request to the stream or to the pages by its path."""
    if scope["type"] != "http":
        await _pages(scope, receive, send)
    elif scope["path"] == STREAM_PATH:
        await _stream(scope, receive, send, stopping())
    else:
        held = Held()
        try:
            await _page(scope, receive, send, held)
        finally:
            held.let_go()


async def _page(scope: Message, receive: Receive, send: Send, held: Held) -> None:
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await whole_body(scope, receive, held)
    except TooLarge:
        await _refuse(send, 413, "Demasiado grande.")
    except NoRoom:
        await _refuse(send, 503, "Demasiados envíos grandes a la vez: repetir en un momento.")
    except TimeoutError:
        await _refuse(send, 408, "Ha tardado demasiado en llegar.")
    else:
        if body is not None:
            await _pages(scope, _replay(body, receive), send)


async def _stream(scope: Message, receive: Receive, send: Send, stop: asyncio.Event) -> None:
    from tapiz_site.live.stream import application as stream

    unfinished = False

    async def noted(message: Message) -> None:
        nonlocal unfinished
        unfinished = message["type"] == "http.response.start" or message.get("more_body", False)
        await send(message)

    await cast(Application, stream)(scope, _until_stopping(receive, stop), noted)
    if unfinished and stop.is_set():
        # The stream took the stop for a visitor who left, and so did not end the answer.
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _until_stopping(receive: Receive, stop: asyncio.Event) -> Receive:
    """Tell a stream that its visitor has left once the server is about to stop."""

    async def heard() -> Message:
        message = asyncio.ensure_future(receive())
        stopped = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait({message, stopped}, return_when=asyncio.FIRST_COMPLETED)
            return message.result() if message.done() else {"type": "http.disconnect"}
        finally:
            message.cancel()
            stopped.cancel()

    return heard


def _replay(body: bytes, receive: Receive) -> Receive:
    told = False

    async def replayed() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


async def _refuse(send: Send, status: int, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers += [(b"retry-after", b"5")] if status == 503 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})


housekeeping.begin()

# Modules loaded by now stay: without this, garbage collection would scan them while requests wait.
gc.collect()
gc.freeze()
# What is kept of fights is no garbage, and is more with each table: with Python's own numbers a sixth of an act's
# processor time went into looking through it, and with fifty tables everybody waited for it every few seconds.
gc.set_threshold(5_000, 5, 100)

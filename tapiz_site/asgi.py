"""The one entry: the event stream natively asynchronous, every page as WSGI in a pool of threads."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from tapiz_site.wsgi import application as pages

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

STREAM_PATH = "/live/"

_pages = cast(Application, WSGIMiddleware(pages, workers=settings.PAGE_THREADS))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand a request to the stream or to the pages by its path."""
    if scope["type"] == "http" and scope["path"] == STREAM_PATH:
        from tapiz_site.live.stream import application as stream  # noqa: PLC0415 - only where streams are served

        await stream(scope, receive, send)
    else:
        await _pages(scope, receive, send)

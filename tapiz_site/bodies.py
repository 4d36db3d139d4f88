"""Collects the body of a request, which may be large only where a user who is logged in uploads a file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.urls import Resolver404, resolve

from tapiz_site.live.person import people_of_sessions, session_key

Message = MutableMapping[str, Any]
View = TypeVar("View", bound=Callable[..., Any])

ANONYMOUS_BYTES = 100_000
"""The longest form that a visitor without account sends, many times over."""
FORM_BYTES = 2_500_000
"""The largest form: Django reads no more than this of one without files."""

LARGE_AT_ONCE = 100_000_000
"""The bytes that all large bodies may hold of a process at once, each until it is answered."""


class TooLarge(Exception):
    """The body is larger than its sender may send there."""


class NoRoom(Exception):
    """Too many large bodies are on their way."""


class Held:
    """What the body of one request holds of LARGE_AT_ONCE; called in the loop of the server alone."""

    everybody = 0

    def __init__(self) -> None:
        self.own = 0

    def grow(self, length: int) -> None:
        """Hold this many bytes in all from now on; raises NoRoom."""
        Held.everybody += length - self.own
        self.own = length
        if Held.everybody > LARGE_AT_ONCE:
            raise NoRoom

    def let_go(self) -> None:
        """Hold nothing any more."""
        Held.everybody -= self.own
        self.own = 0


def takes_uploads(view: View) -> View:
    """Mark a view whose form has files: its requests may have MAX_REQUEST_BYTES."""
    view.body_limit = "MAX_REQUEST_BYTES"  # type: ignore[attr-defined]
    return view


def takes_tables(view: View) -> View:
    """Mark a view whose form has the file of a table with its pictures: its requests may have MAX_TABLE_BYTES."""
    view.body_limit = "MAX_TABLE_BYTES"  # type: ignore[attr-defined]
    return view


def takes_pictures(view: View) -> View:
    """Mark a view whose form has a picture, such as the photo of a phone: its requests may have MAX_PICTURE_BYTES."""
    view.body_limit = "MAX_PICTURE_BYTES"  # type: ignore[attr-defined]
    return view


async def whole_body(scope: Message, receive: Callable[[], Awaitable[Message]], held: Held) -> bytes | None:
    """The body, collected before it takes a thread, so that a slow phone holds none; None when the visitor has left.

    Raises TooLarge as soon as more has come than may, and NoRoom where all large bodies together hold too much.
    """
    body = bytearray()
    most = ANONYMOUS_BYTES
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            # Only large bodies cost a look into the database.
            most = max(most, await _most(scope))
            if len(body) > most:
                raise TooLarge
        if len(body) > ANONYMOUS_BYTES:
            held.grow(len(body))
        if not message.get("more_body", False):
            return bytes(body)


@sync_to_async
def _most(scope: Message) -> int:
    key = session_key(scope)
    if not key or not people_of_sessions([key]):
        return ANONYMOUS_BYTES
    try:
        view = resolve(scope["path"]).func
    except Resolver404:
        return ANONYMOUS_BYTES
    limit: str = getattr(view, "body_limit", "")
    return int(getattr(settings, limit)) if limit else FORM_BYTES

"""What a connection may hold of the server: how many there may be, and how long a visitor may take to speak and hear.

Without these limits, a few thousand connections that send nothing would use up the files of the process, and no other
visitor would get in. uvicorn has no deadlines of its own for the head of a request or for a visitor who reads nothing.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the first byte or the opening of the connection."""
READ_SECONDS = 60.0
"""How long an answer may wait for a visitor who reads none of it."""
MOST_OF_ONE_ADDRESS = 250
"""A whole group shares one address: seven people with two pages each hold some forty connections."""
SPARE_FILES = 128
"""Files that connections leave to the database, static files, logs and helper processes."""

_of_address: Counter[str] = Counter()
_stopping: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Event] = WeakKeyDictionary()


def stopping() -> asyncio.Event:
    """The sign, in the running loop, that its server is about to stop."""
    return _stopping.setdefault(asyncio.get_running_loop(), asyncio.Event())


def raise_file_limit() -> int:
    """Let the process open as many files as the system grants it, and return that number."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def most_connections() -> int:
    """How many connections a process may hold; each takes one file."""
    return max(SPARE_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES)


class Connection(H11Protocol):
    """A connection with deadlines, which is closed at once when there are too many."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _counted: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and expect a request."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        # A proxy's connections are those of all its visitors; it limits theirs itself.
        crowded = not settings.TRUSTED_PROXIES and _of_address[address] >= MOST_OF_ONE_ADDRESS
        if crowded or len(self.connections) > most_connections():
            transport.abort()
            return
        _of_address[address] += 1
        self._counted = address
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        if self._counted is not None:
            _of_address[self._counted] -= 1
            if not _of_address[self._counted]:
                del _of_address[self._counted]
            self._counted = None
        self._unset("_deadline")
        self._unset("_unread")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; the deadline stands until its head is complete."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._await_head()
        else:
            self._unset("_deadline")

    def shutdown(self) -> None:
        """End what is open: streams at once, since the server would wait for them and then complain."""
        stopping().set()
        super().shutdown()

    def pause_writing(self) -> None:
        """Give a visitor who does not read a last chance."""
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending: the visitor has read."""
        self._unset("_unread")
        super().resume_writing()

    def _await_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _unset(self, name: str) -> None:
        timer: Any = getattr(self, name)
        if timer is not None:
            timer.cancel()
            setattr(self, name, None)

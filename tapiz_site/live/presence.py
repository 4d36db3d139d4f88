"""The connected people. One process knows its own; several tell each other in the database.

Nothing is written for a request: when streams have opened or ended, their process writes the difference, at most once a
second, and once in `RENEWED` that it is still there. What a process that has gone wrote counts no longer than
`EXPIRES`. Streams that tell their page who is connected (`Listener.people`) are woken by either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import count
from typing import TypeAlias
from uuid import uuid4
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet, Sum
from django.db.models.functions import Now

from .hub import Listener, hub, people_of
from .models import Present, Process
from .person import log_ins
from .versions import bump

log = logging.getLogger(__name__)

PAUSE = 1.0
RENEWED = 15.0
EXPIRES = timedelta(seconds=40)

Streams: TypeAlias = Mapping[tuple[str, int], int]
"""How many streams a person has open on a topic."""


def at(topics: Iterable[str]) -> set[int]:
    """The ids of the people with an open stream on any of these topics."""
    wanted = [*topics]
    here = set[int]().union(*(hub.streams(topic) for topic in wanted))
    return here.union(_others(wanted).values_list("user", flat=True)) if are_several() else here


def streams_of(user_id: int) -> int:
    """How many streams this person has open in all processes."""
    here = hub.streams_of(user_id)
    if not are_several():
        return here
    return here + (_others([log_ins(user_id)]).aggregate(all=Sum("streams"))["all"] or 0)


def are_several() -> bool:
    """Whether other processes may serve the same database: then what one of them knows is not all."""
    return settings.PROCESSES > 1 or connection.vendor != "sqlite"


def _others(topics: Collection[str]) -> QuerySet[Present]:
    rows = Present.objects.exclude(process=teller.process).filter(topic__in=topics)
    return rows.filter(process__seen__gt=Now() - EXPIRES)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Let a listener hear for as long as the block lasts, and tell of it."""
    try:
        with hub.listening(listener):
            _changed(listener)
            yield
    finally:
        _changed(listener)


_changes = count(1)


def _changed(listener: Listener) -> None:
    """Tell the streams that show who is connected, by way of the database where there are several processes."""
    if are_several():
        teller.changed()
    else:
        hub.wake({people_of(topic): next(_changes) for topic in listener.topics})


class Teller:
    """Tells the other processes which streams this one serves."""

    def __init__(self) -> None:
        self.process = uuid4()
        self._told: Streams | None = None
        self._changed: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Event] = WeakKeyDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self) -> None:
        """Tell soon what has changed; call this in the loop of the streams."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # A stream that is taken away as garbage, in any thread: its end is told with the next change.
        if loop not in self._changed:
            self._changed[loop] = asyncio.Event()
            task = asyncio.ensure_future(self._telling(loop))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._changed[loop].set()

    async def _telling(self, loop: asyncio.AbstractEventLoop) -> None:
        changed = self._changed[loop]
        try:
            while True:
                changed.clear()
                await sync_to_async(self._tell)()
                await asyncio.sleep(PAUSE)
                if not changed.is_set() and not self._told:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), RENEWED)
        except DatabaseError:
            log.exception("The other processes could not be told who is connected.")
            await asyncio.sleep(PAUSE)
        finally:
            # The next stream that opens, ends or looks begins anew.
            del self._changed[loop]

    def _tell(self) -> None:
        try:
            self.tell()
        finally:
            if connection.vendor != "sqlite" and not connection.in_atomic_block:
                connection.close()

    @transaction.atomic
    def tell(self) -> None:
        """Write what differs from what was told last, and that this process is there, for those who show it."""
        now, before, self._told = hub.all_streams(), self._told, None
        _row, made = Process.objects.update_or_create(pk=self.process, defaults={"seen": Now()})
        if made:
            # The first time, or others have taken this process for one that has gone.
            before = {}
        others = set(Present.objects.filter(process__seen__lt=Now() - EXPIRES).values_list("topic", flat=True))
        Process.objects.filter(seen__lt=Now() - EXPIRES).delete()
        mine = Present.objects.filter(process=self.process)
        if before is None:
            # The last time failed.
            mine.delete()
            before = {}
        changed = {key: now.get(key, 0) for key in {*before, *now} if before.get(key) != now.get(key)}
        if changed:
            rows = [
                Present(process_id=self.process, topic=topic, user=user, streams=count)
                for (topic, user), count in changed.items()
            ]
            key = ["process", "topic", "user"]
            Present.objects.bulk_create(rows, update_conflicts=True, unique_fields=key, update_fields=["streams"])
            mine.filter(streams=0).delete()
        others |= {topic for topic, _user in changed}
        if others:
            shown = Present.objects.filter(topic__in=[people_of(topic) for topic in others])
            bump(shown.values_list("topic", flat=True))
        self._told = now


teller = Teller()

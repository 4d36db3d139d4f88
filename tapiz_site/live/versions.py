"""The version of each topic: raised in the transaction of the change, announced after its commit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TypeAlias

from django.db import connection, transaction

from .hub import Contents, Listener, hub
from .models import Topic
from .rights import entitled
from .watch import CHANNEL

MakeContents: TypeAlias = Callable[[Mapping[str, int]], Iterable[Contents]]
"""Makes what these versions of topics bring to those who listen, in the order in which it is sent."""

log = logging.getLogger(__name__)


def bump(names: Iterable[str], contents: MakeContents | None = None) -> dict[str, int]:
    """Raise the version of each topic by one and return the new versions; listeners are woken after the commit.

    `contents` is called with the new versions after the commit, for those who listen; what it makes first is sent
    first. Listeners without content, or all of them if it fails, get the versions alone and fetch what is new.
    """
    wanted = sorted(set(names))
    if not wanted:
        return {}
    with transaction.atomic(savepoint=False):
        raised = _raised(wanted)
        if connection.vendor == "postgresql":
            _notify(wanted)
        # robust: the change is committed by then, and the watcher announces it later if the wake-up fails.
        transaction.on_commit(partial(_tell, raised, contents), robust=True)
    return raised


def _tell(raised: dict[str, int], make: MakeContents | None) -> None:
    if make is not None:
        with hub.telling(raised):
            try:
                rights = _Rights(raised)
                for contents in make(raised):
                    told = {topic for brought in contents.values() for topic in brought}
                    hub.wake({topic: raised[topic] for topic in told}, rights.of(contents))
            except Exception:
                log.exception("What everybody sees could not be made; the pages fetch it themselves.")
    hub.wake(raised)


class _Rights:
    """Who may hear what these topics bring: asked once for all who listen, after the change and before sending."""

    def __init__(self, raised: Iterable[str]) -> None:
        self.raised = raised
        self.granted: set[Listener] | None = None

    def of(self, contents: Contents) -> Contents:
        """The contents of listeners who may hear them."""
        if self.granted is None:
            self.granted = _entitled({one for topic in self.raised for one in hub.readers(topic)} | contents.keys())
        return {one: content for one, content in contents.items() if one in self.granted}


def _entitled(listeners: Collection[Listener]) -> set[Listener]:
    asked = list(listeners)
    people = entitled([(one.session_key, one.topics) for one in asked]) if asked else ()
    return {one for one, person in zip(asked, people, strict=True) if person == one.user_id}


def _raised(names: list[str]) -> dict[str, int]:
    # One statement, in order of name, so that two writers with the same topics cannot deadlock.
    table = connection.ops.quote_name(Topic._meta.db_table)
    rows = ", ".join(["(%s, 1)"] * len(names))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (name, version) VALUES {rows}"  # noqa: S608 - our own table, values apart
            f" ON CONFLICT (name) DO UPDATE SET version = {table}.version + 1 RETURNING name, version",
            names,
        )
        return dict(cursor.fetchall())


def _notify(names: list[str]) -> None:
    # One notice a topic: the payload stays far below PostgreSQL's 8,000 bytes; a rollback discards it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, name) FROM unnest(%s::text[]) AS name", [CHANNEL, names])


def version(name: str) -> int:
    """The version of one topic; 0 when nothing has happened under it."""
    return versions([name])[name]


def versions(names: Iterable[str]) -> dict[str, int]:
    """The versions of these topics, 0 for unknown ones, in one query."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return {}
    table = connection.ops.quote_name(Topic._meta.db_table)
    places = ", ".join(["%s"] * len(wanted))
    # Every page asks for some: the ORM takes eight times as long to put the same statement together.
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT name, version FROM {table} WHERE name IN ({places})", wanted)  # noqa: S608 - our table
        known = dict(cursor.fetchall())
    return {name: known.get(name, 0) for name in wanted}


def listing(known: dict[str, int]) -> str:
    """The value of `data-live-topics`: `topic@version` for each topic; read the versions before the state they date."""
    return " ".join(f"{name}@{number}" for name, number in known.items())

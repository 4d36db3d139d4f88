"""The version of each topic: raised in the transaction of the change, announced after its commit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TypeAlias

from django.db import connection, transaction

from .hub import Contents, hub
from .models import Topic
from .rights import entitled
from .watch import CHANNEL

MakeContents: TypeAlias = Callable[[Collection[str]], Contents]
"""Makes what these topics bring to those who listen."""

log = logging.getLogger(__name__)


def bump(names: Iterable[str], contents: MakeContents | None = None) -> dict[str, int]:
    """Raise the version of each topic by one and return the new versions; listeners are woken after the commit.

    `contents` is called with the topics after the commit, for those who listen. Listeners without content, or all of
    them if it fails, get the versions alone and fetch what is new.
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
                hub.wake(raised, _entitled(make(raised.keys())))
            except Exception:
                log.exception("What everybody sees could not be made; the pages fetch it themselves.")
    hub.wake(raised)


def _entitled(contents: Contents) -> Contents:
    """The contents of listeners who may hear them now: rights are checked after the change, right before sending."""
    people = entitled([(one.session_key, one.topics) for one in contents]) if contents else ()
    return {
        one: content for (one, content), person in zip(contents.items(), people, strict=True) if person == one.user_id
    }


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
    known = dict(Topic.objects.filter(name__in=wanted).values_list("name", "version"))
    return {name: known.get(name, 0) for name in wanted}


def listing(known: dict[str, int]) -> str:
    """The value of `data-live-topics`: `topic@version` for each topic; read the versions before the state they date."""
    return " ".join(f"{name}@{number}" for name, number in known.items())

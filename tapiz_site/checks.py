"""System checks of silent mistakes: database options that did not reach the connection."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

_FULL = 2


@register(Tags.database)
def sqlite_options(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Read the pragmas back: options one level too high in the settings have no effect and cause no error."""
    problems: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor != "sqlite":
            continue
        with connection.cursor() as cursor:
            journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
            synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
        if journal != "wal":
            problems.append(
                Error(
                    f"SQLite keeps its journal as {journal!r}, not as WAL.", id="tapiz.E001", hint="Use a local disk."
                )
            )
        if synchronous < _FULL:
            problems.append(Error("SQLite does not wait for the disk (synchronous is not FULL).", id="tapiz.E002"))
        if connection.settings_dict["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
            problems.append(Error("SQLite transactions do not begin IMMEDIATE.", id="tapiz.E003"))
    return problems

"""The watcher: finds the commits of other processes, and those whose wake-up was lost."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any, Protocol
from urllib.parse import quote

from django.db import connection

log = logging.getLogger(__name__)

CHANNEL = "tapiz_live"
"""The PostgreSQL channel on which a process that raises a version notifies the watchers of the others."""
LOOK_EVERY = 3.0
SQLITE_PAUSE = 0.25
GRACE = 0.05
"""How long a watcher leaves a commit to its own thread, which may be of this very process and brings content too."""
PAUSE_AFTER_ERROR = 2.0
CHUNK = 500


class Told(Protocol):
    """The part of the hub that a watcher needs."""

    def topics(self) -> list[str]: ...

    def seen(self, versions: Mapping[str, int]) -> None: ...


class Watcher:
    """A thread that runs as long as there are listeners; after an error it starts again and checks all topics."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.stopping = Event()
        self._thread = Thread(target=self._run, name="tapiz-live-watch", daemon=True)

    def start(self) -> Watcher:
        """Begin to watch."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """End soon; returns at once, because it is called in the loop."""
        self.stopping.set()

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.watch()
            except Exception:
                log.exception("The watcher of live topics failed and begins anew.")
                self.stopping.wait(PAUSE_AFTER_ERROR)

    def watch(self) -> None:
        """Watch and report until `stopping` is set."""
        raise NotImplementedError


class SqliteWatcher(Watcher):
    """Reads `PRAGMA data_version` four times a second on a read-only connection of its own."""

    def __init__(self, told: Told, path: Path) -> None:
        super().__init__(told)
        self.address = f"file:{quote(str(path))}?mode=ro"

    def watch(self) -> None:
        with closing(sqlite3.connect(self.address, uri=True, timeout=1, isolation_level=None)) as database:
            seen, waited = None, 0.0
            while not self.stopping.is_set():
                (data_version,) = database.execute("PRAGMA data_version").fetchone()
                if data_version != seen or waited >= LOOK_EVERY:
                    if seen is not None and data_version != seen:
                        self.stopping.wait(GRACE)
                    seen, waited = data_version, 0.0
                    self._look(database)
                self.stopping.wait(SQLITE_PAUSE)
                waited += SQLITE_PAUSE

    def _look(self, database: sqlite3.Connection) -> None:
        topics = self.told.topics()
        for start in range(0, len(topics), CHUNK):
            some = topics[start : start + CHUNK]
            marks = ", ".join("?" * len(some))
            rows = database.execute(f"SELECT name, version FROM live_topic WHERE name IN ({marks})", some)  # noqa: S608
            self.told.seen(dict(rows.fetchall()))


class PostgresWatcher(Watcher):
    """Waits for NOTIFY on a direct connection of its own, and also checks every few seconds."""

    def __init__(self, told: Told, parameters: Mapping[str, Any]) -> None:
        super().__init__(told)
        self.parameters = dict(parameters)

    def watch(self) -> None:
        import psycopg  # Optional: only installations on PostgreSQL have it.

        with psycopg.connect(**self.parameters, autocommit=True) as database:
            database.execute(f"LISTEN {CHANNEL}")
            while not self.stopping.is_set():
                rows = database.execute(
                    "SELECT name, version FROM live_topic WHERE name = ANY(%s)", [self.told.topics()]
                ).fetchall()
                self.told.seen({str(name): int(version) for name, version in rows})
                for _notice in database.notifies(timeout=LOOK_EVERY, stop_after=1):
                    self.stopping.wait(GRACE)
                    break


def watcher_for_this_installation(told: Told) -> Watcher | None:
    """A running watcher for the database of the settings; None for one that no other process can reach."""
    if connection.vendor == "postgresql":
        parameters = connection.get_connection_params()
        keep = ("dbname", "user", "password", "host", "port", "service", "passfile", "sslmode", "sslrootcert")
        return PostgresWatcher(told, {key: parameters[key] for key in keep if key in parameters}).start()
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        if ":memory:" not in name and "mode=memory" not in name:
            return SqliteWatcher(told, Path(name).absolute()).start()
    return None

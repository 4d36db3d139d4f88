"""Looks at the database before a start changes it: one of a newer version, or one that has gone, is left alone."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

LOCK = ".serving"
"""The file that a server on SQLite keeps locked while it runs, with the number of its process."""

PREPARING = ".preparing"
"""The file that is locked while a server brings tables and static files up to date."""

SEEN = ".database"
"""The file of the data folder that says which database was served from there."""


def insist_on_known_database(loader: MigrationLoader) -> None:
    """Refuse to go on with a database that this version does not understand, or with an empty one in place of another.

    Raises CommandError with one sentence of what to do.
    """
    _insist_on_known_version(loader)
    seen = Path(settings.DATA_DIR) / SEEN
    if not loader.applied_migrations and seen.exists() and seen.read_text(encoding="utf-8").strip() == _identity():
        raise CommandError(
            _(
                "La base de datos %(name)s está vacía, y antes no lo estaba: puede que falte un disco. "
                "Hay que recuperar una copia o, para empezar de cero, borrar %(seen)s."
            )
            % {"name": connection.settings_dict["NAME"], "seen": seen}
        )


def insist_on_present_database() -> None:
    """Refuse to read from a database that is not there, which opening it would make, or that is of another version.

    Raises CommandError with one sentence of what to do.
    """
    if not there():
        raise CommandError(_("No hay ninguna base de datos en %(path)s.") % {"path": connection.settings_dict["NAME"]})
    loader = MigrationLoader(connection)
    _insist_on_known_version(loader)
    if not set(loader.graph.leaf_nodes()) <= loader.applied_migrations.keys():
        raise CommandError(_("Estos datos son de una versión anterior de Tapiz: hay que arrancar una vez con esta."))


def there() -> bool:
    """Whether there is a database, as far as can be said without opening it."""
    path = Path(str(connection.settings_dict["NAME"]))
    return connection.vendor != "sqlite" or (path.is_file() and path.stat().st_size > 0)


def _insist_on_known_version(loader: MigrationLoader) -> None:
    newer_ones = newer(loader)
    if newer_ones:
        raise CommandError(
            _(
                "Estos datos son de una versión más nueva de Tapiz (%(newest)s): hay que arrancar con esa versión, "
                "o recuperar una copia de antes de la actualización."
            )
            % {"newest": newer_ones[-1]}
        )


@contextmanager
def sole_server() -> Iterator[None]:
    """Keep other servers from the same SQLite database for as long as the block lasts.

    Two of them wait for each other's writes, and neither knows who is connected to the other. Raises CommandError.
    """
    if connection.vendor != "sqlite":
        yield
        return
    lock = Path(settings.DATA_DIR) / LOCK
    with lock.open("a+", encoding="ascii") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            held.seek(0)
            text = _(
                "Otro servidor (proceso %(process)s) usa ya los datos de %(folder)s: hay que pararlo, o usar otra "
                "carpeta (DATA=…)."
            )
            raise CommandError(text % {"process": held.read() or "?", "folder": settings.DATA_DIR}) from problem
        held.truncate(0)
        held.write(str(os.getpid()))
        held.flush()
        yield


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let servers that begin at once on one data folder prepare it one after the other."""
    with (Path(settings.DATA_DIR) / PREPARING).open("a", encoding="ascii") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def newer(loader: MigrationLoader) -> list[str]:
    """The migrations of our apps that the database has and this version does not know."""
    ours = loader.migrated_apps
    return sorted(
        f"{app}.{name}" for app, name in loader.applied_migrations if app in ours and not _known(loader, app, name)
    )


def note_database() -> None:
    """Write down which database is served from this data folder."""
    seen = Path(settings.DATA_DIR) / SEEN
    if not seen.exists() or seen.read_text(encoding="utf-8").strip() != _identity():
        seen.write_text(_identity() + "\n", encoding="utf-8")


def _known(loader: MigrationLoader, app: str, name: str) -> bool:
    assert loader.disk_migrations is not None  # noqa: S101 - a loader of a connection has read them
    return (app, name) in loader.disk_migrations or any(
        (app, name) in migration.replaces for migration in loader.disk_migrations.values()
    )


def _identity() -> str:
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        # The folder may be moved with all that is in it.
        return f"sqlite {Path(str(found['NAME'])).name}"
    return f"{connection.vendor} {found['HOST']} {found['PORT']} {found['NAME']}"

"""Backups of the database: made while people play, looked at before they are trusted, put back when nothing runs."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from . import faults, safeguards

NAME = re.compile(r"tapiz-\d{8}-\d{6}(-\w+)*\.sqlite3")
"""What our backups are called; rotation deletes nothing else."""

KEPT = 14
PRIVATE = 0o600
JOURNALS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, by the ends of the names."""


class BackupError(Exception):
    """What was asked cannot be done; one sentence says why, and nothing was changed."""


class Damaged(BackupError):
    """The database that is to be backed up or replaced cannot be read."""


def folder() -> Path:
    """Where backups go unless another folder is named."""
    return Path(settings.DATA_DIR) / "backups"


def copy_database(to: Path) -> None:
    """A copy of the SQLite database at one moment, while others go on writing; the file is private."""
    source = database_file()
    if not source.is_file():
        raise BackupError(_("No hay ninguna base de datos en %(path)s.") % {"path": source})
    # VACUUM writes into an empty file, which keeps its mode.
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    # A connection of its own, which can only read: inside a transaction nothing can be vacuumed.
    with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=30)) as found:
        found.execute("VACUUM INTO ?", (str(to),))


def backup(to: Path | None = None, *, kept: int = KEPT, mark: str = "") -> Path:
    """Make a backup in this folder, look at it, and delete the oldest beyond `kept`; the file.

    Raises BackupError; Damaged where it is the database that cannot be read.
    """
    here = to or folder()
    with _said(here):
        here.mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = f"tapiz-{timezone.localtime():%Y%m%d-%H%M%S}{f'-{mark}' if mark else ''}"
    places = (here / f"{stem}{f'-{number}' if number > 1 else ''}.sqlite3" for number in range(1, 100))
    path = next(one for one in places if not one.exists())
    draft = path.with_suffix(".part")
    try:
        with _said(path):
            copy_database(draft)
        verify(draft)
        draft.rename(path)
    except BackupError as error:
        if database_file().is_file() and not _readable(database_file()):
            raise _damaged() from error
        raise
    finally:
        draft.unlink(missing_ok=True)
    ours = sorted(one for one in here.iterdir() if NAME.fullmatch(one.name))
    for old in ours[: max(0, len(ours) - max(1, kept))]:
        old.unlink()
    return path


def verify(path: Path) -> str:
    """Look at every page of a backup; the newest migration it knows.

    Raises BackupError where it is damaged, empty, not ours, or of a newer version.
    """
    if not path.is_file():
        raise BackupError(_("No hay ningún fichero %(path)s.") % {"path": path})
    with _said(path), closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as found:
        tables = {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "django_migrations" not in tables:
            raise BackupError(_("%(path)s no es una copia de Tapiz: está vacía o es otra cosa.") % {"path": path})
        wrong = [row[0] for row in found.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
        wrong += [f"{row[0]} {row[1]}" for row in found.execute("PRAGMA foreign_key_check").fetchmany(1)]
        if wrong:
            raise BackupError(_("%(path)s está dañada: %(what)s") % {"path": path, "what": wrong[0]})
        applied = {(app, name) for app, name in found.execute("SELECT app, name FROM django_migrations")}
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations or ())
    newer = sorted(f"{app}.{name}" for app, name in applied - known if app in loader.migrated_apps)
    if newer:
        text = _("%(path)s es de una versión más nueva de Tapiz (%(newest)s).")
        raise BackupError(text % {"path": path, "newest": newer[-1]})
    return max(f"{app}.{name}" for app, name in applied if app == "combat")


def restore(path: Path) -> Path | None:
    """Put a backup in place of the database, which is itself backed up first; that backup, where there was a database.

    One that is damaged is set aside as it is. Raises BackupError while another program has the database open, and
    CommandError while a server runs.
    """
    target = database_file()
    verify(path)
    with safeguards.sole_server():
        before = _taken_away(target) if target.exists() and target.stat().st_size else None
        draft = target.with_name(f"{target.name}.part")
        try:
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE))
            with _said(draft):
                shutil.copyfile(path, draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        for end in JOURNALS:
            target.with_name(target.name + end).unlink(missing_ok=True)
    return before


def _taken_away(target: Path) -> Path:
    """A backup of the database that is about to be replaced, or the database itself where it is damaged."""
    connection.close()
    try:
        with _said(target), closing(sqlite3.connect(target, timeout=0)) as alone:
            # Leaving the write-ahead log needs the file for oneself, and brings all that was written into it.
            if alone.execute("PRAGMA journal_mode = DELETE").fetchone()[0] != "delete":
                raise _busy()
        return backup(mark="before-restore")
    except BackupError:
        if _readable(target):
            raise
    aside = folder() / f"damaged-{timezone.localtime():%Y%m%d-%H%M%S}.sqlite3"
    for end in ("", *JOURNALS):
        with suppress(FileNotFoundError):
            shutil.move(target.with_name(target.name + end), aside.with_name(aside.name + end))
    return aside


def database_file() -> Path:
    """The file of the SQLite database; raises BackupError where the database is no file."""
    if connection.vendor != "sqlite":
        raise BackupError(_("La base de datos es PostgreSQL: se copia con pg_dump y se recupera con pg_restore."))
    return Path(str(connection.settings_dict["NAME"])).resolve()


def _readable(path: Path) -> bool:
    """Whether SQLite finds the file whole; one that another program holds counts as such."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as found:
            return bool(found.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False


def _damaged() -> Damaged:
    return Damaged(faults.sentence(DatabaseError("database disk image is malformed")))


def _busy() -> BackupError:
    return BackupError(_("La base de datos está abierta: hay que parar antes el servidor."))


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Say faults of disk and database in a sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise _busy() from error
        raise BackupError(f"{path}: {error}") from error
    except (sqlite3.DatabaseError, OSError) as error:
        raise BackupError(f"{path}: {error}") from error

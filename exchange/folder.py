"""The data folder as one zip file: a consistent copy of the database, the other files, and a list of the content."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import django
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from rules.core.registry import SYSTEMS, get_system
from tapiz_site import backups

DATABASE = "tapiz.sqlite3"
SECRETS = frozenset({"secret_key", "demo-log-ins.txt", "first-account-code"})
"""Files that grant access; they are included only on request."""

SESSION_TABLES = (
    *("django_session", "usersessions_usersession", "tapiz_cache", "accounts_onetimelink"),
    *("campaigns_invitation", "campaigns_door", "campaigns_knock"),
)
"""Tables of sessions, counted attempts, links and doors, which grant access or are of no use elsewhere."""

CHUNK = 1 << 20
SQLITE = b"SQLite format 3\0"
"""How each SQLite file begins."""


def is_here() -> bool:
    """Whether the database is a SQLite file, which can be copied."""
    return connection.vendor == "sqlite"


def packed(*, with_secrets: bool) -> IO[bytes]:
    """The zip file, as a temporary file that vanishes when it is closed."""
    out: IO[bytes] = tempfile.TemporaryFile(prefix="tapiz-")  # noqa: SIM115 - handed out, and closed by the response
    try:
        with (
            tempfile.TemporaryDirectory(prefix="tapiz-") as folder,
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as to,
        ):
            copy = Path(folder, DATABASE)
            _copy_database(copy, with_sessions=with_secrets)
            files = [_add(to, copy, DATABASE)]
            files += [_add(to, path, name) for path, name in _other_files(with_secrets=with_secrets)]
            manifest = json.dumps(_manifest(files, with_secrets=with_secrets), indent=1, ensure_ascii=False)
            to.writestr("manifest.json", manifest)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return out


def _copy_database(to: Path, *, with_sessions: bool) -> None:
    """A copy of the database at one moment, while others go on writing."""
    backups.copy_database(to)
    if with_sessions:
        return
    with closing(sqlite3.connect(to, isolation_level=None)) as copy:
        there = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in SESSION_TABLES:
            if table in there:
                copy.execute(f'DELETE FROM "{table}"')  # noqa: S608 - names of our own
        # Deleted rows would otherwise remain in the free pages of the file.
        copy.execute("VACUUM")


def _other_files(*, with_secrets: bool) -> Iterator[tuple[Path, str]]:
    folder = Path(settings.DATA_DIR)
    static = Path(settings.STATIC_ROOT)
    database = Path(str(connection.settings_dict["NAME"])).resolve()
    left_out = {database, *(database.with_name(database.name + end) for end in ("-wal", "-shm", "-journal"))}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        # Backups hold the sessions and links that a copy without secrets leaves out.
        if not path.is_file() or path.is_symlink() or hidden or {static, backups.folder()} & {*path.parents}:
            continue
        if path.resolve() in left_out or inside.name == DATABASE or (inside.name in SECRETS and not with_secrets):
            continue
        if _is_database(path) and not with_secrets:
            continue
        yield path, inside.as_posix()


def _is_database(path: Path) -> bool:
    """Whether this is another SQLite file, such as one that was put aside: it holds what a backup holds."""
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _add(to: zipfile.ZipFile, path: Path, name: str) -> dict[str, Any]:
    # Hashed while it is packed: a log that grows meanwhile is listed as it was packed.
    found, size = hashlib.sha256(), 0
    entry = zipfile.ZipInfo(name, timezone.localtime().timetuple()[:6])
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    with path.open("rb") as source, to.open(entry, "w", force_zip64=True) as target:
        while part := source.read(CHUNK):
            target.write(part)
            found.update(part)
            size += len(part)
    return {"name": name, "size": size, "sha256": found.hexdigest()}


def _manifest(files: list[dict[str, Any]], *, with_secrets: bool) -> dict[str, Any]:
    applied = MigrationRecorder(connection).applied_migrations()
    return {
        "format": "tapiz-data",
        "version": 1,
        "made": timezone.now().isoformat(timespec="seconds"),
        "site": settings.SITE_NAME,
        "django": django.get_version(),
        "systems": {slug: get_system(slug).state_version for slug in SYSTEMS},
        "secrets": with_secrets,
        "migrations": sorted(f"{app}.{name}" for app, name in applied),
        "files": files,
    }

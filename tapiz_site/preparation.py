"""Prepares the site for serving: database tables, static files, and a demo on an empty database."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tapiz_site import backups, safeguards

_STAMP = ".collected"
DEMO_LOG_INS = "demo-log-ins.txt"


def prepare_database() -> None:
    """Bring tables and shipped packs up to date, which is quick when they are, and delete what has expired."""
    executor = MigrationExecutor(connection)
    safeguards.insist_on_known_database(executor.loader)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if executor.loader.applied_migrations and connection.vendor == "sqlite":
            _back_up()
        call_command("migrate", interactive=False, verbosity=0)
    call_command("lift_logs", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("empty_bin", verbosity=0)
    call_command("forget_acts", verbosity=0)
    call_command("sweep_practices", verbosity=0)
    call_command("install_packs", verbosity=0)
    safeguards.note_database()


def _back_up() -> None:
    """Back up the database before it is migrated; without a backup there is no migration."""
    try:
        backups.backup(mark="before-update")
    except backups.BackupError as error:
        raise CommandError(error) from error


def prepare_static_files() -> bool:
    """Collect the static files if they have changed since the last time; returns whether that was needed."""
    stamp = Path(settings.STATIC_ROOT) / _STAMP
    found = _fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == found:
        return False
    # Older files stay: open pages still name them.
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(found, encoding="ascii")
    return True


def load_demo_if_empty() -> bool:
    """Load the demo table if there are no accounts yet; returns whether it was loaded."""
    if get_user_model()._default_manager.exists():
        return False
    call_command("load_demo")
    return True


def demo_log_ins() -> str:
    """The names and passwords of the demo's people; empty where the demo was not loaded."""
    path = Path(settings.DATA_DIR) / DEMO_LOG_INS
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()

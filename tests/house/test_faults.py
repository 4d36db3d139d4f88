"""Faults of the surroundings are told in one sentence, and leave nothing behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from tapiz_site import env, faults
from tests.house.clean import ROOT, clean_environment


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the words of SQLite")
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, ""), "está lleno"),
        (OperationalError("database or disk is full"), "está lleno"),
        (PermissionError(errno.EACCES, ""), "dar permiso"),
        (OperationalError("attempt to write a readonly database"), "dar permiso"),
        (DatabaseError("database disk image is malformed"), "recuperar una copia"),
        (OperationalError("database is locked"), "hay que cerrarlo"),
        (InterfaceError("connection already closed"), "no responde"),
    ],
)
def test_each_fault_has_its_sentence(error: Exception, words: str) -> None:
    assert words in faults.sentence(error)


@pytest.mark.parametrize(
    "error", [None, KeyError("x"), FileNotFoundError(errno.ENOENT, ""), OperationalError("no such table")]
)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the words of SQLite")
def test_faults_of_the_program_keep_their_trace(error: Exception | None) -> None:
    assert faults.sentence(error) == ""


class _Postgres(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        super().__init__()
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "words"),
    [(None, "no responde"), ("57P01", "no responde"), ("53300", "no responde"), ("53100", "está lleno"), ("40P01", "")],
)
def test_the_faults_of_postgresql(monkeypatch: pytest.MonkeyPatch, state: str | None, words: str) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    error = OperationalError()
    error.__cause__ = _Postgres(state)
    assert words in faults.sentence(error)
    assert bool(words) == bool(faults.sentence(error))


def test_a_damaged_database_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tapiz.sqlite3").write_bytes(b"no database at all " * 400)
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=ROOT,
        env=clean_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "manage.py restore" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["doctor", "backup", "export_house house.zip", f"verify_dice {UUID(int=7)}"])
def test_where_there_is_no_database_none_is_made(tmp_path: Path, command: str) -> None:
    """A mistyped folder would otherwise hold an empty one afterwards, and look like a new house."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command.split()],
        cwd=ROOT,
        env=clean_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "No hay ninguna base de datos" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "tapiz.sqlite3").exists()


def test_a_disk_that_is_full_at_the_first_start_leaves_no_half_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAPIZ_SECRET_KEY")

    def full(*_arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as here:
        here.setattr(env.os, "link", full)
        with pytest.raises(ImproperlyConfigured, match="make room on the disk"):
            env.secret_key(tmp_path)
    assert not list(tmp_path.iterdir())
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        env.secret_key(tmp_path)

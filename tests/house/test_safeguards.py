"""A start leaves alone what it does not understand: a newer database, and an empty one where another was."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from combat.models import Act
from tapiz_site import preparation, safeguards

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


def test_a_database_of_a_newer_version_is_refused_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    MigrationRecorder(connection).record_applied("combat", "0099_of_next_year")
    monkeypatch.setattr(preparation, "call_command", lambda *_names, **_options: pytest.fail("it was changed"))
    with pytest.raises(CommandError, match=r"más nueva de Tapiz \(combat\.0099_of_next_year\)"):
        preparation.prepare_database()
    assert not Act.objects.exists()


@pytest.mark.parametrize(("newer", "words"), [(True, "más nueva"), (False, "versión anterior")])
def test_a_house_of_another_version_is_not_written_out(tmp_path: Path, words: str, *, newer: bool) -> None:
    """What this version does not know of would be missing in it."""
    if newer:
        MigrationRecorder(connection).record_applied("combat", "0099_of_next_year")
    else:
        recorder = MigrationRecorder(connection)
        newest = max(name for app, name in recorder.applied_migrations() if app == "combat")
        recorder.record_unapplied("combat", newest)
    with pytest.raises(CommandError, match=words):
        call_command("export_house", str(tmp_path / "house.zip"))
    assert not (tmp_path / "house.zip").exists()


def test_migrations_of_an_app_that_has_gone_are_no_newer_version() -> None:
    MigrationRecorder(connection).record_applied("an_app_of_old", "0001_initial")
    preparation.prepare_database()


def test_an_empty_database_where_another_was_is_refused(tmp_path: Path) -> None:
    preparation.prepare_database()
    loader = MigrationLoader(connection)
    loader.applied_migrations = {}
    with pytest.raises(CommandError, match="está vacía, y antes no lo estaba"):
        safeguards.insist_on_known_database(loader)
    (tmp_path / safeguards.SEEN).unlink()
    safeguards.insist_on_known_database(loader)


def test_another_database_may_be_begun_in_the_same_folder(tmp_path: Path) -> None:
    (tmp_path / safeguards.SEEN).write_text("postgresql db 5432 tapiz\n")
    loader = MigrationLoader(connection)
    loader.applied_migrations = {}
    safeguards.insist_on_known_database(loader)
    preparation.prepare_database()
    assert "5432 tapiz" not in (tmp_path / safeguards.SEEN).read_text()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL serves many")
def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    said = rf"proceso {os.getpid()}\) usa ya los datos de {tmp_path}"
    with safeguards.sole_server(), pytest.raises(CommandError, match=said):
        safeguards.sole_server().__enter__()
    with safeguards.sole_server():
        pass


def test_servers_that_begin_at_once_prepare_one_after_the_other() -> None:
    """Both would write the same static files."""
    order: list[str] = []

    def second() -> None:
        with safeguards.one_at_a_time():
            order.append("second")

    beside = Thread(target=second)
    with safeguards.one_at_a_time():
        beside.start()
        beside.join(0.2)
        order.append("first")
    beside.join()
    assert order == ["first", "second"]

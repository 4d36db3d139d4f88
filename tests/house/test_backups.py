"""Backups: made while people write, private, rotated, looked at, and put back."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from tapiz_site import backups, preparation, safeguards
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import pixels, storing
from tests.pictures.samples import made

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has its own tools"),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database file of its own, which the tests may replace."""
    User.objects.create(username="ana")
    path = tmp_path / "tapiz.sqlite3"
    backups.copy_database(path)
    monkeypatch.setattr(backups, "database_file", lambda: path)
    return path


def people(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as found:
        return [name for (name,) in found.execute("SELECT username FROM accounts_user ORDER BY username")]


def test_a_backup_is_whole_private_and_of_one_moment(tmp_path: Path) -> None:
    User.objects.create(username="ana")
    with transaction.atomic():
        User.objects.create(username="not yet")
        made = backups.backup()
    assert made.parent == tmp_path / "backups"
    assert people(made) == ["ana"]
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert backups.verify(made).startswith("combat.")
    again = backups.backup()
    assert again != made


def test_the_oldest_go_and_nothing_else_does(tmp_path: Path) -> None:
    here = tmp_path / "elsewhere"
    here.mkdir()
    (here / "tapiz-mine.sqlite3").write_text("a file of another")
    for day in range(1, 5):
        (here / f"tapiz-2020010{day}-120000.sqlite3").touch()
    made = backups.backup(here, kept=2)
    left = sorted(path.name for path in here.iterdir())
    assert left == ["tapiz-20200104-120000.sqlite3", made.name, "tapiz-mine.sqlite3"]


def test_what_is_no_backup_is_said(tmp_path: Path, house: Path) -> None:
    (tmp_path / "empty.sqlite3").touch()
    (tmp_path / "text.sqlite3").write_text("no database " * 999)
    damaged = tmp_path / "damaged.sqlite3"
    data = bytearray(house.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 40_000] = b"x" * 40_000
    damaged.write_bytes(data)
    newer = tmp_path / "newer.sqlite3"
    newer.write_bytes(house.read_bytes())
    with closing(sqlite3.connect(newer)) as found, found:
        found.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('combat', '0099_x', '2030-01-01')")
    for path, said in {
        tmp_path / "nothing": "No hay ningún fichero",
        tmp_path / "empty.sqlite3": "no es una copia de Tapiz",
        tmp_path / "text.sqlite3": "not a database",
        damaged: "damaged.sqlite3",
        newer: "0099_x",
    }.items():
        with pytest.raises(CommandError, match=said):
            call_command("verify", path)
        with pytest.raises(CommandError, match=said):
            call_command("restore", path)
    assert people(house) == ["ana"]


def test_a_restored_backup_takes_the_place_of_what_is_backed_up_first(house: Path) -> None:
    made = backups.backup()
    with closing(sqlite3.connect(house)) as found, found:
        found.execute("UPDATE accounts_user SET username = 'eva'")
    before = backups.restore(made)
    assert before is not None
    assert (people(house), people(before)) == (["ana"], ["eva"])
    assert stat.S_IMODE(house.stat().st_mode) == 0o600


def test_nothing_is_restored_under_a_running_server(house: Path) -> None:
    made = backups.backup()
    with closing(sqlite3.connect(house)) as served:
        served.execute("PRAGMA journal_mode = WAL")
        served.execute("SELECT count(*) FROM accounts_user").fetchone()
        with pytest.raises(backups.BackupError, match="parar antes el servidor"):
            backups.restore(made)
    assert people(house) == ["ana"]


def test_nothing_is_restored_under_a_server_that_has_just_begun(house: Path) -> None:
    """It has not opened the database yet, and what it keeps in memory would soon be of another."""
    made = backups.backup()
    with safeguards.sole_server(), pytest.raises(CommandError, match="usa ya los datos"):
        call_command("restore", made)
    assert people(house) == ["ana"]


@pytest.fixture
def damaged(house: Path) -> bytes:
    """What stands in the database once it is damaged."""
    data = bytearray(house.read_bytes())
    data[4096 : 4096 * 40] = b"x" * (4096 * 39)
    house.write_bytes(data)
    return bytes(data)


def test_a_damaged_database_is_not_backed_up(damaged: bytes, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"manage\.py restore"):
        call_command("backup")
    assert not list((tmp_path / "backups").iterdir())


def test_a_damaged_database_is_set_aside_by_what_is_restored(house: Path, tmp_path: Path) -> None:
    made, whole = backups.backup(), house.read_bytes()
    house.write_bytes(whole[:5000] + b"x" * 400_000)
    said = StringIO()
    call_command("restore", made, stdout=said)
    aside = Path(said.getvalue().strip())
    assert (aside.parent, aside.read_bytes()[:5000]) == (tmp_path / "backups", whole[:5000])
    assert aside.name.startswith("damaged-")
    assert people(house) == ["ana"]
    house.unlink()
    with pytest.raises(CommandError, match="No hay ninguna base de datos"):
        call_command("backup")


def test_a_lost_database_comes_back(house: Path) -> None:
    made = backups.backup()
    house.unlink()
    assert backups.restore(made) is None
    assert people(house) == ["ana"]


def test_postgresql_has_its_own_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tapiz.dump").write_text("what pg_dump has written")
    monkeypatch.setattr(connection, "vendor", "postgresql")
    for command in (["backup"], ["restore", str(tmp_path / "tapiz.dump")]):
        with pytest.raises(CommandError, match="pg_restore"):
            call_command(*command)


def test_an_update_begins_with_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(preparation, "call_command", lambda name, **_options: steps.append(name))
    monkeypatch.setattr(preparation.MigrationExecutor, "migration_plan", lambda *_args: ["one"])
    monkeypatch.setattr(backups, "copy_database", lambda _to: steps.append("backup") or _fail())
    with pytest.raises(CommandError, match="no room"):
        preparation.prepare_database()
    assert steps == ["backup"]
    monkeypatch.undo()
    assert not list((tmp_path / "backups").iterdir())


def _fail() -> None:
    raise OSError("no room")


def test_a_copy_of_the_data_folder_leaves_backups_out(tmp_path: Path, settings: Any) -> None:
    from exchange import folder

    settings.STATIC_ROOT = tmp_path / "static"
    backups.backup()
    (tmp_path / "tapiz.log").write_text("a line")
    assert [name for _path, name in folder._other_files(with_secrets=True)] == ["tapiz.log"]
    assert connection.vendor == "sqlite"


def test_pictures_are_backed_up_and_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pictures() -> list[bytes]:
        with closing(sqlite3.connect(path)) as found:
            return [data for (data,) in found.execute("SELECT data FROM pictures_rendition ORDER BY side")]

    table = Table.objects.create(name="Los jueves", system="tapiz")
    kept = storing.keep(table, pixels.face(made()), by=None)
    path = tmp_path / "tapiz.sqlite3"
    backups.copy_database(path)
    monkeypatch.setattr(backups, "database_file", lambda: path)
    before, saved = pictures(), backups.backup()
    assert before == [bytes(one.data) for one in kept.renditions.order_by("side")]
    with closing(sqlite3.connect(path)) as found:
        found.execute("DELETE FROM pictures_rendition")
        found.commit()
    backups.restore(saved)
    assert pictures() == before

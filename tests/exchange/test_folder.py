"""The data folder as a download: consistent, complete, without what grants access, for administrators alone."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from exchange import folder
from tapiz_site import backups
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Invitation

ADDRESS = "/cuenta/datos/"
PASSWORD = "una clave que nadie acierta"

sqlite_only = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the folder holds no database otherwise")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data(tmp_path: Path, settings: Any) -> Path:
    """A data folder with all kinds of files."""
    for name in ("secret_key", "tapiz.log", "demo-log-ins.txt", "first-account-code", ".secret_key.7", "static/a.css"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"what {name} says")
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    return tmp_path


@pytest.fixture
def administrator() -> User:
    return User.objects.create_user("dueña", password=PASSWORD, is_staff=True)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def download(client: Client, **more: str) -> zipfile.ZipFile:
    response = client.post(ADDRESS, {"password": PASSWORD, **more})
    assert response.status_code == 200, response.content.decode()
    assert response["Content-Disposition"].startswith('attachment; filename="tapiz-')
    assert "no-store" in response["Cache-Control"]
    return zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))


def rows(packed: zipfile.ZipFile, query: str, to: Path) -> list[Any]:
    with sqlite3.connect(packed.extract("tapiz.sqlite3", to)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return copy.execute(query).fetchall()


@sqlite_only
def test_what_is_in_it(data: Path, administrator: User, tmp_path_factory: pytest.TempPathFactory) -> None:
    client = logged_in(administrator)
    packed = download(client)
    assert set(packed.namelist()) == {"tapiz.sqlite3", "tapiz.log", "manifest.json"}
    to = tmp_path_factory.mktemp("copy")
    assert rows(packed, "SELECT username FROM accounts_user", to) == [("dueña",)]
    assert Session.objects.exists()
    assert rows(packed, "SELECT * FROM django_session", to) == []
    session = client.session.session_key
    assert session.encode() not in packed.read("tapiz.sqlite3")
    manifest = json.loads(packed.read("manifest.json"))
    assert manifest["secrets"] is False
    assert "exchange.0001_initial" in manifest["migrations"]
    for one in manifest["files"]:
        content = packed.read(one["name"])
        assert (len(content), hashlib.sha256(content).hexdigest()) == (one["size"], one["sha256"])


@sqlite_only
def test_a_database_that_was_put_aside_comes_only_when_asked_for(data: Path, administrator: User) -> None:
    """It holds the sessions and links that are left out of the copy."""
    backups.copy_database(data / "before-the-flood.sqlite3.old")
    client = logged_in(administrator)
    assert "before-the-flood.sqlite3.old" not in download(client).namelist()
    assert "before-the-flood.sqlite3.old" in download(client, with_secrets="on").namelist()


@sqlite_only
def test_no_way_to_a_table_comes_along(data: Path, administrator: User, tmp_path: Path) -> None:
    """A reader of the copy could otherwise use its invitations and open doors."""
    table = campaigns.create_table(user=administrator, name="Los jueves", system="tapiz")
    token = Invitation.objects.create(table=table, created_by=administrator).token
    door = doors.open_door(table=table)
    doors.knock(door=door, name="Bea", seat="", user=None, before=None)
    packed = download(logged_in(administrator))
    for name in ("campaigns_invitation", "campaigns_door", "campaigns_knock"):
        assert rows(packed, f"SELECT * FROM {name}", tmp_path / name) == []
    content = packed.read("tapiz.sqlite3")
    assert token.encode() not in content
    assert door.code.encode() not in content


@sqlite_only
def test_what_lets_people_in_comes_only_when_asked_for(data: Path, administrator: User, tmp_path: Path) -> None:
    packed = download(logged_in(administrator), with_secrets="on")
    assert {"secret_key", "demo-log-ins.txt", "first-account-code"} <= set(packed.namelist())
    assert packed.read("secret_key") == b"what secret_key says"
    assert len(rows(packed, "SELECT * FROM django_session", tmp_path / "copy")) == 1
    assert json.loads(packed.read("manifest.json"))["secrets"] is True


@sqlite_only
def test_the_password_once_more(data: Path, administrator: User, caplog: pytest.LogCaptureFixture) -> None:
    client = logged_in(administrator)
    response = client.post(ADDRESS, {"password": "otra"})
    assert response.status_code == 422
    assert "No es la contraseña actual." in response.content.decode()
    with caplog.at_level(logging.WARNING):
        download(client)
    # a line may also say how many of other tests were left out before it
    said = [record.getMessage() for record in caplog.records if record.name == "exchange.views"]
    assert [line.partition(" (before this,")[0] for line in said] == [
        f"The data folder was downloaded by dueña ({administrator.pk}) from 127.0.0.1, without secrets."
    ]


@sqlite_only
def test_guessing_is_slow(data: Path, administrator: User) -> None:
    client = logged_in(administrator)
    statuses = [client.post(ADDRESS, {"password": f"otra {number}"}).status_code for number in range(6)]
    assert statuses == [422] * 5 + [429]
    assert client.post(ADDRESS, {"password": PASSWORD}).status_code == 429


@pytest.mark.parametrize("fields", [{}, {"is_staff": True, "is_demo": True}, {"is_guest": True}])
def test_for_others_it_is_not_there(data: Path, fields: dict[str, bool]) -> None:
    client = logged_in(User.objects.create_user("alguien", password=PASSWORD, **fields))
    assert client.get(ADDRESS).status_code == 404
    assert client.post(ADDRESS, {"password": PASSWORD}).status_code == 404


def test_on_postgres_it_says_how(administrator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "is_here", lambda: False)
    client = logged_in(administrator)
    page = client.get(ADDRESS).content.decode()
    assert "pg_dump" in page
    assert "<button" not in page.partition("<main")[2]
    assert client.post(ADDRESS, {"password": PASSWORD}).status_code == 404


@sqlite_only
def test_nothing_is_left_behind(
    data: Path, administrator: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = data / "temporary"
    inside.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(inside))
    with folder.packed(with_secrets=False) as packed:
        assert packed.read(2) == b"PK"
    assert list(inside.iterdir()) == []
    assert connection.is_usable()

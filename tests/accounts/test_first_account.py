"""The first account of an empty installation."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client

from tapiz_site.accounts import first_account
from tapiz_site.accounts.models import User

pytestmark = pytest.mark.django_db

PERSON = {"username": "dj", "display_name": "La DJ", "password": "hidromiel-de-reyes"}


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "first"}}
    cache.clear()
    return tmp_path


def test_the_code_stays_the_same_until_it_is_used(folder: Path) -> None:
    code = first_account.code()
    assert code == first_account.code()
    assert (folder / "first-account-code").stat().st_mode & 0o077 == 0


def test_people_of_the_demo_and_guests_leave_the_first_account_open(client: Client) -> None:
    User.objects.create_user("demo", is_demo=True)
    User.objects.create_user("sitio-1", is_guest=True)
    code = first_account.code()
    assert 'href="/empezar/"' in client.get("/entrar/").content.decode()
    assert client.get("/empezar/").status_code == 200
    assert client.post("/empezar/", {**PERSON, "code": code}).status_code == 302
    client.logout()
    assert 'href="/empezar/"' not in client.get("/entrar/").content.decode()
    assert User.objects.get(username="dj").is_staff


def test_there_is_no_code_and_no_page_once_an_account_exists(client: Client, folder: Path) -> None:
    first_account.code()
    User.objects.create_user("somebody")
    assert first_account.code() is None
    assert not list(folder.iterdir())
    assert client.get("/empezar/").status_code == 404
    assert client.post("/empezar/", {**PERSON, "code": "AAAAA-AAAAA"}).status_code == 404


def test_the_first_account_may_have_an_email(client: Client) -> None:
    client.post("/empezar/", {**PERSON, "email": "dj@example.org", "code": first_account.code()})
    assert User.objects.get().email == "dj@example.org"


def test_the_code_makes_the_administrator_once(client: Client, folder: Path) -> None:
    code = first_account.code()
    typed = code.lower().replace("-", " ")
    response = client.post("/empezar/", {**PERSON, "code": typed})

    user = User.objects.get()
    assert (user.username, user.display_name, user.is_staff) == ("dj", "La DJ", True)
    assert user.check_password(PERSON["password"])
    assert response["Location"] == "/mesas/nueva/"
    assert client.session["_auth_user_id"] == str(user.pk)
    assert not list(folder.iterdir())
    again = Client().post("/empezar/", {**PERSON, "username": "other", "code": code})
    assert again.status_code == 404
    assert User.objects.count() == 1


def test_a_code_taken_by_someone_at_the_same_moment_makes_nothing(folder: Path, monkeypatch) -> None:
    code = first_account.code()
    monkeypatch.setattr(first_account, "matches", lambda typed: (folder / "first-account-code").unlink() is None)
    assert first_account.create(typed=code, username="late", display_name="", password="x") is None
    assert not User.objects.exists()


@pytest.mark.parametrize("code", ["AAAAA-AAAAA", "", "ñandú", "I0I0I-00000"])
def test_a_wrong_code_makes_nothing_and_keeps_what_was_typed(client: Client, code: str) -> None:
    first_account.code()
    html = client.post("/empezar/", {**PERSON, "code": code}).content.decode()
    assert 'id="id_code_error"' in html
    assert 'value="La DJ"' in html
    assert not User.objects.exists()


def test_guessing_is_limited(client: Client) -> None:
    code = first_account.code()
    for _ in range(10):
        client.post("/empezar/", {**PERSON, "code": "AAAAA-AAAAA"})
    response = client.post("/empezar/", {**PERSON, "code": code})
    assert response.status_code == 429
    assert "Esperar" in response.content.decode()
    assert not User.objects.exists()


def test_a_weak_password_is_refused_beside_its_field(client: Client) -> None:
    html = client.post("/empezar/", {**PERSON, "code": first_account.code(), "password": "12345678"}).content.decode()
    assert 'id="id_password_error"' in html
    assert not User.objects.exists()

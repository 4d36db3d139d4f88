"""One's own e-mail: added, corrected and removed with the password."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, OneTimeLink, User

pytestmark = pytest.mark.django_db

PASSWORD = "hidromiel-de-reyes"
PAGE = "/cuenta/correo/"


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "emails"}}
    cache.clear()


@pytest.fixture
def sharra() -> User:
    return User.objects.create_user("sharra", "", PASSWORD)


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def log_in(name: str, password: str = PASSWORD) -> int:
    return Client().post("/entrar/", {"login": name, "password": password}).status_code


def test_an_email_is_added_and_lets_in(sharra: User) -> None:
    client = as_user(sharra)
    assert PAGE in client.get("/cuenta/").content.decode()
    assert client.post(PAGE, {"email": "sharra@example.org", "old": PASSWORD})["Location"] == "/cuenta/"
    sharra.refresh_from_db()
    assert sharra.email == "sharra@example.org"
    assert log_in("sharra@example.org") == 302


@pytest.mark.parametrize(
    "data",
    [
        {"email": "sharra@example.org", "old": "wrong"},
        {"email": "sharra@example.org", "old": ""},
        {"email": "no es un correo", "old": PASSWORD},
        {"email": "OTHER@example.org", "old": PASSWORD},
    ],
)
def test_what_is_wrong_changes_nothing_and_stays_in_the_form(sharra: User, data: dict[str, str]) -> None:
    User.objects.create_user("other", "other@example.org", PASSWORD)
    answer = as_user(sharra).post(PAGE, data)
    assert answer.status_code == 422
    assert f'value="{data["email"]}"' in answer.content.decode()
    sharra.refresh_from_db()
    assert sharra.email == ""


def test_the_previous_one_no_longer_logs_in(sharra: User) -> None:
    sharra.email = "old@example.org"
    sharra.save()
    EmailAddress.objects.create(user=sharra, email="old@example.org", primary=True)
    links.make(user=sharra, kind=Kind.PASSWORD, by=None)
    as_user(sharra).post(PAGE, {"email": "new@example.org", "old": PASSWORD})
    assert (log_in("old@example.org"), log_in("new@example.org")) == (200, 302)
    assert not OneTimeLink.objects.exists()


def test_it_can_be_removed(sharra: User) -> None:
    sharra.email = "old@example.org"
    sharra.save()
    as_user(sharra).post(PAGE, {"email": "", "old": PASSWORD})
    sharra.refresh_from_db()
    assert sharra.email == ""


def test_guessing_is_slowed_down_as_on_the_page_of_the_password(sharra: User) -> None:
    client = as_user(sharra)
    for _time in range(3):
        client.post(PAGE, {"email": "", "old": "wrong"})
    for _time in range(2):
        client.post("/cuenta/contrasena/", {"old": "wrong", "password": "tres-tristes-tigres"})
    assert client.post(PAGE, {"email": "a@example.org", "old": PASSWORD}).status_code == 429


def test_guests_have_no_account_to_keep_it() -> None:
    guest = User.objects.create(username="sitio-1", is_guest=True)
    assert as_user(guest).get(PAGE).status_code == 404

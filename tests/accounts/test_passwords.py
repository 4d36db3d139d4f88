"""Changing one's own password, forgotten ones, and an administrator's links."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, OneTimeLink, User

pytestmark = pytest.mark.django_db

PASSWORD = "hidromiel-de-reyes"
OTHER = "tres-tristes-tigres"


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "forgot"}}
    cache.clear()


@pytest.fixture
def sharra() -> User:
    return User.objects.create_user("sharra", "sharra@example.org", PASSWORD)


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_new_password_keeps_this_session_and_ends_the_others(sharra: User) -> None:
    here, elsewhere = as_user(sharra), as_user(sharra)
    assert here.post("/cuenta/contrasena/", {"old": PASSWORD, "password": OTHER}).status_code == 302
    sharra.refresh_from_db()
    assert sharra.check_password(OTHER)
    assert here.get("/cuenta/").status_code == 200
    assert elsewhere.get("/cuenta/").status_code == 302


def test_a_new_password_shuts_the_links_to_another(sharra: User) -> None:
    """Changing the password must also invalidate links that another person had made for the account."""
    path = links.make(user=sharra, kind=Kind.PASSWORD, by=None)
    as_user(sharra).post("/cuenta/contrasena/", {"old": PASSWORD, "password": OTHER})
    assert Client().post(path, {"password": PASSWORD}).status_code == 404


@pytest.mark.parametrize("data", [{"old": "wrong", "password": OTHER}, {"old": PASSWORD, "password": "sharra"}])
def test_a_wrong_or_weak_password_changes_nothing(sharra: User, data: dict[str, str]) -> None:
    answer = as_user(sharra).post("/cuenta/contrasena/", data)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    sharra.refresh_from_db()
    assert sharra.check_password(PASSWORD)


def test_guessing_the_present_password_is_slowed_down(sharra: User) -> None:
    client = as_user(sharra)
    for _time in range(5):
        client.post("/cuenta/contrasena/", {"old": "wrong", "password": OTHER})
    assert client.post("/cuenta/contrasena/", {"old": PASSWORD, "password": OTHER}).status_code == 429
    sharra.refresh_from_db()
    assert sharra.check_password(PASSWORD)


@pytest.mark.parametrize("path", ["/cuenta/contrasena/", "/cuenta/correo/"])
def test_after_too_many_tries_the_answer_does_not_tell_whether_the_password_was_right(sharra: User, path: str) -> None:
    client = as_user(sharra)
    hide = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    pages = []
    for guess in ["wrong"] * 6 + [PASSWORD]:
        answer = client.post(path, {"old": guess, "password": OTHER, "email": ""})
        pages.append(hide.sub("", answer.content.decode()))
    assert pages[-1] == pages[-2]
    assert pages[-1].count("Demasiados intentos") == 1


@pytest.mark.parametrize("name", ["sharra", "SHARRA@example.org"])
def test_where_there_is_mail_a_link_comes_by_it(client: Client, sharra: User, settings, name: str) -> None:
    settings.MAIL = True
    client.post("/contrasena/olvidada/", {"login": name})
    (letter,) = mail.outbox
    assert letter.to == ["sharra@example.org"]
    url = re.search(r"http://testserver(/\S+)", letter.body)
    assert url is not None
    assert client.post(url.group(1), {"password": OTHER}).status_code == 302
    sharra.refresh_from_db()
    assert sharra.check_password(OTHER)


def test_the_answer_does_not_reveal_who_has_an_account(client: Client, sharra: User, settings) -> None:
    settings.MAIL = True
    hide = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    known, unknown = (client.post("/contrasena/olvidada/", {"login": name}) for name in ("sharra", "nobody"))
    assert known.status_code == unknown.status_code == 200
    assert hide.sub("", known.content.decode()) == hide.sub("", unknown.content.decode())
    assert len(mail.outbox) == 1


def test_mail_that_cannot_be_sent_does_not_change_the_answer(client: Client, sharra: User, settings) -> None:
    settings.MAIL = True
    settings.EMAIL_BACKEND = "tests.accounts.test_passwords.Broken"
    assert client.post("/contrasena/olvidada/", {"login": "sharra"}).status_code == 200


def test_letters_to_one_person_are_few(client: Client, sharra: User, settings) -> None:
    settings.MAIL = True
    statuses = [client.post("/contrasena/olvidada/", {"login": "sharra"}).status_code for _time in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert len(mail.outbox) == 3


def test_without_mail_the_page_says_who_helps(client: Client, sharra: User) -> None:
    page = client.get("/contrasena/olvidada/").content.decode()
    assert "QR" in page
    assert 'name="login"' not in page
    assert client.post("/contrasena/olvidada/", {"login": "sharra"}).status_code == 404
    assert not OneTimeLink.objects.exists()


def test_administrators_alone_see_accounts_and_make_links(client: Client, sharra: User) -> None:
    url = f"/cuenta/gente/{sharra.pk}/contrasena/"
    for path, method in (("/cuenta/gente/", "get"), (url, "post")):
        assert getattr(client, method)(path).status_code == 302
        assert getattr(as_user(sharra), method)(path).status_code == 404
    boss = User.objects.create_user("boss", is_staff=True)
    assert "sharra" in as_user(boss).get("/cuenta/gente/").content.decode()
    answer = as_user(boss).post(url)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert OneTimeLink.objects.get().created_by == boss
    assert as_user(boss).get(url).status_code == 405


def test_a_link_of_no_known_token_says_nothing(client: Client, sharra: User) -> None:
    for path in ("/contrasena/nothing/", "/llave/nothing/"):
        for method in (client.get, client.post):
            assert method(path, {"password": OTHER}).status_code == 404


class Broken:
    """A mail server that does not answer."""

    def __init__(self, **kwargs: object) -> None:
        pass

    def send_messages(self, messages: list[object]) -> int:
        raise ConnectionRefusedError

"""Logging in and out: by name, by e-mail, and what a wrong password says."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from tapiz_site.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "hidromiel-de-reyes"


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "accounts"}}
    cache.clear()


@pytest.fixture
def sharra() -> User:
    return User.objects.create_user("sharra", "sharra@example.org", PASSWORD, display_name="Sharra la Roja")


def log_in(client: Client, login: str, password: str = PASSWORD, **more: str):
    return client.post("/entrar/", {"login": login, "password": password, **more})


@pytest.mark.parametrize("login", ["sharra", "Sharra", "sharra@example.org", "SHARRA@example.org"])
def test_name_and_e_mail_both_open_the_door(client: Client, sharra: User, login: str) -> None:
    response = log_in(client, login)

    assert response.status_code == 302
    assert response["Location"] == "/mesas/"
    assert client.session["_auth_user_id"] == str(sharra.pk)


def test_the_page_asked_for_comes_after_the_log_in(client: Client, sharra: User) -> None:
    assert 'name="next" value="/cuenta/"' in client.get("/entrar/?next=/cuenta/").content.decode()
    assert log_in(client, "sharra", next="/cuenta/")["Location"] == "/cuenta/"


def test_another_site_never_comes_after_the_log_in(client: Client, sharra: User) -> None:
    assert log_in(client, "sharra", next="https://evil.example/")["Location"] == "/mesas/"


def test_a_wrong_password_is_said_beside_its_field_and_keeps_the_name(client: Client, sharra: User) -> None:
    html = log_in(client, "sharra", "wrong").content.decode()

    field = re.search(r'<input type="password"[^>]*>', html).group()
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="id_password_error"' in field
    error = html[html.index('id="id_password_error"') :]
    assert "no coinciden" in error[:600]
    assert "Quedan 4 intentos" in error[:600]
    assert 'value="sharra"' in html
    assert "wrong" not in html


def test_an_unknown_name_gets_the_same_answer_as_a_wrong_password(client: Client, sharra: User) -> None:
    known, unknown = (log_in(client, name, "wrong").content.decode() for name in ("sharra", "nobody"))
    hide = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    assert hide.sub("", known).replace("sharra", "nobody") == hide.sub("", unknown)


def test_after_five_wrong_passwords_one_waits_even_with_the_right_one(client: Client, sharra: User) -> None:
    pages = [log_in(client, "sharra", "wrong").content.decode() for _ in range(5)]
    assert "Queda 1 intento" in pages[3]
    assert "Demasiados intentos" in pages[4]

    page = log_in(client, "sharra")
    assert page.status_code == 200
    assert re.search(r"Esperar \d+ (segundos?|minutos?) antes", page.content.decode())
    assert "_auth_user_id" not in client.session


def test_wrong_passwords_of_strangers_keep_out_no_one_who_was_here_before(client: Client, sharra: User) -> None:
    """Five wrong passwords elsewhere close the account to strange devices, and not to its own."""
    log_in(client, "sharra")
    client.post("/salir/")
    for _try in range(22):
        log_in(Client(), "sharra", "wrong")
    log_in(client, "sharra@example.org")
    assert client.session["_auth_user_id"] == str(sharra.pk)
    stranger = Client()
    log_in(stranger, "sharra")
    assert "_auth_user_id" not in stranger.session


def test_wrong_passwords_at_one_address_keep_out_no_new_device_at_another(client: Client, sharra: User) -> None:
    for _try in range(22):
        log_in(Client(REMOTE_ADDR="203.0.113.7"), "sharra", "wrong")
    log_in(client, "sharra")
    assert client.session["_auth_user_id"] == str(sharra.pk)


def test_wrong_passwords_from_many_addresses_close_the_account_to_new_devices(
    client: Client, sharra: User, settings
) -> None:
    """A guesser with many addresses cannot go on without end; the right password does not count."""
    assert settings.ACCOUNT_RATE_LIMITS["login_failed_anywhere"] == "60/m/key"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed_anywhere": "9/m/key"}
    for address in range(3):
        for _try in range(3):
            log_in(Client(REMOTE_ADDR=f"203.0.113.{address}"), "sharra", "wrong")
        if address == 1:
            for _try in range(10):
                right = Client(REMOTE_ADDR="203.0.113.99")
                log_in(right, "sharra")
                assert "_auth_user_id" in right.session
    page = log_in(client, "sharra").content.decode()
    assert re.search(r"Esperar \d+ (segundos?|minutos?) antes", page)
    assert "_auth_user_id" not in client.session


def test_a_known_device_has_five_tries_of_its_own(client: Client, sharra: User) -> None:
    log_in(client, "sharra")
    client.post("/salir/")
    pages = [log_in(client, "sharra", "wrong").content.decode() for _ in range(5)]
    assert "Quedan 4 intentos" in pages[0]
    assert "Demasiados intentos" in pages[4]
    log_in(client, "sharra")
    assert "_auth_user_id" not in client.session
    log_in(Client(), "sharra", "wrong")
    stranger = Client()
    log_in(stranger, "sharra")
    assert stranger.session["_auth_user_id"] == str(sharra.pk)


@pytest.mark.parametrize("spoilt", ["", "x", "a.b.c"])
def test_a_device_knows_only_its_accounts(client: Client, sharra: User, spoilt: str) -> None:
    User.objects.create_user("orlo", "", PASSWORD)
    log_in(client, "orlo")
    client.post("/salir/")
    if spoilt:
        client.cookies["tapiz_device"] = spoilt
    for _try in range(5):
        log_in(Client(), "sharra", "wrong")
        log_in(Client(), "orlo", "wrong")
    log_in(client, "sharra")
    assert "_auth_user_id" not in client.session
    log_in(client, "orlo")
    assert ("_auth_user_id" in client.session) is not bool(spoilt)


def test_an_inactive_account_stays_outside(client: Client, sharra: User) -> None:
    User.objects.update(is_active=False)
    log_in(client, "sharra")
    assert "_auth_user_id" not in client.session


def test_logging_out_asks_first_and_needs_a_post(client: Client, sharra: User) -> None:
    client.force_login(sharra)
    assert client.get("/salir/").status_code == 200
    assert "_auth_user_id" in client.session
    assert client.post("/salir/")["Location"] == "/entrar/"
    assert "_auth_user_id" not in client.session

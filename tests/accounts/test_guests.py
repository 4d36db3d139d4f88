"""Guests: what their menu offers, and how a seat becomes an account."""

from __future__ import annotations

import pytest
from django.test import Client

from tapiz_site.accounts.models import User

pytestmark = pytest.mark.django_db

KEEP = {"username": "ana", "password": "hidromiel-de-reyes", "email": "ana@example.org"}


@pytest.fixture
def guest() -> User:
    user = User(username="sitio-1", display_name="Ana", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture
def phone(guest: User) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def test_a_seat_becomes_an_account_and_stays_the_same_person(phone: Client, guest: User) -> None:
    assert phone.post("/cuenta/guardar/", KEEP).status_code == 302
    kept = User.objects.get()
    assert (kept.pk, kept.username, kept.email, kept.shown_name) == (guest.pk, "ana", "ana@example.org", "Ana")
    assert kept.check_password(KEEP["password"])
    assert not kept.is_guest
    assert phone.get("/cuenta/").status_code == 200
    assert phone.get("/cuenta/guardar/").status_code == 404
    other = Client()
    assert other.post("/entrar/", {"login": "ana", "password": KEEP["password"]}).status_code == 302


@pytest.mark.parametrize(
    "wrong", [{"username": "SHARRA"}, {"username": "a b"}, {"password": "1234"}, {"email": "Sharra@example.org"}]
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(phone: Client, wrong: dict[str, str]) -> None:
    User.objects.create_user("sharra", "sharra@example.org")
    data = {**KEEP, **wrong}
    answer = phone.post("/cuenta/guardar/", data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in page
    assert f'value="{data["username"]}"' in page
    assert User.objects.get(username="sitio-1").is_guest


def test_accounts_have_nothing_to_convert_and_guests_no_password(phone: Client) -> None:
    account = Client()
    account.force_login(User.objects.create_user("sharra"))
    assert account.get("/cuenta/guardar/").status_code == 404
    assert phone.get("/cuenta/contrasena/").status_code == 404
    assert Client().get("/cuenta/guardar/").status_code == 302


def test_the_menu_of_a_guest_leads_to_an_account_and_names_no_made_up_log_in(phone: Client) -> None:
    page = phone.get("/cuenta/").content.decode()
    assert "/cuenta/guardar/" in page
    assert "sitio-1" not in page
    assert "/cuenta/guardar/" in phone.get("/salir/").content.decode()
    assert "sitio-1" not in phone.get("/cuenta/guardar/").content.decode()


def test_a_guest_has_no_password_to_log_in_with(guest: User) -> None:
    client = Client()
    for password in ("", guest.password):
        client.post("/entrar/", {"login": "sitio-1", "password": password})
    assert "_auth_user_id" not in client.session

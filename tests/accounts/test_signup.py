"""Signing up: closed, opened by an invitation a registered validator accepts, or by the settings."""

from __future__ import annotations

import pytest
from allauth.account.signals import user_signed_up
from django.core.cache import cache
from django.test import Client

from tapiz_site.accounts import invitations
from tapiz_site.accounts.models import User

pytestmark = pytest.mark.django_db

PERSON = {
    "username": "elythlian",
    "display_name": "Elythlian",
    "email": "",
    "password1": "hidromiel-de-reyes",
}


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "accounts"}}
    cache.clear()


@pytest.fixture
def door(monkeypatch) -> set[str]:
    # Other apps register validators and listen to sign-ups; here only this validator counts.
    monkeypatch.setattr(invitations, "_validators", [])
    monkeypatch.setattr(user_signed_up, "send", lambda **_told: [])
    tokens = {"good"}
    invitations.register(tokens.__contains__)
    return tokens


def follow_link(client: Client, token: str) -> None:
    session = client.session
    session[invitations.SESSION_KEY] = token
    session.save()


def test_without_an_invitation_sign_up_is_closed(client: Client, door: set[str]) -> None:
    assert b"id_username" not in client.get("/registro/").content
    client.post("/registro/", PERSON)
    assert not User.objects.exists()


def test_a_token_no_validator_accepts_opens_nothing(client: Client, door: set[str]) -> None:
    follow_link(client, "forged")
    client.post("/registro/", PERSON)
    assert not User.objects.exists()


def test_an_invitation_makes_an_account_that_is_logged_in(client: Client, door: set[str]) -> None:
    follow_link(client, "good")
    assert b"id_username" in client.get("/registro/").content
    response = client.post("/registro/", {**PERSON, "next": "/invitacion/good/"})

    user = User.objects.get()
    assert (user.username, user.display_name, user.is_staff) == ("elythlian", "Elythlian", False)
    assert response["Location"] == "/invitacion/good/"
    assert client.session["_auth_user_id"] == str(user.pk)
    assert client.session[invitations.SESSION_KEY] == "good"


def test_an_invitation_withdrawn_meanwhile_no_longer_opens(client: Client, door: set[str]) -> None:
    follow_link(client, "good")
    client.get("/registro/")
    door.clear()
    client.post("/registro/", PERSON)
    assert not User.objects.exists()


def test_mistakes_are_said_beside_their_fields_and_nothing_typed_is_lost(client: Client, door: set[str]) -> None:
    User.objects.create_user("elythlian")
    follow_link(client, "good")
    html = client.post("/registro/", {**PERSON, "password1": "123"}).content.decode()

    assert 'id="id_username_error"' in html
    assert 'id="id_password1_error"' in html
    assert 'href="#id_password1"' in html
    assert 'value="Elythlian"' in html
    assert User.objects.count() == 1


def test_the_log_in_leads_to_it_where_sign_up_is_open(client: Client, settings) -> None:
    assert "/registro/" not in client.get("/entrar/").content.decode()
    settings.SIGNUP = "open"
    assert 'href="/registro/?next=%2Fmesas%2Fnueva%2F"' in client.get("/entrar/?next=/mesas/nueva/").content.decode()


def test_the_settings_can_open_it(client: Client, settings) -> None:
    settings.SIGNUP = "open"
    client.post("/registro/", PERSON)
    assert User.objects.get().username == "elythlian"

"""Passkeys as a second step: what no browser sends is refused, and where browsers make none, none is offered."""

from __future__ import annotations

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.test import Client

from tapiz_site.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "barriles y bruma"
STEP, PAGE = "/entrar/segundo-paso/", "/cuenta/segundo-paso/"
STRANGE = [
    *("", "no json", "5", '"text"', "[]", "null", "{}", '{"id": 5}', '{"response": {}}'),
    '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": 7}',
    '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"clientDataJSON": "!", "signature": "!"}}',
    json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": "e30",
                "attestationObject": "oA",
                "authenticatorData": "AAAA",
                "signature": "AAAA",
            },
        }
    ),
]


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "passkeys"}}
    cache.clear()


@pytest.fixture
def sharra() -> User:
    return User.objects.create_user("sharra", password=PASSWORD)


@pytest.mark.parametrize("answer", STRANGE)
def test_what_no_browser_sends_makes_no_passkey(sharra: User, answer: str) -> None:
    client = Client(SERVER_NAME="localhost")
    client.force_login(sharra)
    assert client.get(PAGE + "llave/").status_code == 200
    sent = {"name": "Móvil", "old": PASSWORD, "credential": answer}
    assert client.post(PAGE + "llave/", sent).status_code == 422
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("answer", STRANGE)
def test_what_no_browser_sends_lets_nobody_in(sharra: User, answer: str) -> None:
    TOTP.activate(sharra, generate_totp_secret())
    RecoveryCodes.activate(sharra)
    client = Client(SERVER_NAME="localhost")
    client.post("/entrar/", {"login": "sharra", "password": PASSWORD})
    assert client.get(STEP).status_code == 200
    assert client.post(STEP, {"credential": answer}).status_code == 422
    assert client.get("/mesas/").status_code == 302


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [
        ("localhost", False, True),
        ("mesa.example", True, True),
        ("mesa.example", False, False),
        ("10.0.0.7", True, False),
    ],
)
def test_passkeys_are_offered_where_browsers_make_them(
    sharra: User, settings, host: str, secure: bool, offered: bool
) -> None:
    settings.ALLOWED_HOSTS = [host]
    client = Client(SERVER_NAME=host)
    client.force_login(sharra)
    assert ("Añadir una llave" in client.get(PAGE, secure=secure).content.decode()) is offered
    assert client.get(PAGE + "llave/", secure=secure).status_code == (200 if offered else 404)

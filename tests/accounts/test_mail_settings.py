"""The mail server as the environment names it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from tapiz_site import env


@pytest.mark.parametrize(
    ("value", "port", "tls", "ssl"),
    [
        ("smtp+tls://tapiz%40mesa:a%2Fb@mail.example", 587, True, False),
        ("smtps://tapiz%40mesa:a%2Fb@mail.example", 465, False, True),
        ("smtp://tapiz%40mesa:a%2Fb@mail.example:2525", 2525, False, False),
    ],
)
def test_schemes_name_port_and_encryption(
    monkeypatch: pytest.MonkeyPatch, value: str, port: int, tls: bool, ssl: bool
) -> None:
    monkeypatch.setenv("TAPIZ_MAIL", value)
    assert env.mail() == {
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": "tapiz@mesa",
        "EMAIL_HOST_PASSWORD": "a/b",
        "EMAIL_USE_TLS": tls,
        "EMAIL_USE_SSL": ssl,
    }


def test_without_it_there_is_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPIZ_MAIL", " ")
    assert env.mail() == {}


@pytest.mark.parametrize("value", ["mail.example", "http://mail.example", "smtp+tls://", "smtps://mail.example/inbox"])
def test_what_is_no_mail_server_stops_the_start_without_showing_the_password(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("TAPIZ_MAIL", value.replace("://", "://u:secret@"))
    with pytest.raises(ImproperlyConfigured) as refused:
        env.mail()
    assert "secret" not in str(refused.value)

"""Addresses for other devices and their QR."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from tapiz_site import env
from tapiz_site.accounts.addresses import absolute, qr


@pytest.mark.parametrize(
    ("public", "host", "found"),
    [
        ("https://mesa.example", "localhost", "https://mesa.example/puerta/"),
        ("", "192.168.1.5:8000", "http://192.168.1.5:8000/puerta/"),
        ("", "localhost:8000", "http://192.168.1.5:8000/puerta/"),
        ("", "127.0.0.1", "http://192.168.1.5/puerta/"),
        ("", "[::1]:8000", "http://192.168.1.5:8000/puerta/"),
    ],
)
def test_a_phone_is_led_to_an_address_it_can_reach(
    settings, monkeypatch: pytest.MonkeyPatch, public: str, host: str, found: str
) -> None:
    settings.PUBLIC_URL = public
    settings.ALLOWED_HOSTS = ["192.168.1.5", "localhost", "127.0.0.1", "[::1]"]
    monkeypatch.setattr(env, "machine_addresses", lambda: ["10.9.9.9", "192.168.1.5"])
    assert absolute(RequestFactory().get("/", headers={"host": host}), "/puerta/") == found


def test_the_qr_is_one_plain_drawing() -> None:
    svg = qr("https://mesa.example/puerta/<script>/")
    assert svg.startswith("<svg viewBox=")
    assert svg.count("<") == 3
    assert "style" not in svg

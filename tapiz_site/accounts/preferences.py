"""How a device shows the site: language, theme and hand, each in a cookie of this device."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

THEME_COOKIE = "tapiz_theme"
HAND_COOKIE = "tapiz_hand"
THEMES = ("auto", "light", "dark")
HANDS = ("right", "left")
A_YEAR = 365 * 24 * 3600


def theme(request: HttpRequest | None) -> str:
    """The theme of this device; `auto` follows the device's own setting."""
    return _kept(request, THEME_COOKIE, THEMES)


def hand(request: HttpRequest | None) -> str:
    """The hand that holds the device; it decides at which end of the dock the button of the next step stands."""
    return _kept(request, HAND_COOKIE, HANDS)


def keep(response: HttpResponse, cookie: str, value: str) -> None:
    """Store a preference in this device."""
    response.set_cookie(
        cookie, value, max_age=A_YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )


def _kept(request: HttpRequest | None, cookie: str, known: tuple[str, ...]) -> str:
    value = request.COOKIES.get(cookie, "") if request is not None else ""
    return value if value in known else known[0]

"""The devices on which accounts have logged in: there, wrong passwords of strangers elsewhere lock nobody out.

A device keeps a signed cookie with an id of its own and the accounts that have logged in on it. Tries to log in to one
of these accounts are counted for the device alone; all other tries to log in to an account are counted together.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from .models import User
from .preferences import A_YEAR

COOKIE = "tapiz_device"
MOST_ACCOUNTS = 10
"""The accounts that a device remembers, the last ones first."""


def known_as(request: HttpRequest, typed: str) -> str:
    """The id of this device where the account of the typed name or e-mail has logged in on it before, else nothing."""
    device, accounts = _read(request)
    found = User.objects.filter(Q(username__iexact=typed) | Q(email__iexact=typed), pk__in=accounts) if typed else None
    return device if found is not None and found.exists() else ""


def note(sender: object, request: HttpRequest, user: User, **_more: Any) -> None:
    """Remember at a log-in that its device knows this account; the answer carries the cookie."""
    request._logged_in = user.pk  # type: ignore[attr-defined]


class DeviceMiddleware:
    """Gives the cookie to devices on which an account has just logged in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = getattr(request, "_logged_in", None)
        if user is not None:
            device, accounts = _read(request)
            kept = [user, *(one for one in accounts if one != user)][:MOST_ACCOUNTS]
            response.set_cookie(
                COOKIE,
                signing.dumps([device or token_urlsafe(12), kept], salt=COOKIE),
                max_age=A_YEAR,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    try:
        device, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return "", []
    return device, accounts

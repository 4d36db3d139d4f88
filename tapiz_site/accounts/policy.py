"""The account that a request comes from."""

from __future__ import annotations

from django.http import HttpRequest

from .models import User


def person(request: HttpRequest) -> User:
    """The logged-in person of a request; only for views that require a log-in."""
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return request.user

"""Entering an account: the one way for all pages that log a person in, so that none passes by the second step."""

from __future__ import annotations

from allauth.account.utils import perform_login
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse

from .models import User


def enter(request: HttpRequest, user: User, to: str | None = None) -> HttpResponse:
    """Log a person in and redirect to `to`, or else to their tables; where a second step is on, redirect to that.

    The caller has proved who the person is. `request.user` is the person afterwards, unless a second step is open.
    """
    if request.user.is_authenticated:
        # An open second step is for visitors; it is kept in the session, which ends with the log-in it belongs to.
        logout(request)
    response: HttpResponse = perform_login(request, user, redirect_url=to)
    return response

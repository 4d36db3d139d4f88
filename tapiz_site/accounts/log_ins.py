"""The person's log-ins: where they are, ending one, ending all others."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from . import links
from .models import User
from .policy import person

BROWSERS = {"Edg/": "Edge", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
MACHINES = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac": "Mac",
    "Linux": "Linux",
}


def remember(sender: Any, request: HttpRequest | None = None, user: User | None = None, **kwargs: Any) -> None:
    """Note where a person has just logged in, in whichever way."""
    # Without an address there is nothing to show; a command has no request at all.
    if request is not None and user is not None and request.META.get("REMOTE_ADDR"):
        request.user = user
        UserSession.objects.create_from_request(request)


@never_cache
@login_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """All log-ins of this person, the newest first."""
    here = request.session.session_key
    found = sorted(UserSession.objects.purge_and_list(person(request)), key=lambda one: one.created_at, reverse=True)
    rows = [
        {"pk": one.pk, "device": device(one.user_agent), "since": one.created_at, "address": one.ip,
         "here": one.session_key == here}
        for one in found
    ]  # fmt: skip
    return render(request, "account/log_ins.html", {"rows": rows})


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End one log-in of this person."""
    user = person(request)
    get_object_or_404(UserSession, pk=pk, user=user).end()
    links.end_log_ins(user)
    messages.success(request, _("Esa entrada queda cerrada."))
    return redirect("accounts:log_ins")


@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End all log-ins of this person but the present one."""
    user = person(request)
    end_all(user, but=request.session.session_key or "")
    messages.success(request, _("Las demás entradas quedan cerradas."))
    return redirect("accounts:log_ins")


def end_all(user: User, *, but: str = "") -> None:
    """End all log-ins of a person, those too that nobody has noted; `but`: the key of a session that stays."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but)
    theirs = [one.pk for one in sessions.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]
    Session.objects.filter(pk__in=theirs).delete()
    UserSession.objects.filter(user=user).exclude(session_key=but).delete()
    links.end_log_ins(user)


def device(agent: str) -> str:
    """Browser and machine, in the words of people, as far as the browser tells them."""
    browser = next((word for mark, word in BROWSERS.items() if mark in agent), "")
    machine = next((word for word in MACHINES if word in agent), "")
    return " · ".join(filter(None, (browser, machine))) or _("Un dispositivo")

"""The quiet stop: one address at which people stop play, agree to go on, and write to the game master without name."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tapiz_site.pages import GET_AND_POST, HtmxHttpRequest

from .. import quiet as quiet_pages
from .. import stopping
from ..models import Role, StopNote, Table
from ..policy import PLAYING, get_table_or_404
from .common import person

COOKIE = "parada"
"""What the browser that stopped play keeps for two minutes, to take a slip back; no other place knows it."""


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def quiet(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """The quiet part of a page, for scripts; a post stops play, agrees, writes, or lets it go on.

    One address for all of it, so that no list of requests tells one from the other.
    """
    table = get_table_or_404(request.user, pk)
    if request.method == "POST":
        return _done(request, table)
    if not request.htmx:
        return redirect(table)
    return _answer(request, table)


def _done(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    if table.role not in PLAYING:
        raise PermissionDenied
    does = request.POST.get("do", "")
    if does == "stop":
        return _stopped(request, table)
    if does == "agree":
        on = stopping.agree(table, person(request), request.COOKIES.get(COOKIE, ""))
        return _answer(request, table, "" if on else _("Queda dicho. Se sigue cuando podáis todos."))
    if does == "write":
        return _written(request, table)
    if does == "resume":
        if table.role != Role.GAME_MASTER:
            raise PermissionDenied
        stopping.resume(table)
        return _answer(request, table)
    raise Http404


def _stopped(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    if not table.can_stop:
        raise Http404
    token = stopping.stop(table, person(request))
    response = _answer(request, table)
    if token:
        response.set_cookie(
            COOKIE,
            token,
            max_age=stopping.SLIP_SECONDS,
            path=table.get_absolute_url(),
            secure=request.is_secure(),
            httponly=True,
            samesite="Strict",
        )
    return response


def _written(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    text = " ".join(request.POST.get("text", "").split())
    longest = StopNote._meta.get_field("text").max_length or 0
    if not text or len(text) > longest:
        return _answer(request, table, _("De 1 a %(most)d caracteres.") % {"most": longest}, typed=text)
    if stopping.write(table, text):
        return _answer(request, table, _("Enviado, sin nombre."))
    return _answer(request, table, _("Ya no se puede enviar: se ha seguido, o hay demasiadas notas."), typed=text)


def _answer(request: HtmxHttpRequest, table: Table, said: str = "", typed: str = "") -> HttpResponse:
    """The quiet part as it is now; without scripts the page from which the form was sent."""
    if not request.htmx:
        if said:
            messages.info(request, said)
        back = request.POST.get("back", "")
        safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
        return redirect(back if safe and back.startswith("/") else table.get_absolute_url())
    manner = next((one for one in quiet_pages.MANNERS if one in request.GET), quiet_pages.OVER)
    if manner == quiet_pages.BAND and table.role != Role.GAME_MASTER:
        manner = quiet_pages.OVER
    if quiet_pages.is_stopped(table):
        return HttpResponse(quiet_pages.drawn(request, table, table.role, manner, said=said, typed=typed))
    if manner in (quiet_pages.ALONE, quiet_pages.ROOM):
        # No other page lies under it.
        return HttpResponse(headers={"HX-Refresh": "true"})
    return HttpResponse("")

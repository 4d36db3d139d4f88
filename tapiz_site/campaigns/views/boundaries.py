"""The page of lines and veils, where everybody who plays adds to them and the game master chooses what a stop tells."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from .. import boundaries as lines_and_veils
from .. import stopping
from ..forms import BoundaryForm
from ..models import BoundaryKind, Role, StopTells, Table
from ..policy import PLAYING, get_table_or_404
from .common import GET_AND_POST, about, person


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def boundaries(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Read them; a post adds one (`do=add`), takes one away (`do=remove`) or says who a stop tells (`do=tells`)."""
    table = get_table_or_404(request.user, pk)
    form = BoundaryForm(request.POST if request.POST.get("do") == "add" else None)
    if request.method == "POST":
        if table.role not in PLAYING:
            raise PermissionDenied
        if _done(request, table, form):
            return redirect("campaigns:boundaries", table.pk)
    context = {
        **about(table),
        "form": form,
        "boundaries": lines_and_veils.of(table),
        "plays": table.role in PLAYING,
        "tells": lines_and_veils.tells_words(table),
        "choices": StopTells.choices,
    }
    return render(request, "campaigns/boundaries/page.html", context, status=422 if request.method == "POST" else 200)


def _done(request: HttpRequest, table: Table, form: BoundaryForm) -> bool:
    """Do what was sent; returns whether it could be taken."""
    does, user = request.POST.get("do", ""), person(request)
    if does == "add":
        if not form.is_valid():
            return False
        openly = user if form.cleaned_data["openly"] else None
        added = lines_and_veils.add(table, BoundaryKind(form.cleaned_data["kind"]), form.cleaned_data["text"], openly)
        if not added:
            form.add_error("text", _("No caben más: antes hay que quitar alguna."))
        return added
    if does == "remove":
        if not lines_and_veils.remove(table, _id(request.POST.get("which", "")), user):
            raise PermissionDenied
        return True
    if does == "tells":
        if table.role != Role.GAME_MASTER or request.POST.get("tells") not in StopTells.values:
            raise PermissionDenied
        stopping.change_tells(table, StopTells(request.POST["tells"]))
        messages.success(request, _("La carta queda guardada."))
        return True
    raise Http404


def _id(written: str) -> UUID:
    try:
        return UUID(written)
    except ValueError:
        raise Http404 from None

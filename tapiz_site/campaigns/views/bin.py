"""Deleting a table into the bin, and the bin of its game master."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from .. import binning
from ..models import BIN_DAYS
from ..policy import GAME_MASTERS, get_table_or_404
from .common import GET_AND_POST, about, person


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask for confirmation, then put the table into the bin."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    if request.method == "POST":
        binning.delete_table(table=found, by=person(request))
        messages.success(request, _("%(name)s queda en la papelera.") % {"name": found.name})
        return redirect("campaigns:tables")
    return render(request, "campaigns/delete.html", {**about(found), "days": BIN_DAYS})


@never_cache
@login_required
@require_safe
def binned(request: HttpRequest) -> HttpResponse:
    """The tables in the bin that the reader ran, and until when they can be recovered."""
    binning.empty_bin()
    rows = binning.binned_by(person(request)).select_related("deleted_by")
    found = [
        {"thing": one, "until": one.deleted_at + timedelta(days=BIN_DAYS)} for one in rows if one.deleted_at is not None
    ]
    return render(request, "campaigns/bin.html", {"found": found, "days": BIN_DAYS})


@login_required
@require_POST
def recover(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take a table out of the bin."""
    found = get_object_or_404(binning.binned_by(person(request)), pk=pk)
    binning.recover_table(table=found)
    messages.success(request, _("%(name)s vuelve a estar en su sitio.") % {"name": found.name})
    return redirect(found)

"""Deleting a character into the bin, and the bin of a table."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404

from .. import policy, services
from ..models import BIN_DAYS, Character
from .common import GET_AND_POST, person


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask for confirmation, then put it into the bin."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    if not policy.may_delete(character):
        raise PermissionDenied
    if request.method == "POST":
        services.delete_character(character=character, by=person(request))
        messages.success(request, _("%(name)s queda en la papelera de la mesa.") % {"name": character.name})
        return redirect(character.table)
    context = {"character": character, "table": character.table, "days": BIN_DAYS}
    return render(request, "characters/delete.html", context)


@never_cache
@login_required
@require_safe
def binned(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The characters in the bin of a table, and until when they stay there."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    # A server that runs for months seldom starts, and so seldom empties it.
    services.empty_bin()
    rows = Character.everywhere.filter(table=table).exclude(deleted_at=None).select_related("deleted_by")
    found = [
        {"thing": one, "until": one.deleted_at + timedelta(days=BIN_DAYS)}
        for one in rows.order_by("-deleted_at")
        if one.deleted_at is not None
    ]
    return render(request, "characters/bin.html", {"table": table, "found": found, "days": BIN_DAYS})


@login_required
@require_POST
def recover(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take a character out of the bin."""
    character = policy.binned_or_404(request.user, pk)
    services.recover_character(character=character, by=person(request))
    messages.success(request, _("%(name)s vuelve a la mesa.") % {"name": character.name})
    return redirect(character)

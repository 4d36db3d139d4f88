"""The possessions of the fallen: the game master opens them to the stash of the table."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from characters.views.common import person
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.once import once

from .. import spoils
from ..board import board
from ..policy import seat_or_404


@login_required
@require_POST
@once
def open_loot(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Open the possessions of a combatant who is out and leaves loot: a character's own, or else its gear and sheet."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    read = seat.read
    who = request.GET.get("who", "")
    row = board(read.system, read.head, seat.viewer).row(who)
    if row is None or not row.leaves_loot:
        raise Http404
    spoils.open_to_all(read, who, person(request))
    messages.success(request, _("La mesa ve el botín en el fondo común."))
    home = reverse("characters:stash", args=[read.encounter.table_id])
    if request.headers.get("HX-Request") == "true":
        answer = HttpResponse()
        answer.headers["HX-Redirect"] = home
        return answer
    return redirect(home)

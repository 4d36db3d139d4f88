"""The piles of the basket in which a scene is prepared: one more, one fewer, hidden or in sight."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from rules.core.errors import RuleError
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.once import once
from tapiz_site.speech import speaker

from .. import piles
from ..errors import CombatError
from ..policy import seat_or_404

DOES = ("more", "fewer", "hide", "reveal")


@login_required
@require_POST
@once
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Change one pile, and lead back to the basket."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    words = speaker(seat.read.system.slug)
    does, who = request.POST.get("does", ""), request.POST.get("pile", "")
    pile = next((one for one in piles.piles(seat.read, words) if one.key == who), None)
    if pile is None or does not in DOES:
        raise Http404
    try:
        piles.change(seat.read, pile, does, seat.user)
    except CombatError as error:
        messages.error(request, str(error))
    except RuleError as error:
        messages.error(request, words.error(error))
    return redirect(reverse("combat:add", args=[pk]))

"""The forecast of a scene in preparation, a fragment for its game master alone."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tapiz_site.campaigns.policy import GAME_MASTERS

from .. import forecast
from ..policy import seat_or_404


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What the scene is likely to come to; `again` counts how often it was asked to be made better."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    again = request.GET.get("again", "0")
    ready = seat.read.head.fight.status == "ready" and forecast.has_two_sides(seat.read)
    context = {
        "encounter": seat.read.encounter,
        "ready": ready,
        "estimate": forecast.estimate(seat.read) if ready else None,
        "again": int(again) + 1 if again.isdecimal() and len(again) == 1 else 9,
    }
    return render(request, "combat/_forecast.html", context)

"""Trying something on a private copy of a fight: beginning, throwing away, carrying over."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from rules.core.errors import RuleError
from tapiz_site.campaigns.policy import GAME_MASTERS

from .. import history, past, trials
from ..policy import seat_or_404


@login_required
@require_POST
def begin(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Make a private copy of the fight as it is now, or as it was after `entry`, and go there."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    moment = None
    if entry := request.POST.get("entry", ""):
        sequence = history.sequence_of(seat, entry)
        moment = past.seat_at(seat, sequence) if sequence is not None else None
        if moment is None:
            raise Http404
    try:
        return redirect(trials.begin(seat, moment))
    except RuleError:
        raise Http404 from None


@login_required
@require_POST
def end(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Throw a copy away, or with `do=carry` do in the fight itself what was done in it first."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    trial = trials.trial_of(seat)
    if trial is None:
        raise Http404
    real = trial.of
    if request.POST.get("do") != "carry":
        trials.discard(real, seat.user)
        return redirect(real)
    try:
        done, left = trials.carry_over(trial)
    except RuleError:
        raise Http404 from None
    messages.success(request, ngettext("Se ha llevado %(n)s paso.", "Se han llevado %(n)s pasos.", done) % {"n": done})
    if left:
        told = ngettext("%(n)s acto no encajaba y se queda fuera.", "%(n)s actos no encajaban y se quedan fuera.", left)
        messages.warning(request, told % {"n": left})
    return redirect(real)

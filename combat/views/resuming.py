"""Going on, after play was stopped, from before a moment that the game master chose on the line of the past."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.core.errors import RuleError
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.pages import HtmxHttpRequest

from .. import resuming, store
from ..desk import Desk
from ..errors import CombatError
from ..policy import seat_or_404
from . import news
from .acts import KEY_LENGTH
from .then import chosen


@login_required
@require_POST
def go_back(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """Let play, which was stopped, go on from before the entry that is named."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    entry = chosen(request.POST, seat)
    if not entry:
        raise Http404
    key = request.POST.get("key", "")[:KEY_LENGTH] or store.new_id()
    try:
        resumed = resuming.go_back(seat, entry, key, partial(news.of_act, seat.user))
    except RuleError as error:
        messages.error(request, Desk(seat).speaker.error(error))
    except CombatError as error:
        messages.error(request, str(error))
    else:
        told = _("Se sigue desde antes de ese momento. Se puede rehacer; lo tapado queda tapado.")
        messages.success(request, told if resumed else _("Ya se había seguido."))
        return redirect("combat:fight", pk)
    return redirect("combat:moment", pk, entry)

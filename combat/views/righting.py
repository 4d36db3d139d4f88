"""The page on which the game master puts an old step right."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.core.errors import RuleError
from tapiz_site import pages
from tapiz_site.campaigns.policy import GAME_MASTERS

from .. import history, services
from ..errors import CombatError
from ..policy import seat_or_404
from ..righting import NEW, Righting
from .acts import KEY_LENGTH

NOT_KEPT = ("take", "key", "seen", "cuanto", "modo", "ver", "csrfmiddlewaretoken")
"""What a form of this page sends that the next one does not say again."""


@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
def put_right(request: HttpRequest, pk: UUID, entry: str) -> HttpResponse:
    """Show what would differ had an entry been another; a post takes what was chosen of it.

    `prueba`: its values were sent. `causa`: what had not been declared. `dado`: dice that fell anew; `tirar` lets those
    that are asked for fall, `teclear` has their faces. `cuanto`, or `ver`: a post that only chooses what to take.
    """
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    row = seat.read.encounter.entries.filter(pk=entry).first()
    if row is None:
        raise Http404
    sent = (request.POST if request.method == "POST" else request.GET).copy()
    righting = Righting(seat, row, sent)
    if not righting.possible:
        raise Http404
    copy = righting.copy if righting.tried else None
    if copy is not None and copy.asked is not None and (request.GET.get("tirar") or request.GET.get("teclear")):
        typed = request.GET.get("teclear", "")
        fallen = righting.kept(copy.asked, typed) if typed else righting.rolled(copy.asked)
        query = request.GET.copy()
        query.pop("tirar", None)
        query.pop("teclear", None)
        query.appendlist(NEW, fallen)
        return redirect(f"{request.path}?{query.urlencode()}")
    problem = ""
    chooses = request.method != "POST" or "cuanto" in sent or "ver" in sent
    if not chooses:
        try:
            deed = righting.deed()
            key = request.POST.get("key", "")[:KEY_LENGTH]
            services.act(encounter=pk, user=seat.user, deed=deed, key=key, digest=deed.digest())
        except RuleError as error:
            problem = righting.desk.speaker.error(error)
        except CombatError as error:
            problem = str(error)
        else:
            messages.success(request, _("Corregido. Se puede deshacer como todo lo demás."))
            return redirect("combat:fight", pk)
    elif righting.problem is not None:
        problem = righting.desk.speaker.error(righting.problem)
    status = 200 if chooses else 409
    return render(request, "combat/right.html", {**_context(righting), "problem": problem}, status=status)


def _context(righting: Righting) -> dict[str, Any]:
    encounter = righting.seat.read.encounter
    return {
        "encounter": encounter,
        "table": encounter.table,
        "seat": righting.seat,
        "righting": righting,
        "copy": righting.copy if righting.tried else None,
        "foretold": righting.foretold if righting.tried else [],
        "line": history.one(righting.seat, righting.entry.id),
        "speaker": righting.desk.speaker,
        "board": righting.desk.board,
        "sent": [(name, value) for name, values in righting.sent.lists() for value in values if name not in NOT_KEPT],
    }

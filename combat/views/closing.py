"""The closing page of a scene: its game master reads what it came to, and ends it with one button."""

from __future__ import annotations

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
from tapiz_site.once import once, refuse

from ..closing import Closing
from ..desk import Desk
from ..errors import CombatError
from ..policy import seat_or_404


@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
@once
def close(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show what a scene came to; a post ends it and leads to the table."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    encounter = seat.read.encounter
    if encounter.free:
        raise Http404
    if encounter.status == "archived":
        return redirect(encounter.table)
    desk = Desk(seat)
    closing, errors, problem = Closing(desk), {}, ""
    if request.method == "POST":
        try:
            closing.close(request.POST, seat.user)
        except RuleError as error:
            errors = {error.field: error} if error.field else {}
            problem = desk.speaker.error(error)
        except CombatError as error:
            problem = str(error)
        else:
            messages.success(request, _("«%(scene)s» ha terminado.") % {"scene": encounter.name})
            return redirect(encounter.table)
        refuse(request)
    context = {
        "seat": seat,
        "encounter": encounter,
        "besides": encounter,
        "table": encounter.table,
        "closing": closing,
        "accounts": closing.accounts(request.POST, errors),
        "problem": problem,
        "sent": request.POST,
        "lots": closing.lots(request.POST),
        "hurts": closing.hurts(request.POST),
        "earning": request.POST.getlist("earns"),
        "speaker": desk.speaker,
        "board": desk.board,
    }
    return render(request, "combat/closing.html", context, status=422 if problem else 200)

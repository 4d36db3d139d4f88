"""What a player says beforehand for the next turn: writing it by the form of an action or in words, ordering, doing."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rules.core.errors import RuleError
from rules.core.types import Id
from tapiz_site import inputs as forms
from tapiz_site import pages
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.once import once, refuse

from .. import contingencies
from ..desk import Desk
from ..errors import CombatError
from ..models import Contingency, If
from ..policy import Seat, seat_or_404

PLAYERS = frozenset({Role.PLAYER})
LONGEST = 300
MOST_DIGITS = 15


@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
@once
def write(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write one: first what is to be done, then the form of that action, or words alone."""
    seat = seat_or_404(request.user, pk, PLAYERS)
    encounter = seat.read.encounter
    if not encounter.by_posts:
        raise Http404
    desk = Desk(seat)
    who, action = _who(seat, request), request.GET.get("action", "")
    if action and not contingencies.is_action(desk, action):
        raise Http404
    declared = desk.inputs(action, who) if action else ()
    errors: dict[str, RuleError] = {}
    problem = ""
    if request.method == "POST":
        values, errors = forms.check_all(declared, desk.read(declared, request.POST)) if action else ({}, {})
        words, condition = " ".join(request.POST.get("words", "").split()), request.POST.get("condition", "")
        full = Contingency.objects.filter(encounter=encounter, who=who).count() >= contingencies.MOST
        if full:
            problem = _("No caben más.")
        elif condition not in If.values or len(words) > LONGEST or not (action or words):
            problem = _("Falta qué hacer, o es demasiado largo.")
        if not (errors or problem):
            at_once = bool(action) and "at_once" in request.POST
            said = {"condition": condition, "action": action, "inputs": values, "words": words, "at_once": at_once}
            contingencies.write(seat, who, said)
            messages.success(request, _("Queda previsto."))
            return redirect("combat:posts", pk)
        refuse(request)
    context = {
        "seat": seat,
        "speaker": desk.speaker,
        "encounter": encounter,
        "table": encounter.table,
        "who": who,
        "name": desk.name_of(who),
        "own": [(row.id, row.name) for row in desk.board.own],
        "actions": contingencies.actions(desk),
        "action": action,
        "label": dict(contingencies.actions(desk)).get(action, ""),
        "bound": desk.bound(declared, request.POST, errors, None, action),
        "conditions": If.choices,
        "sent": request.POST,
        "longest": LONGEST,
        "problem": problem,
    }
    return render(request, "combat/contingency.html", context, status=pages.status(request))


def _who(seat: Seat, request: HttpRequest) -> Id:
    """The combatant that it is for: one of the person's own."""
    own = [who for who in seat.read.head.fight.order if who in seat.viewer.controls]
    wanted = request.GET.get("actor", "")
    if not own or (wanted and wanted not in own):
        raise Http404
    return wanted or own[0]


@login_required
@require_POST
@once
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take one away, let it be looked at earlier, or do it now; for its author, and doing for the game master too."""
    seat = seat_or_404(request.user, pk, PLAYING)
    sent, does = request.POST.get("one", ""), request.POST.get("do", "")
    named = sent.isascii() and sent.isdigit() and len(sent) <= MOST_DIGITS
    row = Contingency.objects.filter(encounter=pk, pk=int(sent)).select_related("user").first() if named else None
    if row is None:
        messages.info(request, _("Ya no está."))
        return redirect("combat:posts", pk)
    if row.user_id != seat.user.pk and not (seat.runs and does == "now"):
        raise PermissionDenied
    if does == "away":
        row.delete()
    elif does == "first":
        contingencies.first(row)
    elif does == "now":
        _do(request, seat, row)
    return redirect("combat:posts", pk)


def _do(request: HttpRequest, seat: Seat, row: Contingency) -> None:
    if not row.action:
        row.delete()
        return
    try:
        contingencies.do(row, seat.user)
    except (RuleError, CombatError) as error:
        refuse(request)
        messages.error(request, contingencies.problem(Desk(seat), error))

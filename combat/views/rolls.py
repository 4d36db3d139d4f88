"""The rolls of a table in all its fights and its free scene: a view of their logs."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.core.audience import Viewer
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404

from .. import fairness, history
from .. import told as telling
from ..models import Encounter
from ..policy import open_to_players, seat_or_404, viewer_in

SHOWN = 100


@never_cache
@login_required
@require_safe
def rolls(request: HttpRequest, table: UUID) -> HttpResponse:
    """The newest rolls that this reader may know of; secret ones for the game master alone."""
    found = get_table_or_404(request.user, table)
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    encounters = Encounter.objects.filter(table=found).only("id", "name", "table_id", "status")
    if found.role != Role.GAME_MASTER:
        encounters = open_to_players(encounters)
    before = request.GET.get("antes", "")
    viewers = partial(_viewers, request.user, Role(found.role))
    lines, older = history.rolls(encounters, get_system(found.system).slug, viewers, before=before, limit=SHOWN)
    if before and not lines:
        raise Http404
    struck = history.struck_rolls(found) if found.role == Role.GAME_MASTER and not before else []
    context = {"table": found, "lines": lines, "older": older, "newest": not before, "struck": struck}
    return render(request, "combat/rolls.html", context)


@never_cache
@login_required
@require_safe
def check(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Whether the dice of a scene fell by the seeds that its log told of, as far as this reader may know."""
    seat = seat_or_404(request.user, pk)
    encounter = seat.read.encounter
    context = {"encounter": encounter, "table": encounter.table, "report": fairness.report(seat)}
    return render(request, "combat/dice.html", context)


@never_cache
@login_required
@require_safe
def told(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What each player has been told about each foe of a fight, for the game master."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    encounter = seat.read.encounter
    context = {"encounter": encounter, "table": encounter.table, "foes": telling.foes(seat)}
    return render(request, "combat/told.html", context)


def _viewers(user: User, role: Role, encounters: Collection[UUID]) -> dict[UUID, Viewer]:
    """This reader as a viewer of each encounter; the states are read only of those whose rolls come up."""
    if role == Role.GAME_MASTER:
        return dict.fromkeys(encounters, Viewer(str(user.pk), game_master=True))
    rows = Encounter.objects.select_related("table").filter(pk__in=encounters)
    return {row.pk: viewer_in(row, user, role) for row in rows}

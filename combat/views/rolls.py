"""The rolls of a table in all its fights and its free scene: a view of their logs."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.core.audience import Viewer
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import get_table_or_404

from .. import history
from ..models import Encounter
from ..policy import open_to_players, viewer_in

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
    viewers = _Viewers(request.user, Role(found.role))
    lines = history.rolls(list(encounters), get_system(found.system).slug, viewers, limit=SHOWN)
    return render(request, "combat/rolls.html", {"table": found, "lines": lines})


class _Viewers(dict[UUID, Viewer]):
    """This reader as a viewer of each encounter; the state of one is read only once one of its rolls comes up."""

    def __init__(self, user: User, role: Role) -> None:
        super().__init__()
        self.user = user
        self.role = role

    def __missing__(self, pk: UUID) -> Viewer:
        if self.role == Role.GAME_MASTER:
            viewer = Viewer(str(self.user.pk), game_master=True)
        else:
            viewer = viewer_in(Encounter.objects.select_related("table").get(pk=pk), self.user, self.role)
        self[pk] = viewer
        return viewer

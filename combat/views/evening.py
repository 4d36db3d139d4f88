"""What the game master does on the thread of a first evening: choosing a Lienzo, going on, preparing a scene."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from equipment.packs import choosing
from equipment.packs.errors import PackError
from equipment.packs.models import TablePack
from tapiz_site.accounts.policy import person
from tapiz_site.campaigns import doors, sessions
from tapiz_site.campaigns.models import EveningStep, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.live import presence, versions
from tapiz_site.once import once_if_keyed

from .. import first_evening, scenes, store


@login_required
@require_POST
def canvas(request: HttpRequest, table: UUID) -> HttpResponse:
    """Play with the chosen Lienzo alone, or with none, and open the door."""
    found = get_table_or_404(request.user, table, GAME_MASTERS)
    wanted = request.POST.get("pack", "")
    pack = next((one for one in choosing.available(found) if str(one.pk) == wanted), None)
    newest = next(iter(choosing.published(pack)), None) if pack else None
    if pack is None or newest is None:
        if wanted:
            raise Http404
    else:
        newest.pack = pack
    try:
        for row in TablePack.objects.filter(table=found).exclude(pack=pack).select_related("pack"):
            choosing.leave(found, row.pack)
        if newest is not None:
            choosing.take(found, newest, person(request))
    except PackError as problem:
        messages.error(request, str(problem))
        return redirect(found)
    if doors.door_of(found) is None:
        doors.open_door(table=found)
    _come_to(found, EveningStep.DOOR)
    return redirect(found)


@login_required
@require_POST
def step(request: HttpRequest, table: UUID) -> HttpResponse:
    """Go on to a step of the thread; what is behind stays as it is."""
    found = get_table_or_404(request.user, table, GAME_MASTERS)
    wanted = request.POST.get("step", "")
    if wanted not in EveningStep.values:
        raise Http404
    _come_to(found, EveningStep(wanted))
    return redirect(found)


def _come_to(table: Table, step: EveningStep) -> None:
    """Remember how far the game master has come, for all game masters of the table."""
    if not table.evening or first_evening.place(table.evening) < first_evening.place(step):
        Table.objects.filter(pk=table.pk).update(evening=step)
    versions.bump([table.topic])


@login_required
@require_POST
@once_if_keyed
def scene(request: HttpRequest, table: UUID) -> HttpResponse:
    """Prepare a scene of the Lienzo, or an empty one, and go to its basket.

    With it a first evening begins its session, where people are at the table.
    """
    found = get_table_or_404(request.user, table, GAME_MASTERS)
    wanted = request.POST.get("scene", "")
    chosen = next((one for one in scenes.scenes_of(found) if one.ref == wanted), None)
    if wanted and chosen is None:
        raise Http404
    user = person(request)
    if first_evening.going_on(found) and presence.at([found.topic]) - {user.pk}:
        sessions.begin_session(table=found, user=user)
    made = scenes.prepare(found, chosen, user, request.POST.get("key", "") or store.new_id())
    versions.bump([found.topic])
    return redirect("combat:add", made.pk)

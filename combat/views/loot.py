"""The possessions of the fallen: the game master opens them to the stash of the table."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from characters.gear import holder_of, naming_language
from characters.models import Character
from characters.views.common import person
from equipment.ledger import sharing
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.once import once

from ..board import board
from ..models import Encounter
from ..policy import seat_or_404


@login_required
@require_POST
@once
def open_loot(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Open the possessions of a combatant who is out: a character's own, or else its gear and sheet."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    read = seat.read
    who = request.GET.get("who", "")
    row = board(read.system, read.head, seat.viewer).row(who)
    if row is None or not row.out:
        raise Http404
    one = read.head.fight.combatants[who]
    # Of a character in the bin too: copies would double its possessions once it is taken out.
    owner = Character.everywhere.select_related("table").filter(pk=one.character).first() if one.character else None
    equipment = read.system.equipment
    said = naming_language()
    listed = (*equipment.unpack(one.kind, one.sheet, said)[1], *equipment.spoils(one.kind, one.sheet, said))
    sharing.open_loot(
        read.encounter.table,
        person(request),
        encounter=str(read.encounter.pk),
        combatant=who,
        name=one.called(by_game_master=False),
        things=[thing for thing in (*one.gear.things.values(), *listed) if thing.quantity],
        owner=holder_of(owner) if owner is not None else None,
        entry=_entry_of(read.encounter, who),
    )
    messages.success(request, _("La mesa ve el botín en el fondo común."))
    home = reverse("characters:stash", args=[read.encounter.table_id])
    if request.headers.get("HX-Request") == "true":
        answer = HttpResponse()
        answer.headers["HX-Redirect"] = home
        return answer
    return redirect(home)


def _entry_of(encounter: Encounter, who: str) -> str:
    """The code of the bestiary entry from which a combatant was enlisted, by the log; empty for others."""
    steps = encounter.entries.filter(kind="command", data__command__action="enlist").values_list("data", flat=True)
    rows = (row for data in steps for row in data["command"]["inputs"]["combatants"])
    return next((str(row.get("entry") or "")[:10] for row in rows if row["id"] == who), "")

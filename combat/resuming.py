"""How play that was stopped goes on from an earlier moment: the scenes in which it can, and the act that does it."""

from __future__ import annotations

from django.db import transaction

from rules.core.types import Id
from tapiz_site.campaigns import stopping
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.stopping import WayBack

from . import services
from .deeds import Deed
from .models import Encounter, Status
from .policy import Seat

MOST_WAYS = 3


def ways(table: Table) -> list[WayBack]:
    """The scenes under way in which play can go back, the one that was played last first."""
    rows = Encounter.objects.filter(table=table, status__in=[Status.RUNNING, Status.PAUSED])
    return [WayBack(one.name, f"{one.get_absolute_url()}entonces/") for one in rows.order_by("-changed")[:MOST_WAYS]]


@transaction.atomic
def go_back(seat: Seat, entry: Id, key: str, contents: services.MakeContents | None = None) -> bool:
    """Let play go on from before an entry; returns whether it was stopped. Raises what `services.act` raises."""
    encounter = seat.read.encounter
    if not stopping.resume(encounter.table):
        return False
    deed = Deed("go_back", entry=entry)
    services.act(encounter=encounter.pk, user=seat.user, deed=deed, key=key, contents=contents)
    return True

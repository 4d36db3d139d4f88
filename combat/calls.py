"""What the running encounters of a table ask of one person, for the header of every page of that table."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.calls import Call, Waiting
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.live import versions

from . import topics
from .cue import cue
from .desk import Desk
from .models import Encounter, Status
from .policy import Seat, open_to_players
from .store import opened

MOST = 5
"""The number of running encounters that are looked at, the newest ones."""


def calls(request: HttpRequest, table: Table, besides: object = None) -> Waiting | None:
    """What waits for this person; None for a person who does not play at this table.

    besides: the encounter that the page itself shows.
    """
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - the tag asks for people who are logged in
    role = Membership.objects.filter(table=table, user=user).values_list("role", flat=True).first()
    if role is None or role == Role.SPECTATOR:
        return None
    running = open_to_players(Encounter.objects.filter(table=table, status=Status.RUNNING))
    if isinstance(besides, Encounter):
        running = running.exclude(pk=besides.pk)
    names = {
        pk: _topics(pk, user, Role(role)) for pk in running.order_by("-created").values_list("pk", flat=True)[:MOST]
    }
    known = versions.versions([table.topic, *(name for own in names.values() for name in own)])
    # The versions first: what is read before its version could be older.
    seats = [
        Seat(opened(one), user, Role(role))
        for one in Encounter.objects.filter(pk__in=names).select_related("table").order_by("created")
    ]
    url = reverse("combat:calls", args=[table.pk])
    return Waiting(
        [call for seat in seats if (call := _call(seat)) is not None],
        known,
        f"{url}?besides={besides.pk}" if isinstance(besides, Encounter) else url,
    )


def _topics(encounter: object, user: User, role: Role) -> list[str]:
    if role == Role.GAME_MASTER:
        return [topics.game_master(str(encounter))]
    return [topics.table(str(encounter)), topics.seat(str(encounter), user.pk)]


def _call(seat: Seat) -> Call | None:
    shown = cue(Desk(seat))
    if not shown.mine:
        return None
    encounter = seat.read.encounter
    address = encounter.get_absolute_url()
    url = f"{address}?{shown.show}" if shown.show else address
    return Call(encounter.name, shown.icon, shown.title, shown.note, url, bool(shown.show))

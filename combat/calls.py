"""What the running encounters of a table ask of one person, for the header of every page of that table."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.calls import Calls
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.live import versions

from . import topics
from .cue import Cue, cue
from .desk import Desk
from .models import Encounter, Status
from .policy import Seat, open_to_players
from .store import opened

MOST = 5
"""The number of running encounters that are looked at, the newest ones."""


@dataclass(frozen=True)
class Call:
    """One encounter that waits for this person."""

    name: str
    cue: Cue
    url: str
    """The address at which the person acts or answers."""
    asked: bool
    """Whether the person is asked something, rather than to act."""


def calls(request: HttpRequest, table: Table, besides: object = None) -> Calls | None:
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
    waiting = sorted((call for seat in seats if (call := _call(seat)) is not None), key=lambda call: not call.asked)
    url = reverse("combat:calls", args=[table.pk])
    context = {"calls": waiting, "more": max(0, len(waiting) - 1), "listing": versions.listing(known)}
    return Calls(
        SafeString(render_to_string("combat/_calls.html", context)),
        f"{url}?besides={besides.pk}" if isinstance(besides, Encounter) else url,
        " ".join(known),
        versions.listing(known),
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
    return Call(encounter.name, shown, f"{address}?{shown.show}" if shown.show else address, bool(shown.show))

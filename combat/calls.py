"""What the running encounters of a table ask of one person, for the header of every page of that table."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.core.words import number
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.calls import AppCalls, Call, CallReader
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.statements import Rows, fields

from . import awaiting, contingencies, overdue, topics, whispers
from .cue import cue
from .desk import Desk
from .models import Encounter, Status
from .policy import Seat, open_to_players, seat_or_404
from .sheet_play import waiting
from .store import opened

MOST = 5
"""The number of running encounters that are looked at, the newest ones."""

MOST_AWAITED = 20
"""The number of fights by posts of which the page with a person's tables tells."""


NONE = UUID(int=0)
"""The id of no encounter."""


def _running(table: UUID, besides: UUID) -> QuerySet[Encounter, tuple[UUID]]:
    rows = open_to_players(Encounter.objects.filter(table=table, status=Status.RUNNING)).exclude(pk=besides)
    return rows.order_by("-created").values_list("pk")[:MOST]


_RUNNING: Rows[tuple[UUID]] = Rows(_running, *fields(Encounter, "table", "id"))
_THESE: Rows[Encounter] = Rows(
    lambda pks: Encounter.objects.filter(pk__in=pks).select_related("table").order_by("created"),
    *fields(Encounter, "id"),
)


def calls(asking: CallReader) -> AppCalls:
    """What waits for this person in the running encounters, but for the one that the page shows."""
    user, role, table = asking.user, asking.role, asking.table
    url = reverse("combat:calls", args=[table.pk])
    besides = asking.besides.pk if isinstance(asking.besides, Encounter) else None
    if besides:
        url = f"{url}?besides={besides}"
    found = [pk for (pk,) in _RUNNING.all(table.pk, besides or NONE)]

    def shown() -> Iterator[Call]:
        for one in _THESE.all(found):
            seat = Seat(opened(one), user, role)
            call = _call(seat)
            if call is not None:
                yield call
            if seat.runs:
                yield from _rolls(seat)
            if one.by_posts:
                yield from _of_posts(seat)

    return AppCalls([table.topic, *(topic for pk in found for topic in _topics(pk, user, role))], shown, url)


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
    # while the table is shown a moment that is past, the way leads to where one plays
    plain = f"{address}?ahora=1" if encounter.shown_id else address
    url = f"{address}?{shown.show}" if shown.show else plain
    return Call(encounter.name, shown.icon, shown.title, shown.note, url, bool(shown.show))


def _rolls(seat: Seat) -> Iterator[Call]:
    """The rolls from sheets of which the game master may say whether they are enough."""
    encounter = seat.read.encounter
    answer = reverse("combat:judge", args=[encounter.pk])
    for one, what in waiting(seat):
        if one.thrown is None:
            continue
        fields = {"who": one.id, "roll": one.thrown.id, "word": "enough"}
        yield Call(
            encounter.name, "dices", f"{one.name}: {number(one.thrown.total)}", _("%(what)s. ¿Basta?") % {"what": what},
            f"{encounter.get_absolute_url()}?panel=verb&action=judge", asked=False,
            yes=answer, fields=fields, no={"word": "short"},
        )  # fmt: skip


def _of_posts(seat: Seat) -> Iterator[Call]:
    """Texts that this person has not read, and for the game master players whose time is over."""
    encounter = seat.read.encounter
    url = reverse("combat:posts", args=[encounter.pk])
    for by in dict.fromkeys(row.by for row in whispers.new_to(seat)):
        title = _("Recado de %(who)s") % {"who": by.shown_name if by else "…"}
        yield Call(encounter.name, "message-circle", title, "", url, asked=False)
    if seat.runs:
        desk = Desk(seat)
        for one in awaiting.awaited(desk):
            if one.decides:
                title = _("A %(who)s se le acabó el plazo") % {"who": one.name}
                yield Call(encounter.name, "hourglass", title, one.asks, url, asked=False)
        for plan in contingencies.said(desk):
            if plan.holds:
                title = _("Se cumple lo que previó %(who)s") % {"who": plan.name}
                yield Call(encounter.name, "bell", title, plan.does, url, asked=False)


def awaited(request: HttpRequest) -> SafeString:
    """Where a person is awaited in fights by posts, with the time for it, for the page with their tables."""
    user = request.user
    if not isinstance(user, User):
        return SafeString("")
    plays = {"table__memberships__user": user, "table__memberships__role__in": PLAYING}
    rows = Encounter.objects.filter(by_posts=True, status=Status.RUNNING, table__deleted_at=None, **plays)
    found = []
    for one in list(rows.order_by("created").only("pk", "by_posts")[:MOST_AWAITED]):
        overdue.look_at(one)
        seat = seat_or_404(user, one.pk)
        call = _call(seat)
        also = list(_of_posts(seat))
        if call is not None or also:
            deadline = awaiting.deadline(Desk(seat)) if call is not None else ""
            found.append({"encounter": seat.read.encounter, "call": call, "deadline": deadline, "also": also})
    return SafeString(render_to_string("combat/_awaited.html", {"found": found}, request)) if found else SafeString("")

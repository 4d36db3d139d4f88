"""Looking without acting: the screen in the room, and a player's page as the game master sees it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import Case, QuerySet, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, ResolverMatch, get_script_prefix, resolve, reverse, set_script_prefix
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.core.audience import PUBLIC
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.doors import door_of
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.campaigns.policy import get_table_or_404
from tapiz_site.campaigns.views.door import way_in
from tapiz_site.live import versions
from tapiz_site.pages import HtmxHttpRequest
from tapiz_site.pictures import framed, showing
from tapiz_site.speech import speaker
from tapiz_site.statements import Rows, fields

from .. import history, plans, store, topics
from ..board import board
from ..cue import cue
from ..desk import Desk
from ..models import Encounter, Status
from ..past import shown_to_table
from ..picture import ground, picture_of, style_of, underway, veil
from ..policy import Seat

SHOWN_NEXT = 2
AS_PLAYER = frozenset({"combat:fight", "combat:fragment", "combat:panel", "combat:why", "combat:log", "combat:plan"})
"""The pages that the game master may look at as a player; all others show the game master's own view."""


@never_cache
@login_required
@require_safe
def screen(request: HttpRequest, table: UUID) -> HttpResponse:
    """The screen in the room: whose turn it is, who comes next, the last event; no secrets, no controls."""
    watched = versions.versions([Table(pk=table).topic, showing.topic(Table(pk=table))])
    found = get_table_or_404(request.user, table)
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    encounter = _on_screen(found)
    if encounter is not None:
        watched |= versions.versions([topics.table(encounter.pk)])
    shown = _shown(encounter, request.user) if encounter else {}
    shows = f"{encounter.pk} {shown['pictured']}".strip() if encounter else ""
    if request.headers.get("HX-Request") and request.GET.get("shows", "") != shows:
        # It is another fight, or another kind of picture: the page must listen to other topics, or needs other styles.
        return HttpResponse(headers={"HX-Refresh": "true"})
    context: dict[str, Any] = {
        "table": found,
        "for_the_room": True,
        "encounter": encounter,
        "live_topics": versions.listing(watched),
        "topics": " ".join(watched),
        **shown,
        "shows": shows,
        "framed": framed.framed(hanging) if (hanging := showing.hanging(found)) else None,
    }
    if door := door_of(found):
        context |= way_in(request, door)
    template = "combat/_screen.html" if request.headers.get("HX-Request") else "combat/screen.html"
    return render(request, template, context)


def _on_screen(table: Table) -> Encounter | None:
    """The newest running fight, or else paused one; an order by last change would tell of hidden acts."""
    return _ON_SCREEN.get(table.pk)


def _on_screens(table: UUID) -> QuerySet[Encounter]:
    running_first = Case(When(status=Status.RUNNING, then=0), default=1)
    rows = Encounter.objects.filter(table=table, free=False, status__in=[Status.RUNNING, Status.PAUSED])
    return rows.select_related("table").order_by(running_first, "-created")[:1]


_ON_SCREEN: Rows[Encounter] = Rows(_on_screens, *fields(Encounter, "table"))


def _shown(encounter: Encounter, user: User) -> dict[str, Any]:
    seat = Seat(store.opened(encounter), user, Role.SPECTATOR)
    past = shown_to_table(seat)
    desk, read = Desk(past or seat), (past or seat).read
    seen = board(read.system, read.head, PUBLIC)
    names = {row.id: row.name for row in seen.rows}
    turns = [who for who in read.system.whose_turn(read.head.fight) if who in names and who != seen.now]
    return {
        "board": seen,
        "now": seen.row(seen.now),
        # who rolls or decides in the own turn is who acts
        "waits": cue(desk) if desk.stage.kind == "answers" and desk.stage.who != (seen.now,) else None,
        "picture": picture_of(read.system, read.head.fight, PUBLIC, {}, underway(desk)),
        "pictured": style_of(read.system, read.head.fight, PUBLIC),
        "ground": ground(read.system, read.head.fight, PUBLIC),
        "veil": veil(read.system, read.head.fight, PUBLIC),
        "plan": plans.under(
            encounter, read.system, read.head.fight, PUBLIC, moment=(encounter.shown_id or "") if past else ""
        ),
        "next": [names[who] for who in turns[:SHOWN_NEXT]],
        "line": history.newest_told(encounter, read.system.slug, PUBLIC) if past is None else None,
        "then": past is not None,
        "speaker": speaker(read.system.slug, lambda who: names.get(who, "…")),
    }


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def as_player(request: HtmxHttpRequest, person: int, rest: str) -> HttpResponse:
    """A person's page of a fight, for the game master of that fight: the same view under a prefix.

    Other addresses redirect to themselves without the prefix; a form that is sent is refused with a sentence.
    """
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    try:
        match = resolve(f"/{rest}")
    except Resolver404:
        raise Http404 from None
    if request.method == "POST":
        return _only_looking(request, person, match)
    if match.view_name not in AS_PLAYER:
        # Only these pages can be seen as another person; elsewhere the reader is the game master again.
        query = request.META.get("QUERY_STRING", "")
        return redirect(f"{get_script_prefix()}{rest}{'?' if query else ''}{query}")
    encounter = get_object_or_404(Encounter, pk=match.kwargs["pk"])
    members = Membership.objects.filter(table=encounter.table_id)
    if not members.filter(user=request.user, role=Role.GAME_MASTER).exists():
        raise Http404
    seen = get_object_or_404(User, pk=person, memberships__in=members)
    prefix = get_script_prefix()
    request.user = seen
    # All addresses on the page get the prefix, so that its live parts stay this person's.
    set_script_prefix(f"{prefix}como/{person}/")
    try:
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    finally:
        set_script_prefix(prefix)
    return response


def _only_looking(request: HtmxHttpRequest, person: int, match: ResolverMatch) -> HttpResponse:
    """Refuse an act under the prefix: a sentence for scripts, else a page; 404 for people who may not look."""
    mine = Membership.objects.filter(user=request.user, role=Role.GAME_MASTER)  # type: ignore[misc]
    get_object_or_404(User.objects.distinct(), pk=person, memberships__table__in=mine.values("table"))
    if not request.htmx:
        fight = match.kwargs.get("pk") if match.app_name == "combat" else None
        seen = reverse("combat:fight", args=[fight]).removeprefix("/") if fight else ""
        back = reverse("combat:as_player", args=[person, seen]) if seen else "/"
        return render(request, "combat/only_looking.html", {"back": back}, status=409)
    response = render(request, "combat/_only_looking.html", status=409)
    response["HX-Retarget"], response["HX-Reswap"] = "#why", "innerHTML"
    return response

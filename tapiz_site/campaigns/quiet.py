"""The quiet page in place of all pages of a table while play is stopped, and what keeps it fresh."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from tapiz_site.live import versions
from tapiz_site.statements import Rows, fields

from . import stopping
from .models import Role, Stop, Table
from .policy import PLAYING

OVER, ALONE, ROOM, BAND = "", "sola", "sala", "lee"
"""How the quiet part lies on a page: over it; alone, without another page under it; alone on the screen of the room;
as a band, for a game master who reads. What is fetched again names it as a parameter."""
MANNERS = (ALONE, ROOM, BAND)


@dataclass(frozen=True, slots=True)
class Quiet:
    """The part of a page that covers it while play is stopped."""

    content: SafeString
    url: str
    topics: str
    listing: str
    """The topics with their versions, as a page that listens lists them."""
    alone: bool
    """Whether it is the whole page."""
    offered: bool
    """Whether its reader can stop play."""


def quiet_for(request: HttpRequest, table: Table, role: str | None, *, room: bool = False) -> Quiet:
    """The quiet part for a reader who has this role; room: on the screen of the room, where nothing can be pressed.

    A page that was asked for shows it alone. Over what was sent and refused it lies, so that nothing typed is lost.
    """
    topics = topics_for(table, runs=role == Role.GAME_MASTER and not room)
    # The version first: what is read before it could be older.
    listing = versions.listing(versions.versions(topics))
    stopped = is_stopped(table)
    manner = ROOM if room else _manner(request, role) if stopped else OVER
    content = drawn(request, table, role, manner) if stopped else SafeString("")
    url = reverse("campaigns:quiet", args=[table.pk]) + (f"?{manner}=1" if manner else "")
    alone = stopped and manner in (ALONE, ROOM)
    return Quiet(content, url, " ".join(topics), listing, alone, role in PLAYING and not room and table.can_stop)


def _manner(request: HttpRequest, role: str | None) -> str:
    match = request.resolver_match
    if role == Role.GAME_MASTER and match is not None and stopping.is_readable(match.view_name):
        return BAND
    return ALONE if request.method in ("GET", "HEAD") else OVER


def topics_for(table: Table, *, runs: bool) -> list[str]:
    """What a page of this table hears of a stop."""
    return [stopping.topic(table), *([stopping.notes_topic(table)] if runs else [])]


_STOPPED: Rows[tuple[object]] = Rows(
    lambda table: Table.objects.filter(pk=table, stopped=True).values_list("pk"), *fields(Table, "id")
)


def is_stopped(table: Table) -> bool:
    """Whether play is stopped as the database has it now: the table may have been read before."""
    return _STOPPED.get(table.pk) is not None


def drawn(
    request: HttpRequest, table: Table, role: str | None, manner: str, *, said: str = "", typed: str = ""
) -> SafeString:
    """The quiet page, or a band; said: what the reader has just done.

    It is the same for all who play, no matter who stopped play and who can go on.
    """
    if manner == BAND:
        return SafeString(render_to_string("campaigns/quiet/_band.html", {"table": table}, request))
    runs = role == Role.GAME_MASTER and manner != ROOM
    found = Stop.objects.filter(table=table).select_related("by", "table").first() if runs else None
    back = request.get_full_path() if request.method == "GET" and manner == ALONE else table.get_absolute_url()
    context = {
        "table": table,
        "runs": runs,
        "plays": role in PLAYING and manner != ROOM,
        "room": manner == ROOM,
        "alone": manner in (ALONE, ROOM),
        "url": reverse("campaigns:quiet", args=[table.pk]) + (f"?{manner}=1" if manner else ""),
        "said": said,
        "typed": typed,
        "back": request.POST.get("back", back),
        "ways": stopping.ways_back(table) if runs else (),
        "by": found.by if found is not None else None,
        "notes": list(found.notes.all()) if found is not None else (),
        "all_can": found is not None and stopping.all_can(found),
    }
    return SafeString(render_to_string("campaigns/quiet/_page.html", context, request))

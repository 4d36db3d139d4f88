"""This app's own panels on the page of a table: the door, lines and veils, adventures and sessions."""

from __future__ import annotations

from django.db.models import Count
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tapiz_site.statements import Rows, fields

from . import boundaries, doors, sessions
from .models import Role, Session, Table
from .views.door import panel_context

SHOWN_SESSIONS = 4
_LAST: Rows[Session] = Rows(
    lambda table: (
        Session.objects.filter(table=table)
        .select_related("adventure")
        .annotate(people=Count("attendances"))[:SHOWN_SESSIONS]
    ),
    *fields(Session, "table"),
)


def door_panel(request: HttpRequest, table: Table) -> SafeString:
    """The door, for the game master: its code and the people who wait there, or the button that opens it."""
    if table.role != Role.GAME_MASTER:
        return SafeString("")
    door = doors.door_of(table)
    context: dict[str, object] = {"table": table}
    if door:
        door.table = table
        context |= panel_context(request, door)
    return render_to_string("campaigns/door/_panel.html", context, request)


def sessions_panel(request: HttpRequest, table: Table) -> SafeString:
    """The current adventure and the last sessions."""
    context = {
        "table": table,
        "runs": table.role == Role.GAME_MASTER,
        "adventure": sessions.adventure_of(table),
        "session": sessions.session_of(table),
        "sessions": _LAST.all(table.pk),
    }
    return render_to_string("campaigns/_sessions.html", context, request)


def boundaries_panel(request: HttpRequest, table: Table) -> SafeString:
    """The lines and veils of the table, and who would learn who stopped play."""
    context = {"table": table, "boundaries": boundaries.of(table), "tells": boundaries.tells_words(table)}
    return render_to_string("campaigns/boundaries/_panel.html", context, request)

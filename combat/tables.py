"""The fights of a table, as a panel of its page."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tapiz_site.campaigns.models import Role, Table

from .models import Encounter, Status
from .policy import open_to_players


def fights(request: HttpRequest, table: Table) -> SafeString:
    """The open fights of a table, the running one first, and the archived ones."""
    found = Encounter.objects.filter(table=table, free=False).only("id", "name", "status", "changed", "table_id")
    runs = table.role == Role.GAME_MASTER
    rows = list((found if runs else open_to_players(found)).order_by("-changed"))
    open_ones = [row for row in rows if row.status != Status.ARCHIVED]
    order = [Status.RUNNING, Status.PAUSED, Status.READY]
    open_ones.sort(key=lambda row: order.index(Status(row.status)))
    context = {
        "table": table,
        "open": open_ones,
        "archived": [row for row in rows if row.status == Status.ARCHIVED],
        "runs": runs,
    }
    return SafeString(render_to_string("combat/_fights.html", context, request))

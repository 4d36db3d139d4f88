"""The part of a table's page about its pictures, for its game master."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tapiz_site.campaigns.models import Role, Table


def pictures_panel(request: HttpRequest, table: Table) -> SafeString:
    """The way to the pictures to show, and to the emblem of the table."""
    if table.role != Role.GAME_MASTER:
        return SafeString("")
    context = {"table": table, "number": table.pictures.filter(to_show=True).count()}
    return render_to_string("pictures/_panel.html", context, request)

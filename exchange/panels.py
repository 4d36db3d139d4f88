"""Export and import on the page of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING

from .models import FormerPerson


def exchange_panel(request: HttpRequest, table: Table) -> SafeString:
    """The links to export and import for players, and for the game master the people of the imported table."""
    if table.role not in PLAYING:
        return SafeString("")
    runs = table.role == Role.GAME_MASTER
    former = list(FormerPerson.objects.filter(table=table)) if runs else []
    for person in former:
        person.table = table
    return render_to_string("exchange/_panel.html", {"table": table, "runs": runs, "former": former}, request)

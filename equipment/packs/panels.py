"""The packs on the page of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tapiz_site.campaigns.models import Role, Table

from .models import packs_of
from .newer import newer_for


def packs_panel(request: HttpRequest, table: Table) -> SafeString:
    """The table's packs, the link to the compendium, and for its game masters whether a newer version exists."""
    runs = table.role == Role.GAME_MASTER
    language = (get_language() or "es")[:2]
    packs = [
        {"name": row.version.called(language), "number": row.version.number}
        for row in packs_of(table)
        if runs or row.shown
    ]
    newer = len(newer_for(table)) if runs else 0
    return render_to_string(
        "packs/_panel.html", {"table": table, "packs": packs, "runs": runs, "newer": newer}, request
    )

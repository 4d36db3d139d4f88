"""The stash on the page of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from equipment.ledger import moving
from equipment.ledger.models import Loot
from tapiz_site.campaigns.models import Table

from .common import stash_of


def stash_panel(request: HttpRequest, table: Table) -> SafeString:
    """The link to the group's stash, for tables whose system knows possessions."""
    if not moving.equipment_of(table).items():
        return SafeString("")
    context = {
        "table": table,
        "count": stash_of(table).things().filter(quantity__gt=0).count(),
        "loot": Loot.objects.filter(table=table, open=True).count(),
    }
    return render_to_string("inventory/_panel.html", context, request)

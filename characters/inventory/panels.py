"""The stash on the page of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from equipment.ledger import moving
from equipment.ledger.models import Loot, Possession
from equipment.ledger.writing import Holder
from tapiz_site.campaigns.models import Table
from tapiz_site.statements import Rows, fields

_STASHED: Rows[tuple[str]] = Rows(
    lambda table: Holder(table).things().filter(quantity__gt=0).order_by().values_list("pk"),
    *fields(Possession, "table"),
)
_LOOT: Rows[tuple[int]] = Rows(
    lambda table: Loot.objects.filter(table=table, open=True).order_by().values_list("pk"), *fields(Loot, "table")
)


def stash_panel(request: HttpRequest, table: Table) -> SafeString:
    """The link to the group's stash, for tables whose system knows possessions."""
    if not moving.equipment_of(table).items():
        return SafeString("")
    context = {
        "table": table,
        "count": len(_STASHED.all(table.pk)),
        "loot": len(_LOOT.all(table.pk)),
    }
    return render_to_string("inventory/_panel.html", context, request)

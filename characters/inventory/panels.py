"""The stash on the page of a table."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from equipment.ledger import moving
from equipment.ledger.models import Loot, Possession
from equipment.ledger.writing import Holder
from tapiz_site.campaigns.models import Table
from tapiz_site.statements import Rows, fields

_STASHED: Rows[tuple[int]] = Rows(
    lambda table: _counted(Holder(table).things().filter(quantity__gt=0)), *fields(Possession, "table")
)
_LOOT: Rows[tuple[int]] = Rows(
    lambda table: _counted(Loot.objects.filter(table=table, open=True)), *fields(Loot, "table")
)


def _counted(rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """How many rows of a table there are, as one row; none where there are none."""
    counted: QuerySet[Any, Any] = rows.order_by().values("table").annotate(count=Count("pk"))
    return counted.values_list("count")


def stash_panel(request: HttpRequest, table: Table) -> SafeString:
    """The link to the group's stash, for tables whose system knows possessions."""
    if not moving.equipment_of(table).items():
        return SafeString("")
    context = {
        "table": table,
        "count": (_STASHED.get(table.pk) or (0,))[0],
        "loot": (_LOOT.get(table.pk) or (0,))[0],
    }
    return render_to_string("inventory/_panel.html", context, request)

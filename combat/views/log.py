"""The whole log of a fight, a page at a time, and the fights of a table that are over."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tapiz_site.campaigns.policy import get_table_or_404

from .. import history
from ..history import Leaf
from ..models import Encounter, Status
from ..policy import Seat, seat_or_404
from .shared import desk_of

ENDED = 100
"""How many fights a page of those that are over lists."""


@login_required
@require_safe
def log(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A page of the log as this reader may read it, the newest entries first.

    `antes`, `despues` and `entrada` name an entry: what came before it, after it, or around it. `ronda`: what came
    since that round began. An entry is named by its id, since a number would tell how many are hidden.
    """
    seat = seat_or_404(request.user, pk)
    leaf, said = _leaf(request, seat)
    context = {
        "encounter": seat.read.encounter,
        "table": seat.read.encounter.table,
        "lines": leaf.lines,
        "older": leaf.older,
        "newer": leaf.newer,
        "newest": not leaf.newer and not request.GET.keys() & {"antes", "despues", "entrada", "ronda"},
        "said": said,
        "round": request.GET.get("ronda", ""),
        "seat": seat,
        "desk": desk_of(seat),
    }
    response = render(request, "combat/log.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _leaf(request: HttpRequest, seat: Seat) -> tuple[Leaf, str]:
    """The entries of this page, and what is to be said of them."""
    wanted = request.GET.get("ronda", "")
    if wanted:
        begun = history.round_begun(seat, int(wanted)) if wanted.isascii() and wanted.isdigit() else None
        if begun is None:
            return history.leaf(seat), _("El registro no tiene esa ronda.")
        return history.leaf(seat, since=begun), ""
    places = {name: request.GET.get(name, "") for name in ("antes", "despues", "entrada")}
    entry = next(filter(None, places.values()), "")
    if not entry:
        return history.leaf(seat), ""
    sequence = history.sequence_of(seat, entry)
    if sequence is None:
        raise Http404
    if places["antes"]:
        return history.leaf(seat, before=sequence), ""
    return history.leaf(seat, since=sequence + 1 if places["despues"] else sequence), ""


@never_cache
@login_required
@require_safe
def ended(request: HttpRequest, table: UUID) -> HttpResponse:
    """The fights of a table that are over, the newest first."""
    found = get_table_or_404(request.user, table)
    rows = Encounter.objects.filter(table=found, free=False, status=Status.ARCHIVED).only("name", "created")
    before = request.GET.get("antes", "")
    if before:
        last = rows.filter(pk=before).first() if _is_id(before) else None
        if last is None:
            raise Http404
        rows = rows.filter(created__lt=last.created)
    fights = list(rows.order_by("-created")[: ENDED + 1])
    context: dict[str, Any] = {
        "table": found,
        "fights": fights[:ENDED],
        "newest": not before,
        "older": fights[ENDED - 1].pk if len(fights) > ENDED else "",
    }
    return render(request, "combat/ended.html", context)


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True

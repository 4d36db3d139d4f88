"""The stash of a table: what is in it, taking, sharing out with its preview, and the loot that lies open."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from equipment import topics
from equipment.ledger import moving, sharing, trading
from equipment.ledger.models import Cause, LedgerRow, Loot, Possession
from equipment.ledger.writing import Holder
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.live import versions
from tapiz_site.once import once

from ... import gear
from ...views.common import GET_AND_POST, person
from .. import showing
from ..common import amount, company, own_characters, own_or_404, possession_or_404, stash_of, tried, whole_number
from .page import ledger_page


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """What the group has in common, and what the fallen have left."""
    table = get_table_or_404(request.user, table_pk)
    known = versions.versions([topics.of_stash(table.pk)])
    equipment, words = moving.equipment_of(table), showing.words_of(table)
    things = list(stash_of(table).things().filter(quantity__gt=0))
    search = request.GET.get("q", "")[:60]
    plays = table.role in PLAYING
    context = {
        "table": table,
        "words": words,
        "shelf": showing.shelf(
            equipment, things, words, page=whole_number(request.GET.get("pagina", "")), search=search
        ),
        "search": search,
        "burden": showing.burden_words(moving.burden_of(equipment, things), words),
        "loot": _loot(table),
        "own": own_characters(request, table) if plays else (),
        "plays": plays,
        "runs": table.role == Role.GAME_MASTER,
        "shop": trading.shop_of(table),
        "live_topics": versions.listing(known),
        "topics": " ".join(known),
    }
    return render(request, "inventory/stash.html", context)


def _loot(table: Table) -> list[dict[str, object]]:
    """The loot that is open, with what is left of it; what is empty or closed only the game master reopens."""
    equipment = moving.equipment_of(table)
    said = showing.words_of(table)
    found: dict[int, dict[str, object]] = {
        one.pk: {"loot": one, "rows": []} for one in Loot.objects.filter(table=table, open=True)
    }
    rows = Possession.objects.filter(table=table, loot__in=list(found), quantity__gt=0).order_by("order", "pk")
    for one in rows:
        kept = found[one.loot_id or 0]["rows"]
        assert isinstance(kept, list)  # noqa: S101 - made above
        kept.append(showing.row_of(equipment, one, said))
    return list(found.values())


@never_cache
@login_required
@require_safe
def ledger(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Who put what in and took what out."""
    table = get_table_or_404(request.user, table_pk)
    rows = LedgerRow.objects.filter(possession__table=table, possession__owner=None, possession__loot=None)
    context = {"table": table, **ledger_page(request, rows, table.system, None)}
    context["home"] = reverse("characters:stash", args=[table.pk])
    return render(request, "inventory/ledger.html", context)


@login_required
@require_POST
@once
def take(request: HttpRequest, table_pk: UUID, thing: str) -> HttpResponse:
    """Take something out of the stash for one of one's own characters."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    stash = stash_of(table)
    one = possession_or_404(stash, thing)
    _take(request, table, stash, one, Cause.TAKEN)
    return redirect("characters:stash", table_pk=table.pk)


def _take(request: HttpRequest, table: Table, holder: Holder, one: Possession, cause: Cause) -> None:
    to = own_or_404(request, table, request.POST.get("to", ""))
    many = request.POST.get("quantity", "")
    act = tried(
        request,
        lambda: sharing.give(
            holder, person(request), one.pk, amount(many, max(1, one.quantity)), gear.holder_of(to), cause
        ),
    )
    if act is not None:
        said = {"what": showing.said_name(one, showing.words_of(table)), "who": to.name}
        messages.success(request, _("%(what)s: ahora lo tiene %(who)s.") % said)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def share(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Choose what and among whom, look at the shares, and share out; the rest stays."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    stash, words, equipment = stash_of(table), showing.words_of(table), moving.equipment_of(table)
    people = company(table)
    data = request.POST if request.method == "POST" else request.GET
    asked = "among" in data or "what" in data
    among = [one for one in people if str(one.pk) in data.getlist("among")] if asked else people
    heaps = [one for one in stash.things().filter(quantity__gt=0) if moving.stacks(moving.kind_of(equipment, one))]
    wanted = [one for one in heaps if (one.pk in data.getlist("what") if asked else showing.is_coin(one))]
    if request.method == "POST" and data.get("go") == "share":
        holders = [gear.holder_of(one) for one in among]
        done = tried(request, lambda: sharing.share_out(stash, person(request), [one.pk for one in wanted], holders))
        if done is not None:
            messages.success(request, _("Repartido."))
            return redirect("characters:stash", table_pk=table.pk)
    context = {
        "table": table,
        "people": [(one, one in among) for one in people],
        "heaps": [(showing.row_of(equipment, one, words), one in wanted) for one in heaps],
        "shares": [
            (showing.said_name(one.thing, words), one.each, one.rest) for one in sharing.shares(wanted, len(among))
        ],
        "left_out": [showing.said_name(one, words) for one in wanted if among and one.quantity < len(among)],
        "count": len(among),
    }
    return render(request, "inventory/share.html", context)


@login_required
@require_POST
@once
def loot(request: HttpRequest, table_pk: UUID, loot: int) -> HttpResponse:
    """Take from the loot of somebody, put what is left into the stash, or close it."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    found = Loot.objects.filter(table=table, pk=loot).first()
    if found is None or not (found.open or table.role == Role.GAME_MASTER):
        raise Http404
    holder = Holder(table, loot=found, name=found.name)
    do = request.POST.get("do", "")
    if do.startswith("take:"):
        _take(request, table, holder, possession_or_404(holder, do.removeprefix("take:")), Cause.LOOT)
    elif do == "rest":
        if tried(request, lambda: sharing.take_all(holder, person(request), stash_of(table), Cause.LOOT)) is not None:
            messages.success(request, _("Lo que quedaba está en el fondo común."))
    elif do == "close":
        if table.role != Role.GAME_MASTER:
            raise PermissionDenied
        sharing.close_loot(found)
    else:
        raise Http404
    return redirect("characters:stash", table_pk=table.pk)

"""The stash of a table: its contents, taking from it, sharing it out with a preview, and open loot."""

from __future__ import annotations

from collections.abc import Sequence
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
from equipment.packs import catalogue
from rules.core.equipment import Equipment
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.inputs import ShownValue
from tapiz_site.live import versions
from tapiz_site.once import once
from tapiz_site.speech import PageSpeaker

from ... import gear, naming
from ...burdens import burden_words, words_of
from ...views.common import GET_AND_POST, person, status
from .. import proposals, showing
from ..common import (
    Wrong,
    asked,
    back,
    company,
    here,
    own_characters,
    own_or_404,
    possession_or_404,
    stash_of,
    tried,
    tried_many,
    whole_number,
)
from .page import ledger_page


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The page of the group's stash and the open loot."""
    return _shown(request, get_table_or_404(request.user, table_pk))


def _shown(request: HttpRequest, table: Table, wrong: Wrong | None = None) -> HttpResponse:
    """The page; `wrong`: the refused quantity."""
    plays, runs = table.role in PLAYING, table.role == Role.GAME_MASTER
    own = topics.of_proposals(table.pk) if runs else topics.of_proposals_by(table.pk, person(request).pk)
    known = versions.versions([topics.of_stash(table.pk), *([own] if plays else ())])
    equipment, words = moving.equipment_of(table), words_of(table)
    things = list(stash_of(table).things().filter(quantity__gt=0))
    query = asked(request)
    search = query.get("q", "")[:60]
    context = {
        "table": table,
        "words": words,
        "shelf": showing.shelf(equipment, things, words, page=whole_number(query.get("pagina", "")), search=search),
        "search": search,
        "burden": burden_words(moving.burden_of(equipment, things), words),
        "loot": _loot(request, table, words),
        "own": own_characters(request, table) if plays else (),
        "plays": plays,
        "runs": runs,
        "proposals": proposals.of_stash(table, person(request)) if plays else (),
        "shop": trading.shop_of(table),
        "live_topics": versions.listing(known),
        "topics": " ".join(known),
        "wrong": wrong,
        "typed": request.POST if wrong else {},
        "here": here(request, reverse("characters:stash", args=[table.pk])),
    }
    return render(request, "inventory/stash.html", context, status=status(request))


def _treasures(table: Table, loot: Sequence[Loot], words: PageSpeaker) -> dict[str, ShownValue]:
    """The treasure of creatures by the bestiary, by their codes; for the game master, who adds it to the loot."""
    codes = {one.entry for one in loot if one.entry}
    if not codes or table.role != Role.GAME_MASTER:
        return {}
    equipment = moving.equipment_of(table)
    found: dict[str, ShownValue] = {}
    for one in catalogue.entries_for(table, family="creature"):
        if one.code in codes:
            asked = [item for item in equipment.kinds[one.kind].inputs if item.name == equipment.treasure]
            found |= {one.code: told for told in inputs.shown(asked, one.values, words)}  # noqa: B035
    return found


def _loot(request: HttpRequest, table: Table, words: PageSpeaker) -> list[dict[str, object]]:
    """The open loot, with a page of what is left in it; only the game master can reopen a closed one."""
    equipment = moving.equipment_of(table)
    found = list(Loot.objects.filter(table=table, open=True))
    things: dict[int | None, list[Possession]] = {one.pk: [] for one in found}
    for one in Possession.objects.filter(table=table, loot__in=found, quantity__gt=0).order_by("order", "pk"):
        things[one.loot_id].append(one)
    treasures = _treasures(table, found, words)
    return [
        {**_page_of(request, one, things[one.pk], equipment, words), "treasure": treasures.get(one.entry)}
        for one in found
    ]


def _page_of(
    request: HttpRequest,
    loot: Loot,
    things: Sequence[Possession],
    equipment: Equipment,
    words: PageSpeaker,
) -> dict[str, object]:
    param = f"botin{loot.pk}"
    pages = max(1, -(-len(things) // showing.AT_ONCE))
    page = min(max(1, whole_number(request.GET.get(param, ""))), pages)
    shown = things[(page - 1) * showing.AT_ONCE : page * showing.AT_ONCE]
    return {
        "loot": loot,
        "rows": [showing.row_of(equipment, one, words) for one in shown],
        "param": param,
        "page": page,
        "pages": pages,
    }


@never_cache
@login_required
@require_safe
def ledger(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The ledger of the stash."""
    table = get_table_or_404(request.user, table_pk)
    rows = LedgerRow.objects.filter(possession__table=table, possession__owner=None, possession__loot=None)
    context = {"table": table, **ledger_page(request, rows, table.system, None)}
    context["home"] = reverse("characters:stash", args=[table.pk])
    return render(request, "inventory/ledger.html", context)


@login_required
@require_POST
@once
def take(request: HttpRequest, table_pk: UUID, thing: str) -> HttpResponse:
    """Take a quantity out of the stash for one of the reader's characters."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    stash = stash_of(table)
    one = possession_or_404(stash, thing)
    return _take(request, table, stash, one, Cause.TAKEN)


def _take(request: HttpRequest, table: Table, holder: Holder, one: Possession, cause: Cause) -> HttpResponse:
    to = own_or_404(request, table, request.POST.get("to", ""))
    done = tried_many(
        request,
        table,
        # The whole table reads the rows of the stash.
        lambda many: sharing.give(holder, person(request), one.pk, many, gear.giver_of(to), cause),
        about=one.pk,
        default=max(1, one.quantity),
    )
    if isinstance(done, Wrong):
        if holder.things().filter(pk=one.pk, quantity__gt=0).exists():
            return _shown(request, table, done)
        messages.error(request, done.error)
    elif done is not None:
        said = {"what": naming.said_name(one, words_of(table)), "who": to.name}
        messages.success(request, _("%(what)s: ahora lo tiene %(who)s.") % said)
    return back(request, reverse("characters:stash", args=[table.pk]))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def share(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Choose possessions and receivers, preview the shares, and share out; the remainder stays."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    stash, words, equipment = stash_of(table), words_of(table), moving.equipment_of(table)
    people = company(table)
    data = request.POST if request.method == "POST" else request.GET
    asked = "among" in data or "what" in data
    among = [one for one in people if str(one.pk) in data.getlist("among")] if asked else people
    heaps = [one for one in stash.things().filter(quantity__gt=0) if moving.stacks(moving.kind_of(equipment, one))]
    wanted = [one for one in heaps if (one.pk in data.getlist("what") if asked else showing.is_coin(one))]
    if request.method == "POST" and data.get("go") == "share":
        holders = [gear.holder_of(one) for one in among]
        done = tried(
            request, table, lambda: sharing.share_out(stash, person(request), [one.pk for one in wanted], holders)
        )
        if done is not None:
            messages.success(request, _("Repartido."))
            return redirect("characters:stash", table_pk=table.pk)
    context = {
        "table": table,
        "people": [(one, one in among) for one in people],
        "heaps": [(showing.row_of(equipment, one, words), one in wanted) for one in heaps],
        "shares": [
            (naming.said_name(one.thing, words), one.each, one.rest) for one in sharing.shares(wanted, len(among))
        ],
        "left_out": [naming.said_name(one, words) for one in wanted if among and one.quantity < len(among)],
        "count": len(among),
    }
    return render(request, "inventory/share.html", context)


@login_required
@require_POST
@once
def loot(request: HttpRequest, table_pk: UUID, loot: int) -> HttpResponse:
    """Take from a loot, move what is left to the stash, or close the loot."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    found = Loot.objects.filter(table=table, pk=loot).first()
    if found is None or not (found.open or table.role == Role.GAME_MASTER):
        raise Http404
    holder = Holder(table, loot=found, name=found.name)
    do = request.POST.get("do", "")
    if do.startswith("take:"):
        return _take(request, table, holder, possession_or_404(holder, do.removeprefix("take:")), Cause.LOOT)
    if do == "rest":
        done = tried(request, table, lambda: sharing.take_all(holder, person(request), stash_of(table), Cause.LOOT))
        if done is not None:
            messages.success(request, _("Lo que quedaba está en el fondo común."))
    elif do == "close":
        if table.role != Role.GAME_MASTER:
            raise PermissionDenied
        sharing.close_loot(found)
    else:
        raise Http404
    return redirect("characters:stash", table_pk=table.pk)

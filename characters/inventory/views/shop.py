"""The shop of a table: whether it is open, its prices, and buying there."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from equipment import topics
from equipment.ledger import money, moving, trading
from equipment.ledger.models import WHERE_LENGTH, Shop
from equipment.ledger.services import coins_among
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING, get_table_or_404
from tapiz_site.live import versions
from tapiz_site.once import once

from ... import gear
from ...burdens import words_of
from ...views.common import person, status
from .. import packs, showing
from ..common import Wrong, asked, here, own_characters, own_or_404, tried_many


class ShopForm(forms.Form):
    """The game master's settings of the shop."""

    name = forms.CharField(label=gettext_lazy("Nombre"), max_length=WHERE_LENGTH, required=False)
    sells_at = forms.IntegerField(label=gettext_lazy("Porcentaje del precio al que vende"), min_value=1, max_value=1000)
    buys_at = forms.IntegerField(label=gettext_lazy("Porcentaje del precio al que compra"), min_value=0, max_value=1000)
    open = forms.BooleanField(label=gettext_lazy("Abierta"), required=False)


def _form(shop: Shop, data: object = None) -> ShopForm:
    initial = {"name": shop.name, "open": shop.open, "sells_at": shop.sells_at, "buys_at": shop.buys_at}
    return ShopForm(data, initial=initial)  # type: ignore[arg-type]


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The shop; it sells the items to which the table's packs give a price."""
    table = get_table_or_404(request.user, table_pk)
    return _shown(request, table, _form(trading.shop_of(table)))


def _shown(request: HttpRequest, table: Table, form: ShopForm, wrong: Wrong | None = None) -> HttpResponse:
    """The page; `wrong`: the refused quantity."""
    known = versions.versions([topics.of_stash(table.pk)])
    shop, words = trading.shop_of(table), words_of(table)
    equipment = moving.equipment_of(table)
    plays = table.role in PLAYING
    search = asked(request).get("q", "")[:60]
    own = own_characters(request, table) if plays else []
    having = gear.things_of_all(table, own)
    wares = []
    for one in packs.wares(table, words, search=search) if shop.open else ():
        price = trading.price_of(table, one.values)
        if price is not None:
            wares.append((one, showing.price_words(equipment, shop.bought_for(price), words)))
    context = {
        "table": table,
        "shop": shop,
        "form": form,
        "wares": wares,
        "most": packs.MOST_SHOWN if len(wares) == packs.MOST_SHOWN else 0,
        "search": search,
        "own": [
            (one, showing.price_words(
                equipment, money.worth(equipment.coins, money.purse_of(coins_among(having[one.pk]))), words
            ))
            for one in own
        ],
        "plays": plays,
        "runs": table.role == Role.GAME_MASTER,
        "trades": bool(equipment.coins),
        "live_topics": versions.listing(known),
        "topics": " ".join(known),
        "wrong": wrong,
        "typed": request.POST if wrong else {},
        "here": here(request, reverse("characters:shop", args=[table.pk])),
    }  # fmt: skip
    return render(request, "inventory/shop.html", context, status=status(request))


@login_required
@require_POST
@once
def keep(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Open or close the shop and set its prices."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    form = _form(trading.shop_of(table), request.POST)
    if not form.is_valid():
        return _shown(request, table, form)
    said = form.cleaned_data
    trading.set_shop(table, name=said["name"], is_open=said["open"], sells_at=said["sells_at"], buys_at=said["buys_at"])
    messages.success(request, _("La tienda está abierta.") if said["open"] else _("La tienda está cerrada."))
    return redirect("characters:shop", table_pk=table.pk)


@login_required
@require_POST
@once
def buy(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Buy a quantity of an item for one of the reader's characters."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    ware = packs.ware(table, request.POST.get("entry", ""))
    if ware is None:
        raise Http404
    to = own_or_404(request, table, request.POST.get("to", ""))
    made = tried_many(
        request,
        table,
        lambda many: trading.buy(
            gear.holder_of(to), person(request),
            kind=ware.kind, name=ware.name, values=ware.values, quantity=many, entry=ware.entry,
        ),
        about=ware.entry,
    )  # fmt: skip
    if isinstance(made, Wrong):
        return _shown(request, table, _form(trading.shop_of(table)), made)
    if made is not None:
        messages.success(request, _("%(who)s compra: %(what)s.") % {"who": to.name, "what": ware.name})
    return redirect("characters:shop", table_pk=table.pk)

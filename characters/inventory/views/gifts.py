"""Answering an offer: the receiver takes or refuses it, the giver withdraws it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from equipment.ledger import sharing
from equipment.ledger.errors import OfferGone
from equipment.ledger.models import Gift, Possession
from equipment.ledger.writing import Holder
from tapiz_site.once import once

from ... import gear, policy
from ...models import Character
from ...views.common import person
from ..common import tried


@login_required
@require_POST
@once
def answer(request: HttpRequest, pk: UUID, gift: str) -> HttpResponse:
    """Take, refuse or withdraw a gift, as the reader's character, which gives or receives it."""
    character = policy.editable_or_refused(request.user, pk)
    found = Gift.objects.select_related("possession", "to__table").filter(pk=gift).first()
    if found is None:
        messages.error(request, _("Lo ofrecido ya no está."))
        return redirect("characters:inventory", pk=character.pk)
    giving = found.possession.owner_id
    owner = Character.objects.select_related("table").filter(pk=giving).first() if giving else None
    if owner is None or character.pk not in (found.to_id, owner.pk):
        raise Http404
    giver, taker = gear.giver_of(owner), gear.giver_of(found.to)
    if request.POST.get("answer") == "accept" and character.pk == found.to_id:
        if tried(request, found.to.table, lambda: _accepted(request, gift, giver, taker)) is not None:
            messages.success(request, _("Aceptado."))
    else:
        tried(request, found.to.table, lambda: sharing.close(gift, giver, taker))
    return redirect("characters:inventory", pk=character.pk)


def _accepted(request: HttpRequest, gift: str, giver: Holder, taker: Holder) -> Possession | None:
    try:
        return sharing.accept(gift, giver, taker, person(request))
    except OfferGone as gone:
        # Not an exception, which would roll everything back: this answer withdraws the broken offer.
        messages.error(request, str(gone))
        return None

"""Answering a proposal: the game master says yes or no, or has read it; its player withdraws it, or has read it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from equipment.ledger import proposing
from equipment.ledger.errors import ProposalGone
from equipment.ledger.models import Proposal, ProposalStatus
from equipment.ledger.writing import Holder
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.once import once

from ... import gear
from ...burdens import words_of
from ...views.common import person
from .. import proposals
from ..common import amount, stash_of, tried

PAGES = frozenset({"campaigns:table", "characters:inventory", "characters:stash"})
"""The pages on which proposals are answered."""

CALLS = "combat:calls"
"""The part of the header that calls to them."""


@login_required
@require_POST
@once
def answer(request: HttpRequest, table_pk: UUID, proposal: str) -> HttpResponse:
    """Answer, withdraw or put away a proposal; of two who answer, the first counts."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    found = proposing.at(table).filter(pk=proposal).first()
    if found is None:
        messages.error(request, str(ProposalGone()))
        return _back(request, table, done=False)
    runs = table.role == Role.GAME_MASTER
    if not (runs or proposals.may_close(person(request), found)):
        raise Http404
    word = request.POST.get("answer", "")
    if word in ("yes", "no") and not runs:
        raise PermissionDenied
    if word == "yes":
        done: object = tried(request, table, lambda: _accepted(request, table, found))
    elif word == "no":
        done = tried(request, table, lambda: proposing.refuse(found.pk))
    elif word == "close":
        own = (ProposalStatus.TOLD,) if runs else (ProposalStatus.WAITING, ProposalStatus.REFUSED)
        done = tried(request, table, lambda: proposing.close(found.pk, *own))
    else:
        raise Http404
    return _back(request, table, done=bool(done))


def _accepted(request: HttpRequest, table: Table, found: Proposal) -> bool:
    many = amount(request.POST.get("quantity", ""), found.quantity)
    holder: Holder = gear.holder_of(found.owner) if found.owner is not None else stash_of(table)
    proposing.accept(found.pk, holder, person(request), many)
    found.quantity = many
    if not from_header(request):
        messages.success(request, _("Aceptado: %(what)s.") % {"what": proposals.said(found, words_of(table))})
    return True


def from_header(request: HttpRequest) -> bool:
    """Whether the button in the header was pressed, which leaves the page as it is."""
    return "HX-Request" in request.headers


def _back(request: HttpRequest, table: Table, *, done: bool) -> HttpResponse:
    """The page from which the answer was sent; from a header a refusal leads to the table's page, which says it."""
    wanted = request.POST.get("back", "")
    try:
        name = resolve(wanted.partition("?")[0]).view_name
    except Resolver404:
        name = ""
    if from_header(request) and not done:
        return HttpResponse(headers={"HX-Redirect": table.get_absolute_url()})
    known = name in PAGES or (from_header(request) and name == CALLS)
    return redirect(wanted if known else table.get_absolute_url())

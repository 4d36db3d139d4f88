"""A fight on paper, for who runs it: the sheet for the day the power fails, and cards of its creatures."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.printing import cards as creature_cards
from characters.printing import leaves
from characters.printing.leaves import PaperForm, Print
from tapiz_site.campaigns.policy import GAME_MASTERS

from .. import printing
from ..policy import Seat, seat_or_404


@never_cache
@login_required
@require_safe
def sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The fight as it stands now, to go on with it by hand."""
    return leaves.page(request, _sheet(request, seat_or_404(request.user, pk, GAME_MASTERS)))


@never_cache
@login_required
@require_safe
def sheet_pdf(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same as PDF."""
    return leaves.as_pdf(request, _sheet(request, seat_or_404(request.user, pk, GAME_MASTERS)))


@never_cache
@login_required
@require_safe
def cards(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Cards of the creatures of a fight or of a scene in preparation, eight to a page."""
    return leaves.page(request, _cards(request, seat_or_404(request.user, pk, GAME_MASTERS)))


@never_cache
@login_required
@require_safe
def cards_pdf(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same as PDF."""
    return leaves.as_pdf(request, _cards(request, seat_or_404(request.user, pk, GAME_MASTERS)))


def _sheet(request: HttpRequest, seat: Seat) -> Print:
    form, paper = PaperForm.read(request.GET)
    encounter = seat.read.encounter
    return Print(
        encounter.name,
        printing.sheet(seat),
        form,
        paper,
        encounter.table,
        back=encounter.get_absolute_url(),
        pdf_address=reverse("combat:print_fight_pdf", args=[encounter.pk]),
        empty=_("Este sistema no dice qué lleva la hoja de un conflicto."),
    )


def _cards(request: HttpRequest, seat: Seat) -> Print:
    form, paper = PaperForm.read(request.GET)
    encounter = seat.read.encounter
    drawn = [*printing.creatures(seat)][: creature_cards.MOST_CARDS]
    nothing = _("Nadie en la escena que no sea un personaje de la mesa.")
    if seat.read.system.paper.profile is None:
        nothing = _("Este sistema no dice qué lleva la carta de una criatura.")
    return Print(
        _("Cartas de criaturas"),
        creature_cards.leaves(encounter.table, drawn),
        form,
        paper,
        encounter.table,
        back=encounter.get_absolute_url(),
        pdf_address=reverse("combat:print_cards_pdf", args=[encounter.pk]),
        empty=nothing,
    )

"""Prints of a table for who runs it: cards of its creatures, and the tables of its system."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from equipment.packs import catalogue
from rules.core.registry import get_system
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404

from . import cards as creature_cards
from . import leaves
from . import screen as screens
from .leaves import PaperForm, Print


@dataclass(frozen=True, slots=True)
class Offered:
    """A creature of the table's packs, and how many cards of it are wanted."""

    code: str
    name: str
    count: int


class CardsForm(PaperForm):
    """The paper, and how many cards of each creature."""

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.sent = data
        self.creatures: list[Offered] = []

    def offer(self, table: Table) -> dict[str, int]:
        """Offer the creatures of a table; returns how many cards of each are wanted, by code."""
        chosen = set(self.sent.getlist("of"))
        for entry in catalogue.entries_for(table, family="creature"):
            if entry.sound:
                count = _count(self.sent.get(f"n-{entry.code}", "")) if entry.code in chosen else 0
                self.creatures.append(Offered(entry.code, entry.name, count))
        return {one.code: one.count for one in self.creatures if one.count}


def _count(said: str) -> int:
    """A number of cards as it was typed, within what is printed at once; one where it is no number."""
    return max(1, min(int(said), creature_cards.MOST_OF_A_KIND)) if said.isdecimal() and len(said) < 4 else 1


@never_cache
@login_required
@require_safe
def cards(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Cards of creatures of the table's packs, eight to a page."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    return leaves.page(request, _cards(request, table), at_once="print" in request.GET)


@never_cache
@login_required
@require_safe
def cards_pdf(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The same as PDF."""
    return leaves.as_pdf(request, _cards(request, get_table_or_404(request.user, table_pk, GAME_MASTERS)))


def _cards(request: HttpRequest, table: Table) -> Print:
    form, paper = CardsForm.read(request.GET)
    assert isinstance(form, CardsForm)  # noqa: S101 - `read` makes what it is called on
    wanted = form.offer(table)
    paper_of = get_system(table.system).paper
    drawn = [*creature_cards.from_entries(table, wanted)][: creature_cards.MOST_CARDS]
    nothing = _("Elegir criaturas para ver sus cartas.")
    if paper_of.profile is None:
        nothing = _("Este sistema no dice qué lleva la carta de una criatura.")
    elif not form.creatures:
        nothing = _("La mesa no juega con ningún Lienzo que tenga criaturas.")
    return Print(
        _("Cartas de criaturas"),
        creature_cards.leaves(table, drawn),
        form,
        paper,
        table,
        back=reverse("packs:family", args=[table.pk, "creature"]),
        pdf_address=reverse("characters:print_cards_pdf", args=[table.pk]),
        tools="paper/_creatures.html" if form.creatures else "",
        empty=nothing,
    )


@never_cache
@login_required
@require_safe
def screen(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The DJ's screen: one page of the system's tables, with the rules of this table."""
    return leaves.page(request, _screen(request, get_table_or_404(request.user, table_pk, GAME_MASTERS)))


@never_cache
@login_required
@require_safe
def screen_pdf(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The same as PDF."""
    return leaves.as_pdf(request, _screen(request, get_table_or_404(request.user, table_pk, GAME_MASTERS)))


def _screen(request: HttpRequest, table: Table) -> Print:
    form, paper = PaperForm.read(request.GET)
    leaf = screens.leaf(table)
    return Print(
        _("Las tablas de un vistazo"),
        [leaf] if leaf else [],
        form,
        paper,
        table,
        back=table.get_absolute_url(),
        pdf_address=reverse("characters:print_screen_pdf", args=[table.pk]),
        empty=_("Este sistema no dice qué tablas lleva la pantalla."),
    )

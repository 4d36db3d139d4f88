"""Pages to print from the browser, and their PDF: one sheet, a blank one, all sheets of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.core.registry import get_system
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404

from .. import policy
from ..gear import things_of_all
from ..models import Character
from ..purses import held
from . import pdf
from .leaves import pdf_answer
from .options import Options, PrintForm, chosen
from .records import empty, empty_sheets, has_record, recorded
from .sheets import PrintedSheet, filled


@dataclass(frozen=True, slots=True)
class Printout:
    """Sheets to print together, with their options."""

    title: str
    sheets: Sequence[PrintedSheet]
    options: Options
    form: PrintForm
    parts: Sequence[str]

    @property
    def switches(self) -> bool:
        """Whether there are optional parts."""
        return "notes" in self.parts


@never_cache
@login_required
@require_safe
def sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sheet of a character for paper."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    address = reverse("characters:print_pdf", args=[pk])
    return _page(request, _of_character(request, character), address, character.get_absolute_url())


@never_cache
@login_required
@require_safe
def sheet_pdf(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same as PDF."""
    return _pdf(request, _of_character(request, policy.get_character_or_404(request.user, pk, shared_too=True)))


@never_cache
@login_required
@require_safe
def table(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """All sheets of a table for paper, for its game master."""
    found = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    address = reverse("characters:print_table_pdf", args=[table_pk])
    return _page(request, _of_table(request, found), address, found.get_absolute_url())


@never_cache
@login_required
@require_safe
def table_pdf(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """All sheets of a table in one PDF."""
    return _pdf(request, _of_table(request, get_table_or_404(request.user, table_pk, GAME_MASTERS)))


@never_cache
@login_required
@require_safe
def blank(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """An empty sheet of the table's system for paper."""
    found = get_table_or_404(request.user, table_pk)
    address = reverse("characters:print_blank_pdf", args=[table_pk])
    return _page(request, _empty(request, found), address, found.get_absolute_url())


@never_cache
@login_required
@require_safe
def blank_pdf(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The same as PDF; the first of all where none was chosen."""
    found = get_table_or_404(request.user, table_pk)
    return _pdf(request, _empty(request, found, usual=next(iter(empty_sheets(found)))))


def _of_character(request: HttpRequest, character: Character) -> Printout:
    parts: tuple[str, ...] = ("notes", "changes") if policy.sees_all(character) else ()
    if parts and has_record(character):
        parts = (*parts, "damage")
    options, form = chosen(request.GET, parts)
    printed = recorded(filled(character, options), character, options)
    return Printout(character.name, [printed], options, form, parts)


def _of_table(request: HttpRequest, found: Table) -> Printout:
    parts: tuple[str, ...] = ("whose", "notes", "changes")
    if get_system(found.system).paper.recorded:
        parts = (*parts, "damage")
    options, form = chosen(request.GET, parts)
    rows = policy.readable_at(request.user, found).select_related("table").prefetch_related("players")
    wanted = [one for one in rows if options.whose == "all" or one.players.all()]
    purses = held(found, wanted)
    things = things_of_all(found, wanted)
    printed = [
        recorded(filled(one, options, purses, things[one.pk]), one, options, list(things[one.pk])) for one in wanted
    ]
    return Printout(found.name, printed, options, form, parts)


def _empty(request: HttpRequest, found: Table, usual: str = "") -> Printout:
    kinds = empty_sheets(found)
    options, form = chosen(request.GET, ("kind",), list(kinds.items()))
    kind = options.kind or usual
    sheets = [empty(found, kind)] if kind in kinds else []
    return Printout(_("Hoja en blanco"), sheets, options, form, ("kind",))


def _page(request: HttpRequest, printout: Printout, pdf_address: str, back: str) -> HttpResponse:
    context = {
        "printed": printout,
        "back": back,
        "pdf_address": f"{pdf_address}?{printout.options.query(printout.parts)}" if pdf.available() else "",
    }
    return render(request, "characters/print/page.html", context)


def _pdf(request: HttpRequest, printout: Printout) -> HttpResponse:
    return pdf_answer(request, printout.title, [document(one, printout.options) for one in printout.sheets])


def document(printed: PrintedSheet, options: Options) -> str:
    """The HTML from which the PDF of one sheet is made."""
    return render_to_string("characters/print/document.html", {"sheet": printed, "options": options})

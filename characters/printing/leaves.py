"""Prints that are no sheets: their pages for the browser, and the same as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tapiz_site.accounts import attempts
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from . import pdf
from .options import PAPERS

RETRY_SECONDS = 5


class PaperForm(forms.Form):
    """The choice of the paper's size; other prints add to it."""

    paper = forms.ChoiceField(label=_("Tamaño del papel"), choices=PAPERS, widget=forms.RadioSelect)

    @classmethod
    def read(cls, data: QueryDict) -> tuple[PaperForm, str]:
        """The form and the paper that it says; A4 where the request names none or another."""
        form = cls(data)
        if form.is_valid():
            return form, str(form.cleaned_data["paper"])
        again = data.copy()
        again["paper"] = PAPERS[0][0]
        return cls(again), PAPERS[0][0]


@dataclass(frozen=True, slots=True)
class Leaf:
    """An article for paper: one page, or a text that flows over several."""

    template: str
    said: dict[str, Any]
    """What the template gets."""

    def drawn(self, paper: str, title: str) -> SafeString:
        """Its HTML on this paper."""
        context = {**self.said, "paper": paper, "title": title, "site": settings.SITE_NAME}
        return SafeString(render_to_string(self.template, context))


@dataclass(frozen=True, slots=True)
class Print:
    """Leaves to print together."""

    title: str
    leaves: Sequence[Leaf]
    form: forms.Form
    paper: str
    table: Table
    back: str
    """The address of the page from which one came."""
    pdf_address: str
    tools: str = ""
    """A template with more choices for the form."""
    empty: str = ""
    """What is said where there is nothing to print."""

    def drawn(self) -> list[SafeString]:
        """The HTML of all leaves."""
        return [leaf.drawn(self.paper, self.title) for leaf in self.leaves]


def page(request: HttpRequest, printed: Print, **said: Any) -> HttpResponse:
    """The page of the browser, from which it prints."""
    address = f"{printed.pdf_address}?{request.GET.urlencode()}" if pdf.available() else ""
    return render(
        request, "paper/page.html", {"printed": printed, "table": printed.table, "pdf_address": address, **said}
    )


def as_pdf(request: HttpRequest, printed: Print) -> HttpResponse:
    """The same leaves as one PDF; raises Http404 where there are none."""
    return pdf_answer(request, printed.title, [document(leaf, printed.title) for leaf in printed.drawn()])


def document(leaf: SafeString, title: str) -> str:
    """The HTML from which the PDF of one leaf is made."""
    return render_to_string("paper/document.html", {"leaf": leaf, "title": title})


def pdf_answer(request: HttpRequest, title: str, documents: Sequence[str]) -> HttpResponse:
    """These documents as one PDF under its title; a page that says why, where none can be made now."""
    if not documents:
        raise Http404
    reader = cast(User, request.user)
    if not attempts.spend(request, "print_pdf", user=reader):
        return _no_pdf(request, pdf.PrinterBusy.code, 429)
    try:
        made = pdf.press.make(documents, reader.pk)
    except pdf.Unavailable as problem:
        return _no_pdf(request, problem.code, 503)
    header = content_disposition_header(as_attachment=True, filename=f"{slugify(title) or 'hoja'}.pdf")
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": header})


def _no_pdf(request: HttpRequest, code: str, status: int) -> HttpResponse:
    answer = render(request, "characters/print/unavailable.html", {"code": code}, status=status)
    if code == pdf.PrinterBusy.code:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer

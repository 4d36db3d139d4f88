"""The options of a printed sheet; the address carries them, so that the PDF equals the page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

PAPERS = [("a4", _("A4")), ("letter", _("Carta"))]
WHOSE = [("party", _("Solo quienes tienen jugador/a")), ("all", _("Todas las fichas de la mesa"))]


class PrintForm(forms.Form):
    """The form of paper and parts; it offers only the parts named in `parts`."""

    paper = forms.ChoiceField(label=_("Tamaño del papel"), choices=PAPERS, widget=forms.RadioSelect)
    kind = forms.ChoiceField(label=_("Tipo de ficha"), widget=forms.RadioSelect)
    whose = forms.ChoiceField(label=_("Qué fichas"), choices=WHOSE, widget=forms.RadioSelect)
    notes = forms.BooleanField(label=_("Notas privadas"), required=False)
    changes = forms.BooleanField(label=_("Historial de cambios"), required=False)
    damage = forms.BooleanField(label=_("Con el daño tachado"), required=False)

    def __init__(self, data: QueryDict, parts: Collection[str], kinds: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(data)
        for name in ("kind", "whose", "notes", "changes", "damage"):
            if name not in parts:
                del self.fields[name]
        if isinstance(kind := self.fields.get("kind"), forms.ChoiceField):
            kind.choices = kinds


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen."""

    paper: str = "a4"
    kind: str = ""
    whose: str = "party"
    notes: bool = False
    changes: bool = False
    damage: bool = False
    """Whether what a machine has lost is crossed out."""

    def query(self, parts: Collection[str]) -> str:
        """The same as a query string, with what is offered."""
        query = QueryDict(mutable=True)
        query["paper"] = self.paper
        for name in parts:
            value = getattr(self, name)
            if value:
                query[name] = "on" if value is True else value
        return query.urlencode()


def chosen(data: QueryDict, parts: Collection[str], kinds: Sequence[tuple[str, str]] = ()) -> tuple[Options, PrintForm]:
    """The options of a request and their form: A4 alone where the request names none or invalid ones.

    Of several kinds none is taken for granted: who opens a blank sheet says which.
    """
    form = PrintForm(data, parts, kinds)
    if form.is_valid():
        return Options(**form.cleaned_data), form
    first = Options(kind=kinds[0][0] if len(kinds) == 1 else "")
    return first, PrintForm(QueryDict(first.query(parts)), parts, kinds)

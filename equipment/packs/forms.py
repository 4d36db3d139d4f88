"""Forms of packs: the head of a pack, and the fields of an entry besides the values of its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from rules.core.equipment import EntryKind

from .files.document import CODE, MOST_LINE, MOST_NAME, MOST_TEXT, VERSION
from .files.kinds import LETTERS
from .models import Pack, PackVersion

FORM_ID = "command"


class NewPackForm(forms.Form):
    """A new pack of a table: its name and letters."""

    name = forms.CharField(label=_("Nombre"), max_length=MOST_NAME)
    code = forms.CharField(
        label=_("Código"),
        max_length=2,
        help_text=_("Dos letras mayúsculas; con ellas empiezan los códigos de sus entradas."),
        validators=[RegexValidator(rf"^{CODE.pattern}$", _("Tienen que ser dos letras mayúsculas."))],
    )
    licence = forms.CharField(
        label=_("Licencia"),
        max_length=MOST_LINE,
        initial=_("solo para esta mesa"),
        help_text=_("Con qué permiso puede usarlo otra gente."),
    )
    language = forms.ChoiceField(label=_("Idioma"), choices=settings.LANGUAGES)

    def __init__(self, *args: Any, taken: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken = taken

    def clean_code(self) -> str:
        """Refuse letters of another pack of the table."""
        code: str = self.cleaned_data["code"]
        if code in self.taken:
            raise forms.ValidationError(_("Otro Lienzo de la mesa lleva ese código."))
        return code

    @property
    def slug(self) -> str:
        """The name as a slug, or the letters where it has none."""
        found = slugify(self.cleaned_data["name"])[:40].strip("-")
        return found or str(self.cleaned_data["code"]).lower()


class HeadForm(forms.Form):
    """The head of a draft, in one language."""

    name = forms.CharField(label=_("Nombre"), max_length=MOST_NAME)
    description = forms.CharField(
        label=_("Descripción"), max_length=MOST_TEXT, required=False, widget=forms.Textarea(attrs={"rows": 5})
    )
    licence = forms.CharField(label=_("Licencia"), max_length=MOST_LINE)
    authors = forms.CharField(
        label=_("Autoría"), max_length=MOST_LINE, required=False, help_text=_("Nombres con comas entre ellos.")
    )
    source = forms.CharField(label=_("Procedencia"), max_length=MOST_LINE, required=False)

    @classmethod
    def initial_of(cls, draft: PackVersion, language: str) -> dict[str, str]:
        """The initial values of the form."""
        return {
            "name": draft.called(language),
            "description": draft.about(language),
            "licence": draft.licence,
            "authors": ", ".join(draft.authors),
            "source": draft.source,
        }

    @property
    def author_names(self) -> list[str]:
        """The authors one by one."""
        return [name.strip() for name in self.cleaned_data["authors"].split(",") if name.strip()]


class PublishForm(forms.Form):
    """The number of the version that a draft becomes."""

    number = forms.CharField(
        label=_("Número de versión"),
        max_length=14,
        validators=[
            RegexValidator(rf"^{VERSION.pattern}$", _("Tienen que ser hasta tres números con puntos, como 1.2."))
        ],
    )


class EntryHeadForm(forms.Form):
    """The fields of all entries: code, name, text, `of`, licence and source; no input of a kind has these names."""

    entry_name = forms.CharField(label=_("Nombre"), max_length=MOST_NAME)
    entry_code = forms.CharField(label=_("Código"), max_length=7)
    entry_text = forms.CharField(
        label=_("Texto"),
        max_length=MOST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Párrafos con una línea en blanco entre ellos."),
    )
    entry_of = forms.ChoiceField(
        label=_("Parte de"),
        required=False,
        help_text=_("Hereda todos los valores de esa entrada y solo dice lo que cambia."),
    )
    entry_licence = forms.CharField(
        label=_("Licencia"), max_length=MOST_LINE, required=False, help_text=_("En blanco: la del Lienzo.")
    )
    entry_source = forms.CharField(label=_("Procedencia"), max_length=MOST_LINE, required=False)

    def __init__(
        self,
        *args: Any,
        pack: Pack,
        kind: EntryKind,
        used: Mapping[str, str],
        above: Sequence[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.start = f"{pack.code}{LETTERS[kind.family]}"
        self.used = used
        field = self.fields["entry_of"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        if above:
            field.choices = [("", "–"), *above]
        else:
            del self.fields["entry_of"]
        for one in self.fields.values():
            one.widget.attrs["form"] = FORM_ID

    def clean_entry_code(self) -> str:
        """Check a code: the letters of pack and family, and four digits that no other entry has."""
        code: str = self.cleaned_data["entry_code"].upper()
        if not (code.startswith(self.start) and len(code) == 7 and code[3:].isdecimal() and code.isascii()):
            raise forms.ValidationError(_("Tiene que ser %(wanted)s y cuatro cifras."), params={"wanted": self.start})
        if code in self.used:
            raise forms.ValidationError(_("Ese código es de «%(name)s»."), params={"name": self.used[code]})
        return code

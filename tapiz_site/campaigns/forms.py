"""The forms about tables."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tapiz_site.accounts import names
from tapiz_site.speech import installed_systems, system_about

from .models import Adventure, Boundary, BoundaryKind, Invitation, Membership, Role, Session, Table

MOST_OTHERS = 12


class NewTableForm(forms.ModelForm[Table]):
    """A new table: its name and its system."""

    system = forms.ChoiceField(label=_("Sistema"), widget=forms.RadioSelect)

    class Meta:
        model = Table
        fields = ["name", "system"]
        labels = {"name": _("Nombre de la mesa")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = installed_systems()
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(slug, _with_about(slug, name)) for slug, name in systems]
        if len(systems) == 1:
            field.initial = systems[0][0]


def _with_about(slug: str, name: str) -> SafeString:
    about = system_about(slug)
    return format_html("<b>{}</b> <small>{}</small>", name, about) if about else format_html("<b>{}</b>", name)


class TableNameForm(forms.ModelForm[Table]):
    """A table's name, and its group's word for the game master."""

    class Meta:
        model = Table
        fields = ["name", "dj_title"]
        labels = {"name": _("Nombre de la mesa"), "dj_title": _("Cómo se llama a quien dirige")}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
            "dj_title": forms.TextInput(attrs={"autocomplete": "off", "list": "dj-titles", "placeholder": _("DJ")}),
        }


class InvitationForm(forms.ModelForm[Invitation]):
    """A new invitation: its role and its number of uses."""

    role = forms.ChoiceField(label=_("Papel"), choices=Role.choices, initial=Role.PLAYER, widget=forms.RadioSelect)
    uses = forms.IntegerField(
        label=_("Cuántas personas pueden usarla"),
        min_value=1,
        max_value=30,
        initial=6,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Invitation
        fields = ["role", "uses"]

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = table.role_words


class RoleForm(forms.Form):
    """Another role for a person at the table."""

    role = forms.ChoiceField(choices=Role.choices)


LOOKS = "looks"
"""The value of the choice to look on without a seat."""


class KnockForm(forms.Form):
    """A knock: name, and the wanted seat or looking on; the value for a new character is empty."""

    name = forms.CharField(
        label=_("Nombre"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "words"}),
        help_text=_("El que lee el resto de la mesa."),
        validators=[names.insist_on_visible],
    )
    seat = forms.ChoiceField(label=_("Sitio"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, seats: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [*seats, ("", _("Un personaje nuevo")), (LOOKS, _("Solo mirar, o ser la pantalla de la sala"))]
        field.initial = seats[0][0] if len(seats) == 1 else ""
        field.error_messages["invalid_choice"] = _("Ese sitio ya no está libre: elegir otro.")

    def clean(self) -> dict[str, Any]:
        """Separate looking on (`looks`) from the seats."""
        data = super().clean() or self.cleaned_data
        looks = data.get("seat") == LOOKS
        return {**data, "looks": looks, **({"seat": ""} if looks else {})}


class OfferForm(forms.Form):
    """The characters without a player that can be chosen at the door."""

    offered = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple, label=_("Sitios libres"))

    def __init__(self, *args: Any, seats: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["offered"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - declared above
        field.choices = seats


class AdventureForm(forms.ModelForm[Adventure]):
    """The name of a new or existing adventure."""

    class Meta:
        model = Adventure
        fields = ["name"]
        labels = {"name": _("Nombre de la aventura")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}


class SessionForm(forms.ModelForm[Session]):
    """A session: its time, adventure, people, and summary."""

    present = forms.MultipleChoiceField(label=_("Asisten"), required=False, widget=forms.CheckboxSelectMultiple)
    others = forms.CharField(
        label=_("Otras personas"),
        max_length=400,
        required=False,
        help_text=_("Nombres separados por comas."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    class Meta:
        model = Session
        fields = ["began", "adventure", "notes"]
        labels = {"began": _("Fecha"), "adventure": _("Aventura"), "notes": _("Notas")}
        help_texts = {"notes": _("Las lee toda la mesa.")}
        widgets = {
            "began": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            "notes": forms.Textarea(attrs={"rows": 4}),
        }

    # The attendance when the form was drawn, so that only changes to it are written.
    drawn = forms.CharField(required=False, widget=forms.HiddenInput)
    drawn_others = forms.CharField(required=False, widget=forms.HiddenInput)

    field_order = ["began", "adventure", "present", "others", "notes"]

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        adventure = self.fields["adventure"]
        assert isinstance(adventure, forms.ModelChoiceField)  # noqa: S101 - a foreign key's field
        adventure.queryset = Adventure.objects.filter(table=table)
        adventure.empty_label = _("Ninguna")
        present = self.fields["present"]
        assert isinstance(present, forms.MultipleChoiceField)  # noqa: S101 - declared above
        members = Membership.objects.filter(table=table).select_related("user").order_by("joined")
        present.choices = [(str(member.user_id), member.user.shown_name) for member in members]

    def clean_present(self) -> set[int]:
        """The ids of the ticked people."""
        return {int(user) for user in self.cleaned_data["present"]}

    def clean_others(self) -> list[str]:
        """The names one by one."""
        return _names(self.cleaned_data["others"])

    def clean_drawn(self) -> set[int]:
        """The ids of the people who were ticked when the form was drawn."""
        return {int(user) for user in self.cleaned_data["drawn"].split(",") if user.isdecimal() and len(user) < 19}

    def clean_drawn_others(self) -> list[str]:
        """The names in the form when it was drawn, one by one."""
        return _names(self.cleaned_data["drawn_others"])


def _names(typed: str) -> list[str]:
    names = [name.strip() for name in typed.split(",")]
    return [name[:150] for name in dict.fromkeys(names) if name][:MOST_OTHERS]


class BoundaryForm(forms.ModelForm[Boundary]):
    """A new line or veil."""

    kind = forms.ChoiceField(
        label=_("Qué es"),
        choices=[
            (BoundaryKind.LINE.value, _("Línea: no sale en la partida")),
            (BoundaryKind.VEIL.value, _("Velo: puede pasar, pero no se cuenta")),
        ],
        initial=BoundaryKind.LINE.value,
        widget=forms.RadioSelect,
    )
    openly = forms.BooleanField(label=_("Con mi nombre"), required=False)

    class Meta:
        model = Boundary
        fields = ["text", "kind"]
        labels = {"text": _("Asunto")}
        widgets = {"text": forms.TextInput(attrs={"autocomplete": "off"})}

    def clean_text(self) -> str:
        """The text on one line."""
        return " ".join(self.cleaned_data["text"].split())

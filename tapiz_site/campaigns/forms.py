"""The forms about tables."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tapiz_site.speech import installed_systems

from .models import Invitation, Role, Table


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
        field.choices = systems
        if len(systems) == 1:
            field.initial = systems[0][0]


class NameForm(forms.ModelForm[Table]):
    """Another name for a table."""

    class Meta:
        model = Table
        fields = ["name"]
        labels = {"name": _("Nombre de la mesa")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}


class InvitationForm(forms.ModelForm[Invitation]):
    """A new invitation: for which role and how many people."""

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


class RoleForm(forms.Form):
    """Another role for somebody at the table."""

    role = forms.ChoiceField(choices=Role.choices)

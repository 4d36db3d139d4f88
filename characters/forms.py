"""The part of a character's form that is the same in every system: its name and its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table

from .models import Character

FORM_ID = "command"


class CharacterForm(forms.Form):
    """Name, players (chosen by the DJ) and the revision that is being edited."""

    # A prefix of its own, so that no input of a sheet can be taken for it.
    character_name = forms.CharField(
        label=_("Nombre"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    character_players = forms.ModelMultipleChoiceField(
        label=_("Quién juega"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Sin nadie marcado, solo lo ve quien dirige."),
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, table: Table, chooses_players: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if chooses_players:
            seated = Membership.objects.filter(table=table).exclude(role=Role.SPECTATOR).values("user")
            field = self.fields["character_players"]
            assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 - declared above
            field.queryset = User.objects.filter(pk__in=seated).order_by("display_name", "username")
        else:
            del self.fields["character_players"]
        for field in self.fields.values():
            field.widget.attrs["form"] = FORM_ID


class QuickForm(CharacterForm):
    """The options of a character that is made at once; all may stay blank."""

    archetype = forms.ChoiceField(label=_("Arquetipo"), required=False, widget=forms.RadioSelect)

    field_order = ["character_name", "archetype", "character_players"]

    def __init__(self, *args: Any, archetypes: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, archetype = self.fields["character_name"], self.fields["archetype"]
        name.required = False
        name.help_text = _("En blanco, la aplicación propone uno.")
        assert isinstance(archetype, forms.ChoiceField)  # noqa: S101 - declared above
        archetype.choices = [("", _("Cualquiera")), *archetypes]
        archetype.initial = ""
        del self.fields["revision"]


class ExperienceForm(forms.Form):
    """How many experience points, and for which characters; a negative number takes points away."""

    points = forms.IntegerField(label=_("Puntos de experiencia"), min_value=-1_000_000, max_value=1_000_000)
    characters = forms.ModelMultipleChoiceField(
        label=_("Para quién"), queryset=Character.objects.none(), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, characters: QuerySet[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["characters"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 - declared above
        field.queryset = characters
        for one in self.fields.values():
            one.widget.attrs["form"] = FORM_ID

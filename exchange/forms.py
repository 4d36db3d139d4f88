"""The forms that import a file, and the one that downloads the data folder."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tapiz_site.accounts.forms import OfPerson
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table

ACCEPTED = ".json,.gz,application/json,application/gzip"


class FileForm(forms.Form):
    """A file that was exported here or elsewhere."""

    file = forms.FileField(
        label=_("Fichero"),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text=_("Un fichero exportado de esta aplicación: .json o .json.gz, de 5 MB como mucho."),
    )

    def data_of_file(self) -> bytes:
        """The bytes of the uploaded file."""
        data: bytes = self.cleaned_data["file"].read()
        return data


class TableFileForm(FileForm):
    """The file of a table."""

    file = forms.FileField(
        label=_("Fichero"),
        widget=forms.FileInput(attrs={"accept": f"{ACCEPTED},.zip,application/zip"}),
        help_text=_("Un fichero exportado de esta aplicación: .json o .json.gz de 5 MB como mucho, o .zip de 32 MB."),
    )


class CharacterFileForm(FileForm):
    """The file of a character, and for the game master its players."""

    players = forms.ModelMultipleChoiceField(
        label=_("Quién juega"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Sin nadie marcado, solo lo ve quien dirige."),
    )

    def __init__(self, *args: Any, table: Table, chooses_players: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not chooses_players:
            del self.fields["players"]
            return
        seated = Membership.objects.filter(table=table).exclude(role=Role.SPECTATOR).values("user")
        field = self.fields["players"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 - declared above
        field.queryset = User.objects.filter(pk__in=seated).order_by("display_name", "username")


class FolderForm(OfPerson):
    """The person's password once more, and whether files that grant access are included."""

    password = forms.CharField(
        label=_("Contraseña"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("La de esta cuenta, para confirmar."),
    )
    with_secrets = forms.BooleanField(
        label=_("Con la clave secreta y las sesiones abiertas"),
        required=False,
        help_text=_("Solo para mudar la instalación entera: con ellas se puede entrar como cualquiera."),
    )

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        return self.present_password(self.cleaned_data["password"])


class LeaveForm(OfPerson):
    """The end of an account: the password once more, for those who have one, and a tick."""

    password = forms.CharField(
        label=_("Contraseña"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("La de esta cuenta, para confirmar."),
    )
    sure = forms.BooleanField(label=_("Borrar la cuenta; no se puede deshacer."))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        return self.present_password(self.cleaned_data["password"])

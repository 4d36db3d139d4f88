"""The forms of the account pages."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.contrib.auth.hashers import check_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from . import names
from .models import User

# Otherwise phone keyboards would capitalise or correct the name.
NAME_ATTRS = {"autocapitalize": "none", "spellcheck": "false"}


def visible_name() -> forms.CharField:
    """The field of the name that other people read."""
    return forms.CharField(
        label=_("Nombre visible"),
        max_length=60,
        required=False,
        help_text=_("El que lee el resto de la mesa."),
        validators=[names.insist_on_visible],
    )


class LoginForm(allauth.LoginForm):  # type: ignore[misc]
    """Name or e-mail, and password; a fault of the pair stands beside the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Nombre o correo")
        self.fields["login"].widget.attrs = {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
        self.fields["password"].label = _("Contraseña")
        self.fields["password"].help_text = ""
        self.fields["password"].widget.attrs = {"autocomplete": "current-password"}

    def clean(self) -> dict[str, Any]:
        """Check the pair and move its error to the password field."""
        try:
            super().clean()
        except ValidationError as error:
            self.add_error("password", error)
        data: dict[str, Any] = self.cleaned_data
        return data


class SignupForm(allauth.SignupForm):  # type: ignore[misc]
    """A new account: log-in name, the name others read, an e-mail if wanted, a password typed once."""

    display_name = visible_name()
    field_order = ["username", "display_name", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"username": _("Nombre para entrar"), "email": _("Correo (opcional)"), "password1": _("Contraseña")}
        for name, label in labels.items():
            if name in self.fields:
                self.fields[name].label = label
                self.fields[name].widget.attrs.pop("placeholder", None)
        self.fields["username"].help_text = _("Letras, cifras y los signos @ . + - _")
        self.fields["username"].widget.attrs |= NAME_ATTRS


class FirstAccountForm(forms.Form):
    """The first account of an empty installation."""

    code = forms.CharField(
        label=_("Código de la instalación"),
        max_length=40,
        help_text=_("Lo muestra el servidor al arrancar."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    username = User._meta.get_field("username").formfield(
        label=_("Nombre para entrar"),
        help_text=_("Letras, cifras y los signos @ . + - _"),
        widget=forms.TextInput(attrs=NAME_ATTRS | {"autocomplete": "username"}),
    )
    display_name = visible_name()
    email = forms.EmailField(label=_("Correo (opcional)"), max_length=254, required=False)
    password = forms.CharField(
        label=_("Contraseña"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Al menos ocho signos, no solo cifras ni una de las más usadas."),
    )

    def clean_email(self) -> str:
        """Refuse an e-mail of a person of the demo."""
        return free_email(self.cleaned_data["email"])

    def clean(self) -> dict[str, Any]:
        """Validate the password, also against the name."""
        data = super().clean() or {}
        if password := data.get("password"):
            try:
                validate_password(password, User(username=data.get("username", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return data


class PersonNameForm(forms.ModelForm[User]):
    """The name that other people read."""

    display_name = visible_name()

    class Meta:
        model = User
        fields = ["display_name"]

    def clean_display_name(self) -> str:
        """Refuse the name of another person at one of the user's tables; without one, the log-in name is read."""
        name: str = self.cleaned_data["display_name"]
        if names.taken(self.instance, name or self.instance.username):
            raise ValidationError(_("En una de tus mesas ya hay alguien con ese nombre."))
        return name


class OfPerson(forms.Form):
    """A form about one person's account."""

    too_many = ""
    """Said after too many tries, when no password is checked: an answer would tell whether the guess was right."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """Say that there were too many tries."""
        if self.too_many:
            raise ValidationError(self.too_many)
        return super().clean() or self.cleaned_data

    def present_password(self, typed: str) -> str:
        """The present password as typed; raises ValidationError for another."""
        # The user's own method would also renew an old hash, and with it end all log-ins; the next log-in renews it.
        if not self.too_many and not check_password(typed, self.user.password):
            raise ValidationError(_("No es la contraseña actual."), code="wrong")
        return typed


class NewPasswordForm(OfPerson):
    """A new password, typed once and validated, also against the person's names."""

    password = forms.CharField(
        label=_("Contraseña nueva"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Al menos ocho signos, no solo cifras ni una de las más usadas."),
    )

    def clean_password(self) -> str:
        """Refuse a password that the validators refuse."""
        password: str = self.cleaned_data["password"]
        validate_password(password, self.user)
        return password


class OwnPasswordForm(OfPerson):
    """A form that requires the present password."""

    old = forms.CharField(
        label=_("Contraseña actual"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_old(self) -> str:
        """Refuse a wrong present password."""
        return self.present_password(self.cleaned_data["old"])


class ChangePasswordForm(OwnPasswordForm, NewPasswordForm):
    """A new password, given the present one."""

    field_order = ["old", "password"]


class EmailForm(OwnPasswordForm):
    """A new e-mail, or none, given the present password."""

    email = forms.EmailField(
        label=_("Correo"),
        max_length=254,
        required=False,
        help_text=_("Vale para entrar y, si aquí se envía correo, para poner otra contraseña. En blanco: ninguno."),
    )
    field_order = ["email", "old"]

    def clean_email(self) -> str:
        """Refuse an e-mail that another account has."""
        return free_email(self.cleaned_data["email"], self.user)


def free_email(email: str, user: User | None = None) -> str:
    """The e-mail, if no other account has it; raises ValidationError."""
    others = User.objects.exclude(pk=user.pk) if user is not None and user.pk else User.objects.all()
    if email and others.filter(email__iexact=email).exists():
        raise ValidationError(_("Ese correo ya es de otra cuenta."), code="taken")
    return email


class ForgottenForm(forms.Form):
    """The name or e-mail of a person who has forgotten the password."""

    login = forms.CharField(
        label=_("Nombre o correo"),
        max_length=254,
        widget=forms.TextInput(attrs=NAME_ATTRS | {"autocomplete": "username"}),
    )


class KeepForm(forms.ModelForm[User]):
    """The form that turns a guest into an account: log-in name, password, optional e-mail."""

    password = forms.CharField(
        label=_("Contraseña"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Al menos ocho signos, no solo cifras ni una de las más usadas."),
    )

    class Meta:
        model = User
        fields = ["username", "email"]
        labels = {"username": _("Nombre para entrar"), "email": _("Correo (opcional)")}
        help_texts = {"username": _("Letras, cifras y los signos @ . + - _")}
        widgets = {"username": forms.TextInput(attrs=NAME_ATTRS | {"autocomplete": "username"})}

    field_order = ["username", "password", "email"]

    def clean_username(self) -> str:
        """Refuse a name that is taken, regardless of case."""
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("Ese nombre ya es de otra persona."), code="taken")
        return username

    def clean_email(self) -> str:
        """Refuse an e-mail that another account has."""
        return free_email(self.cleaned_data["email"], self.instance)

    def clean(self) -> dict[str, Any]:
        """Validate the password, also against the names."""
        data = super().clean() or self.cleaned_data
        if password := data.get("password"):
            person = User(username=data.get("username", ""), email=data.get("email", ""))
            try:
                validate_password(password, person)
            except ValidationError as error:
                self.add_error("password", error)
        return data

"""The second step at the log-in: a code of an app or a passkey after the password, for those who switch it on.

allauth stores the secrets, checks the answers and keeps a log-in waiting meanwhile (`AuthenticateStage`). The pages and
forms are ours: they ask for the present password as the other pages of the account do. What checks apps, codes and
passkeys is private to allauth, which offers no public functions for pages of others; this module alone uses it.
"""

from __future__ import annotations

import ipaddress
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from allauth.core import context
from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.internal.flows import delete_dangling_recovery_codes
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, validate_totp_code
from allauth.mfa.webauthn.forms import AuthenticateWebAuthnForm
from allauth.mfa.webauthn.internal import auth as webauthn
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tapiz_site.pages import GET_AND_POST

from . import devices, log_ins
from .addresses import qr
from .attempts import consume, left_sentence, spend, too_many_sentence, tries
from .forms import OwnPasswordForm
from .models import User
from .passwords import CHANGE
from .policy import person

STEP = "second_step"
SECRET = "second_step_secret"  # noqa: S105 - where the session keeps it
CODE_ATTRS = {"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}
Type = Authenticator.Type
ENCRYPTED = "fernet:"


def _lock() -> MultiFernet:
    """What locks and opens secrets, by the secret key of the installation; keys from before open them too."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    made = (salted_hmac("tapiz.second_step", "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in made])


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The site's answers to allauth: its name in apps and passkeys, how secrets are kept, and what is wrong."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": _("Esa llave no vale aquí.")}
    """Codes have sentences of their own (`CodeForm`)."""

    def encrypt(self, text: str) -> str:
        """A secret as the database and its backups hold it."""
        return ENCRYPTED + _lock().encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        """A secret out of the database; one from before it was encrypted is as it was."""
        if not encrypted_text.startswith(ENCRYPTED):
            return encrypted_text
        try:
            return _lock().decrypt(encrypted_text.removeprefix(ENCRYPTED)).decode()
        except InvalidToken:
            # of another installation's key: a secret that nobody knows, so that no code fits
            return str(generate_totp_secret())

    def get_totp_issuer(self) -> str:
        """The name of the site, which apps show above the code."""
        return settings.SITE_NAME

    def get_totp_label(self, user: User) -> str:
        """The log-in name, which apps show below it."""
        return user.username

    def _get_site_name(self) -> str:
        return settings.SITE_NAME


# The log-in


class CodeForm(AuthenticateForm):  # type: ignore[misc]
    """A code of the app, or a recovery code; each counts once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = code_field(gettext("De seis cifras, el de la aplicación; o de ocho, uno de reserva."))

    def clean_code(self) -> str:
        """Count a try, and take the code if it is good; the limit of one device does not shut out another."""
        request = context.request
        device = devices.known_as(request, self.user.username)
        key = f"{self.user.pk}:{device}"
        usage = consume(request, STEP, key)
        if usage is None:
            raise ValidationError(too_many_sentence(tries(request, STEP, key).wait or 60))
        code = plain(self.cleaned_data["code"])
        fresh = code.isascii() and code.isdecimal() and not _spent(self.user, code)
        for one in Authenticator.objects.filter(user=self.user, type__in=(Type.TOTP, Type.RECOVERY_CODES)):
            if fresh and one.wrap().validate_code(code):
                _spend(self.user, code)
                one.user, self.authenticator = self.user, one
                usage.rollback()
                return code
        text = gettext("Ese código no vale, o ya se ha usado.")
        raise ValidationError(f"{text} {left_sentence(tries(request, STEP, key))}")


class PasskeyForm(AuthenticateWebAuthnForm):  # type: ignore[misc]
    """The answer of a passkey, as the browser gives it."""

    def clean_credential(self) -> Authenticator:
        """Refuse what no browser sends by the same sentence as a strange passkey; nobody can guess an answer."""
        answer = self.cleaned_data["credential"]
        with _strange():
            webauthn.parse_authentication_response(answer)
            found: Authenticator = webauthn.complete_authentication(self.user, answer)
        return found


class AskView(AuthenticateView):  # type: ignore[misc]
    """The page of the second step, for visitors whose password was right."""

    template_name = "account/second_step/ask.html"

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """What was typed comes back."""
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Also what this person has."""
        user = self.stage.login.user
        has = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
        found = {"person": user, "has_app": Type.TOTP in has, "has_passkey": Type.WEBAUTHN in has}
        page: dict[str, Any] = super().get_context_data(**kwargs)
        return page | found


ask = require_http_methods(GET_AND_POST)(AskView.as_view())


# The pages of the account


class AppForm(OwnPasswordForm):
    """The first code of an app that has just been given its secret."""

    def __init__(self, *args: Any, secret: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.secret = secret
        self.fields["code"] = code_field(gettext("Las seis cifras que enseña ahora la aplicación."))

    def clean_code(self) -> str:
        """Refuse a code of another secret or of a clock that is wrong."""
        code = plain(self.cleaned_data["code"])
        if not validate_totp_code(self.secret, code):
            raise ValidationError(_("No es el código de ahora. ¿Va en hora el móvil?"))
        return code


class PasskeyMadeForm(OwnPasswordForm):
    """A new passkey, as the browser has made it, and the name of what holds it."""

    name = forms.CharField(label=_("Nombre"), max_length=40, help_text=_("Para distinguirla de las demás."))
    credential = forms.JSONField(
        widget=forms.HiddenInput, error_messages={"required": _("El navegador no ha creado ninguna llave.")}
    )
    field_order = ["name", "old"]

    def clean(self) -> dict[str, Any]:
        """Check the passkey last, because it can be checked once: not before the password is right."""
        data = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                with _strange():
                    webauthn.parse_registration_response(data["credential"])
                    webauthn.complete_registration(data["credential"])
            except ValidationError as error:
                self.add_error(None, error)
        return data


def code_field(hint: str) -> forms.CharField:
    """A field for a code."""
    return forms.CharField(label=_("Código"), max_length=20, widget=forms.TextInput(attrs=CODE_ATTRS), help_text=hint)


def plain(code: str) -> str:
    """A typed code without the blanks and hyphens by which people group it."""
    return "".join(code.split()).replace("-", "")


@never_cache
@login_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What this person has of a second step, and the ways to more."""
    user = _account(request)
    found = Authenticator.objects.filter(user=user).order_by("created_at")
    codes = next((one.wrap().get_unused_codes() for one in found if one.type == Type.RECOVERY_CODES), None)
    page = {
        "app": next((one for one in found if one.type == Type.TOTP), None),
        "passkeys": [one for one in found if one.type == Type.WEBAUTHN],
        "codes_left": None if codes is None else len(codes),
        "passkeys_work": passkeys_work(request),
    }
    return render(request, "account/second_step/show.html", page)


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(GET_AND_POST)
def add_app(request: HttpRequest) -> HttpResponse:
    """Give an app its secret; the first code of it switches the second step on."""
    user = _account(request)
    if Authenticator.objects.filter(user=user, type=Type.TOTP).exists():
        return redirect("accounts:second_step")
    secret = request.session.get(SECRET) if request.method == "POST" else None
    if secret is None:
        secret = request.session[SECRET] = generate_totp_secret()
    form = AppForm(request.POST or None, user=user, secret=secret)
    status = _checked(request, form)
    if status == 302:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            if Authenticator.objects.filter(user=user, type=Type.TOTP).exists():
                return redirect("accounts:second_step")
            TOTP.activate(user, secret)
            # Entering takes the next code.
            _spend(user, form.cleaned_data["code"])
            del request.session[SECRET]
            return _codes_once(request, user)
    address = Adapter().build_totp_url(user, secret)
    groups = " ".join(secret[place : place + 4] for place in range(0, len(secret), 4))
    page = {"form": form, "secret": groups, "address": address, "qr": qr(address)}
    return render(request, "account/second_step/app.html", page, status=status)


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(GET_AND_POST)
def add_passkey(request: HttpRequest) -> HttpResponse:
    """Keep a passkey that the browser makes; Http404 at an address where browsers make none."""
    user = _account(request)
    if not passkeys_work(request):
        raise Http404
    name = log_ins.device(request.headers.get("User-Agent", ""))
    form = PasskeyMadeForm(request.POST or None, user=user, initial={"name": name})
    status = _checked(request, form)
    if status == 302:
        data = form.cleaned_data
        with transaction.atomic():
            webauthn.WebAuthn.add(user, data["name"], data["credential"])
            return _codes_once(request, user)
    page = {"form": form, "options": webauthn.begin_registration(user, passwordless=False)}
    return render(request, "account/second_step/passkey.html", page, status=status)


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(GET_AND_POST)
def new_codes(request: HttpRequest) -> HttpResponse:
    """Make ten new recovery codes; the previous ones no longer count."""
    user = _account(request)
    if not Authenticator.objects.filter(user=user).exists():
        raise Http404
    form = OwnPasswordForm(request.POST or None, user=user)
    status = _checked(request, form)
    if status == 302:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            Authenticator.objects.filter(user=user, type=Type.RECOVERY_CODES).delete()
            return _codes_once(request, user)
    return render(request, "account/second_step/new_codes.html", {"form": form}, status=status)


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(GET_AND_POST)
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take away the app or a passkey; the recovery codes go with the last of them."""
    user = _account(request)
    one = get_object_or_404(Authenticator, pk=pk, user=user, type__in=(Type.TOTP, Type.WEBAUTHN))
    form = OwnPasswordForm(request.POST or None, user=user)
    status = _checked(request, form)
    if status == 302:
        one.delete()
        delete_dangling_recovery_codes(user)
        if Authenticator.objects.filter(user=user).exists():
            messages.success(request, _("Quitado. El segundo paso sigue activado."))
        else:
            messages.success(request, _("El segundo paso queda desactivado: para entrar basta la contraseña."))
        return redirect("accounts:second_step")
    last = not Authenticator.objects.filter(user=user).exclude(pk=pk).exclude(type=Type.RECOVERY_CODES).exists()
    page = {"form": form, "one": one, "is_app": one.type == Type.TOTP, "last": last}
    return render(request, "account/second_step/remove.html", page, status=status)


def take_from(user: User) -> int:
    """Switch the second step of a person off and end all log-ins; the number of apps and passkeys that there were."""
    theirs = Authenticator.objects.filter(user=user)
    count: int = theirs.exclude(type=Type.RECOVERY_CODES).count()
    theirs.delete()
    log_ins.end_all(user)
    return count


def passkeys_work(request: HttpRequest) -> bool:
    """Whether browsers make passkeys for this address: it needs https and a name, or else the machine itself."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return request.is_secure() or host == "localhost"
    return False


def _account(request: HttpRequest) -> User:
    """The person; Http404 for guests, who have no password that a second step could follow."""
    user = person(request)
    if user.is_guest:
        raise Http404
    return user


def _checked(request: HttpRequest, form: OwnPasswordForm) -> int:
    """Count a try and check the form: 302 when it may be done, else the status of the page that shows it again."""
    if request.method != "POST":
        return 200
    if not spend(request, CHANGE, user=form.user):
        form.too_many = too_many_sentence(60)
        return 429
    return 302 if form.is_valid() else 422


def _codes_once(request: HttpRequest, user: User) -> HttpResponse:
    """Show the recovery codes, if they were not there yet: once, as the answer that makes them."""
    if Authenticator.objects.filter(user=user, type=Type.RECOVERY_CODES).exists():
        messages.success(request, _("Queda guardado."))
        return redirect("accounts:second_step")
    codes = [f"{code[:4]} {code[4:]}" for code in RecoveryCodes.activate(user).get_unused_codes()]
    return render(request, "account/second_step/codes.html", {"codes": codes})


def _spent(user: User, code: str) -> bool:
    return cache.get(_place(user, code)) is not None


def _spend(user: User, code: str) -> None:
    """Let a code count once for as long as it could be good; allauth remembers it for one period only."""
    cache.set(_place(user, code), 1, timeout=app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1))


def _place(user: User, code: str) -> str:
    return f"second-step-spent:{user.pk}:{code}"


@contextmanager
def _strange() -> Iterator[None]:
    """Refuse by one sentence what the libraries cannot read: they raise what they happen to meet in it."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise Adapter().validation_error("incorrect_code") from error

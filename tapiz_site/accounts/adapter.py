"""The site's answers to allauth: who may sign up, and the messages of a failed log-in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from . import devices, invitations
from .attempts import Tries, address, consume_all, left_sentence, scarcest, tries
from .models import User

FAILED, FAILED_ANYWHERE, FAILED_HERE = "login_failed", "login_failed_anywhere", "login_failed_here"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Lets people sign up by invitation only, and tells the remaining tries of a failed log-in."""

    _tries: Tries | None = None

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Open when the settings say so or when the session holds an invitation that is still good."""
        if getattr(settings, "SIGNUP", "invitation") == "open":
            return True
        return invitations.accepted(invitations.remembered(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Spend a try of this device or of the strange ones, and remember for the messages how many are left.

        Wrong tries of one address keep out no new device elsewhere.
        """
        account = self._get_login_attempts_cache_key(request, **credentials)
        device = devices.known_as(request, str(credentials.get("email", credentials.get("username", ""))))
        limits = {FAILED_HERE: f"{account}:{device}"}
        if not device:
            limits = {FAILED: f"{account}:{address(request)}", FAILED_ANYWHERE: account}
        # Its parent rolls this back when the password is right.
        self._login_failed_rl_usage = consume_all(request, limits)
        self._tries = scarcest(tries(request, action, key) for action, key in limits.items())
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def validation_error(self, code: str, *args: object) -> ValidationError:
        """The messages of a failed log-in in the site's own words."""
        if code.endswith("_password_mismatch"):
            text = _("El nombre y la contraseña no coinciden.")
        elif code == "too_many_login_attempts":
            text = ""
        else:
            error: ValidationError = super().validation_error(code, *args)
            return error
        # The message after the last try tells the wait at once, not only the next message.
        state = self._tries or Tries(0, 60)
        if code == "too_many_login_attempts":
            state = Tries(0, state.wait or 60)
        return ValidationError(f"{text} {left_sentence(state)}".strip(), code=code)

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """Save the display name too."""
        super().save_user(request, user, form, commit=False)
        user.display_name = form.cleaned_data.get("display_name", "")
        if commit:
            user.save()
        return user

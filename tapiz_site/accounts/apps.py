from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: log-in, sign-up by invitation, the first account, preferences."""

    name = "tapiz_site.accounts"
    label = "accounts"
    verbose_name = _("Cuentas")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Remember log-ins and their devices."""
        from django.contrib.auth.signals import user_logged_in

        from . import devices, log_ins

        user_logged_in.connect(devices.note, dispatch_uid="accounts.devices")
        user_logged_in.connect(log_ins.remember, dispatch_uid="accounts.log_ins")

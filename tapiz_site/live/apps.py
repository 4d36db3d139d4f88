from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LiveConfig(AppConfig):
    """Who listens to which topic: versions, hub, stream."""

    name = "tapiz_site.live"
    label = "live"
    verbose_name = _("En directo")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let streams hear when log-ins of their person end."""
        from . import access, person

        access.register(person.PREFIX, person.may_hear_log_ins)

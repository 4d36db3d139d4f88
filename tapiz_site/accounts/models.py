from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person who plays: a log-in name, an optional e-mail and the name that others read."""

    display_name = models.CharField(_("nombre visible"), max_length=60, blank=True)
    # People of the demo table: they do not count where an installation is asked whether anybody lives there.
    is_demo = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name other people read: the display name, else the log-in name."""
        return self.display_name or self.username

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table


class Character(models.Model):
    """Somebody who can take part: the sheet as a system wrote it, the condition fights left, and who plays it.

    sheet_version: of the kind of sheet that wrote `sheet`. condition: mirrored from the log of the fight.
    revision: raised by every edit, so that one made on an older sheet is noticed.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="characters")
    name = models.CharField(_("nombre"), max_length=80)
    kind = models.CharField(max_length=30)
    sheet = models.JSONField(default=dict)
    sheet_version = models.PositiveSmallIntegerField()
    condition = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=1)
    players = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="characters", blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )

    # The reader's role at its table, set by whoever looked the character up for a reader.
    role: str

    class Meta:
        verbose_name = _("personaje")
        verbose_name_plural = _("personajes")
        ordering = ["name", "created"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The sheet."""
        return reverse("characters:show", args=[self.pk])

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table


class Of(models.TextChoices):
    """What has a look at a table."""

    TABLE = "table", _("mesa")
    CHARACTER = "character", _("personaje")
    CREATURE = "creature", _("criatura")


class Picture(models.Model):
    """A picture of a table: the portrait of a look, or one to be shown.

    Its id is random and new with every upload, so that what it shows never changes under an address.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="pictures")
    caption = models.CharField(_("título"), max_length=80, blank=True)
    """What is written below it; empty for a portrait."""
    to_show = models.BooleanField(default=False)
    """Whether the game master keeps it to be shown; False for a portrait."""
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    """The bytes of all its renditions."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("imagen")
        verbose_name_plural = _("imágenes")
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.caption or str(self.pk)


class Rendition(models.Model):
    """A picture in one size: our own encoding of it, never the file that was sent.

    Apart from `Picture`, so that lists do not read it.
    """

    picture = models.ForeignKey(Picture, models.CASCADE, related_name="renditions")
    side = models.PositiveSmallIntegerField()
    """The most pixels that its longer side may have."""
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["picture", "side"], name="one_rendition_a_side")]

    def __str__(self) -> str:
        return f"{self.picture_id} {self.side}"


class Look(models.Model):
    """How the table, one of its characters or a kind of creature is drawn, where that was chosen."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chosen_looks")
    of = models.CharField(max_length=10, choices=Of)
    key = models.CharField(max_length=100)
    """The id of the table or character, or the bare name of the creature (`emblems.bare_name`)."""
    emblem = models.CharField(max_length=40, blank=True)
    """The code of its emblem; empty for the usual one."""
    portrait = models.OneToOneField(Picture, models.SET_NULL, null=True, related_name="look")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "of", "key"], name="one_look_a_key"),
            models.CheckConstraint(condition=models.Q(of__in=Of.values), name="look_of_known"),
        ]

    def __str__(self) -> str:
        return f"{self.of} {self.key}"


class Hanging(models.Model):
    """The picture that hangs at a table now, for everyone to see."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="hanging")
    picture = models.ForeignKey(Picture, models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return str(self.picture)

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table

BIN_DAYS = 30
"""So long a deleted character waits in the bin."""


class PresentCharacters(models.Manager["Character"]):
    """The characters that are not in the bin."""

    def get_queryset(self) -> models.QuerySet[Character]:
        return super().get_queryset().filter(deleted_at=None)


class Character(models.Model):
    """Somebody who can take part: the sheet as a system wrote it, the condition fights left, and who plays it.

    sheet_version: of the kind of sheet that wrote `sheet`. condition: mirrored from the log of the fight.
    revision: raised by every edit, so that one made on an older sheet is noticed. shared: everybody at the table may
    read it. deleted_at: since when it lies in the bin; `objects` leaves those out, `everywhere` has them too.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="characters")
    name = models.CharField(_("nombre"), max_length=80)
    kind = models.CharField(max_length=30)
    sheet = models.JSONField(default=dict)
    sheet_version = models.PositiveSmallIntegerField()
    condition = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=1)
    shared = models.BooleanField(default=False)
    players = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="characters", blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )

    objects = PresentCharacters()
    everywhere = models.Manager["Character"]()

    # What the reader for whom it was looked up is to it: the role at its table, whether the reader plays it as its
    # own or for this session.
    role: str
    plays: bool
    borrows: bool

    class Meta:
        verbose_name = _("personaje")
        verbose_name_plural = _("personajes")
        ordering = ["name", "created"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The sheet."""
        return reverse("characters:show", args=[self.pk])


class Loan(models.Model):
    """Somebody controls another's character until the session ends or it is taken back; the sheet is not theirs."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="loans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="loans")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "user"], name="one_loan_a_person")]
        ordering = ["created"]

    def __str__(self) -> str:
        return f"{self.character} · {self.user}"


class CharacterState(models.Model):
    """A character as it was after one edit, to be gone back to; `restored`: the revision that it brought back.

    Who plays it is no part of that: people come and go at the table and not on a sheet.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="states")
    revision = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=80)
    sheet = models.JSONField()
    sheet_version = models.PositiveSmallIntegerField()
    shared = models.BooleanField(default=False)
    restored = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "revision"], name="one_state_a_revision")]
        ordering = ["-revision"]

    def __str__(self) -> str:
        return f"{self.name} {self.revision}"


class CharacterChange(models.Model):
    """One field that an edit changed: a name of the sheet's inputs, or `name`, `players` or `shared` under `about`."""

    state = models.ForeignKey(CharacterState, models.CASCADE, related_name="changes")
    field = models.CharField(max_length=40)
    about = models.BooleanField(default=False)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.field

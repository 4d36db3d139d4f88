from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks

BIN_DAYS = 30
"""How many days a deleted character stays in the bin."""


class PresentCharacters(models.Manager["Character"]):
    """The characters that are not in the bin."""

    def get_queryset(self) -> models.QuerySet[Character]:
        return super().get_queryset().filter(deleted_at=None)


class Character(models.Model):
    """A person, creature or thing that can take part in encounters, with its sheet, condition and players.

    `objects` leaves out characters in the bin, `everywhere` includes them.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="characters")
    name = models.CharField(_("nombre"), max_length=80)
    kind = models.CharField(max_length=30)
    sheet = models.JSONField(default=dict)
    """The values of the sheet, in the form of its system."""
    sheet_version = models.PositiveSmallIntegerField()
    """The version of the kind of sheet that wrote `sheet`."""
    condition = models.JSONField(default=dict, blank=True)
    """The condition that encounters left, mirrored from their logs."""
    revision = models.PositiveIntegerField(default=1)
    """Raised by every edit, so that an edit of an older sheet is noticed."""
    shared = models.BooleanField(default=False)
    """Whether all people at the table may read it."""
    players = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="characters", blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When it was put into the bin; None outside the bin."""
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )

    objects = PresentCharacters()
    everywhere = models.Manager["Character"]()

    # Set by `characters.policy`, for the reader that the character was looked up for.
    role: str
    """The reader's role at its table."""
    plays: bool
    """Whether the reader is one of its players."""
    borrows: bool
    """Whether it is lent to the reader for this session."""

    class Meta:
        verbose_name = _("personaje")
        verbose_name_plural = _("personajes")
        ordering = ["name", "created"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The sheet."""
        return reverse("characters:show", args=[self.pk])

    @property
    def likeness(self) -> looks.Likeness:
        """What its portrait or emblem is kept under."""
        return looks.of_character(self.pk, self.kind)


class Loan(models.Model):
    """Lets a person act with another's character until the session ends or the loan is ended; the sheet is not lent."""

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
    """A character as it was after one edit, to which later edits can go back.

    Its players are not part of it: people join and leave the table, not the sheet.
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
    """The revision that this edit brought back, if it did."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "revision"], name="one_state_a_revision")]
        ordering = ["-revision"]

    def __str__(self) -> str:
        return f"{self.name} {self.revision}"


class CharacterChange(models.Model):
    """One field that an edit changed."""

    state = models.ForeignKey(CharacterState, models.CASCADE, related_name="changes")
    field = models.CharField(max_length=40)
    """The name of an input of the sheet; `name`, `players` or `shared` under `about`."""
    about = models.BooleanField(default=False)
    """Whether the field belongs to the character and not to its sheet."""
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.field

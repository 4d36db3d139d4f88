from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

INVITATION_DAYS = 14


class Role(models.TextChoices):
    """What somebody is at a table."""

    GAME_MASTER = "game_master", _("DJ")
    PLAYER = "player", _("jugador/a")
    SPECTATOR = "spectator", _("espectador/a")


class Table(models.Model):
    """A group that plays one system together, with its house settings."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("nombre"), max_length=80)
    system = models.CharField(_("sistema"), max_length=30)
    house = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    people = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="tables")

    # The reader's own role, set by whoever looked the table up for a reader.
    role: str

    class Meta:
        verbose_name = _("mesa")
        verbose_name_plural = _("mesas")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the table."""
        return reverse("campaigns:table", args=[self.pk])

    @property
    def topic(self) -> str:
        """The topic under which changes of the table itself are told."""
        return f"table:{self.pk}"


class Membership(models.Model):
    """A person's place at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("papel"), max_length=20, choices=Role)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_membership_a_table"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.table}"


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def in_two_weeks() -> datetime:
    """When an invitation made now expires."""
    return timezone.now() + timedelta(days=INVITATION_DAYS)


class Invitation(models.Model):
    """A link that lets people join a table in a role, a number of times, until it expires."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    role = models.CharField(_("papel"), max_length=20, choices=Role, default=Role.PLAYER)
    uses = models.PositiveSmallIntegerField(_("personas que pueden usarla"), default=6)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(default=in_two_weeks)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invitation_role_known")]

    def __str__(self) -> str:
        return f"{self.table} · {self.get_role_display()}"

    def get_absolute_url(self) -> str:
        """The link that is sent to people."""
        return reverse("campaigns:invitation", args=[self.token])

    @property
    def good(self) -> bool:
        """Whether it still lets somebody in."""
        return self.uses > 0 and self.expires > timezone.now()

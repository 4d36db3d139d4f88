from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .titles import with_article

INVITATION_DAYS = 14
BIN_DAYS = 30
"""How many days a deleted table stays in the bin."""


class Role(models.TextChoices):
    """The role of a person at a table."""

    GAME_MASTER = "game_master", _("DJ")
    PLAYER = "player", _("jugador/a")
    SPECTATOR = "spectator", _("espectador/a")


class EveningStep(models.TextChoices):
    """The steps of a table's first evening, in order."""

    CANVAS = "canvas", _("Lienzo")
    DOOR = "door", _("Puerta")
    CHARACTERS = "characters", _("Personajes")
    SCENE = "scene", _("Escena")


class StopTells(models.TextChoices):
    """Who learns who stopped play at a table; `off`: there it cannot be stopped."""

    NOBODY = "nobody", _("nadie")
    GAME_MASTER = "game_master", _("solo quien dirige")
    OFF = "off", _("aquí no se usa")


class PresentTables(models.Manager["Table"]):
    """The tables that are not in the bin."""

    def get_queryset(self) -> models.QuerySet[Table]:
        return super().get_queryset().filter(deleted_at=None)


class Table(models.Model):
    """A group that plays one system together, with its house settings.

    `objects` leaves out tables in the bin, `everywhere` includes them.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("nombre"), max_length=80)
    system = models.CharField(_("sistema"), max_length=30)
    house = models.JSONField(default=dict, blank=True)
    dj_title = models.CharField(
        _("cómo se llama aquí a quien dirige"), max_length=20, blank=True, help_text=_("En blanco: DJ.")
    )
    practice = models.BooleanField(default=False, editable=False)
    """Whether one person practises here alone: it stands in no list, and only its scene can be opened."""
    looks = models.UUIDField(null=True, editable=False)
    """Another with each change of a portrait or emblem of the table, so that drawings made with the last one are known
    to be old; None before the first."""
    evening = models.CharField(max_length=12, choices=EveningStep, blank=True, editable=False)
    """The step of its first evening to which the game master has come; empty before the first button."""
    stop_tells = models.CharField(max_length=12, choices=StopTells, default=StopTells.NOBODY)
    """Who learns who stopped play; a rule of la carta."""
    stopped = models.BooleanField(default=False, editable=False)
    """Whether play is stopped now: nothing is written to its encounters (`stopping.goes_on`)."""
    created = models.DateTimeField(auto_now_add=True)
    people = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="tables")
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When it was put into the bin; None outside the bin."""
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )

    objects = PresentTables()
    everywhere = models.Manager["Table"]()

    # The reader's role, set by the function that looks the table up for a reader.
    role: str

    class Meta:
        verbose_name = _("mesa")
        verbose_name_plural = _("mesas")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the table; of a practice, which has none, the rules of its system."""
        if self.practice:
            return reverse("rulebook:rules", args=[self.system])
        return reverse("campaigns:table", args=[self.pk])

    @property
    def dj(self) -> str:
        """The group's word for its game master."""
        return self.dj_title or str(Role.GAME_MASTER.label)

    @property
    def the_dj(self) -> str:
        """The group's word for its game master, as a sentence names them: with its article."""
        return with_article(self.dj)

    def role_word(self, role: str) -> str:
        """The group's word for a role."""
        return self.dj if role == Role.GAME_MASTER else str(Role(role).label)

    @property
    def role_words(self) -> list[tuple[str, str]]:
        """All roles with the group's words for them, as choices."""
        return [(role.value, self.role_word(role)) for role in Role]

    @property
    def can_stop(self) -> bool:
        """Whether its people can stop play here."""
        return self.stop_tells != StopTells.OFF and not self.practice

    @property
    def topic(self) -> str:
        """The topic that announces changes of the table itself."""
        return f"table:{self.pk}"

    @property
    def door_topic(self) -> str:
        """The topic that announces to game masters who waits at the door."""
        return f"door:{self.pk}"


class PresentMemberships(models.Manager["Membership"]):
    """The places at tables outside the bin: a table in the bin gives no rights."""

    def get_queryset(self) -> models.QuerySet[Membership]:
        return super().get_queryset().filter(table__deleted_at=None)


class Membership(models.Model):
    """A person's place at a table; `everywhere` includes places at tables in the bin."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("papel"), max_length=20, choices=Role)
    joined = models.DateTimeField(auto_now_add=True)

    objects = PresentMemberships()
    everywhere = models.Manager["Membership"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_membership_a_table"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.table}"

    @property
    def role_word(self) -> str:
        """The group's word for this person's role."""
        return self.table.role_word(self.role)


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def new_key() -> str:
    """A random key, which reveals nothing of its person."""
    return uuid4().hex


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
        return f"{self.table} · {self.role_word}"

    def get_absolute_url(self) -> str:
        """The path of the link."""
        return reverse("campaigns:invitation", args=[self.token])

    @property
    def role_word(self) -> str:
        """The group's word for the role it gives."""
        return self.table.role_word(self.role)

    @property
    def good(self) -> bool:
        """Whether it is still valid."""
        return self.uses > 0 and self.expires > timezone.now() and self.table.deleted_at is None


class HouseChange(models.Model):
    """One change of a setting of la carta."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="house_changes")
    when = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    # Kept as text too: a name stays readable when its account is gone.
    by_name = models.CharField(max_length=150, blank=True)
    setting = models.CharField(max_length=60)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)

    class Meta:
        ordering = ["-when", "pk"]

    def __str__(self) -> str:
        return f"{self.table} · {self.setting}"


CODE_LENGTH = 6
DOOR_HOURS = 12


def in_twelve_hours() -> datetime:
    """When a door opened now closes by itself."""
    return timezone.now() + timedelta(hours=DOOR_HOURS)


class Door(models.Model):
    """The door of a table: while it is open, people with its code may ask to come in."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="door", primary_key=True)
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    closes = models.DateTimeField(default=in_twelve_hours)
    offered = models.JSONField(default=list)
    """The ids of the characters that can be chosen there; people who knock read no other names."""

    def __str__(self) -> str:
        return f"{self.table} · {self.shown_code}"

    def get_absolute_url(self) -> str:
        """The page to which the QR code leads."""
        return reverse("campaigns:door", args=[self.code])

    @property
    def open(self) -> bool:
        """Whether its code lets people knock now."""
        return self.closes > timezone.now()

    @property
    def shown_code(self) -> str:
        """The code in two parts, for reading aloud."""
        return f"{self.code[:4]} {self.code[4:]}"


class Answer(models.TextChoices):
    """The answer to a knock."""

    WAITING = "waiting", _("espera")
    LET_IN = "let_in", _("dentro")
    REFUSED = "refused", _("ahora no")
    SEAT_TAKEN = "seat_taken", _("sitio ocupado")


class Knock(models.Model):
    """A person at the door; the session that knocked holds the id, so that only that phone can come in by it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="knocks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    """The account that knocked, or the guest that was made when the knock was answered."""
    name = models.CharField(_("nombre"), max_length=60)
    seat = models.CharField(max_length=40, blank=True)
    """The id of the wanted character; empty for a new one."""
    seat_name = models.CharField(max_length=80, blank=True)
    looks = models.BooleanField(default=False)
    """Whether it only looks on, without a seat, like the screen of the room."""
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created"]
        constraints = [models.CheckConstraint(condition=models.Q(answer__in=Answer.values), name="answer_known")]

    def __str__(self) -> str:
        return f"{self.name} · {self.table}"

    @property
    def role(self) -> Role:
        """The role of this person at the table once let in."""
        return Role.SPECTATOR if self.looks else Role.PLAYER


class Adventure(models.Model):
    """A story the group plays, from its beginning to its end."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="adventures")
    name = models.CharField(_("nombre"), max_length=80)
    began = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-began"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(ended__isnull=True), name="one_adventure_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """An evening of play: its time, adventure, summary and people."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="sessions")
    adventure = models.ForeignKey(Adventure, models.SET_NULL, null=True, blank=True, related_name="sessions")
    began = models.DateTimeField(_("fecha"), default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    notes = models.TextField(_("notas"), max_length=2000, blank=True)

    class Meta:
        ordering = ["-began"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(ended__isnull=True), name="one_session_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.began:%Y-%m-%d}"


class Attendance(models.Model):
    """A person at a session, with the name of that time; people without an account by name only."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="attendances")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=150)
    characters = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["session", "user"], name="attends_once")]

    def __str__(self) -> str:
        return self.name


class Purse(models.Model):
    """The points of an adventure that a person at a table has left; without a person, those of its game master."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="purses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    key = models.CharField(max_length=32, default=new_key, editable=False)
    """The key under which the table's encounters know it."""
    points = models.IntegerField(null=True)
    """Mirrored from the logs of encounters; None before the first."""
    awarded = models.IntegerField(default=0)
    """Points given in this session; mirrored too."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_purse_a_person"),
            models.UniqueConstraint(fields=["table", "key"], name="one_purse_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.user or self.key}"


class Stop(models.Model):
    """Play at a table is stopped; the row goes when play goes on, and with it all that is known of it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="stop", primary_key=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    """Who stopped it, where la carta lets the game master know; otherwise that is written down nowhere."""
    key = models.CharField(max_length=32, default=new_key, editable=False)
    """What the browser that stopped it holds signed, to take back a slip."""
    slip = models.BooleanField(default=True)
    """Whether that browser alone may still take it back: not once another person has pressed too."""
    ready = models.JSONField(default=list)
    """A mark of each person who can go on, sorted, so that it tells neither who nor in which order."""

    def __str__(self) -> str:
        return str(self.table)


class StopNote(models.Model):
    """What a person wrote to the game master while play is stopped; neither author nor time is kept."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    stop = models.ForeignKey(Stop, models.CASCADE, related_name="notes")
    text = models.CharField(max_length=500)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text


class BoundaryKind(models.TextChoices):
    """What a table does with a subject: a line is never crossed, a veil is drawn over it."""

    LINE = "line", _("línea")
    VEIL = "veil", _("velo")


class Boundary(models.Model):
    """A line or a veil of a table, part of la carta. It has no date, and no author where it was added without name."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="boundaries")
    kind = models.CharField(max_length=4, choices=BoundaryKind)
    text = models.CharField(max_length=160)
    name = models.CharField(max_length=150, blank=True)
    """The name of who added it openly."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    """Who added it openly and may take it away again."""

    class Meta:
        ordering = ["kind", "text", "id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=BoundaryKind.values), name="boundary_kind_known")
        ]

    def __str__(self) -> str:
        return self.text

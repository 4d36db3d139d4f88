"""Encounters in the database: the present head, the log and its index, enlisted characters, acts already counted."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from characters.models import Character
from tapiz_site.campaigns.models import Table


class Status(models.TextChoices):
    """The status of an encounter; mirrors that of its head, for lists."""

    READY = "ready", _("en preparación")
    RUNNING = "running", _("en curso")
    PAUSED = "paused", _("en pausa")
    ARCHIVED = "archived", _("archivado")


class Encounter(models.Model):
    """A fight: its present state and what is needed to go on with it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="encounters")
    name = models.CharField(_("nombre"), max_length=80)
    status = models.CharField(max_length=10, choices=Status, default=Status.READY)
    free = models.BooleanField(default=False, editable=False)
    """Whether it is the one free scene of its table."""
    sequence = models.PositiveIntegerField(default=0)
    """The sequence of its newest entry; a writer appends only on the sequence it has read."""
    state_version = models.PositiveSmallIntegerField()
    first = models.JSONField()
    """The state before the first entry."""
    head = models.JSONField()
    """The present state."""
    memory = models.JSONField(default=dict, blank=True)
    """The last choices of each combatant, for forms."""
    scene = models.CharField(max_length=50, blank=True, editable=False)
    """The scene of a pack from which it was prepared: the pack's code, a slash and the slug."""
    seed = models.CharField(max_length=128, blank=True, editable=False)
    """What dice fall by now (`rules.core.fair.Seed`), of which the log has told the hash; never leaves the database
    before it is revealed. Empty where they fall by chance."""
    dice_ids = models.JSONField(default=dict, editable=False)
    """Of an imported log: by the hash of a seed, what ids are called in the names of its rolls."""
    by_posts = models.BooleanField(default=False, editable=False)
    """Whether it is played by posts: each player that it waits for has a time for it (`Wait`)."""
    shown = models.ForeignKey("LogEntry", models.SET_NULL, null=True, blank=True, editable=False, related_name="+")
    """The entry after which the whole table is shown the fight as it was; every reader may read it."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=Status.values), name="encounter_status_known"),
            models.UniqueConstraint(fields=["table"], condition=models.Q(free=True), name="one_free_scene_a_table"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the fight."""
        return reverse("combat:fight", args=[self.pk])


class LogEntry(models.Model):
    """One step of an encounter, in the form of `rules.core.stored`; only `undone_by` and a veil ever change it."""

    id = models.CharField(primary_key=True, max_length=32)
    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="entries")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    resolution = models.CharField(max_length=32)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    undone_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    way = models.CharField(max_length=64, blank=True)
    """Of a command that asks: the digest of what it does, by which the same ones are found."""
    veiled = models.BooleanField(default=False)
    """What it told is covered for everybody (`combat.veils`): its facts lie apart, where nothing reads them."""
    data = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "sequence"], name="one_entry_a_sequence")]
        indexes = [
            models.Index(fields=["encounter", "resolution"], name="entries_of_a_resolution"),
            models.Index(fields=["encounter", "way"], name="entries_of_a_way"),
        ]
        ordering = ["encounter", "sequence"]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class IndexPiece(models.Model):
    """Which paths a run of entries changed (`rules.core.bearing`), so that what they did not touch is undone unread."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="index_pieces")
    sequence = models.PositiveIntegerField()
    """The sequence of the run's last entry; the runs follow each other without a gap from the first entry on."""
    paths = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "sequence"], name="one_piece_a_sequence")]
        ordering = ["encounter", "sequence"]

    def __str__(self) -> str:
        return f"{self.encounter} {self.sequence}"


class TableMap(models.Model):
    """A map of a table, which can be laid under its fights; `data` has the form of its system."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="maps")
    name = models.CharField(_("nombre"), max_length=60)
    data = models.JSONField()
    step = models.PositiveIntegerField(default=0)
    """How many of its steps are made (`map_steps`)."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "created"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page on which the map is painted."""
        return reverse("combat:map", args=[self.table_id, self.pk])


class MapStep(models.Model):
    """A step by which a map was made: how the map was before it, or after it where it was taken back."""

    map = models.ForeignKey(TableMap, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    data = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["map", "number"], name="one_step_a_number")]

    def __str__(self) -> str:
        return f"{self.map_id} {self.number}"


class Act(models.Model):
    """An act that was counted: the same key with the same content does nothing a second time."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_act_a_key")]

    def __str__(self) -> str:
        return self.key


class Enlistment(models.Model):
    """A character's part in an encounter that is not archived; a character takes part in one at a time."""

    character = models.OneToOneField(Character, models.CASCADE, related_name="enlistment")
    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="enlistments")
    combatant = models.CharField(max_length=32)

    def __str__(self) -> str:
        return f"{self.character} · {self.encounter}"


class Trial(models.Model):
    """A private copy of a fight on which its game master tries things; nobody else can open it."""

    encounter = models.OneToOneField(Encounter, models.CASCADE, related_name="trial")
    """The copy, on a table of its own for practice, with its maker alone."""
    of = models.ForeignKey(Encounter, models.CASCADE, related_name="trials")
    past = models.BooleanField(default=False)
    """Whether it began at a moment that is past, so that nothing of it can be carried over."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "user"], name="one_trial_a_person")]

    def __str__(self) -> str:
        return f"{self.of} · {self.user}"


class WaitState(models.TextChoices):
    """What became of a time that is over."""

    OPEN = "open"
    REMINDED = "reminded"
    TOLD = "told"


class Wait(models.Model):
    """A turn or an answer that a fight by posts waits for, and until when; gone once it is awaited no more."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="waits")
    who = models.CharField(max_length=32)
    """The combatant whose player is awaited."""
    key = models.CharField(max_length=200)
    """Which turn or question (`rules.core.awaited`)."""
    since = models.DateTimeField()
    due = models.DateTimeField(null=True)
    """None where there is no limit."""
    state = models.CharField(max_length=10, choices=WaitState, default=WaitState.OPEN)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "key"], name="one_wait_a_key"),
            models.CheckConstraint(condition=models.Q(state__in=WaitState.values), name="wait_state_known"),
        ]
        indexes = [models.Index(fields=["state", "due"], name="waits_that_are_due")]
        ordering = ["due", "pk"]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.who}"


class Whisper(models.Model):
    """A secret text between one player of a fight and its game master; nobody else reads it."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="whispers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    """Whose talk with the game master it belongs to."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=2000)
    created = models.DateTimeField(auto_now_add=True)
    read = models.BooleanField(default=False)
    """Whether the other side has read it."""

    class Meta:
        ordering = ["created", "pk"]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.player}"


class Often(models.TextChoices):
    """How often a person has a digest mailed."""

    HOUR = "hour", _("cada hora, como mucho")
    DAY = "day", _("cada día, como mucho")


class Digest(models.Model):
    """What a person has mailed of their fights by posts, once they have confirmed the address from there."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    every = models.CharField(max_length=10, choices=Often)
    email = models.EmailField()
    """The address that it goes to, while it is still that of the account."""
    confirmed = models.BooleanField(default=False)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=200)
    """Under which address this person knows the site."""
    sent = models.DateTimeField()
    """When the last one went out, or it was asked for; a sender claims it by this value."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(every__in=Often.values), name="often_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.every}"


class DigestMark(models.Model):
    """How far a person with a digest knows a fight: from a look at it, or from the last digest."""

    digest = models.ForeignKey(Digest, models.CASCADE, related_name="marks")
    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="+")
    sequence = models.PositiveIntegerField()
    late = models.BooleanField(default=False)
    """Whether the person has been told that their time is over."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["digest", "encounter"], name="one_mark_a_fight")]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.sequence}"


class FightSums(models.Model):
    """What a fight comes to in statistics for one audience, until its log goes on; counted anew where it is lacking."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="sums")
    audience = models.CharField(max_length=20)
    """`dj`, `table`, or the id of a player."""
    sequence = models.PositiveIntegerField()
    """The sequence of the newest entry that was counted."""
    mark = models.CharField(max_length=64)
    """By which it is known that it would be counted in the same way, by the same evenings."""
    data = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "audience"], name="one_sum_an_audience")]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.audience}"


class If(models.TextChoices):
    """The conditions of `rules.core.contingencies`, in the words of who writes them."""

    TURN = "turn", _("Llega mi turno")
    NEAR = "near", _("Un contrario se me acerca")
    ATTACKED = "attacked", _("Alguien me ataca")
    FRIEND_ATTACKED = "friend_attacked", _("Alguien ataca a otro de los míos")
    FALLS = "falls", _("Alguien cae")


class Contingency(models.Model):
    """What a player wants done on their next turn if something has come about by then; read by the two sides alone.

    It is a note to the app and no state of the fight: nothing of it is in the log before it happens.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="contingencies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    who = models.CharField(max_length=32)
    place = models.PositiveIntegerField()
    """The order in which they are looked at."""
    condition = models.CharField(max_length=20, choices=If)
    before = models.JSONField()
    """What its player knew when it was written (`rules.core.contingencies.written_at`)."""
    since = models.PositiveIntegerField()
    """The sequence of the newest entry of that time."""
    action = models.CharField(max_length=60, blank=True)
    """Empty where only words say what is wanted."""
    inputs = models.JSONField(default=dict)
    words = models.CharField(max_length=300, blank=True)
    at_once = models.BooleanField(default=False)
    """Whether the app does it by itself."""

    class Meta:
        ordering = ["place", "pk"]
        constraints = [models.CheckConstraint(condition=models.Q(condition__in=If.values), name="condition_known")]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.condition}"

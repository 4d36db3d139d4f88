"""Possessions, the rows of their ledger, gifts, the loot of the fallen, and the shop."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.models import Table

NAME_LENGTH = 120
WHERE_LENGTH = 80
NOTE_LENGTH = 1000
WHY_LENGTH = 200
MOST = 1_000_000
"""The largest quantity of one possession."""


def new_id() -> str:
    """A random id."""
    return uuid4().hex


class Place(models.TextChoices):
    """The place of a possession: the first three are with its owner, the last is where it was left."""

    HAND = "hand", _("en la mano")
    WORN = "worn", _("puesto")
    PACKED = "packed", _("guardado")
    LEFT = "left", _("en otro sitio")


class Cause(models.TextChoices):
    """Why a row of the ledger was written."""

    ADDED = "added", _("anotado")
    DISCARDED = "discarded", _("descartado")
    USED = "used", _("gastado")
    CHARGED = "charged", _("recargado")
    MOVED = "moved", _("cambio de sitio")
    EDITED = "edited", _("corregido")
    SPLIT = "split", _("separado")
    GIVEN = "given", _("dado")
    STASHED = "stashed", _("al fondo común")
    TAKEN = "taken", _("del fondo común")
    SHARED = "shared", _("reparto")
    BOUGHT = "bought", _("compra")
    SOLD = "sold", _("venta")
    EXCHANGED = "exchanged", _("cambio de monedas")
    LOOT = "loot", _("botín")
    FIGHT = "fight", _("en un conflicto")
    UNPACKED = "unpacked", _("de la ficha")
    IMPORTED = "imported", _("traído de un fichero")


class Loot(models.Model):
    """The possessions of a fallen combatant, once the game master lets the others take them."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="loot")
    encounter = models.CharField(max_length=36, blank=True)
    """The encounter in which it fell."""
    combatant = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=NAME_LENGTH)
    entry = models.CharField(max_length=10, blank=True)
    """The code of its bestiary entry, if it has one, which says what else such a creature has."""
    open = models.BooleanField(default=True)
    """Whether players may take from it."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "combatant"], condition=~Q(combatant=""), name="one_loot_a_combatant"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Possession(models.Model):
    """A quantity of one sort of thing that a character, the table's stash, or a loot holds.

    The owner never changes: what is given becomes, or joins, another possession of the same `lineage`. A row with
    quantity 0 stays for its ledger.
    """

    id = models.CharField(primary_key=True, max_length=64, default=new_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="possessions")
    owner = models.ForeignKey("characters.Character", models.CASCADE, null=True, related_name="possessions")
    """The character that holds it; the stash holds possessions without owner and loot."""
    loot = models.ForeignKey(Loot, models.CASCADE, null=True, related_name="possessions")
    kind = models.CharField(max_length=30)
    """The name of one of the system's kinds of entries."""
    name = models.CharField(_("nombre"), max_length=NAME_LENGTH)
    values = models.JSONField(default=dict)
    """The values that its kind asks for."""
    quantity = models.PositiveIntegerField(default=1)
    charges = models.PositiveIntegerField(default=0)
    """The charges of the piece in use."""
    place = models.CharField(max_length=6, choices=Place, default=Place.PACKED)
    where = models.CharField(max_length=WHERE_LENGTH, blank=True)
    """The name of the place where it was left."""
    within = models.ForeignKey("self", models.SET_NULL, null=True, related_name="contents")
    """The container that holds it, of the same owner."""
    note = models.TextField(_("nota"), max_length=NOTE_LENGTH, blank=True)
    entry = models.CharField(max_length=200, blank=True)
    """The code of the pack's entry from which it was made."""
    order = models.PositiveIntegerField(default=0)
    """Its place among the owner's possessions."""
    lineage = models.CharField(max_length=64, default=new_id, editable=False, db_index=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["order", "created", "pk"]
        indexes = [models.Index(fields=["table", "owner", "quantity"], name="possession_of_whom")]
        constraints = [
            models.CheckConstraint(condition=Q(place__in=Place.values), name="possession_place_known"),
            models.CheckConstraint(condition=Q(quantity__gte=0, quantity__lte=MOST), name="possession_quantity_fits"),
            models.CheckConstraint(condition=Q(charges__gte=0, charges__lte=MOST), name="possession_charges_fit"),
            models.CheckConstraint(condition=Q(owner=None) | Q(loot=None), name="possession_of_one"),
            models.CheckConstraint(condition=Q(place=Place.LEFT) | Q(where=""), name="possession_left_somewhere"),
            models.CheckConstraint(
                condition=Q(within=None) | Q(place=Place.PACKED), name="possession_within_is_packed"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LedgerRow(models.Model):
    """One gain, use or move of a possession, and its cause.

    The quantity of a possession is the sum of its rows that are not void.
    """

    possession = models.ForeignKey(Possession, models.CASCADE, related_name="rows")
    act = models.CharField(max_length=64, default=new_id)
    """The id of the act, which all its rows share."""
    cause = models.CharField(max_length=10, choices=Cause)
    quantity = models.IntegerField(default=0)
    """How many came (positive) or went (negative)."""
    charges = models.IntegerField(default=0)
    """How many charges came or went."""
    changed = models.JSONField(default=dict)
    """Other fields that changed, each with its old and new value."""
    params = models.JSONField(default=dict)
    """Parts of the cause's sentence, such as the name of the other character."""
    counterpart = models.ForeignKey(Possession, models.SET_NULL, null=True, related_name="+")
    """The possession that gave or received."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    # Kept as text too: a name stays readable when its account is gone.
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(default=timezone.now)
    encounter = models.CharField(max_length=36, blank=True)
    """The encounter that wrote it, with its log entry."""
    log_entry = models.CharField(max_length=64, blank=True)
    void = models.BooleanField(default=False)
    """Whether an undo took it back."""

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["encounter", "log_entry"], name="ledger_row_of_entry")]
        constraints = [models.CheckConstraint(condition=Q(cause__in=Cause.values), name="ledger_cause_known")]

    def __str__(self) -> str:
        return f"{self.possession} {self.quantity:+}"


class Gift(models.Model):
    """An offer to another character, until it is taken, refused or withdrawn.

    The id is random: a serial number would tell how many offers others made. A `broken` offer, of which the giver has
    had too few since, can never be taken; its receiver learns so only by trying.
    """

    id = models.CharField(primary_key=True, max_length=64, default=new_id, editable=False)
    possession = models.ForeignKey(Possession, models.CASCADE, related_name="gifts")
    to = models.ForeignKey("characters.Character", models.CASCADE, related_name="gifts")
    quantity = models.PositiveIntegerField()
    broken = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created"]
        constraints = [
            models.UniqueConstraint(fields=["possession", "to"], name="one_gift_a_possession"),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="gift_of_something"),
        ]

    def __str__(self) -> str:
        return f"{self.possession} → {self.to}"


class ProposalStatus(models.TextChoices):
    """How a proposal stands."""

    WAITING = "waiting", _("pendiente")
    TOLD = "told", _("anotado, con aviso")
    REFUSED = "refused", _("no aceptado")


class Proposal(models.Model):
    """What a player notes as received, until the game master has answered it or seen it, and the player the answer.

    An accepted one is deleted: the ledger then says who proposed it and who agreed.
    """

    id = models.CharField(primary_key=True, max_length=64, default=new_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="proposals")
    owner = models.ForeignKey("characters.Character", models.CASCADE, null=True, related_name="proposals")
    """The character that is to have it; without one, the stash."""
    possession = models.ForeignKey(Possession, models.CASCADE, null=True, related_name="+")
    """The possession of which there are to be more."""
    kind = models.CharField(max_length=30)
    name = models.CharField(max_length=NAME_LENGTH)
    values = models.JSONField(default=dict)
    quantity = models.PositiveIntegerField(default=1)
    entry = models.CharField(max_length=200, blank=True)
    note = models.TextField(max_length=NOTE_LENGTH, blank=True)
    why = models.CharField(max_length=WHY_LENGTH, blank=True)
    """The player's words."""
    standing = models.CharField(max_length=8, choices=ProposalStatus, default=ProposalStatus.WAITING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "pk"]
        indexes = [models.Index(fields=["table", "standing"], name="proposal_of_table")]
        constraints = [
            models.CheckConstraint(condition=Q(standing__in=ProposalStatus.values), name="proposal_standing_known"),
            models.CheckConstraint(condition=Q(quantity__gte=1, quantity__lte=MOST), name="proposal_quantity_fits"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.name}"


class Shop(models.Model):
    """The shop of a table: whether it is open, its name, and the percentages of the price at which it trades."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="shop", primary_key=True)
    name = models.CharField(_("nombre"), max_length=WHERE_LENGTH, blank=True)
    open = models.BooleanField(default=False)
    sells_at = models.PositiveSmallIntegerField(default=100)
    buys_at = models.PositiveSmallIntegerField(default=50)

    def __str__(self) -> str:
        return self.name

    def bought_for(self, price: int) -> int:
        """What a buyer pays for a thing of this price, rounded up."""
        return -(-price * self.sells_at // 100)

    def sold_for(self, price: int) -> int:
        """What a seller gets for a thing of this price, rounded down."""
        return price * self.buys_at // 100

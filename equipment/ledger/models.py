"""Possessions, the rows of their ledger, and what is offered: gifts, the things of the fallen, the shop."""

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
MOST = 1_000_000
"""More of one thing nobody has."""


def new_id() -> str:
    """A random id."""
    return uuid4().hex


class Place(models.TextChoices):
    """Where a thing is: the first three with its owner, the last where it was left."""

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
    """What somebody who fell had with them, once the game master lets the others take it.

    encounter, combatant: where it fell. open: players may take from it. entry: the code of the bestiary's entry that it
    was, where it was one; what else such a creature has stands there.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="loot")
    encounter = models.CharField(max_length=36, blank=True)
    combatant = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=NAME_LENGTH)
    entry = models.CharField(max_length=10, blank=True)
    open = models.BooleanField(default=True)
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
    """A quantity of one sort of thing that a character has, or the table's stash, or the loot of somebody.

    The owner never changes: what is given becomes, or joins, a possession of the other, of the same `lineage`. None
    left is quantity 0; the row stays for its ledger. table: at which it is; owner and loot: whose, the stash's without
    both. kind, values: of the system's entry kinds. charges: of the one in use. where: the name of the place where it
    was left. within: the container that holds it, of the same owner. entry: code of the pack's entry that it was made
    from. order: place among the others.
    """

    id = models.CharField(primary_key=True, max_length=64, default=new_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="possessions")
    owner = models.ForeignKey("characters.Character", models.CASCADE, null=True, related_name="possessions")
    loot = models.ForeignKey(Loot, models.CASCADE, null=True, related_name="possessions")
    kind = models.CharField(max_length=30)
    name = models.CharField(_("nombre"), max_length=NAME_LENGTH)
    values = models.JSONField(default=dict)
    quantity = models.PositiveIntegerField(default=1)
    charges = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=6, choices=Place, default=Place.PACKED)
    where = models.CharField(max_length=WHERE_LENGTH, blank=True)
    within = models.ForeignKey("self", models.SET_NULL, null=True, related_name="contents")
    note = models.TextField(_("nota"), max_length=NOTE_LENGTH, blank=True)
    entry = models.CharField(max_length=200, blank=True)
    order = models.PositiveIntegerField(default=0)
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
    """One gain, use or move of a possession, and its cause; rows of one act have the same `act`.

    quantity, charges: what came or went. changed: fields that changed otherwise, each with old and new value.
    params: what the cause tells, such as the name of the other. counterpart: the possession at the other end.
    encounter, log_entry: of the fight that wrote it. void: an undo took it back; the quantity of a possession is the
    sum of its rows that are not.
    """

    possession = models.ForeignKey(Possession, models.CASCADE, related_name="rows")
    act = models.CharField(max_length=64, default=new_id)
    cause = models.CharField(max_length=10, choices=Cause)
    quantity = models.IntegerField(default=0)
    charges = models.IntegerField(default=0)
    changed = models.JSONField(default=dict)
    params = models.JSONField(default=dict)
    counterpart = models.ForeignKey(Possession, models.SET_NULL, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    # Kept as text too: a name stays readable when its account is gone.
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(default=timezone.now)
    encounter = models.CharField(max_length=36, blank=True)
    log_entry = models.CharField(max_length=64, blank=True)
    void = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["encounter", "log_entry"], name="ledger_row_of_entry")]
        constraints = [models.CheckConstraint(condition=Q(cause__in=Cause.values), name="ledger_cause_known")]

    def __str__(self) -> str:
        return f"{self.possession} {self.quantity:+}"


class Gift(models.Model):
    """Something offered to another character, until it is taken, refused or withdrawn.

    The id is random: a number would tell how many offers there were among others. broken: the giver has had fewer
    since; it is never kept, and whoever it is for learns so by taking it, not before.
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


class Shop(models.Model):
    """Where a table buys and sells: whether it is open now, its name, and at what part of the price."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="shop", primary_key=True)
    name = models.CharField(_("nombre"), max_length=WHERE_LENGTH, blank=True)
    open = models.BooleanField(default=False)
    sells_at = models.PositiveSmallIntegerField(default=100)
    buys_at = models.PositiveSmallIntegerField(default=50)

    def __str__(self) -> str:
        return self.name

    def bought_for(self, price: int) -> int:
        """What somebody pays here for a thing of this price, rounded up."""
        return -(-price * self.sells_at // 100)

    def sold_for(self, price: int) -> int:
        """What somebody is given here for a thing of this price, rounded down."""
        return price * self.buys_at // 100

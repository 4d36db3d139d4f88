"""The bin of tables: a whole table goes there, for all its people, and comes back as it was."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import doors, hooks
from .models import BIN_DAYS, Membership, Role, Table


@transaction.atomic
def delete_table(*, table: Table, by: User) -> None:
    """Put a table into the bin, where it stays for BIN_DAYS out of all people's sight. Its door closes."""
    doors.close_door(table=table)
    Table.objects.filter(pk=table.pk).update(deleted_at=timezone.now(), deleted_by=by)
    versions.bump(hooks.topics_of(table))


@transaction.atomic
def recover_table(*, table: Table) -> None:
    """Take a table out of the bin, with all its people and content."""
    Table.everywhere.filter(pk=table.pk).update(deleted_at=None, deleted_by=None)
    versions.bump([table.topic])


def binned_by(user: User) -> QuerySet[Table]:
    """The tables in the bin that this person ran, the last one deleted first."""
    ran = Membership.everywhere.filter(user=user, role=Role.GAME_MASTER).values("table")
    return Table.everywhere.filter(pk__in=ran).exclude(deleted_at=None).order_by("-deleted_at")


def empty_bin() -> int:
    """Delete for good the tables that have been in the bin for BIN_DAYS; returns how many they were."""
    over = timezone.now() - timedelta(days=BIN_DAYS)
    _all, by_model = Table.everywhere.filter(deleted_at__lt=over).delete()
    return by_model.get("campaigns.Table", 0)

"""The points that the people of a table have left in an adventure, and its game master's reserve."""

from __future__ import annotations

from collections.abc import Collection

from tapiz_site.accounts.models import User

from .models import Purse, Table


def points_of(table: Table) -> dict[str, int]:
    """All points at a table, by the key of the purse; purses that were never filled are left out."""
    rows = Purse.objects.filter(table=table).order_by("key").values_list("key", "points")
    return {key: points for key, points in rows if points is not None}


def purses_of(table: Table, people: Collection[int]) -> dict[int, Purse]:
    """The purses of these people at a table by the person's id, made where missing."""
    found = {row.user_id: row for row in Purse.objects.filter(table=table, user__in=people) if row.user_id}
    for user in sorted(set(people) - set(found)):
        found[user] = Purse.objects.get_or_create(table=table, user=User.objects.get(pk=user))[0]
    return found

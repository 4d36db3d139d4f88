"""The points that the people of a table have left in an adventure, and its game master's reserve."""

from __future__ import annotations

from collections.abc import Collection

from rules.core.fight import Purse as Held
from tapiz_site.accounts.models import User

from .models import Purse, Table


def filled_at(table: Table) -> dict[str, Held]:
    """What is in the purses of a table, by key; purses that were never filled are left out."""
    rows = Purse.objects.filter(table=table).order_by("key").values_list("key", "points", "awarded")
    return {key: Held(points, awarded) for key, points, awarded in rows if points is not None}


def purses_of(table: Table, people: Collection[int]) -> dict[int, Purse]:
    """The purses of these people at a table by the person's id, made where missing."""
    found = {row.user_id: row for row in Purse.objects.filter(table=table, user__in=people) if row.user_id}
    for user in sorted(set(people) - set(found)):
        found[user] = Purse.objects.get_or_create(table=table, user=User.objects.get(pk=user))[0]
    return found

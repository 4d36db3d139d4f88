"""Whose points are spent for a character, and how many there are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from rules.core.types import Id
from tapiz_site.campaigns.models import Purse, Table
from tapiz_site.campaigns.policy import PLAYING

from .models import Character


def owners(table: Table, characters: Collection[str]) -> dict[str, int]:
    """Who of those who play a character was first at the table: their points are spent; by the character's id."""
    rows = Character.players.through.objects.filter(
        character__in=[UUID(one) for one in characters],
        user__memberships__table=table,
        user__memberships__role__in=PLAYING,
    ).order_by("-user__memberships__joined", "-user")
    return {str(character): user for character, user in rows.values_list("character", "user")}


@dataclass(frozen=True, slots=True)
class Held:
    """What can be spent for a character: the key of the purse, and the points in it."""

    key: Id
    points: int


def held(table: Table, characters: Collection[Character]) -> dict[UUID, Held]:
    """What can be spent for each of these characters of one table; those are left out for whom there is no purse."""
    found = owners(table, [str(one.pk) for one in characters])
    purses = {row.user_id: row for row in Purse.objects.filter(table=table, user__in=set(found.values()))}
    return {
        UUID(character): Held(purses[user].key, points)
        for character, user in found.items()
        if user in purses and (points := purses[user].points) is not None
    }

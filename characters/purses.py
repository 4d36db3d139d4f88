"""The purse from which a character's points are spent."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from rules.core.types import Id
from tapiz_site.campaigns.models import Membership, Purse, Table
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.statements import Rows, fields

from .models import Character


def owners(table: Table, characters: Collection[str]) -> dict[str, int]:
    """By character's id the player whose points are spent: of several players, the one who joined the table first."""
    return {str(character): user for character, user in _PLAYERS.all([UUID(one) for one in characters], table.pk)}


_PLAYERS: Rows[tuple[UUID, int]] = Rows(
    lambda characters, table: (
        Character.players.through.objects.filter(
            character__in=characters, user__memberships__table=table, user__memberships__role__in=PLAYING
        )
        .order_by("-user__memberships__joined", "-user")
        .values_list("character", "user")
    ),
    *fields(Character.players.through, "character"),
    *fields(Membership, "table"),
)


@dataclass(frozen=True, slots=True)
class Held:
    """The key of a character's purse and the points in it."""

    key: Id
    points: int


def held(table: Table, characters: Collection[Character]) -> dict[UUID, Held]:
    """The purse of each of these characters of one table; characters without one are left out."""
    found = owners(table, [str(one.pk) for one in characters])
    purses = {row.user_id: row for row in Purse.objects.filter(table=table, user__in=set(found.values()))}
    return {
        UUID(character): Held(purses[user].key, points)
        for character, user in found.items()
        if user in purses and (points := purses[user].points) is not None
    }

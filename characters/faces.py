"""The portraits of characters: who may see them, and what becomes of them."""

from __future__ import annotations

from typing import Any

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks
from tapiz_site.pictures.looks import Likeness
from tapiz_site.pictures.models import Of

from .models import Character
from .policy import readable_at


def known_at_the_table(user: User, table: Table, likeness: Likeness) -> bool:
    """Whether this is a character that has a player, so that all at the table know it, or one that the person reads."""
    if likeness.of != Of.CHARACTER:
        return False
    played = Character.objects.filter(table=table, pk=likeness.key, players__isnull=False)
    return played.exists() or readable_at(user, table).filter(pk=likeness.key).exists()


def deleted(instance: Character, **_sent: Any) -> None:
    """A character is gone for good, and its portrait with it."""
    looks.forget(instance.table_id, instance.likeness)

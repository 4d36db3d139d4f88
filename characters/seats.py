"""Characters as the seats of a table: which are free, and taking one."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.live import versions

from . import history, hooks
from .models import Character


def free(table: Table) -> list[tuple[str, str]]:
    """Id and name of every character without a player; people who have left the table do not count as players."""
    played_now = Character.objects.filter(table=table, players__memberships__table=table).values("pk")
    rows = Character.objects.filter(table=table).exclude(pk__in=played_now).values_list("pk", "name")
    return [(str(pk), name) for pk, name in rows]


def take(table: Table, seat: str, user: User) -> bool:
    """Make this person the character's player, in the running transaction; False when it is no longer free."""
    try:
        pk = UUID(seat)
    except ValueError:
        return False
    character = Character.objects.select_for_update().filter(pk=pk, table=table).first()
    if character is None or character.players.filter(memberships__table=table).exists():
        return False
    if not character.states.exists():
        history.write(character, character.updated_by, ())
    before = sorted(character.players.values_list("pk", flat=True))
    character.players.set([user])
    # An edit of the sheet that began before must not put the players back.
    character.revision += 1
    character.updated_by = user
    character.save(update_fields=["revision", "updated_by", "updated"])
    history.write(character, user, [history.Difference("players", [*before], [user.pk], about=True)])
    versions.bump([table.topic])
    hooks.edited(character, user)
    return True


def played(table: Table) -> dict[int, list[str]]:
    """The names of the characters that each person plays, by the person's id."""
    rows = Character.objects.filter(table=table, players__isnull=False).values_list("players", "name")
    found: dict[int, list[str]] = {}
    for user, name in rows:
        found.setdefault(user, []).append(name)
    return found


def page(table: Table, seat: str) -> str:
    """The address of the taken seat's sheet, or of making a new character."""
    return reverse("characters:show", args=[seat]) if seat else reverse("characters:start", args=[table.pk])

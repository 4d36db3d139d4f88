"""What can be done with characters."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction

from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.live import versions

from . import hooks, sheets
from .models import Character


class Stale(Exception):
    """Somebody else has edited the character since this edit began."""

    code = "stale"

    def __init__(self, by: User | None, revision: int) -> None:
        super().__init__("The character has been edited meanwhile.")
        self.by = by
        self.revision = revision


@transaction.atomic
def create_character(
    *, table: Table, kind: str, name: str, values: Mapping[str, Json], by: User, players: Collection[User] = ()
) -> Character:
    """A new character from raw values of its kind's inputs; raises SheetRefused with every fault."""
    sheet_kind = sheets.kind_of(table, kind)
    checked = sheets.check(sheet_kind, values)
    if checked.errors:
        raise sheets.SheetRefused(checked.errors)
    character = Character.objects.create(
        table=table, name=name, kind=kind, sheet=checked.sheet, sheet_version=sheet_kind.version, updated_by=by
    )
    character.players.set(players)
    _tell(character, players)
    return character


@transaction.atomic
def update_character(
    *,
    character: Character,
    name: str,
    values: Mapping[str, Json],
    by: User,
    revision: int | None = None,
    players: Collection[User] | None = None,
) -> Character:
    """Write a character anew from raw values; `players` only where they change, `revision` the one that was edited.

    Raises SheetRefused with every fault, and Stale when somebody else was faster.
    """
    rows = Character.objects.select_for_update(of=("self",)).select_related("table", "updated_by")
    stored = rows.get(pk=character.pk)
    if revision is not None and revision != stored.revision:
        raise Stale(stored.updated_by, stored.revision)
    kind = sheets.kind_of(stored.table, stored.kind)
    checked = sheets.check(kind, values)
    if checked.errors:
        raise sheets.SheetRefused(checked.errors)
    stored.name = name
    stored.sheet, stored.sheet_version = checked.sheet, kind.version
    stored.revision += 1
    stored.updated_by = by
    stored.save(update_fields=["name", "sheet", "sheet_version", "revision", "updated_by", "updated"])
    if players is not None:
        stored.players.set(players)
    _tell(stored, stored.players.all())
    hooks.edited(stored, by)
    return stored


@transaction.atomic
def delete_character(*, character: Character, by: User) -> None:
    """Delete a character; fights keep the sheet they froze."""
    hooks.deleting(character, by)
    _tell(character, character.players.all())
    character.delete()


def _tell(character: Character, players: Collection[User]) -> None:
    # What only the DJ knows of must not even be heard stirring.
    if players:
        versions.bump([character.table.topic])

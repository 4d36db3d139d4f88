"""Experience for characters, as an edit of each sheet with its history."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from . import services, sheets
from .models import Character


def earners(table: Table) -> dict[UUID, Character]:
    """The characters of a table whose sheet counts experience, by their id."""
    found = Character.objects.filter(table=table).select_related("table")
    kinds = {one: sheets.kind_of(table, one).advancing for one in {row.kind for row in found}}
    return {row.pk: row for row in found if (advancing := kinds[row.kind]) is not None and advancing.experience}


def give(characters: Iterable[Character], points: int, by: User) -> list[str]:
    """Write the points on all these sheets, or on none; returns the names of characters that cannot hold them."""
    refused: list[str] = []
    with transaction.atomic():
        for one in characters:
            try:
                _write(one, points, by)
            except sheets.SheetRefused:
                refused.append(one.name)
        if refused:
            transaction.set_rollback(True)
    return refused


def _write(character: Character, points: int, by: User) -> None:
    """Add the points to the sheet as it is now; raises SheetRefused."""
    advancing = sheets.kind_of(character.table, character.kind).advancing
    assert advancing is not None  # noqa: S101 - `earners` left the others out
    sheet = sheets.sheet_of(character)
    total = max(0, (sheet.get(advancing.experience) or 0) + points)
    values = {**sheet, advancing.experience: total}
    try:
        services.update_character(
            character=character, name=character.name, values=values, by=by, revision=character.revision
        )
    except services.StaleSheet:
        # The sheet was edited since it was read: the points go on top of that edit.
        character.refresh_from_db()
        _write(character, points, by)

"""What of things and sheets a reader is to find out in play: the inputs that are not shown to them."""

from __future__ import annotations

from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role, Table

from . import sheets
from .models import Character


def unknown_to(character: Character) -> frozenset[str]:
    """What the reader for whom this character was looked up does not know of its things and sheet.

    See `Equipment.unknown`. What its person knows is shared with the sheet.
    """
    if character.role == Role.GAME_MASTER:
        return frozenset()
    return get_system(character.table.system).equipment.unknown(house_of(character.table), [sheets.sheet_of(character)])


def played_sheets(user: User, table: Table) -> list[dict[str, Json]]:
    """The loaded sheets of the characters that somebody plays at a table."""
    return [sheets.sheet_of(one) for one in Character.objects.filter(table=table, players=user).select_related("table")]

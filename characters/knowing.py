"""What of things and sheets a reader is to find out in play: the inputs that are not shown to them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import known_of
from rules.core.inputs import Input
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
    return unknown_on(character.table, sheets.sheet_of(character), runs=character.role == Role.GAME_MASTER)


def unknown_on(table: Table, sheet: Mapping[str, Json], *, runs: bool) -> frozenset[str]:
    """The same of a loaded sheet that need not be anybody's yet; `runs`: the reader runs the table."""
    return frozenset() if runs else get_system(table.system).equipment.unknown(house_of(table), [sheet])


def known_inputs(character: Character) -> tuple[Input, ...]:
    """The inputs of its sheet, rows without the parts that the reader for whom it was looked up does not know."""
    kind = sheets.kind_of(character.table, character.kind)
    return known_of(kind.inputs, kind.name, unknown_to(character))


def kept_from(character: Character) -> frozenset[str]:
    """The names of what is on its sheet and not known whole to the reader: their form leaves it as it is."""
    kind, sheet = sheets.kind_of(character.table, character.kind), sheets.sheet_of(character)
    whole = known_inputs(character)
    return frozenset(item.name for item in kind.inputs if item not in whole and sheet.get(item.name))


def played_sheets(user: User, table: Table) -> list[dict[str, Json]]:
    """The loaded sheets of the characters that somebody plays at a table."""
    return [sheets.sheet_of(one) for one in Character.objects.filter(table=table, players=user).select_related("table")]

"""The inputs of possessions and sheets that are hidden from readers, who are to find them out in play."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import known_of
from rules.core.inputs import Input
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.statements import Rows, fields

from . import sheets
from .models import Character


def unknown_to(character: Character) -> frozenset[str]:
    """The inputs that this reader does not know of a character's possessions and sheet.

    See `Equipment.unknown`. Readers of a shared sheet know as much as its player.
    """
    return unknown_on(character.table, sheets.sheet_of(character), runs=character.role == Role.GAME_MASTER)


def unknown_on(table: Table, sheet: Mapping[str, Json], *, runs: bool) -> frozenset[str]:
    """The inputs that a reader does not know of a loaded sheet; `runs`: the reader is the game master."""
    return frozenset() if runs else get_system(table.system).equipment.unknown(house_of(table), [sheet])


def known_inputs(character: Character) -> tuple[Input, ...]:
    """The inputs of its sheet, rows without the parts that this reader does not know."""
    kind = sheets.kind_of(character.table, character.kind)
    return known_of(kind.inputs, kind.name, unknown_to(character))


def kept_from(character: Character) -> frozenset[str]:
    """The names of inputs that the reader does not know completely: the reader's form leaves them as they are."""
    kind, sheet = sheets.kind_of(character.table, character.kind), sheets.sheet_of(character)
    whole = known_inputs(character)
    return frozenset(item.name for item in kind.inputs if item not in whole and sheet.get(item.name))


def played_sheets(user: User, table: Table) -> list[dict[str, Json]]:
    """The loaded sheets of a table's characters with players."""
    return [sheets.sheet_of(one) for one in _PLAYED.all(table.pk, user.pk)]


_PLAYED: Rows[Character] = Rows(
    lambda table, user: Character.objects.filter(table=table, players=user).select_related("table"),
    *fields(Character, "table"),
    *fields(Character.players.through, "user"),
)

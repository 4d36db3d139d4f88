"""La carta: the house settings of a table, which its system declares."""

from __future__ import annotations

from rules.core.registry import get_system
from rules.core.types import Json

from .models import Table


def first_house(system: str) -> dict[str, Json]:
    """The default house settings of a system; raises UnknownValue when it is not installed."""
    return {item.name: item.default for item in get_system(system).settings}


def house_of(table: Table) -> dict[str, Json]:
    """The settings in force at a table: those it chose, and defaults for settings that are newer."""
    first = first_house(table.system)
    return {name: table.house.get(name, default) for name, default in first.items()}

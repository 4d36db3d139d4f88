"""The settings of la carta, which a table may change, and their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.facts import Fact
from rules.core.inputs import Flag, Input
from rules.core.types import Json


def _flag(name: str, *rules: str) -> Flag:
    return Flag(name, f"setting.{name}", default=False, note=Fact(f"setting_note.{name}", rules=rules))


SETTINGS: tuple[Input, ...] = (
    _flag("weapon_values_hidden", "TAC-INV-01"),
    _flag("heat_carries", "TAC-HOUSE-25"),
)
"""Players find out the values of weapons in play (TAC-INV-01); the heat at the end of a turn is added to that of the
next (TAC-HOUSE-25)."""

_DEFAULTS: Mapping[str, Json] = {item.name: item.default for item in SETTINGS}


def setting(house: Mapping[str, Json], name: str) -> Json:
    """Return what holds at this table: its own setting, else the default."""
    value = house.get(name)
    return _DEFAULTS[name] if value is None else value

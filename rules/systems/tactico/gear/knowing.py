"""What weapons do is found out in play, where la carta says so (TAC-INV-01)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.equipment import Values
from rules.systems.tactico.settings import setting

SECRET = ("accuracy", "dice", "bonus")
WEAPONS = ("weapon", *(".".join((kind, "weapons")) for kind in ("person", "creature")))
"""Where they are written: on things, and in the rows of sheets."""

NOTHING: frozenset[str] = frozenset()


def unknown(house: Values, sheets: Iterable[Values]) -> frozenset[str]:
    """Accuracy and damage of weapons, unless one of these sheets is of somebody who knows them (TAC-INV-01)."""
    if not setting(house, "weapon_values_hidden") or any(sheet.get("expert") for sheet in sheets):
        return NOTHING
    return frozenset(f"{where}.{name}" for where in WEAPONS for name in SECRET)

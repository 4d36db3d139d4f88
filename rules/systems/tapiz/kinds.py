"""The kinds of sheet of Tapiz: a character or a creature, with the same values (TAP-CHAR-13)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.overrides import chosen, overrides_of
from rules.core.system import SheetKind
from rules.core.types import Json
from rules.systems.tapiz.creation import CREATION
from rules.systems.tapiz.hero_points import hero_allowance
from rules.systems.tapiz.next_level import CREATURE, PERSON
from rules.systems.tapiz.sheet import FULL, NOTES, OVERRIDABLE, QUICK, SHEET_VERSION, load, migrate


def allowance(sheet: Mapping[str, Json]) -> int:
    """The hero points with which the player of a character begins an adventure (TAP-HERO-16)."""
    return chosen("value.hero_allowance", hero_allowance(sheet["level"]), overrides_of(sheet))


SHEET_KINDS: Mapping[str, SheetKind] = {
    name: SheetKind(
        name,
        SHEET_VERSION,
        FULL,
        QUICK,
        load,
        migrate,
        private=frozenset({NOTES.name}),
        overridable=OVERRIDABLE,
        creation=CREATION,
        advancing=PERSON if name == "person" else CREATURE,
        allowance=allowance if name == "person" else None,
    )
    for name in ("person", "creature")
}

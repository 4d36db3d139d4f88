"""The kinds of sheet of Tumbas: a character with gear and progress, a creature with its few numbers (TUMS-CHAR-02)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.system import SheetKind
from rules.systems.tumbas.creation import CREATION
from rules.systems.tumbas.sheet import (
    CREATURE,
    CREATURE_OVERRIDABLE,
    CREATURE_QUICK,
    NOTES,
    PERSON,
    PERSON_OVERRIDABLE,
    PERSON_QUICK,
    SHEET_VERSION,
    load_creature,
    load_person,
    migrate,
)

SHEET_KINDS: Mapping[str, SheetKind] = {
    "person": SheetKind(
        "person",
        SHEET_VERSION,
        PERSON,
        PERSON_QUICK,
        load_person,
        migrate,
        private=frozenset({NOTES.name}),
        overridable=PERSON_OVERRIDABLE,
        creation=CREATION,
        rises=lambda sheet: bool(sheet.get("levels_due")),
    ),
    "creature": SheetKind(
        "creature",
        SHEET_VERSION,
        CREATURE,
        CREATURE_QUICK,
        load_creature,
        migrate,
        private=frozenset({NOTES.name}),
        overridable=CREATURE_OVERRIDABLE,
    ),
}

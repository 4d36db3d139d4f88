"""The kinds of sheet of d20: people, creatures, and objects that can be struck, forced and mended (D20S-OBJ-01)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.system import SheetKind
from rules.systems.d20.creation import CREATION
from rules.systems.d20.next_level import NEXT_LEVEL
from rules.systems.d20.sheet import (
    CREATURE,
    CREATURE_OVERRIDABLE,
    CREATURE_QUICK,
    NOTES,
    OBJECT,
    OBJECT_OVERRIDABLE,
    OBJECT_QUICK,
    OBJECT_VERSION,
    PERSON,
    PERSON_OVERRIDABLE,
    PERSON_QUICK,
    SHEET_VERSION,
    load_creature,
    load_object,
    load_person,
    migrate,
    migrate_object,
    object_faults,
    row_faults,
)

_PRIVATE = frozenset({NOTES.name})

SHEET_KINDS: Mapping[str, SheetKind] = {
    "person": SheetKind(
        "person",
        SHEET_VERSION,
        PERSON,
        PERSON_QUICK,
        load_person,
        migrate,
        private=_PRIVATE,
        overridable=PERSON_OVERRIDABLE,
        faults=row_faults,
        creation=CREATION,
        advancing=NEXT_LEVEL,
    ),
    "creature": SheetKind(
        "creature",
        SHEET_VERSION,
        CREATURE,
        CREATURE_QUICK,
        load_creature,
        migrate,
        private=_PRIVATE,
        overridable=CREATURE_OVERRIDABLE,
        faults=row_faults,
    ),
    "object": SheetKind(
        "object",
        OBJECT_VERSION,
        OBJECT,
        OBJECT_QUICK,
        load_object,
        migrate_object,
        private=_PRIVATE,
        overridable=OBJECT_OVERRIDABLE,
        faults=object_faults,
    ),
}

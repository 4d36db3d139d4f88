"""The kinds of sheet of Tapiz: a character or a creature, with the same values (TAP-CHAR-13)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.system import SheetKind
from rules.systems.tapiz.creating import CREATION
from rules.systems.tapiz.sheet import FULL, NOTES, OVERRIDABLE, QUICK, SHEET_VERSION, load, migrate

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
    )
    for name in ("person", "creature")
}

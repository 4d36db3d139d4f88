"""The kinds of sheet of Táctico: a character, a figure of the game master, and the machines (TAC-HOUSE-03, -19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.system import SheetKind
from rules.systems.tactico.creation import CREATION
from rules.systems.tactico.sheet import (
    CREATURE,
    CREATURE_QUICK,
    NOTES,
    OVERRIDABLE,
    PERSON,
    PERSON_QUICK,
    SHEET_VERSION,
    load_creature,
    load_person,
    migrate,
)
from rules.systems.tactico.vehicles.creation import MECH_CREATION, VEHICLE_CREATION
from rules.systems.tactico.vehicles.sheet import MACHINE_SHEETS

SHEET_KINDS: Mapping[str, SheetKind] = {
    "person": SheetKind(
        "person",
        SHEET_VERSION,
        PERSON,
        PERSON_QUICK,
        load_person,
        migrate,
        private=frozenset({NOTES.name}),
        overridable=OVERRIDABLE,
        creation=CREATION,
    ),
    "creature": SheetKind(
        "creature",
        SHEET_VERSION,
        CREATURE,
        CREATURE_QUICK,
        load_creature,
        migrate,
        private=frozenset({NOTES.name}),
        overridable=OVERRIDABLE,
    ),
    "mech": replace(MACHINE_SHEETS["mech"], creation=MECH_CREATION),
    "vehicle": replace(MACHINE_SHEETS["vehicle"], creation=VEHICLE_CREATION),
}

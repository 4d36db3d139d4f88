"""The kinds of entries that a pack of a system may hold, and their inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.equipment import EntryKind, Family
from rules.core.inputs import Input
from rules.core.system import AnySystem
from rules.core.types import Json

LETTERS: Mapping[Family, str] = {
    "item": "O",
    "class": "P",
    "species": "E",
    "talent": "T",
    "spell": "H",
    "creature": "C",
    "rule": "R",
}
"""The third letter of an entry's code: Objeto, Profesión, Especie, Talento, Hechizo, Criatura, Regla."""

FAMILIES: tuple[Family, ...] = tuple(LETTERS)

RULE = EntryKind("rule", "rule")
"""The kind of optional rules, which set la carta; all systems have it."""

OWN_NAMES = ("code", "name", "text", "of", "licence", "source")
"""The fields of all entries; no input of a kind may have one of these names."""


def kinds_of(system: AnySystem) -> dict[str, EntryKind]:
    """The kinds of a system's entries by name, in the order of the screens; optional rules last."""
    kinds = dict(system.equipment.kinds)
    if not any(kind.family == "rule" for kind in kinds.values()):
        kinds[RULE.name] = RULE
    return kinds


def kind_for(system: AnySystem, kind: EntryKind, values: Mapping[str, Json]) -> EntryKind:
    """The kind with the inputs for these values: an optional rule has only the settings that it changes."""
    if kind.family != "rule":
        return kind
    own = {item.name for item in kind.inputs}
    settings = (item for item in system.settings if item.name in values and item.name not in own)
    return replace(kind, inputs=(*kind.inputs, *settings))


def may_ask(system: AnySystem, kind: EntryKind) -> tuple[Input, ...]:
    """All inputs that an entry of this kind may have; for optional rules the settings of la carta."""
    own = {item.name for item in kind.inputs}
    settings = system.settings if kind.family == "rule" else ()
    return (*kind.inputs, *(item for item in settings if item.name not in own))


def sheet_of(system: AnySystem, kind: EntryKind) -> tuple[Input, ...]:
    """The inputs of the sheet on which entries of this kind write."""
    return system.sheet_kinds[kind.gives].inputs if kind.gives else ()

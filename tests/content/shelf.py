"""The packs that ship with the application, read once, and their entries as a table in one language has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from equipment.packs.files import unpacking
from equipment.packs.files.checking import counting, creature_sheet, whole
from equipment.packs.files.document import Entry, Pack
from equipment.packs.files.kinds import kinds_of
from equipment.packs.files.reading import load
from rules.core.equipment import EntryKind
from rules.core.registry import get_system
from rules.core.system import AnySystem
from rules.core.types import Json

CONTENT = Path(__file__).resolve().parents[2] / "content"
PLAYED = ("tapiz", "tumbas", "d20", "tactico")
"""The systems whose packs are played here."""

FOLDERS = tuple(path.parent for slug in PLAYED for path in sorted((CONTENT / slug).glob("*/pack.toml")))


@cache
def pack(folder: Path) -> Pack:
    """A shipped pack; raises Refused with every fault."""
    return load(unpacking.folder(folder))


@dataclass(frozen=True)
class Shelved:
    """An entry of a shipped pack, by its family and kind."""

    folder: Path
    entry: Entry

    @property
    def system(self) -> AnySystem:
        """The system of its pack."""
        return get_system(pack(self.folder).system)

    @property
    def kind(self) -> EntryKind:
        """What it is an entry of."""
        return kinds_of(self.system)[self.entry.kind]

    @property
    def values(self) -> dict[str, Any]:
        """Its values as they count in Spanish, with those that it inherits."""
        return self.told("es")

    def told(self, language: str) -> dict[str, Any]:
        """Its values as they count in this language."""
        return counting(self.system, self.kind, self.written, language)

    @property
    def written(self) -> dict[str, Json]:
        """Its values with their texts in every language."""
        others = {one.code: one for one in pack(self.folder).entries}
        return whole(self.system, self.kind, self.entry, others)

    @property
    def sheet(self) -> dict[str, Any]:
        """The whole sheet of a creature."""
        return creature_sheet(self.system, self.kind, self.values)


def shelved(*families: str, kind: str = "") -> list[Shelved]:
    """The entries of these families, or of one kind, of all shipped packs."""
    found = [Shelved(folder, entry) for folder in FOLDERS for entry in pack(folder).entries]
    return [one for one in found if one.entry.kind == kind or (not kind and one.kind.family in families)]


def called(one: Shelved) -> str:
    """How a test of an entry is called."""
    return f"{one.system.slug}-{one.entry.code}"

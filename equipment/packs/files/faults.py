"""The faults of a pack's files, each with its file, its place in the file and a code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.core.errors import RuleError
from rules.core.types import Json

Path: TypeAlias = tuple[str | int, ...]

CODES: Mapping[str, str] = {
    "pack.nothing": "There are no files.",
    "pack.zip.damaged": "The zip file is damaged or none.",
    "pack.zip.locked": "The zip file is locked with a password.",
    "pack.zip.method": "It is packed in a way that is not read here: only stored and deflated files are.",
    "pack.many_files": "More files than `most`.",
    "pack.size": "All files together are larger than `most` kilobytes.",
    "pack.file.size": "This file is larger than `most` kilobytes.",
    "pack.file.path": "The path is absolute, leads outside or is no plain path.",
    "pack.file.deep": "The file lies more than `most` folders deep.",
    "pack.file.link": "The file is a link.",
    "pack.file.twice": "Two files have this path.",
    "pack.file.ending": "Only the endings in `words` may come in.",
    "pack.file.unknown": "Nothing is known under this name; kinds of entries are `words`.",
    "pack.file.text": "The file is no text in UTF-8, or holds marks that cannot be kept.",
    "pack.file.form": "The file is no TOML, JSON or CSV: `reason`.",
    "pack.file.twice_named": "The name `name` stands twice in one object.",
    "pack.file.deeply": "More than `most` levels inside each other.",
    "pack.missing_head": "There is no pack.toml.",
    "pack.missing": "This must be given.",
    "pack.unknown": "Nothing of this name is expected here.",
    "pack.text": "Must be a text.",
    "pack.list": "Must be a list.",
    "pack.table": "Must be a table of names and values.",
    "pack.long": "May have `most` characters.",
    "pack.many": "May have `most` elements.",
    "pack.value": "Values are texts, whole numbers, true or false, lists and tables.",
    "pack.format": "The form of the file is another or a newer one; `most` is known.",
    "pack.system": "The system is not installed.",
    "pack.code": "Must be two capital letters.",
    "pack.slug": "Must be small letters, digits and hyphens.",
    "pack.version": "Must be up to three numbers with points between them, such as 1.2.",
    "pack.language": "Must be a language as two small letters, each once.",
    "pack.language_missing": "Is missing in the language `language`.",
    "pack.entry.code": "Must be `wanted` and four digits.",
    "pack.entry.twice": "The code `name` is also in `file`.",
    "pack.entry.of": "There is no entry `name` of this kind that is not itself a part of another.",
    "pack.csv.column": "The first line names the column `name`, which is not known.",
    "pack.csv.twice": "The first line names the column `name` twice, or once as a whole and once in parts.",
    "pack.csv.wide": "The line has more cells than the first one.",
    "pack.map": "A map is called `maps/<name>.json` and is a table with `name` and `data`, of this system.",
    "pack.scene": "A scene is called `scenes/<name>.toml`.",
    "pack.scene.count": "Must be a whole number from 1 to `most`.",
    "pack.scene.map": "There is no map `name` in the pack.",
    "pack.scene.creature": "There is no creature `name` in the pack.",
    "pack.chapter": "A chapter is called `<name>.<language>.md` and begins with a line `# title`.",
}
"""All codes of faults in files, with their meaning; faults of the rules have codes of their own (`Fault.error`)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in the files of a pack."""

    file: str
    """The path of the file in the pack; "" for the pack as a whole."""
    path: Path
    """The keys and places that lead to it in the file; lines of a CSV file are counted from 1, the head included."""
    code: str
    params: Mapping[str, Json] = field(default_factory=dict)
    entry: str = ""
    """The code of the entry, where it has one."""
    error: RuleError | None = field(default=None, compare=False)
    """What the rules refuse; then `code` is its reason."""

    @property
    def place(self) -> str:
        """The path in the usual notation: `entry[2].name.es`."""
        found = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:60]}" for step in self.path[:20])
        return found.lstrip(".")


class Refused(Exception):
    """The files were refused whole."""

    code = "pack_refused"
    faults: tuple[Fault, ...]
    system: str
    """The slug of the system of the pack; "" where the files were refused before it was known."""

    def __init__(self, faults: Iterable[Fault], system: str = "") -> None:
        self.faults = tuple(faults)
        self.system = system
        super().__init__("; ".join(f"{one.file}: {one.place}: {one.code}" for one in self.faults[:5]))


def refused(code: str, file: str = "", **params: Json) -> Refused:
    """A refusal for one fault of a whole file."""
    return Refused([Fault(file, (), code, params)])

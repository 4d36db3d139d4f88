"""The maps of a pack, `maps/<name>.json`, in the form of a table's exported map."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from rules.core.board.maps import maker_of
from rules.core.errors import RuleError
from rules.core.system import AnySystem
from rules.core.types import Json

from . import heads
from .document import MOST_LINE, MOST_MAP_NAME, BattleMap
from .faults import Fault, Path, Refused, refused
from .parsing import parsed_json, value_faults

FOLDER = "maps"
FORMAT = "tapiz-map"
VERSION = 1

_NAME = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)\.json")
_KNOWN = ("format", "version", "system", "name", "data")


def read(system: AnySystem, path: PurePosixPath, data: bytes, languages: tuple[str, ...]) -> BattleMap:
    """The map in a file; raises Refused with all its faults."""
    here, named = str(path), _NAME.fullmatch(path.name)
    if len(path.parts) != 2 or named is None:
        raise refused("pack.map", here)
    found = parsed_json(here, data)
    if faults := [*value_faults(here, found), *_head_faults(system, here, found)]:
        raise Refused(faults)
    faults = []

    def note(where: Path, code: str, params: dict[str, Json]) -> None:
        faults.append(Fault(here, where, code, params))

    # A name is one line, whatever its length.
    name = heads.said(found, "name", min(MOST_MAP_NAME, MOST_LINE), languages, note, needed=True)  # type: ignore[arg-type]
    drawn: Json = {}
    try:
        drawn = maker_of(system, found["data"]).load(found["data"])
    except RuleError as error:
        faults.append(Fault(here, ("data",), error.reason, {}, "", error))
    if faults:
        raise Refused(faults)
    return BattleMap(named[1], name, drawn)


def _head_faults(system: AnySystem, here: str, found: dict[str, Json]) -> Iterator[Fault]:
    """The faults of the file's frame; in a pack it may leave out form, version and system."""
    for name in found:
        if name not in _KNOWN:
            yield Fault(here, (name,), "pack.unknown")
    if found.get("format", FORMAT) != FORMAT or found.get("version", VERSION) != VERSION:
        yield Fault(here, ("format",), "pack.format", {"most": f"{FORMAT} {VERSION}"})
    if found.get("system", system.slug) != system.slug:
        yield Fault(here, ("system",), "pack.map")
    if "data" not in found:
        yield Fault(here, ("data",), "pack.missing")


def written(system: str, one: BattleMap) -> bytes:
    """A map as its file."""
    different = set(one.name.values())
    name: Json = next(iter(different)) if len(different) == 1 else dict(one.name)
    table = {"format": FORMAT, "version": VERSION, "system": system, "name": name, "data": one.data}
    return (json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()

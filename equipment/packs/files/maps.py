"""The maps of a pack, `maps/<name>.json`, in the form of a table's exported map."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from rules.core.board.maps import maker_of
from rules.core.errors import RuleError
from rules.core.system import AnySystem
from rules.core.types import Json

from . import heads
from .document import MOST_LINE, MOST_MAP_NAME, BattleMap, in_language
from .faults import Fault, Path, Refused, refused
from .images import joined
from .parsing import parsed_json, value_faults

FOLDER = "maps"
FORMAT = "tapiz-map"
VERSION = 1

_NAME = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)\.json")
_KNOWN = ("format", "version", "system", "name", "data", "picture")

ITS_PICTURE = "picture"
"""What a map calls the picture that stands in its own file."""
MOST_PIECES = 70
MOST_REGION_NAME = 40


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
    plain, names = _plain(found["data"], languages, note)
    picture = found.get("picture", [])
    if not _is_image(picture) or bool(picture) != _has_backdrop(plain):
        note(("picture",), "pack.value", {})
    try:
        drawn = maker_of(system, plain).load(plain)
    except RuleError as error:
        faults.append(Fault(here, ("data",), error.reason, {}, "", error))
    if faults:
        raise Refused(faults)
    for key, said in names.items():
        drawn["regions"][key]["name"] = said
    return BattleMap(named[1], name, drawn, tuple(picture))


def _plain(
    data: Json, languages: tuple[str, ...], note: Callable[[Path, str, dict[str, Json]], None]
) -> tuple[Json, dict[str, Json]]:
    """The data with one name for each region, and the names of those that have one by language."""
    regions = data.get("regions") if isinstance(data, dict) else None
    if not isinstance(regions, dict):
        return data, {}
    names: dict[str, Json] = {}
    for key, one in regions.items():
        if isinstance(one, dict) and isinstance(one.get("name"), dict):

            def here(where: Path, code: str, params: dict[str, Json], key: str = key) -> None:
                note(("data", "regions", key, *where), code, params)

            names[key] = dict(heads.said(one, "name", MOST_REGION_NAME, languages, here, needed=True))  # type: ignore[arg-type]
    said = {key: {**one, "name": in_language(names[key], languages[0])} for key, one in regions.items() if key in names}
    return {**data, "regions": {**regions, **said}}, names


def _has_backdrop(data: Json) -> bool:
    return isinstance(data, dict) and data.get("backdrop") is not None


def _is_image(pieces: Json) -> bool:
    """Whether this may be a picture; the room that keeps it decodes it."""
    if not isinstance(pieces, list) or len(pieces) > MOST_PIECES or not all(isinstance(one, str) for one in pieces):
        return False
    try:
        data = joined(pieces)
    except ValueError:
        return False
    return not pieces or (data[:4], data[8:12]) == (b"RIFF", b"WEBP")


def data_in_language(one: BattleMap, language: str) -> Json:
    """The data of a map with the names of its regions in one language."""
    regions = one.data.get("regions")
    if not regions:
        return one.data
    said = {
        key: {**each, "name": in_language(each["name"], language)} if isinstance(each["name"], dict) else each
        for key, each in regions.items()
    }
    return {**one.data, "regions": said}


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


def as_table(system: str, name: Json, data: Json, picture: Sequence[str]) -> dict[str, Json]:
    """What stands in the file of a map."""
    table = {"format": FORMAT, "version": VERSION, "system": system, "name": name, "data": data}
    return {**table, "picture": list(picture)} if picture else table


def written(system: str, one: BattleMap) -> bytes:
    """A map as its file."""
    different = set(one.name.values())
    name: Json = next(iter(different)) if len(different) == 1 else dict(one.name)
    table = as_table(system, name, one.data, one.picture)
    return (json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()

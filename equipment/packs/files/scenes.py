"""The scenes of a pack, `scenes/<name>.toml`: what a game master prepares with one tap, in the order of their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from rules.core.types import Json

from . import heads
from .document import MOST_FOES, MOST_LINE, MOST_PILES, MOST_SCENE_NAME, MOST_TEXT, Foes, Scene
from .faults import Fault, Path, Refused, refused
from .parsing import parsed_toml, value_faults

FOLDER = "scenes"

_NAME = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)\.toml")
_KNOWN = ("name", "text", "map", "foes")
_FOES = ("creature", "count", "hidden")


def read(path: PurePosixPath, data: bytes, languages: tuple[str, ...]) -> Scene:
    """The scene in a file; raises Refused with all its faults."""
    here, named = str(path), _NAME.fullmatch(path.name)
    if len(path.parts) != 2 or named is None:
        raise refused("pack.scene", here)
    found = parsed_toml(here, data)
    faults = [
        *value_faults(here, found),
        *(Fault(here, (name,), "pack.unknown") for name in found if name not in _KNOWN),
    ]

    def note(where: Path, code: str, params: Mapping[str, Json]) -> None:
        faults.append(Fault(here, where, code, params))

    name = heads.said(found, "name", MOST_SCENE_NAME, languages, note, needed=True)
    text = heads.said(found, "text", MOST_TEXT, languages, note)
    foes = tuple(_foes(found.get("foes", []), note))
    laid = heads.words(found, "map", MOST_LINE, note) if "map" in found else ""
    if faults:
        raise Refused(faults)
    return Scene(named[1], name, text, foes, laid)


def _foes(listed: Json, note: heads.Noting) -> Iterator[Foes]:
    if not isinstance(listed, list):
        note(("foes",), "pack.list", {})
        return
    if len(listed) > MOST_PILES:
        note(("foes",), "pack.many", {"most": MOST_PILES})
        return
    for number, row in enumerate(listed):
        if not isinstance(row, dict):
            note(("foes", number), "pack.table", {})
            continue
        yield _pile(row, lambda path, code, params, at=number: note(("foes", at, *path), code, params))  # type: ignore[misc]


def _pile(row: Mapping[str, Json], note: heads.Noting) -> Foes:
    for name in row:
        if name not in _FOES:
            note((name,), "pack.unknown", {})
    count, hidden = row.get("count", 1), row.get("hidden", False)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_FOES:
        note(("count",), "pack.scene.count", {"most": MOST_FOES})
        count = 1
    if not isinstance(hidden, bool):
        note(("hidden",), "pack.value", {})
    return Foes(heads.words(row, "creature", MOST_LINE, note, needed=True), count, hidden is True)


def unknown(scenes: Collection[Scene], creatures: Collection[str], maps: Collection[str]) -> Iterator[Fault]:
    """The faults of scenes that name a creature or a map which the pack does not have."""
    for one in scenes:
        if one.map and one.map not in maps:
            yield Fault(f"{FOLDER}/{one.slug}.toml", ("map",), "pack.scene.map", {"name": one.map[:40]})
        for number, pile in enumerate(one.foes):
            if pile.creature not in creatures:
                where = ("foes", number, "creature")
                yield Fault(f"{FOLDER}/{one.slug}.toml", where, "pack.scene.creature", {"name": pile.creature[:20]})


def written(one: Scene) -> dict[str, Any]:
    """A scene as the table of its file, texts by language."""
    foes = [
        {
            "creature": pile.creature,
            **({"count": pile.count} if pile.count > 1 else {}),
            **({"hidden": True} if pile.hidden else {}),
        }
        for pile in one.foes
    ]
    return {
        "name": dict(one.name),
        **({"text": dict(one.text)} if one.text else {}),
        **({"map": one.map} if one.map else {}),
        **({"foes": foes} if foes else {}),
    }

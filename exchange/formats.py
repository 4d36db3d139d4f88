"""The formats of our files: names, versions, published schemas, and the migration from older versions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings

from rules.core.types import Json

CHARACTER = "tapiz-character"
TABLE = "tapiz-table"

VERSIONS: dict[str, int] = {CHARACTER: 3, TABLE: 7}
"""The version in which each format is written."""

Lift = Callable[[dict[str, Json]], dict[str, Json]]


def _with_possessions(document: dict[str, Json]) -> dict[str, Json]:
    """A character from before possessions; the things that its sheet lists become possessions when it is written."""
    return {**document, "possessions": []}


def _with_stash(document: dict[str, Json]) -> dict[str, Json]:
    """A table from before possessions."""
    rows = document.get("characters")
    if isinstance(rows, list):
        document = {
            **document,
            "characters": [_with_possessions(one) if isinstance(one, dict) else one for one in rows],
        }
    return {**document, "stash": [], "loot": [], "shop": None}


def _without_looks(document: dict[str, Json]) -> dict[str, Json]:
    """A character from before looks, which has its usual emblem."""
    return {**document, "look": None}


def _without_pictures(document: dict[str, Json]) -> dict[str, Json]:
    """A table from before looks and pictures."""
    rows = document.get("characters")
    if isinstance(rows, list):
        document = {**document, "characters": [_without_looks(one) if isinstance(one, dict) else one for one in rows]}
    return {**document, "look": None, "creatures": [], "pictures": []}


LIFTS: dict[tuple[str, int], Lift] = {
    (CHARACTER, 1): _with_possessions,
    (TABLE, 1): lambda document: document,
    (TABLE, 2): _with_stash,
    (TABLE, 3): lambda document: {**document, "maps": []},
    (TABLE, 4): lambda document: document,
    (CHARACTER, 2): _without_looks,
    (TABLE, 5): _without_pictures,
    (TABLE, 6): lambda document: {**document, "stop_tells": "nobody", "boundaries": []},
}
"""By format and version, the function that lifts a file of that version to the next.

Version 2 of a table adds a kind of entry, `sync`, and is otherwise like version 1. Version 2 of a character and version
3 of a table have possessions, version 4 of a table has its maps, version 5 what its logs tell of the seeds of dice.
Version 3 of a character and version 6 of a table have looks and pictures, version 7 of a table lines and veils, who a
stop tells, and veiled entries.
"""

SCHEMAS: Mapping[str, str] = {CHARACTER: "character", TABLE: "table"}


class Newer(Exception):
    """The file has a newer version than this program knows."""

    def __init__(self, version: int, known: int) -> None:
        super().__init__(f"version {version}, known up to {known}")
        self.version = version
        self.known = known


def lifted(document: dict[str, Json]) -> dict[str, Json]:
    """The document in the present version of its format; the caller has checked `format` and `version`.

    Raises Newer.
    """
    name, version = document["format"], document["version"]
    known = VERSIONS[name]
    if version > known:
        raise Newer(version, known)
    for step in range(version, known):
        document = {**LIFTS[name, step](document), "format": name, "version": step + 1}
    return document


@cache
def schema(name: str, version: int) -> dict[str, Json]:
    """The published schema of a format in a version."""
    loaded: dict[str, Json] = json.loads(schema_file(name, version).read_text(encoding="utf-8"))
    return loaded


def schema_file(name: str, version: int) -> Path:
    """The file of that schema."""
    return Path(settings.BASE_DIR, "content", "schemas", f"{SCHEMAS[name]}-{version}.json")

"""Damaged files: one value replaced, removed or added."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator

from rules.core.types import Json

STRANGE: tuple[Json, ...] = (
    *(None, True, False, 0, -1, 7, 999, "", "x", "á" * 300, "0" * 32, [], {}, [1], ["x"], {"x": 1}, [[]]),
    *({"combatant": "x"}, "2026-01-01T00:00:00+00:00", "running", {"sheet": {}, "id": 3}, 2**40),
)


def places(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """All places in a document but its root."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*path, key)
        yield from places(item, (*path, key))


def spoilt(document: Json, chance: random.Random) -> Json:
    """The document with one change, which may be a fault."""
    found = copy.deepcopy(document)
    path = chance.choice(list(places(found)))
    around = found
    for step in path[:-1]:
        around = around[step]
    match chance.randrange(4):
        case 0:
            del around[path[-1]]
        case 1 if isinstance(around, dict):
            around["extra"] = chance.choice(STRANGE)
        case _:
            around[path[-1]] = copy.deepcopy(chance.choice(STRANGE))
    return found

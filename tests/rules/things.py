"""Things for the tests: made from a few values, checked by their kind as the application does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.equipment import checked
from rules.core.gear import Gear, Place, Thing
from rules.core.system import AnySystem
from rules.core.types import Json


def thing(
    system: AnySystem,
    id_: str,
    kind: str,
    name: str = "",
    *,
    place: Place = "packed",
    quantity: int = 1,
    charges: int | None = None,
    **values: Json,
) -> Thing:
    """A thing of a kind of the system; fresh ones have all their charges."""
    sort = system.equipment.kinds[kind]
    found = checked(sort, values)
    full = int(found.get(sort.charges) or 0) if sort.charges else 0
    return Thing(id_, kind, name or id_, found, quantity, full if charges is None else charges, place)


def gear(*things: Thing, rest: Mapping[str, int] | None = None) -> Gear:
    """All of these, and what else is carried."""
    return Gear(dict(sorted((one.id, one) for one in things)), rest or {})


def gear_of(system: AnySystem, written: Mapping[str, Mapping[str, Any]]) -> Gear:
    """Gear as a story writes it: by id kind, name, place, quantity, charges; all else are values of the kind."""
    return gear(*(thing(system, name, **row) for name, row in written.items()))

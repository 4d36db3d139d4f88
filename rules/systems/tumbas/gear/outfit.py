"""A sheet with its gear: weapons, worn armour and shield, and what everything takes of the load.

(TUM-HOUSE-08, TUM-HOUSE-09, TUM-LOAD-01)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rules.core.codec import codec
from rules.core.equipment import Values
from rules.core.gear import Gear, Thing, added
from rules.core.types import Id, Json
from rules.systems.tumbas.gear.entries import WIELDED, Wielded
from rules.systems.tumbas.gear.measures import burden
from rules.systems.tumbas.state import Arm

FIELD = "outfit"
"""The name under which an outfitted sheet holds its `Outfit`; no input has it."""


@dataclass(frozen=True, slots=True)
class Outfit:
    """What gear adds to a sheet."""

    arms: Mapping[Id, Arm]
    """The weapons at hand, by id."""
    order: tuple[str, ...] = ()
    """Their ids, those in hand first."""
    armour: int = 0
    armour_name: str = ""
    shield: str = ""
    """The name of the shield, "" without one."""
    burden: Mapping[str, int] | None = None
    """Units by measure."""


_OUTFIT = codec(Outfit)
NO_OUTFIT = Outfit({})


def outfit(kind: str, sheet: Values, gear: Gear, house: Values) -> Values:
    """The sheet with its gear, beside what is still written on it (TUM-LOAD-01)."""
    if not gear.things and not gear.rest:
        return sheet
    ready = sorted(
        (one for one in gear.at("hand", "worn") if one.kind == "weapon"), key=lambda one: one.place != "hand"
    )
    suits = [one for one in gear.at("worn") if one.kind == "armour"]
    best = max(suits, key=lambda one: int(one.values["armour"]), default=None)
    shield = next((one for one in gear.at("hand", "worn") if one.kind == "shield"), None)
    found = Outfit(
        arms={one.id: arm_of(one) for one in sorted(ready, key=lambda one: one.id)},
        order=tuple(one.id for one in ready),
        armour=int(best.values["armour"]) if best else 0,
        armour_name=best.name if best else "",
        shield=shield.name if shield else "",
        burden=added((gear.rest, *(burden(one) for one in gear.things.values()))),
    )
    return {**sheet, FIELD: _OUTFIT.dump(found)}


def outfit_of(sheet: Mapping[str, Json]) -> Outfit:
    """What gear has added to a sheet."""
    written = sheet.get(FIELD)
    return _OUTFIT.load(written) if written else NO_OUTFIT


def arm_of(thing: Thing) -> Arm:
    """A weapon as fights use it (TUM-HOUSE-08)."""
    values = thing.values
    return Arm(
        name=thing.name,
        attributes=WIELDED[cast(Wielded, values["attribute"])],
        damage_die=int(values["damage_die"]),
        hands=int(values["hands"]),
        use=values["use"],
        held=thing.place == "hand",
        reload=bool(values.get("reload")),
        ammunition=values.get("ammunition") or "",
        properties=values.get("properties") or "",
    )

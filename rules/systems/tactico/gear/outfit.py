"""The sheet as gear makes it: weapons, protection and all sizes in the rows of the sheet, each with its own name.

(TAC-HOUSE-13, TAC-HOUSE-14, TAC-INV-04 to -06)
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import Values
from rules.core.gear import Gear, Thing
from rules.core.types import Json
from rules.systems.tactico.gear.arms import is_thrown, spares_of
from rules.systems.tactico.gear.measures import SIZE
from rules.systems.tactico.vehicles.sheet import MACHINE_SHEETS

REST = "rest"
"""The name under which an outfitted sheet holds the size of what is put away; no input has this name."""

_PLACE_OF = {"hand": "hands", "packed": None}


def outfit(kind: str, sheet: Values, gear: Gear, house: Values) -> Values:
    """The sheet with all that its owner carries as things, beside what is still written on it (TAC-INV-04).

    Weapons in hand stand before all others, those at the belt after them; a machine carries nothing this way.
    """
    if kind in MACHINE_SHEETS or not (gear.things or gear.rest):
        return sheet
    ready = [one for one in gear.at("hand", "worn") if one.kind == "weapon"]
    suits = [one for one in gear.at("worn") if one.kind == "protection"]
    carried = [one for one in gear.at("hand", "worn", "packed") if one not in ready and one not in suits]
    changes: dict[str, Json] = {
        "weapons": [
            *(weapon_row(one, gear) for one in sorted(ready, key=lambda one: one.place != "hand")),
            *sheet["weapons"],
        ],
        "protection": [*sheet["protection"], *(row for one in suits for row in protection_rows(one))],
        "equipment": sheet["equipment"] or any(one.values.get("treats") for one in carried),
        "in_hand": next((one.id for one in ready if one.place == "hand"), None) if ready else None,
    }
    if "items" in sheet:
        changes |= {"items": [*sheet["items"], *(item_row(one) for one in carried)], REST: gear.rest.get(SIZE, 0)}
    return {**sheet, **changes}


def weapon_row(thing: Thing, gear: Gear) -> Mapping[str, Json]:
    """A weapon as a row of the sheet, with its id, and what there is to load it with (TAC-HOUSE-13)."""
    values = thing.values
    return {
        "id": thing.id,
        "name": thing.name,
        **{
            name: values[name] for name in ("category", "hand", "accuracy", "dice", "bonus", "rounds", "reload", "size")
        },
        "spares": spares_of(gear, thing),
        "thrown": is_thrown(thing),
        "place": place_of(thing),
        "quantity": thing.quantity,
    }


def protection_rows(thing: Thing) -> tuple[Mapping[str, Json], ...]:
    """Worn protection as rows of the sheet, one for each location; its size counts once (TAC-HOUSE-14)."""
    values = thing.values
    return tuple(
        {
            "name": thing.name,
            "kind": values["protection"],
            "location": location,
            "value": values["value"],
            "size": 0 if number else int(values["size"] or 0) * thing.quantity,
        }
        for number, location in enumerate(values["covers"])
    )


def item_row(thing: Thing) -> Mapping[str, Json]:
    """Anything else as a row of the sheet (TAC-INV-04)."""
    return {
        "name": thing.name,
        "category": thing.values.get("sort") or "other",
        "size": int(thing.values.get("size") or 0),
        "quantity": thing.quantity,
        "place": place_of(thing),
    }


def place_of(thing: Thing) -> str | None:
    """The slot of the sheet that a thing is in; what is packed has none (TAC-INV-05)."""
    return _PLACE_OF.get(thing.place, thing.values.get("slot"))

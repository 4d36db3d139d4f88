"""What a sheet lists as things: weapons, worn armour, objects (D20H-LOAD-02, D20C-DEF-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.equipment import FIRST_LANGUAGE, Values
from rules.core.gear import Thing
from rules.core.types import Json
from rules.core.words import words
from rules.systems.d20.gear.entries import ARMOUR_VALUES, WEAPON_VALUES
from rules.systems.d20.gear.measures import in_units
from rules.systems.d20.sheet import pounds

NO_ARMOUR: Mapping[str, Json] = {
    "armour": "",
    "armour_weight": "0",
    **{item.name: getattr(item, "default", None) for item in ARMOUR_VALUES},
}
"""What a sheet says of armour that is a thing; whether its wearer is trained stays."""


def unpack(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Values, tuple[Thing, ...]]:
    """The sheet without its things, and the things; creatures keep theirs, and all keep claws and fists.

    The first weapon is in hand, the others at the belt. The weight is the same to a hundredth of a pound.
    """
    if kind != "person":
        return sheet, ()
    natural = [row for row in sheet["weapons"] if row["use"] == "natural"]
    armed = any(sheet[name] != value for name, value in NO_ARMOUR.items())
    if len(natural) == len(sheet["weapons"]) and not armed and not sheet["items"]:
        return sheet, ()
    found = [_weapon(row) for row in sheet["weapons"] if row["use"] != "natural"]
    found[:1] = [replace(one, place="hand") for one in found[:1]]
    if armed:
        found.append(_armour(sheet, language))
    for row in sheet["items"]:
        found.append(Thing("", "gear", row["name"], _goods(row["weight"]), row["number"]))
    things = tuple(replace(one, id=str(place)) for place, one in enumerate(found, 1))
    return {**sheet, **NO_ARMOUR, "weapons": natural, "items": []}, things


def spoils(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Thing, ...]:
    """What a fallen creature had in hand and on: no claws, and no hide (D20C-DEF-04)."""
    if kind != "creature":
        return ()
    found = [_weapon(row) for row in sheet["weapons"] if row["use"] != "natural"]
    if any(sheet[name] != value for name, value in NO_ARMOUR.items()):
        found.append(_armour(sheet, language))
    return tuple(replace(one, id=str(place), place="packed") for place, one in enumerate(found, 1))


def _goods(weight: str) -> dict[str, Json]:
    return {"weight": in_units(pounds(weight)), "price": 0, "remarks": ""}


def _weapon(row: Mapping[str, Json]) -> Thing:
    pieces = row["pieces"] if row["use"] == "thrown" else 1
    values = {**_goods(row["weight"]), **{item.name: row[item.name] for item in WEAPON_VALUES}}
    return Thing("", "weapon", row["name"], {**values, "pieces": 1, "ammunition": None}, pieces, place="worn")


def _armour(sheet: Values, language: str) -> Thing:
    name = sheet["armour"] or words("d20", language)["unpacked.armour"]
    values = {**_goods(sheet["armour_weight"]), **{item.name: sheet[item.name] for item in ARMOUR_VALUES}}
    return Thing("", "armour", name, values, place="worn")

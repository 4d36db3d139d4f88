"""Things made of what a sheet lists: weapons with their loads, protection, containers, objects.

(TAC-INV-02, TAC-INV-04)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.equipment import FIRST_LANGUAGE, Values
from rules.core.gear import Place, Thing
from rules.core.types import Json
from rules.core.words import words
from rules.systems.tactico.gear.entries import KINDS, usual_reload
from rules.systems.tactico.load import SLOTS, weapon_size
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.sheet import weapon_rows

NOTHING: Mapping[str, Json] = {"weapons": [], "protection": [], "containers": [], "items": []}
"""The fields of a sheet that lists no things."""


def unpack(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Values, tuple[Thing, ...]]:
    """The sheet without its things, and the things; figures and machines keep what their sheets list.

    The first weapon is in hand, as it is for a sheet; what lay in a container is packed.
    """
    if kind != "person" or all(sheet[name] == value for name, value in NOTHING.items()):
        return sheet, ()
    found = (
        *(_weapon(row, language, first=not number) for number, row in enumerate(sheet["weapons"])),
        *_loads(sheet, language),
        *(_protection(row, language) for row in sheet["protection"]),
        *(_container(row) for row in sheet["containers"]),
        *(object_thing("", row) for row in sheet["items"]),
    )
    things = tuple(replace(one, id=str(place)) for place, one in enumerate(found, 1))
    return {**sheet, **NOTHING}, things


def spoils(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Thing, ...]:
    """What a fallen figure had in hand and on; what it wears all over is one piece (TAC-HOUSE-03, TAC-HOUSE-14)."""
    if kind != "creature":
        return ()
    found = [weapon_thing({"place": None, "size": None, **row}, "packed", language) for row in weapon_rows(sheet)]
    found += [_protection(row, language) for row in sheet["protection"]]
    if worn := sheet["worn"]:
        values = {**_goods(0), "protection": worn, "covers": list(LOCATIONS), "value": None}
        sort = name_of(f"protection.{worn}", language).lower()
        name = f"{name_of('category.protection', language)} ({sort})"
        found.append(Thing("", "protection", name, KINDS["protection"].load(values)))
    return tuple(replace(one, id=str(place), place="packed") for place, one in enumerate(found, 1))


def weapon_thing(row: Mapping[str, Json], place: Place, language: str = FIRST_LANGUAGE) -> Thing:
    """A weapon of a row of the sheet as a thing; loads are counted where the row counts them (TAC-HOUSE-13)."""
    open_values = {name: row.get(name) for name in ("accuracy", "dice", "bonus", "rounds", "reload")}
    counted = row["category"] if row.get("spares") is not None else None
    values = {
        **open_values,
        "category": row["category"],
        "size": weapon_size(row),
        "price": 0,
        "ammunition": counted,
        "hand": row.get("hand") or "right",
        "slot": row["place"] if row["place"] in SLOTS else None,
        "properties": "",
    }
    name = row.get("name") or name_of(f"weapon.{row['category']}", language)
    return Thing("", "weapon", name, KINDS["weapon"].load(values), place=place)


def object_thing(id_: str, row: Mapping[str, Json]) -> Thing:
    """Objects of a row of the sheet as a thing (TAC-INV-04)."""
    values = {
        **_goods(row["size"]),
        "sort": row["category"],
        "slot": row["place"] if row["place"] in SLOTS else None,
        "treats": False,
    }
    return Thing(id_, "gear", row["name"], values, row["quantity"], place=where(row["place"]))


def where(place: str | None) -> Place:
    """Where a thing of this place of the sheet is: in hand, at one of the slots, or packed (TAC-INV-05)."""
    if place == "hands":
        return "hand"
    return "worn" if place in SLOTS else "packed"


def name_of(code: str, language: str = FIRST_LANGUAGE) -> str:
    """The name that a thing gets where the sheet gives it none."""
    return words("tactico", language)[code]


def _goods(size: int) -> dict[str, Json]:
    return {"size": size, "price": 0, "properties": ""}


def _weapon(row: Mapping[str, Json], language: str, *, first: bool) -> Thing:
    return weapon_thing(row, "hand" if first else "worn", language)


def _loads(sheet: Values, language: str) -> list[Thing]:
    """Magazines, arrows and bullets, all that fit weapons of one category together; they take no room (TAC-INV-04)."""
    found: dict[tuple[str, str], int] = {}
    for row in sheet["weapons"]:
        if row["spares"]:
            key = (row["category"], row["reload"] or usual_reload(row["category"]))
            found[key] = found.get(key, 0) + row["spares"]
    return [
        Thing(
            "",
            "ammunition",
            f"{name_of(f'reload.{reload}', language)} ({name_of(f'weapon.{category}', language)})",
            {**_goods(0), "ammunition": category, "reload": reload},
            count,
        )
        for (category, reload), count in found.items()
    ]


def _protection(row: Mapping[str, Json], language: str) -> Thing:
    values = {**_goods(row["size"]), "protection": row["kind"], "covers": [row["location"]], "value": row["value"]}
    name = row["name"] or name_of("category.protection", language)
    return Thing("", "protection", name, KINDS["protection"].load(values), place="worn")


def _container(row: Mapping[str, Json]) -> Thing:
    return Thing("", "container", row["name"], {**_goods(row["size"]), "holds": row["capacity"]}, place="worn")

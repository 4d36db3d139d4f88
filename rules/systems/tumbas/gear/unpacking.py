"""What a sheet lists as things: weapons, armour, points, provisions, money, objects (TUM-EQP-01, TUM-LOAD-01)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.equipment import FIRST_LANGUAGE, Values
from rules.core.gear import Place, Thing
from rules.core.types import Json
from rules.core.words import words
from rules.systems.tumbas.house import ARMOURS, WEAPONS, Weapon

NOTHING: Mapping[str, Json] = {
    "weapons": [],
    "armour": "none",
    "shield": False,
    "equipment_points": 0,
    "provisions": 0,
    "coins": 0,
    "jewels": 0,
    "items": [],
}
"""The fields of a sheet that lists no things any more."""

COUNTED_VALUES: Mapping[str, Mapping[str, Json]] = {"coin": {"coin": "gold"}, "jewel": {"price": 1}}
"""The values of things that are only counted."""

WIELDED_BY = {("strength",): "strength", ("agility",): "agility", ("strength", "agility"): "either"}
"""The attributes of a weapon as one word."""


def unpack(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Values, tuple[Thing, ...]]:
    """Return the sheet without its things, and the things; a creature's sheet lists none (TUM-HOUSE-27).

    What is only counted has the same name in every language, so that all of it stays one stack.
    """
    if kind == "creature" or all(sheet[name] == value for name, value in NOTHING.items()):
        return sheet, ()
    found = (*_weapons(sheet, language), *_suits(sheet, language), *_counted(sheet), *_objects(sheet))
    things = tuple(
        Thing(str(place), one.kind, one.name, one.values, one.quantity, one.charges, one.place)
        for place, one in enumerate(found, 1)
    )
    return {**sheet, **NOTHING}, things


def weapon_thing(id_: str, weapon: Weapon, name: str, place: Place = "worn") -> Thing:
    """A weapon of the house table as a thing; its ammunition is not counted (TUM-HOUSE-08)."""
    values: dict[str, Json] = {
        **_goods(1, weapon.coins),
        "attribute": WIELDED_BY[weapon.attributes],
        "damage_die": str(weapon.damage_die),
        "hands": str(weapon.hands),
        "use": weapon.use,
        "reload": weapon.reload,
        "ammunition": None,
    }
    return Thing(id_, "weapon", name, values, place=place)


def armour_thing(id_: str, armour: str, name: str) -> Thing:
    """An armour or shield of the house table as a thing that is worn (TUM-HOUSE-09)."""
    row = ARMOURS[armour]
    if armour == "shield":
        return Thing(id_, "shield", name, _goods(row.spaces, row.coins), place="worn")
    return Thing(id_, "armour", name, {**_goods(row.spaces, row.coins), "armour": row.armour}, place="worn")


def object_thing(id_: str, name: str, *, spaces: int = 1, sort: str = "object", declared: bool = False) -> Thing:
    """An object, of which rules know the spaces, the sort and whether it came from a point (TUM-EQP-03)."""
    return Thing(id_, "object", name, {**_goods(spaces, 0), "sort": sort, "declared": declared})


def counted_thing(id_: str, kind: str, quantity: int) -> Thing:
    """Equipment points, provisions, coins or jewels, by how many there are (TUM-LOAD-01)."""
    return Thing(id_, kind, name_of(f"unpacked.{kind}"), COUNTED_VALUES.get(kind, {}), quantity)


def name_of(code: str, language: str = FIRST_LANGUAGE) -> str:
    """The name that a thing without one gets, in a language."""
    return words("tumbas", language)[code]


def _goods(spaces: int, coins: int) -> dict[str, Json]:
    return {"spaces": spaces, "price": coins, "properties": ""}


def _weapons(sheet: Values, language: str) -> list[Thing]:
    found: list[Thing] = []
    for row in sheet["weapons"]:
        if row["weapon"] == "unarmed":
            continue
        name, note = name_of(f"weapon.{row['weapon']}", language), row["note"]
        place: Place = "worn" if found else "hand"
        found.append(weapon_thing("", WEAPONS[row["weapon"]], f"{name} ({note})" if note else name, place))
    return found


def _suits(sheet: Values, language: str) -> list[Thing]:
    worn: tuple[str, ...] = (sheet["armour"], *(("shield",) if sheet["shield"] else ()))
    return [armour_thing("", one, name_of(f"armour.{one}", language)) for one in worn if one != "none"]


def _counted(sheet: Values) -> list[Thing]:
    kinds = {"equipment_points": "equipment_point", "provisions": "provisions", "coins": "coin", "jewels": "jewel"}
    return [counted_thing("", kind, sheet[name]) for name, kind in kinds.items() if sheet[name]]


def _objects(sheet: Values) -> list[Thing]:
    return [
        object_thing("", row["name"], spaces=row["spaces"], sort=row["kind"], declared=row["declared"])
        for row in sheet["items"]
    ]

"""Where things are carried: the slots of a person and what each takes, containers by number (TAC-INV-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.types import Json
from rules.systems.tactico.load import Container, Item, ItemCategory, Load, Slot, check_load
from rules.systems.tactico.weapons import WEAPON_CATEGORIES, weapon_of

SlotName = Literal["hands", "holster", "sheath", "back", "belt", "worn"]
ContainerName = Literal["container_1", "container_2", "container_3", "container_4"]

CONTAINERS: tuple[ContainerName, ...] = get_args(ContainerName)

SLOTS: Mapping[SlotName, tuple[ItemCategory, ...]] = {
    "hands": (*WEAPON_CATEGORIES, "food_and_drink", "other"),
    "holster": ("handguns", "submachine_guns"),
    "sheath": ("melee_weapons",),
    "back": (
        *("submachine_guns", "shotguns", "rifles", "assault_rifles", "precision_rifles"),
        *("heavy_weapons", "bows_and_crossbows", "melee_weapons"),
    ),
    "belt": ("handguns", "explosives", "melee_weapons", "food_and_drink", "other"),
    "worn": ("clothing", "protection"),
}
"""The slots and what they take."""

PLACES: tuple[str, ...] = (*SLOTS, *CONTAINERS)

NOWHERE = "nowhere"
"""Carried without a place of its own."""


def carried(sheet: Mapping[str, Json], endurance: int) -> Load:
    """What a loaded sheet carries against the Aguante: weapons, protection, containers, things (TAC-INV-04 to -06).

    A place that is no container of this sheet counts as nowhere.
    """
    containers = [
        Container(name, row["size"], row["capacity"])
        for name, row in zip(CONTAINERS, sheet["containers"], strict=False)
    ]
    there = {container.id for container in containers}

    def item(size: int, category: ItemCategory, place: str | None, quantity: int = 1) -> Item:
        return Item(size, quantity, category, place if place in there else None, place if place in SLOTS else None)

    things = [item(row["size"], row["category"], row["place"], row["quantity"]) for row in sheet["items"]]
    things += [
        item(weapon_size(row), row["category"], row["place"], row.get("quantity") or 1) for row in sheet["weapons"]
    ]
    things += [item(rest, "other", None) for rest in (sheet.get("rest"),) if rest]
    things += [item(row["size"], "protection", "worn") for row in sheet["protection"]]
    return check_load(endurance, things, containers, [Slot(name, accepts) for name, accepts in SLOTS.items()])


@dataclass(frozen=True, slots=True)
class Carried:
    """Something that is carried: its name (none: that of its category), size of one, and how many."""

    name: str
    category: str
    size: int
    quantity: int = 1


def contents(sheet: Mapping[str, Json]) -> dict[str, tuple[Carried, ...]]:
    """What of a loaded sheet is in which place; what has none is `NOWHERE` (TAC-INV-05)."""
    there = (*SLOTS, *CONTAINERS[: len(sheet["containers"])])
    found: dict[str, tuple[Carried, ...]] = {}

    def add(place: str | None, one: Carried) -> None:
        where = place if place in there and place is not None else NOWHERE
        found[where] = (*found.get(where, ()), one)

    for row in sheet["weapons"]:
        add(row["place"], Carried(row["name"], row["category"], weapon_size(row), row.get("quantity") or 1))
    for row in sheet["protection"]:
        add("worn", Carried(row["name"], "protection", row["size"]))
    for row in sheet["items"]:
        add(row["place"], Carried(row["name"], row["category"], row["size"], row["quantity"]))
    if sheet.get("rest"):
        add(None, Carried("", "rest", sheet["rest"]))
    return found


def weapon_size(row: Mapping[str, Json]) -> int:
    """The size of a weapon: its own, else that of its category (TAC-HOUSE-13, TAC-INV-04)."""
    own: int | None = row["size"]
    return weapon_of(row["category"]).size if own is None else own

"""What is carried and where: sizes, containers, slots, the limit.

(TAC-INV-02, TAC-INV-04 to -06, TAC-HOUSE-13, TAC-HOUSE-18)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.types import Json
from rules.systems.tactico.weapons import WEAPON_CATEGORIES, WeaponCategory, weapon_of

OtherCategory = Literal["clothing", "food_and_drink", "protection", "other"]
ItemCategory = WeaponCategory | OtherCategory

ITEM_CATEGORIES: tuple[ItemCategory, ...] = (*get_args(WeaponCategory), *get_args(OtherCategory))
"""Ten categories of weapons and the other objects (TAC-INV-02)."""


@dataclass(frozen=True)
class Item:
    """Equal objects and where they are."""

    size: int
    """Of one."""
    quantity: int
    category: ItemCategory
    container: str | None = None
    """The id of the container that they are in."""
    slot: str | None = None
    """The id of the slot that they are in."""


@dataclass(frozen=True)
class Container:
    """A container holds objects up to a total size, and counts with its own size too."""

    id: str
    size: int
    capacity: int


@dataclass(frozen=True)
class Slot:
    """A place for objects of certain categories."""

    id: str
    accepts: tuple[ItemCategory, ...]


@dataclass(frozen=True)
class Load:
    """The total size against the Aguante, and the ids of containers and slots at fault."""

    total_size: int
    within_limit: bool
    room_left: int
    overfull_containers: tuple[str, ...]
    misplaced_slots: tuple[str, ...]


def check_load(endurance: int, items: Sequence[Item], containers: Sequence[Container], slots: Sequence[Slot]) -> Load:
    """Total the sizes carried and check them (TAC-INV-02, TAC-INV-04 to -06, TAC-HOUSE-18).

    Sizes are whole numbers from 0, quantities from 1 (else `OutOfRange`); an unknown category, or a container or slot
    that is not listed, is `UnknownValue`. What is too much is told, not refused.
    """
    _check_words(items, containers, slots)
    _check_numbers(endurance, items, containers)
    total = sum(map(size_of, items)) + sum(container.size for container in containers)
    overfull = (container.id for container in containers if _contents(container, items) > container.capacity)
    misplaced = (
        slot.id for slot in slots if any(item.slot == slot.id and item.category not in slot.accepts for item in items)
    )
    return Load(total, total <= endurance, endurance - total, tuple(overfull), tuple(misplaced))


def size_of(item: Item) -> int:
    """Return the size of all objects of an entry together (TAC-INV-04)."""
    return item.size * item.quantity


def _contents(container: Container, items: Sequence[Item]) -> int:
    return sum(size_of(item) for item in items if item.container == container.id)


def _check_words(items: Sequence[Item], containers: Sequence[Container], slots: Sequence[Slot]) -> None:
    container_ids = [container.id for container in containers]
    slot_ids = [slot.id for slot in slots]
    for item in items:
        _known_category(item.category, "category")
        if item.container is not None:
            one_of(item.container, container_ids, "tactico.load.container_unknown", field="container")
        if item.slot is not None:
            one_of(item.slot, slot_ids, "tactico.load.slot_unknown", field="slot")
    for slot in slots:
        for category in slot.accepts:
            _known_category(category, "accepts")


def _check_numbers(endurance: int, items: Sequence[Item], containers: Sequence[Container]) -> None:
    at_least(endurance, 0, "tactico.load.endurance", field="endurance")
    for item in items:
        at_least(item.size, 0, "tactico.load.size", field="size")
        at_least(item.quantity, 1, "tactico.load.quantity", field="quantity")
    for container in containers:
        at_least(container.size, 0, "tactico.load.size", field="size")
        at_least(container.capacity, 0, "tactico.load.capacity", field="capacity")


def _known_category(category: ItemCategory, field: str) -> None:
    one_of(category, ITEM_CATEGORIES, "tactico.load.category_unknown", field=field)


# on a sheet

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
"""The slots of a person and what each takes (TAC-INV-05)."""

PLACES: tuple[str, ...] = (*SLOTS, *CONTAINERS)

NOWHERE = "nowhere"
"""The place of what is carried without one."""


def carried(sheet: Mapping[str, Json], endurance: int) -> Load:
    """Total what a loaded sheet carries: weapons, protection, containers, things (TAC-INV-04 to -06).

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
    """Equal things that are carried, as a page lists them."""

    name: str
    """Empty for the name of the category."""
    category: str
    size: int
    """Of one."""
    quantity: int = 1


def contents(sheet: Mapping[str, Json]) -> dict[str, tuple[Carried, ...]]:
    """What a loaded sheet carries in each place, `NOWHERE` for what has none (TAC-INV-05)."""
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

"""Equipment points, buying, and what an adventure leaves (TUM-EQP-01 to -06, TUM-BUY-01 to -03, TUM-END-01, -02)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import NotAllowed, UnknownValue, at_least, one_of
from rules.systems.tumbas.load import Inventory, Item, ItemKind, carrying, check_carried, check_inventory, check_items

DeclaredKind = Literal["object", "weapon"]
Fate = Literal["kept", "destroyed", "worn_out", "back_to_point"]
Ware = Literal["equipment_point", "provisions"]

DECLARED_KINDS: tuple[DeclaredKind, ...] = get_args(DeclaredKind)
FATES: tuple[Fate, ...] = get_args(Fate)

STARTING_EQUIPMENT_POINTS = 2
"""Equipment points of a new character, who also has a backpack (TUM-EQP-01)."""

DECLARED_SPACES = 1
"""Spaces of an object that comes from an equipment point: one space becomes one space (TUM-EQP-03)."""

DECLARED_WEAPON_COINS = 1
"""An equipment point becomes a weapon only where that costs so much at most (TUM-HOUSE-34)."""

LOST_KINDS: tuple[ItemKind, ...] = ("object", "armour")
"""Declared things of these kinds are lost when an adventure ends (TUM-END-01, TUM-END-02)."""


PERISHABLE = ("equipment_point", "provisions")
"""The kinds of things of which nothing is left when an adventure ends (TUM-END-01)."""


@dataclass(frozen=True)
class Price:
    """What so many points of a ware cost together."""

    coins: int
    points: int


PRICES: Mapping[Ware, Price] = {"equipment_point": Price(1, 1), "provisions": Price(1, 5)}
"""The price list of any settlement; provisions are sold in fives (TUM-BUY-01 to -03)."""


@dataclass(frozen=True)
class Aftermath:
    """What the end of an adventure leaves, and the names of the items that are lost."""

    inventory: Inventory
    lost_items: tuple[str, ...]


def purchase(
    strength: int,
    resistance: int,
    inventory: Inventory,
    *,
    in_settlement: bool,
    equipment_points: int = 0,
    provision_lots: int = 0,
    capacity_bonus: int = 0,
    round_up: bool = False,
) -> Inventory:
    """Buy equipment points and lots of provisions; the load counts after paying (TUM-BUY-01, -02, TUM-LOAD-04).

    Raises OutOfRange for negative numbers, then NotAllowed outside a settlement, without enough coins or for a load
    above twice the capacity.
    """
    at_least(equipment_points, 0, "tumbas.load.negative", field="buy_equipment_points")
    at_least(provision_lots, 0, "tumbas.load.negative", field="buy_provision_lots")
    carrying(strength, resistance, inventory, capacity_bonus=capacity_bonus)
    if not in_settlement:
        raise NotAllowed("tumbas.buy.no_settlement", field="in_settlement")
    cost = equipment_points * PRICES["equipment_point"].coins + provision_lots * PRICES["provisions"].coins
    if cost > inventory.coins:
        raise NotAllowed("tumbas.buy.too_dear", params={"cost": cost, "coins": inventory.coins})
    after = replace(
        inventory,
        coins=inventory.coins - cost,
        equipment_points=inventory.equipment_points + equipment_points * PRICES["equipment_point"].points,
        provisions=inventory.provisions + provision_lots * PRICES["provisions"].points,
    )
    check_carried(carrying(strength, resistance, after, capacity_bonus=capacity_bonus, round_up=round_up))
    return after


def use_equipment_point(
    inventory: Inventory, name: str, kind: DeclaredKind = "object", *, gm_allows: bool = True
) -> Inventory:
    """Turn an equipment point into a declared object (TUM-EQP-03, TUM-EQP-06).

    Raises UnknownValue for another kind of object, NotAllowed without a point or against the game master's word.
    """
    made = one_of(kind, DECLARED_KINDS, "tumbas.equipment.kind_unknown", field="object_kind")
    check_inventory(inventory)
    if not inventory.equipment_points:
        raise NotAllowed("tumbas.equipment.no_points", field="equipment_points")
    if not gm_allows:
        raise NotAllowed("tumbas.equipment.refused", field="object")
    declared = Item(name, made, DECLARED_SPACES, declared=True)
    return replace(inventory, equipment_points=inventory.equipment_points - 1, items=(*inventory.items, declared))


def settle_object(items: Sequence[Item], name: str, outcome: Fate) -> tuple[Item, ...]:
    """Return the items after one was used; it never becomes a point again (TUM-EQP-05).

    Raises UnknownValue for another outcome or a name that is not there, NotAllowed for going back to a point.
    """
    fate = one_of(outcome, FATES, "tumbas.equipment.outcome_unknown", field="outcome")
    place = next((place for place, item in enumerate(items) if item.name == name), None)
    if place is None:
        raise UnknownValue("tumbas.equipment.not_carried", field="object", params={"name": name})
    check_items(items)
    if fate == "back_to_point":
        raise NotAllowed("tumbas.equipment.back_to_point", field="outcome")
    if fate == "kept":
        return tuple(items)
    return (*items[:place], *items[place + 1 :])


def is_lost(item: Item) -> bool:
    """Say whether an item is lost when an adventure ends (TUM-END-01, TUM-END-02)."""
    return item.declared and item.kind in LOST_KINDS


def end_adventure(inventory: Inventory) -> Aftermath:
    """Take away points, provisions and declared things; the rest stays (TUM-END-01, -02, TUM-HOUSE-25)."""
    check_inventory(inventory)
    return Aftermath(
        replace(
            inventory,
            equipment_points=0,
            provisions=0,
            items=tuple(item for item in inventory.items if not is_lost(item)),
        ),
        tuple(item.name for item in inventory.items if is_lost(item)),
    )

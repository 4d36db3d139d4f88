"""Load: what things take in spaces, capacity and overload (TUM-LOAD-01 to -05, TUM-HOUSE-10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of

ItemKind = Literal["object", "weapon", "armour", "magic", "campaign"]
Thing = Literal["equipment_point", "object", "weapon", "provisions", "coins", "jewels"]

ITEM_KINDS: tuple[ItemKind, ...] = get_args(ItemKind)

UNITS_PER_SPACE: Mapping[Thing, int] = {
    "equipment_point": 1,
    "object": 1,
    "weapon": 1,
    "provisions": 2,
    "coins": 100,
    "jewels": 100,
}
"""How many units of a thing take one space (TUM-LOAD-01, TUM-LOAD-05)."""

BASE_CAPACITY = 5
"""Spaces that anybody carries before Strength and Resistance (TUM-LOAD-02)."""

OVERLOAD_DICE = 1
"""Punishment dice on physical actions with too much load, however far over (TUM-LOAD-03)."""


@dataclass(frozen=True)
class Item:
    """A thing that is carried; `declared`: it came from an equipment point (TUM-EQP-03)."""

    name: str
    kind: ItemKind
    spaces: int
    declared: bool


@dataclass(frozen=True)
class Inventory:
    """All that a character carries; numbers are never negative."""

    equipment_points: int = 0
    provisions: int = 0
    coins: int = 0
    jewels: int = 0
    items: tuple[Item, ...] = field(default_factory=tuple)


@dataclass(frozen=True)
class Load:
    """How much is carried and what that means."""

    capacity: int
    max_spaces: int
    spaces: int
    overloaded: bool
    punishment_dice: int
    allowed: bool


def check_items(items: Sequence[Item]) -> None:
    """Refuse items of an unknown kind, then items with negative spaces."""
    for item in items:
        one_of(item.kind, ITEM_KINDS, "tumbas.item.kind_unknown", field="kind")
    for item in items:
        at_least(item.spaces, 0, "tumbas.load.negative", field="spaces")


def check_inventory(inventory: Inventory) -> None:
    """Refuse items of an unknown kind and negative numbers."""
    check_items(inventory.items)
    for name in ("equipment_points", "provisions", "coins", "jewels"):
        at_least(getattr(inventory, name), 0, "tumbas.load.negative", field=name)


def capacity(strength: int, resistance: int, bonus: int = 0) -> int:
    """Return the spaces carried without hindrance (TUM-LOAD-02); `bonus`: talent, at least 0 (TUM-HOUSE-06)."""
    return BASE_CAPACITY + strength + resistance + at_least(bonus, 0, "tumbas.load.negative", field="capacity_bonus")


def full_groups(units: int, of: int, *, round_up: bool = False) -> int:
    """Return the spaces of things counted in groups; only full ones count, unless the table rounds up (TUM-LOAD-05)."""
    return -(-units // of) if round_up else units // of


def spaces_taken(inventory: Inventory, *, round_up: bool = False) -> int:
    """Return the spaces of everything carried (TUM-LOAD-01, TUM-LOAD-05)."""
    return (
        inventory.equipment_points
        + full_groups(inventory.provisions, UNITS_PER_SPACE["provisions"], round_up=round_up)
        + full_groups(inventory.coins + inventory.jewels, UNITS_PER_SPACE["coins"], round_up=round_up)
        + sum(item.spaces for item in inventory.items)
    )


def carrying(
    strength: int, resistance: int, inventory: Inventory, *, capacity_bonus: int = 0, round_up: bool = False
) -> Load:
    """Compute the load of an inventory (TUM-LOAD-01 to -05)."""
    check_inventory(inventory)
    free = capacity(strength, resistance, capacity_bonus)
    spaces = spaces_taken(inventory, round_up=round_up)
    overloaded = spaces > free
    return Load(
        capacity=free,
        max_spaces=2 * free,
        spaces=spaces,
        overloaded=overloaded,
        punishment_dice=OVERLOAD_DICE if overloaded else 0,
        allowed=spaces <= 2 * free,
    )


def pick_up(
    strength: int,
    resistance: int,
    inventory: Inventory,
    added: Inventory,
    *,
    capacity_bonus: int = 0,
    round_up: bool = False,
) -> Inventory:
    """Add things to an inventory, all or nothing, up to twice the capacity (TUM-LOAD-04)."""
    check_inventory(inventory)
    check_inventory(added)
    after = Inventory(
        inventory.equipment_points + added.equipment_points,
        inventory.provisions + added.provisions,
        inventory.coins + added.coins,
        inventory.jewels + added.jewels,
        (*inventory.items, *added.items),
    )
    check_carried(carrying(strength, resistance, after, capacity_bonus=capacity_bonus, round_up=round_up))
    return after


def check_carried(load: Load) -> None:
    """Refuse more than twice the capacity (TUM-LOAD-04)."""
    if not load.allowed:
        raise NotAllowed("tumbas.load.too_much", params={"spaces": load.spaces, "most": load.max_spaces})

"""Buying and receiving things (TUM-BUY-01 to -03, TUM-LOAD-01, TUM-LOAD-04, TUM-HOUSE-08, TUM-HOUSE-09)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, game_master_decides, options_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.gear.carrying import carried, count, fewer, load_of, more, owner_of, with_carried
from rules.systems.tumbas.gear.entries import ITEM_SORTS
from rules.systems.tumbas.gear.unpacking import armour_thing, name_of, object_thing, weapon_thing
from rules.systems.tumbas.house import ARMOURS, WEAPONS
from rules.systems.tumbas.state import Body, Round, TumbasFight


@dataclass(frozen=True)
class Price:
    """What a lot of a ware costs, and how many points it holds."""

    coins: int
    points: int


PRICES: Mapping[str, Price] = {"equipment_point": Price(1, 1), "provisions": Price(1, 5)}
"""The price list of any settlement; provisions are sold in fives (TUM-BUY-01 to -03)."""


def cost_of(points: int, lots: int, weapons: Iterable[str], armours: Iterable[str]) -> int:
    """Return what equipment points, lots of provisions, weapons and armour cost together, in gold coins.

    Raises OutOfRange for negative numbers. (TUM-BUY-01, TUM-BUY-02, TUM-HOUSE-08, TUM-HOUSE-09)
    """
    at_least(points, 0, "tumbas.load.negative", field="points")
    at_least(lots, 0, "tumbas.load.negative", field="lots")
    wares = points * PRICES["equipment_point"].coins + lots * PRICES["provisions"].coins
    return wares + sum(WEAPONS[name].coins for name in weapons) + sum(ARMOURS[name].coins for name in armours)


@dataclass(frozen=True, slots=True)
class Order:
    """What is bought at once."""

    points: int = 0
    """Equipment points."""
    lots: int = 0
    """Provisions, in lots of five."""
    weapon: str | None = None
    armour: str | None = None
    """An armour or the shield."""

    @property
    def cost(self) -> int:
        """In gold coins."""
        weapons, armours = ((name,) if name else () for name in (self.weapon, self.armour))
        return cost_of(self.points, self.lots, weapons, armours)


def buy(gear: Gear, order: Order, id_: Id, *, in_settlement: bool) -> Gear:
    """Pay an order and add it to the gear, all or nothing (TUM-BUY-01, TUM-BUY-02, TUM-HOUSE-08, TUM-HOUSE-09).

    A weapon goes to a free hand, else to the belt; armour is put on in place of the old. id_: from which the ids of new
    things are made. Raises NotAllowed outside a settlement and without enough coins.
    """
    if not in_settlement:
        raise NotAllowed("tumbas.buy.no_settlement", field="in_settlement")
    if order.cost > (coins := count(gear, "coin")):
        raise NotAllowed("tumbas.buy.too_dear", params={"cost": order.cost, "coins": coins})
    gear = fewer(gear, "coin", order.cost)
    gear = more(gear, "equipment_point", order.points * PRICES["equipment_point"].points, f"{id_}-points")
    gear = more(gear, "provisions", order.lots * PRICES["provisions"].points, f"{id_}-provisions")
    if order.weapon:
        bought = weapon_thing(f"{id_}-weapon", WEAPONS[order.weapon], name_of(f"weapon.{order.weapon}"))
        gear = gear.put(bought if gear.at("hand") else replace(bought, place="hand"))
    if order.armour:
        suit = armour_thing(f"{id_}-armour", order.armour, name_of(f"armour.{order.armour}"))
        for one in gear.at("worn"):
            if one.kind == suit.kind:
                gear = gear.put(replace(one, place="packed"))
        gear = gear.put(suit)
    return gear


def receive(gear: Gear, counted: Mapping[str, int], objects: tuple[Thing, ...], id_: Id) -> Gear:
    """Add money, food and objects to the gear (TUM-LOAD-01).

    counted: quantities by kind. id_: from which the ids of new stacks are made.
    """
    for kind, quantity in counted.items():
        gear = more(gear, kind, quantity, f"{id_}-{STACKS[kind]}")
    for one in objects:
        gear = gear.put(one)
    return gear


STACKS: Mapping[str, str] = {
    "equipment_point": "points",
    "coin": "coins",
    "jewel": "jewels",
    "provisions": "provisions",
}
"""What the new stack of a kind is called in its id."""


# At the table


def _buy_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How many points and lots, which weapon or armour, and whether this is a settlement."""
    weapons = tuple(
        Option(name, Fact(f"weapon.{name}"), notes=(Fact("note.coins", value=row.coins),))
        for name, row in WEAPONS.items()
        if row.coins
    )
    armours = tuple(
        Option(name, Fact(f"armour.{name}"), notes=(Fact("note.coins", value=row.coins),))
        for name, row in ARMOURS.items()
        if row.coins
    )
    return (
        Number("points", "input.buy_points", default=0, minimum=0, maximum=99, required=False),
        Number("lots", "input.buy_lots", default=0, minimum=0, maximum=99, required=False),
        Choice("weapon", "input.buy_weapon", required=False, layout="select", options=weapons),
        Choice("armour", "input.buy_armour", required=False, layout="select", options=armours),
        Flag("in_settlement", "input.in_settlement", default=True),
    )


def _buy_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Characters buy between fights."""
    owner_of(fight, command)
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")


def _buy(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay and carry it, all or nothing; the load counts after paying (TUM-BUY-01, -02, TUM-LOAD-04)."""
    yield from ()
    actor, values = owner_of(fight, command), command.inputs
    order = Order(values["points"] or 0, values["lots"] or 0, values["weapon"], values["armour"])
    if values["in_settlement"] and not order.cost:
        raise NotAllowed("tumbas.buy.nothing")
    before = carried(fight.combatants[actor])
    gear = buy(before, order, command.id, in_settlement=values["in_settlement"])
    fight = with_carried(fight, actor, gear)
    load_of(fight.body(actor)).check()
    notes = Notes()
    notes.tell(
        "gear.bought",
        order.cost,
        rules=("TUM-BUY-01", "TUM-BUY-02", "TUM-BUY-03"),
        audience=controllers_of(actor),
        otherwise=fact("gear.buys", who=actor),
        who=actor,
        cost=order.cost,
        left=count(gear, "coin"),
    )
    if order.points:
        notes.tell("gear.got_points", order.points, rules=("TUM-BUY-01",), who=actor, count=order.points)
    if order.lots:
        food = order.lots * PRICES["provisions"].points
        notes.tell("gear.got_provisions", food, rules=("TUM-BUY-02",), who=actor, count=food)
    if order.weapon:
        notes.tell("gear.got", rules=("TUM-HOUSE-08",), who=actor, what=Word(f"weapon.{order.weapon}"))
    if order.armour:
        notes.tell("gear.got", rules=("TUM-HOUSE-09",), who=actor, what=Word(f"armour.{order.armour}"))
    return Outcome(fight, notes.so_far)


BUY: Action[Body, Round] = Action("buy", _buy, _buy_inputs, _buy_check, icon="key-round", needs_actor=True)


def _take_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What was found or given: money, food, a thing."""
    return (
        *game_master_decides(
            Number("coins", "sheet.coins", default=0, minimum=0, maximum=99_999, required=False),
            Number("jewels", "sheet.jewels", default=0, minimum=0, maximum=99_999, required=False),
            Number("provisions", "sheet.provisions", default=0, minimum=0, maximum=999, required=False),
            Text("object", "input.thing", required=False, length=80),
        ),
        Choice(
            "kind",
            "sheet.item_kind",
            default="object",
            required=False,
            layout="segments",
            options=options_of("item_kind", ITEM_SORTS),
        ),
        Number("spaces", "sheet.spaces", default=1, minimum=0, maximum=99, required=False),
    )


def _take_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Characters carry things."""
    owner_of(fight, command)


def _take(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Add it to what is carried, all or nothing, up to twice the capacity (TUM-LOAD-01, TUM-LOAD-04)."""
    yield from ()
    actor, values = owner_of(fight, command), command.inputs
    coins, jewels, food = (values[name] or 0 for name in ("coins", "jewels", "provisions"))
    name: str = values["object"]
    if not name and not any((coins, jewels, food)):
        raise NotAllowed("tumbas.take.nothing")
    objects: tuple[Thing, ...] = ()
    if name:
        spaces, sort = 1 if values["spaces"] is None else values["spaces"], values["kind"] or "object"
        objects = (object_thing(f"{command.id}-object", name, spaces=spaces, sort=sort),)
    counted = {"coin": coins, "jewel": jewels, "provisions": food}
    fight = with_carried(fight, actor, receive(carried(fight.combatants[actor]), counted, objects, command.id))
    load_of(fight.body(actor)).check()
    notes = Notes()
    if coins:
        notes.tell("gear.got_coins", coins, rules=("TUM-LOAD-01",), who=actor, count=coins)
    if jewels:
        notes.tell("gear.got_jewels", jewels, rules=("TUM-LOAD-01",), who=actor, count=jewels)
    if food:
        notes.tell("gear.got_provisions", food, rules=("TUM-LOAD-01",), who=actor, count=food)
    if name:
        notes.tell("gear.got", rules=("TUM-LOAD-01",), who=actor, what=name)
    return Outcome(fight, notes.so_far)


TAKE: Action[Body, Round] = Action("take", _take, _take_inputs, _take_check, icon="weight", needs_actor=True)

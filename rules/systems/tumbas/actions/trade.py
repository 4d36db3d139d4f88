"""Buying and receiving things (TUM-BUY-01 to -03, TUM-LOAD-01 to -04, TUM-HOUSE-08, TUM-HOUSE-09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import person_of
from rules.systems.tumbas.equipment import (
    PRICES,
)
from rules.systems.tumbas.gear.carrying import carried, check_load, count, fewer, more, with_carried
from rules.systems.tumbas.gear.unpacking import armour_thing, name_of, object_thing, weapon_thing
from rules.systems.tumbas.house import ARMOURS, WEAPONS, ArmourName
from rules.systems.tumbas.load import ITEM_KINDS
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight


def buy_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How many points and lots, which weapon or armour, and whether this is a settlement."""
    priced = {name: weapon.coins for name, weapon in WEAPONS.items() if weapon.coins}
    weapons = tuple(
        Option(name, Fact(f"weapon.{name}"), notes=(Fact("note.coins", value=coins),)) for name, coins in priced.items()
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


def free_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Characters do so between fights."""
    person_of(fight, command)
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")


def buy_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay and carry it, all or nothing; the load counts after paying (TUM-BUY-01, -02, TUM-HOUSE-08, -09)."""
    yield from ()
    actor = person_of(fight, command)
    values = command.inputs
    if not values["in_settlement"]:
        raise NotAllowed("tumbas.buy.no_settlement", field="in_settlement")
    gear = carried(fight.combatants[actor])
    points, lots = values["points"] or 0, values["lots"] or 0
    cost = _cost(points, lots, values)
    if not cost:
        raise NotAllowed("tumbas.buy.nothing")
    if cost > (coins := count(gear, "coin")):
        raise NotAllowed("tumbas.buy.too_dear", params={"cost": cost, "coins": coins})
    gear = fewer(gear, "coin", cost)
    gear = more(gear, "equipment_point", points * PRICES["equipment_point"].points, f"{command.id}-points")
    gear = more(gear, "provisions", lots * PRICES["provisions"].points, f"{command.id}-provisions")
    fight = with_carried(fight, actor, _with_arms(gear, command))
    check_load(fight, actor)
    left: dict[str, Param] = {"who": Ref(actor), "cost": cost, "left": coins - cost}
    seen = controllers_of(actor)
    fact = Fact(
        "gear.bought",
        cost,
        left,
        ("TUM-BUY-01", "TUM-BUY-02", "TUM-BUY-03"),
        seen,
        otherwise=Fact("gear.buys", params={"who": Ref(actor)}),
    )
    return Outcome(fight, (fact, *_bought(actor, points, lots, values)))


def _with_arms(gear: Gear, command: Command) -> Gear:
    """The gear with what was bought: a weapon at the belt, armour that is put on in place of the old (TUM-HOUSE-09)."""
    weapon, armour = command.inputs["weapon"], cast(ArmourName, command.inputs["armour"])
    if weapon:
        bought = weapon_thing(f"{command.id}-weapon", WEAPONS[weapon], name_of(f"weapon.{weapon}"))
        gear = gear.put(bought if gear.at("hand") else replace(bought, place="hand"))
    if armour:
        suit = armour_thing(f"{command.id}-armour", armour, name_of(f"armour.{armour}"))
        for one in gear.at("worn"):
            if one.kind == suit.kind:
                gear = gear.put(replace(one, place="packed"))
        gear = gear.put(suit)
    return gear


def _cost(points: int, lots: int, values: Mapping[str, Json]) -> int:
    cost = points * PRICES["equipment_point"].coins + lots * PRICES["provisions"].coins
    if values["weapon"]:
        cost += WEAPONS[values["weapon"]].coins
    if values["armour"]:
        cost += ARMOURS[cast(ArmourName, values["armour"])].coins
    return cost


def _bought(actor: Id, points: int, lots: int, values: Mapping[str, Json]) -> tuple[Fact, ...]:
    who: dict[str, Param] = {"who": Ref(actor)}
    found: list[Fact] = []
    if points:
        found.append(Fact("gear.got_points", points, {**who, "count": points}, ("TUM-BUY-01",)))
    if lots:
        count = lots * PRICES["provisions"].points
        found.append(Fact("gear.got_provisions", count, {**who, "count": count}, ("TUM-BUY-02",)))
    if values["weapon"]:
        word = Word(f"weapon.{values['weapon']}")
        found.append(Fact("gear.got", params={**who, "what": word}, rules=("TUM-HOUSE-08",)))
    if values["armour"]:
        word = Word(f"armour.{values['armour']}")
        found.append(Fact("gear.got", params={**who, "what": word}, rules=("TUM-HOUSE-09",)))
    return tuple(found)


def take_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What was found or given: money, food, a thing."""
    return (
        Number("coins", "sheet.coins", default=0, minimum=0, maximum=99_999, required=False),
        Number("jewels", "sheet.jewels", default=0, minimum=0, maximum=99_999, required=False),
        Number("provisions", "sheet.provisions", default=0, minimum=0, maximum=999, required=False),
        Text("object", "input.thing", required=False, length=80),
        Choice(
            "kind",
            "sheet.item_kind",
            default="object",
            required=False,
            layout="segments",
            options=options_of("item_kind", ITEM_KINDS),
        ),
        Number("spaces", "sheet.spaces", default=1, minimum=0, maximum=99, required=False),
    )


def take_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Characters carry things."""
    person_of(fight, command)


def take_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Add it to what is carried, all or nothing, up to twice the capacity (TUM-LOAD-01, TUM-LOAD-04)."""
    yield from ()
    actor, values = person_of(fight, command), command.inputs
    gear = carried(fight.combatants[actor])
    added = {name: values[name] or 0 for name in ("coins", "jewels", "provisions")}
    name: str = values["object"]
    if not name and not any(added.values()):
        raise NotAllowed("tumbas.take.nothing")
    for (counted, quantity), kind in zip(added.items(), ("coin", "jewel", "provisions"), strict=True):
        gear = more(gear, kind, quantity, f"{command.id}-{counted}")
    if name:
        spaces = 1 if values["spaces"] is None else values["spaces"]
        gear = gear.put(object_thing(f"{command.id}-object", name, spaces=spaces, sort=values["kind"] or "object"))
    fight = with_carried(fight, actor, gear)
    check_load(fight, actor)
    who: dict[str, Param] = {"who": Ref(actor)}
    found = [
        Fact(f"gear.got_{kind}", count, {**who, "count": count}, ("TUM-LOAD-01",))
        for kind, count in added.items()
        if count
    ]
    if name:
        found.append(Fact("gear.got", params={**who, "what": name}, rules=("TUM-LOAD-01",)))
    return Outcome(fight, tuple(found))


BUY: Action[Body, Round] = Action("buy", buy_resolve, buy_inputs, free_check, icon="key-round", needs_actor=True)
TAKE: Action[Body, Round] = Action("take", take_resolve, take_inputs, take_check, icon="weight", needs_actor=True)

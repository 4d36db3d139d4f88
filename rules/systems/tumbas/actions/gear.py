"""Equipment points, buying, finding, what becomes of things (TUM-EQP-03 to -06, TUM-BUY-01, -02, TUM-HOUSE-34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import check_turn, here
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.equipment import (
    DECLARED_KINDS,
    DECLARED_WEAPON_COINS,
    FATES,
    PRICES,
    Fate,
    settle_object,
    use_equipment_point,
)
from rules.systems.tumbas.growth import check_load, with_sheet, with_things
from rules.systems.tumbas.house import ARMOURS, WEAPONS, ArmourName
from rules.systems.tumbas.load import ITEM_KINDS, Item
from rules.systems.tumbas.sheet import inventory_of, options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted

CHEAP = tuple(name for name, weapon in WEAPONS.items() if 0 < weapon.coins <= DECLARED_WEAPON_COINS)
"""Weapons that an equipment point becomes without a word of the game master (TUM-HOUSE-34)."""


def _person(fight: TumbasFight, command: Command) -> Id:
    actor = here(fight, command)
    if fight.combatants[actor].body.creature:
        raise NotAllowed("tumbas.gear.creature")
    return actor


def use_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which object comes out of the backpack; players: cheap weapons only."""
    weapons = tuple(name for name in WEAPONS if name != "unarmed") if viewer.game_master else CHEAP
    return (
        Text("object", "input.object", fresh=True, length=80),
        Choice(
            "object_kind",
            "input.object_kind",
            default="object",
            required=False,
            layout="segments",
            options=options_of("item_kind", DECLARED_KINDS),
        ),
        Choice("weapon", "input.as_weapon", required=False, layout="select", options=options_of("weapon", weapons)),
    )


def use_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a point left (TUM-EQP-03); in a fight it is a standard action (TUM-HOUSE-12)."""
    check_turn(fight, command, viewer, "use")
    actor = _person(fight, command)
    if not fight.combatants[actor].sheet["equipment_points"]:
        raise NotAllowed("tumbas.equipment.no_points", field="object")
    if command.inputs.get("object_kind") == "weapon" and not command.inputs.get("weapon"):
        raise NotAllowed("tumbas.equipment.which_weapon", field="weapon")


def use_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare an object, if the game master allows it; a refused use spends nothing (TUM-EQP-03, TUM-EQP-06)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    name: str = command.inputs["object"]
    params: dict[str, Param] = {"who": Ref(actor), "object": name}
    notes.add(Fact("gear.declares", params=params, rules=("TUM-EQP-02", "TUM-EQP-03")))
    answer = yield from choose(
        "agreed",
        None,
        Flag("agreed", "input.agreed", default=True),
        so_far=notes.so_far,
        default={"agreed": True},
        label="ask.object",
    )
    if not answer["agreed"]:
        notes.add(Fact("gear.refused", params=params, rules=("TUM-EQP-06",)))
        return Outcome(fight, notes.so_far)
    sheet = fight.combatants[actor].sheet
    kind = command.inputs["object_kind"] or "object"
    if kind == "weapon":
        weapons = [*sheet["weapons"], {"weapon": command.inputs["weapon"], "note": name}]
        changes: dict[str, Json] = {"weapons": weapons, "equipment_points": sheet["equipment_points"] - 1}
        fight = with_sheet(fight, actor, changes)
    else:
        fight = with_things(fight, actor, use_equipment_point(inventory_of(sheet), name, "object"))
    left: dict[str, Param] = {**params, "left": fight.combatants[actor].sheet["equipment_points"]}
    notes.add(Fact("gear.declared", params=left, rules=("TUM-EQP-03", "TUM-EQP-04")))
    return Outcome(acted(fight, actor), notes.so_far)


def _things(fight: TumbasFight, actor: Id | None) -> tuple[Option, ...]:
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.creature:
        return ()
    rows = fight.combatants[actor].sheet["items"]
    return tuple(Option(str(place), Fact("plain_text", params={"text": row["name"]})) for place, row in enumerate(rows))


def settle_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which object, and what became of it."""
    fates = tuple(fate for fate in FATES if fate != "back_to_point")
    return (
        Choice("object", "input.object", layout="select", options=_things(fight, actor)),
        Choice("outcome", "input.fate", default="worn_out", layout="segments", options=options_of("fate", fates)),
    )


def settle_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something."""
    if not _things(fight, _person(fight, command)):
        raise NotAllowed("tumbas.gear.nothing")


def settle_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An object that was used stays or is gone; it is never a point again (TUM-EQP-05)."""
    yield from ()
    actor = _person(fight, command)
    carried = inventory_of(fight.combatants[actor].sheet)
    place = int(command.inputs["object"])
    if place >= len(carried.items):
        raise UnknownValue("tumbas.equipment.not_carried", field="object", params={"name": ""})
    item = carried.items[place]
    outcome = cast(Fate, command.inputs["outcome"])
    one = settle_object((item,), item.name, outcome)
    items = (*carried.items[:place], *one, *carried.items[place + 1 :])
    params: dict[str, Param] = {"who": Ref(actor), "object": item.name, "fate": Word(f"fate.{outcome}")}
    fact = Fact("gear.settled", params=params, rules=("TUM-EQP-05",))
    return Outcome(with_things(fight, actor, replace(carried, items=items)), (fact,))


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
    _person(fight, command)
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")


def buy_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay and carry it, all or nothing; the load counts after paying (TUM-BUY-01, -02, TUM-HOUSE-08, -09)."""
    yield from ()
    actor = _person(fight, command)
    values = command.inputs
    if not values["in_settlement"]:
        raise NotAllowed("tumbas.buy.no_settlement", field="in_settlement")
    sheet = fight.combatants[actor].sheet
    points, lots = values["points"] or 0, values["lots"] or 0
    cost = _cost(points, lots, values)
    if not cost:
        raise NotAllowed("tumbas.buy.nothing")
    if cost > sheet["coins"]:
        raise NotAllowed("tumbas.buy.too_dear", params={"cost": cost, "coins": sheet["coins"]})
    changes: dict[str, Json] = {
        "coins": sheet["coins"] - cost,
        "equipment_points": sheet["equipment_points"] + points * PRICES["equipment_point"].points,
        "provisions": sheet["provisions"] + lots * PRICES["provisions"].points,
    }
    if values["weapon"]:
        changes["weapons"] = [*sheet["weapons"], {"weapon": values["weapon"], "note": ""}]
    if values["armour"] == "shield":
        changes["shield"] = True
    elif values["armour"]:
        changes["armour"] = values["armour"]
    fight = with_sheet(fight, actor, changes)
    check_load(fight, actor)
    left: dict[str, Param] = {"who": Ref(actor), "cost": cost, "left": changes["coins"]}
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
    _person(fight, command)


def take_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Add it to what is carried, all or nothing, up to twice the capacity (TUM-LOAD-01, TUM-LOAD-04)."""
    yield from ()
    actor, values = _person(fight, command), command.inputs
    carried = inventory_of(fight.combatants[actor].sheet)
    added = {name: values[name] or 0 for name in ("coins", "jewels", "provisions")}
    name: str = values["object"]
    if not name and not any(added.values()):
        raise NotAllowed("tumbas.take.nothing")
    spaces = 1 if values["spaces"] is None else values["spaces"]
    item = Item(name, values["kind"] or "object", spaces, declared=False)
    after = replace(
        carried,
        coins=carried.coins + added["coins"],
        jewels=carried.jewels + added["jewels"],
        provisions=carried.provisions + added["provisions"],
        items=(*carried.items, item) if name else carried.items,
    )
    fight = with_things(fight, actor, after)
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


USE: Action[Body, Round] = Action(
    "use", use_resolve, use_inputs, use_check, icon="plus", of_the_turn=True, needs_actor=True
)
SETTLE: Action[Body, Round] = Action(
    "settle_object", settle_resolve, settle_inputs, settle_check, icon="archive", needs_actor=True
)
BUY: Action[Body, Round] = Action("buy", buy_resolve, buy_inputs, free_check, icon="key-round", needs_actor=True)
TAKE: Action[Body, Round] = Action("take", take_resolve, take_inputs, take_check, icon="weight", needs_actor=True)

"""Worked cases of Tumbas about things carried, bought and used."""

from typing import Any

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.gear import Gear, Thing, added
from rules.systems.tumbas import (
    adventures,
    house,
    load,
    trials,
)
from rules.systems.tumbas.gear import carrying, measures, trading, unpacking, using
from rules.systems.tumbas.gear.entries import ITEM_SORTS
from tests.vectors.adapters.tumbas import KINDS, adapter, thrown
from tests.vectors.registry import Dice, Inputs, Result


def item(part: Inputs, id_: str) -> Thing:
    sort = one_of(part["kind"], ITEM_SORTS, "item.unknown", field="kind")
    spaces = at_least(part["spaces"], 0, "item.negative", field="spaces")
    return unpacking.object_thing(id_, part["name"], spaces=spaces, sort=sort, declared=part["declared"])


def objects(inputs: Inputs, name: str = "items") -> tuple[Thing, ...]:
    parts = inputs.parts(name) if name in inputs else []
    return tuple(item(part, f"{name}-{place:03}") for place, part in enumerate(parts))


def counted(inputs: Inputs, prefix: str = "") -> dict[str, int]:
    """The quantities of a case by kind; negative ones are refused."""
    return {kind: at_least(inputs.get(prefix + name, 0), 0, "negative", field=name) for name, kind in KINDS.items()}


def gear_of(inputs: Inputs) -> Gear:
    return trading.receive(Gear(), counted(inputs), objects(inputs), "own")


def listed(things: tuple[Thing, ...]) -> list[dict[str, Any]]:
    """Objects as the cases list them; a weapon that was made of a point is one of the sort weapon."""
    return [
        {
            "name": one.name,
            "kind": one.values.get("sort", one.kind),
            "spaces": one.values["spaces"],
            "declared": one.values.get("declared", True),
        }
        for one in things
    ]


def after(gear: Gear) -> dict[str, Any]:
    quantities = {name: carrying.count(gear, kind) for name, kind in KINDS.items()}
    return {**quantities, "items": listed(gear.of("object", "weapon"))}


def load_of(inputs: Inputs, gear: Gear) -> load.Load:
    free = load.capacity(inputs["F"], inputs["R"], inputs.get("capacity_bonus", 0))
    units = added(measures.burden(one) for one in gear.things.values())
    return load.Load(free, load.spaces_taken(units, round_up=False))


def with_load(inputs: Inputs, gear: Gear) -> dict[str, Any]:
    found = load_of(inputs, gear)
    found.check()
    return {**after(gear), "spaces": found.spaces, "overloaded": found.overloaded}


@adapter("carrying")
def carried(inputs: Inputs, faces: Dice) -> Result:
    found = load_of(inputs, gear_of(inputs))
    dice_of_overload = trials.overload_causes("strength", overloaded=found.overloaded)
    return {
        "capacity": found.capacity,
        "max_spaces": found.most,
        "spaces": found.spaces,
        "overloaded": found.overloaded,
        "punishment_dice": -sum(cause.value or 0 for cause in dice_of_overload),
        "allowed": found.allowed,
    }


@adapter("pick_up")
def pick_up(inputs: Inputs, faces: Dice) -> Result:
    more = objects(inputs, "add_items")
    # things are listed by id: what is added comes after what was there
    more = tuple(unpacking.object_thing(f"more-{one.id}", one.name, **_values(one)) for one in more)
    return with_load(inputs, trading.receive(gear_of(inputs), counted(inputs, "add_"), more, "more"))


def _values(one: Thing) -> dict[str, Any]:
    return {name: one.values[name] for name in ("spaces", "sort", "declared")}


@adapter("purchase")
def purchase(inputs: Inputs, faces: Dice) -> Result:
    order = trading.Order(inputs.get("buy_equipment_points", 0), inputs.get("buy_provision_lots", 0))
    gear = trading.buy(gear_of(inputs), order, "bought", in_settlement=inputs["in_settlement"])
    return with_load(inputs, gear)


@adapter("use_equipment_point")
def use_equipment_point(inputs: Inputs, faces: Dice) -> Result:
    at_least(inputs["equipment_points"], 0, "negative")
    kind = one_of(inputs.get("object_kind", "object"), using.DECLARED_KINDS, "object_kind.unknown")
    name = inputs["object"]
    if kind == "weapon":
        made = unpacking.weapon_thing("made", house.WEAPONS["dagger"], name)
    else:
        made = unpacking.object_thing("made", name, spaces=using.DECLARED_SPACES, declared=True)
    gear = thrown(using.use_point(gear_of(inputs), made), faces, agreed=inputs.get("gm_allows", True))
    if gear is None:
        raise NotAllowed("refused")
    return after(gear)


@adapter("settle_object")
def settle_object(inputs: Inputs, faces: Dice) -> Result:
    gear = gear_of(inputs)
    named = [one.id for one in gear.of("object") if one.name == inputs["object"]]
    return after(using.settle(gear, named[0] if named else "", inputs["outcome"]))


@adapter("end_adventure")
def end_adventure(inputs: Inputs, faces: Dice) -> Result:
    gear, lost = adventures.left_after(gear_of(inputs), ())
    return {**after(gear), "lost_items": [one.name for one in lost]}

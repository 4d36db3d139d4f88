"""What a combatant carries in a fight, and how rules change it: one gear, whatever the sheet still lists.

A sheet without gear (an old file, a test) lists its things itself. Rules read both as one, and the first change makes
things of all of them. (TUM-EQP-03, TUM-LOAD-01, TUM-LOAD-04)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.equipment import Values
from rules.core.errors import NotAllowed
from rules.core.fight import Command
from rules.core.gear import Gear, Thing
from rules.core.people import here
from rules.core.types import Id
from rules.systems.tumbas.bodies import fresh_body, resheeted
from rules.systems.tumbas.gear.unpacking import counted_thing, unpack
from rules.systems.tumbas.load import Load
from rules.systems.tumbas.sheet import load_creature, load_person
from rules.systems.tumbas.state import Body, TumbasCombatant, TumbasFight

HANDS = 2
"""How many hands a combatant has."""


def owner_of(fight: TumbasFight, command: Command) -> Id:
    """The actor of a command, who carries things; raises NotAllowed for a creature (TUM-HOUSE-27)."""
    actor = here(fight, command)
    if fight.body(actor).creature:
        raise NotAllowed("tumbas.gear.creature")
    return actor


def carried(one: TumbasCombatant) -> Gear:
    """Everything that a combatant has with it, with what is written on the sheet."""
    gear = one.gear
    for thing in unpack(one.kind, one.sheet)[1]:
        gear = gear.put(replace(thing, id=f"{one.id}-sheet-{int(thing.id):02}"))
    return gear


def with_carried(fight: TumbasFight, who: Id, gear: Gear) -> TumbasFight:
    """The fight in which a combatant carries this and nothing else; the body follows, its condition stays."""
    one = fight.combatants[who]
    # a sheet that was frozen long ago may lack what sheets have by now
    load = load_creature if one.kind == "creature" else load_person
    sheet = load(unpack(one.kind, one.sheet)[0])
    body = resheeted(one.body, fresh_body(one.kind, sheet, gear, fight.house))
    return fight.with_combatant(replace(one, sheet=sheet, gear=gear, body=body))


def count(gear: Gear, kind: str) -> int:
    """How many there are of a kind, in all stacks together."""
    return sum(one.quantity for one in gear.of(kind))


def fewer(gear: Gear, kind: str, quantity: int) -> Gear:
    """The gear with this many fewer of a kind, from any stacks; raises NotAllowed when there are too few."""
    for one in gear.of(kind):
        part = min(quantity, one.quantity)
        gear = gear.spend(one.id, part) if part else gear
        quantity -= part
    if quantity:
        raise NotAllowed("core.gear.not_enough", params={"name": counted_thing("", kind, quantity).name})
    return gear


def more(gear: Gear, kind: str, quantity: int, id_: Id) -> Gear:
    """The gear with this many more of a kind that is counted; `id_`: of the new stack, where there is none yet."""
    if not quantity:
        return gear
    old = next(iter(one for one in gear.things.values() if one.kind == kind), None)
    if old is not None:
        return gear.put(replace(old, quantity=old.quantity + quantity))
    return gear.put(counted_thing(id_, kind, quantity))


def drawn(gear: Gear, thing: Thing) -> Gear:
    """The gear with this weapon or thing in hand; weapons that the hands can no longer hold go to the belt."""
    free = HANDS - int(thing.values.get("hands") or 1)
    return gear.drawn(thing, free, lambda one: int(one.values["hands"]) if one.kind == "weapon" else 0)


def load_of(body: Body) -> Load:
    """What a character carries and may carry; a capacity set by hand counts as it stands (TUM-LOAD-02)."""
    return Load(body.capacity, body.spaces)


def may_carry(kind: str, sheet: Values, before: Gear, after: Gear, house: Values) -> None:
    """Refuse what brings a character further beyond twice the capacity; creatures have none (TUM-LOAD-04)."""
    if kind == "creature":
        return
    old, new = (load_of(fresh_body(kind, sheet, gear, house)) for gear in (before, after))
    if new.spaces > old.spaces:
        new.check()

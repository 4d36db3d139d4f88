"""Equipment points and what becomes of things (TUM-EQP-02 to -06, TUM-HOUSE-12, TUM-HOUSE-34)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.gear import Thing
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.acting import check_turn, here, others_than, people_input, person_of
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.actions.harm import mend
from rules.systems.tumbas.equipment import (
    DECLARED_KINDS,
    DECLARED_SPACES,
    DECLARED_WEAPON_COINS,
    FATES,
    Fate,
    settle_object,
)
from rules.systems.tumbas.gear.arms import thing_fact, uses_left
from rules.systems.tumbas.gear.carrying import carried, count, fewer, item_of, with_carried
from rules.systems.tumbas.gear.unpacking import object_thing, weapon_thing
from rules.systems.tumbas.house import WEAPONS, WeaponName
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted

CHEAP = tuple(name for name, weapon in WEAPONS.items() if 0 < weapon.coins <= DECLARED_WEAPON_COINS)
"""Weapons that an equipment point becomes without a word of the game master (TUM-HOUSE-34)."""


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
    actor = person_of(fight, command)
    if not count(carried(fight.combatants[actor]), "equipment_point"):
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
    gear = fewer(carried(fight.combatants[actor]), "equipment_point", 1)
    fight = with_carried(fight, actor, gear.put(_declared(command, name)))
    points = count(fight.combatants[actor].gear, "equipment_point")
    left: dict[str, Param] = {**params, "left": points}
    notes.add(Fact("gear.declared", params=left, rules=("TUM-EQP-03", "TUM-EQP-04")))
    return Outcome(acted(fight, actor), notes.so_far)


def _declared(command: Command, name: str) -> Thing:
    """The object as a thing; a weapon is at hand and stays when the adventure ends (TUM-EQP-03, TUM-END-02)."""
    id_ = f"{command.id}-object"
    if command.inputs["object_kind"] == "weapon":
        return weapon_thing(id_, WEAPONS[cast(WeaponName, command.inputs["weapon"])], name)
    return object_thing(id_, name, spaces=DECLARED_SPACES, declared=True)


def _objects(fight: TumbasFight, actor: Id | None) -> tuple[Thing, ...]:
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.creature:
        return ()
    return carried(fight.combatants[actor]).of("object")


def settle_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which object, and what became of it."""
    fates = tuple(fate for fate in FATES if fate != "back_to_point")
    options = tuple(Option(one.id, thing_fact(one)) for one in _objects(fight, actor))
    return (
        Choice("object", "input.object", layout="select", options=options),
        Choice("outcome", "input.fate", default="worn_out", layout="segments", options=options_of("fate", fates)),
    )


def settle_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something."""
    if not _objects(fight, person_of(fight, command)):
        raise NotAllowed("tumbas.gear.nothing")


def settle_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An object that was used stays or is gone; it is never a point again (TUM-EQP-05)."""
    yield from ()
    actor = person_of(fight, command)
    gear = carried(fight.combatants[actor])
    one = gear.things.get(command.inputs["object"])
    if one is None or not one.quantity:
        raise UnknownValue("tumbas.equipment.not_carried", field="object", params={"name": ""})
    outcome = cast(Fate, command.inputs["outcome"])
    params: dict[str, Param] = {"who": Ref(actor), "object": one.name, "fate": Word(f"fate.{outcome}")}
    fact = Fact("gear.settled", params=params, rules=("TUM-EQP-05",))
    if not settle_object((item_of(one),), one.name, outcome):
        fight = with_carried(fight, actor, gear.spend(one.id))
    return Outcome(fight, (fact,))


def consume_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which of the things that are used up, and on whom."""
    if actor is None or actor not in fight.combatants:
        return ()
    things = fight.combatants[actor].gear.of("consumable")
    options = tuple(Option(one.id, thing_fact(one), notes=_consume_notes(one)) for one in things)
    people = [actor, *others_than(fight, actor, viewer)]
    return (
        Choice("thing", "input.consumable", layout="grid", default=things[0].id if things else None, options=options),
        people_input(people, label="input.used_on"),
    )


def _consume_notes(thing: Thing) -> tuple[Fact, ...]:
    found = [Fact("note.uses_left", value=uses_left(thing))]
    if thing.values["restores"]:
        found.append(Fact("note.restores", value=thing.values["restores"]))
    if thing.values["properties"]:
        found.append(Fact("plain_text", params={"text": thing.values["properties"]}))
    return tuple(found)


def consume_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something to use; in a fight it is the standard action of using an object (TUM-HOUSE-12)."""
    check_turn(fight, command, viewer, "use")
    if not fight.combatants[here(fight, command)].gear.of("consumable"):
        raise NotAllowed("tumbas.gear.nothing_to_use")


def consume_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """After the opportunities of the neighbours: spend a use; what restores does so at once (TUM-HOUSE-12, -24)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    one = fight.combatants[actor].gear.things.get(command.inputs["thing"])
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    if one is None or not one.quantity:
        raise UnknownValue("tumbas.equipment.not_carried", field="thing", params={"name": ""})
    if one.values["restores"] and fight.combatants[target].body.health == "dead":
        raise NotAllowed("tumbas.heal.dead", field="target")
    params: dict[str, Param] = {"who": Ref(actor), "object": one.name, "target": Ref(target)}
    notes.add(Fact("gear.uses" if actor == target else "gear.uses_on", params=params, rules=("TUM-HOUSE-12",)))
    after = carried(fight.combatants[actor]).use_charge(one.id, int(one.values["charges"]))
    fight = with_carried(fight, actor, after)
    if not uses_left(after.things[one.id]):
        gone: dict[str, Param] = {"who": Ref(actor), "object": one.name}
        notes.add(Fact("gear.used_up", params=gone, audience=controllers_of(actor)))
    if one.values["restores"]:
        fight = mend(fight, target, int(one.values["restores"]), notes)
    return Outcome(acted(fight, actor), notes.so_far)


USE: Action[Body, Round] = Action(
    "use", use_resolve, use_inputs, use_check, icon="plus", of_the_turn=True, needs_actor=True
)
SETTLE: Action[Body, Round] = Action(
    "settle_object", settle_resolve, settle_inputs, settle_check, icon="archive", needs_actor=True
)
CONSUME: Action[Body, Round] = Action(
    "consume", consume_resolve, consume_inputs, consume_check, icon="sparkles", of_the_turn=True, needs_actor=True
)

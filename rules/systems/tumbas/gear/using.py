"""Equipment points, what becomes of objects, and what is used up (TUM-EQP-02 to -06, TUM-HOUSE-12, TUM-HOUSE-34)."""

from __future__ import annotations

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue, one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Choice, Flag, Input, Option, Text, options_of
from rules.core.people import here, used_on
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.throws import Asking, Decision, Throws, asked, decide
from rules.core.types import Id
from rules.systems.tumbas.attack import opportunities
from rules.systems.tumbas.gear.arms import thing_fact, uses_left
from rules.systems.tumbas.gear.carrying import carried, count, fewer, owner_of, with_carried
from rules.systems.tumbas.gear.unpacking import object_thing, weapon_thing
from rules.systems.tumbas.healing import mend
from rules.systems.tumbas.house import WEAPONS
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted, check_moment

DECLARED_KINDS = ("object", "weapon")
"""What an equipment point may become (TUM-EQP-03)."""

DECLARED_SPACES = 1
"""Spaces of an object that comes from an equipment point: one space becomes one space (TUM-EQP-03)."""

FATES = ("kept", "destroyed", "worn_out")
"""What may become of an object that was used; it never becomes a point again (TUM-EQP-05)."""

CHEAP = tuple(name for name, weapon in WEAPONS.items() if weapon.coins == 1)
"""Weapons of 1 gold coin: an equipment point becomes one without a word of the game master (TUM-HOUSE-34)."""


def use_point(gear: Gear, made: Thing) -> Throws[Gear | None]:
    """Turn an equipment point into a thing, unless the game master refuses, by the choice "agreed".

    Returns the gear after it; None when refused, which spends nothing. Raises NotAllowed without a point. (TUM-EQP-03,
    TUM-EQP-06)
    """
    if not count(gear, "equipment_point"):
        raise NotAllowed("tumbas.equipment.no_points", field="object")
    if not (yield from decide("agreed", default=True)):
        return None
    return fewer(gear, "equipment_point", 1).put(made)


def settle(gear: Gear, thing: Id, fate: str) -> Gear:
    """Return the gear after an object was used: it stays or is gone (TUM-EQP-05).

    Raises UnknownValue for an object that is not there and for an unknown fate; NotAllowed for "back_to_point".
    """
    if fate == "back_to_point":
        raise NotAllowed("tumbas.equipment.back_to_point", field="outcome")
    one = gear.things.get(thing)
    if one is None or not one.quantity:
        raise UnknownValue("tumbas.equipment.not_carried", field="object", params={"name": ""})
    one_of(fate, FATES, "tumbas.equipment.outcome_unknown", field="outcome")
    return gear if fate == "kept" else gear.spend(thing)


# Equipment points


def _use_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
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


def _use_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a point left (TUM-EQP-03); in a fight it is a standard action (TUM-HOUSE-12)."""
    check_moment(fight, command, viewer, "use")
    actor = owner_of(fight, command)
    if not count(carried(fight.combatants[actor]), "equipment_point"):
        raise NotAllowed("tumbas.equipment.no_points", field="object")
    if command.inputs.get("object_kind") == "weapon" and not command.inputs.get("weapon"):
        raise NotAllowed("tumbas.equipment.which_weapon", field="weapon")


def _use(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare an object, if the game master allows it; a refused use spends nothing (TUM-EQP-03, TUM-EQP-06)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.body(actor).able:
        return Outcome(acted(fight, actor), notes.so_far)
    name: str = command.inputs["object"]
    notes.tell("gear.declares", rules=("TUM-EQP-02", "TUM-EQP-03"), who=actor, object=name)

    def agreed(decision: Decision) -> Steps[bool]:
        answer = yield from choose(
            "agreed",
            None,
            Flag("agreed", "input.agreed", default=True, refusal="answer.not_agreed"),
            so_far=notes.so_far,
            default={"agreed": True},
            label="ask.object",
        )
        return bool(answer["agreed"])

    rule = use_point(carried(fight.combatants[actor]), _declared(command, name))
    gear = yield from asked(rule, Asking(choices={"agreed": agreed}))
    if gear is None:
        notes.tell("gear.refused", rules=("TUM-EQP-06",), who=actor, object=name)
        return Outcome(fight, notes.so_far)
    fight = with_carried(fight, actor, gear)
    left = count(gear, "equipment_point")
    notes.tell("gear.declared", rules=("TUM-EQP-03", "TUM-EQP-04"), who=actor, object=name, left=left)
    return Outcome(acted(fight, actor), notes.so_far)


def _declared(command: Command, name: str) -> Thing:
    """The object as a thing; a weapon is at hand and stays when the adventure ends (TUM-EQP-03, TUM-END-02)."""
    id_ = f"{command.id}-object"
    if command.inputs["object_kind"] == "weapon":
        return weapon_thing(id_, WEAPONS[command.inputs["weapon"]], name)
    return object_thing(id_, name, spaces=DECLARED_SPACES, declared=True)


USE: Action[Body, Round] = Action("use", _use, _use_inputs, _use_check, icon="plus", of_the_turn=True, needs_actor=True)


# Objects after their use


def _objects(fight: TumbasFight, actor: Id | None) -> tuple[Thing, ...]:
    if actor is None or actor not in fight.combatants or fight.body(actor).creature:
        return ()
    return carried(fight.combatants[actor]).of("object")


def _settle_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which object, and what became of it."""
    options = tuple(Option(one.id, thing_fact(one)) for one in _objects(fight, actor))
    return (
        Choice("object", "input.object", layout="select", options=options),
        Choice("outcome", "input.fate", default="worn_out", layout="segments", options=options_of("fate", FATES)),
    )


def _settle_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something."""
    if not _objects(fight, owner_of(fight, command)):
        raise NotAllowed("tumbas.gear.nothing")


def _settle(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An object that was used stays or is gone; it is never a point again (TUM-EQP-05)."""
    yield from ()
    actor, outcome = owner_of(fight, command), command.inputs["outcome"]
    before = carried(fight.combatants[actor])
    after = settle(before, command.inputs["object"], outcome)
    name = before.things[command.inputs["object"]].name
    told = fact("gear.settled", rules=("TUM-EQP-05",), who=actor, object=name, fate=Word(f"fate.{outcome}"))
    return Outcome(fight if after == before else with_carried(fight, actor, after), (told,))


SETTLE: Action[Body, Round] = Action(
    "settle_object", _settle, _settle_inputs, _settle_check, icon="archive", needs_actor=True
)


# What is used up


def _consume_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The thing to use up, and the combatant it is used on."""
    if actor is None or actor not in fight.combatants:
        return ()
    things = fight.combatants[actor].gear.of("consumable")
    options = tuple(Option(one.id, thing_fact(one), notes=_consume_notes(one)) for one in things)
    return (
        Choice("thing", "input.consumable", layout="grid", default=things[0].id if things else None, options=options),
        used_on(fight, actor, viewer, lambda body: body.health != "dead"),
    )


def _consume_notes(thing: Thing) -> tuple[Fact, ...]:
    found = [Fact("note.uses_left", value=uses_left(thing))]
    if thing.values["restores"]:
        found.append(Fact("note.restores", value=thing.values["restores"]))
    if thing.values["properties"]:
        found.append(fact("plain_text", text=thing.values["properties"]))
    return tuple(found)


def _consume_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something to use; in a fight it is the standard action of using an object (TUM-HOUSE-12)."""
    check_moment(fight, command, viewer, "use")
    if not fight.combatants[here(fight, command)].gear.of("consumable"):
        raise NotAllowed("core.nothing_to_use")


def _consume(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """After the opportunities of the neighbours: spend a use; what restores does so at once (TUM-HOUSE-12, -24)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    one = fight.combatants[actor].gear.things.get(command.inputs["thing"])
    if not fight.body(actor).able:
        return Outcome(acted(fight, actor), notes.so_far)
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    if one is None or not one.quantity:
        raise UnknownValue("tumbas.equipment.not_carried", field="thing", params={"name": ""})
    if one.values["restores"] and fight.body(target).health == "dead":
        raise NotAllowed("tumbas.heal.dead", field="target")
    code = "gear.uses" if actor == target else "gear.uses_on"
    notes.tell(code, rules=("TUM-HOUSE-12",), who=actor, object=one.name, target=target)
    after = carried(fight.combatants[actor]).use_charge(one.id, int(one.values["charges"]))
    fight = with_carried(fight, actor, after)
    if not uses_left(after.things[one.id]):
        notes.tell("gear.used_up", audience=controllers_of(actor), who=actor, object=one.name)
    if one.values["restores"]:
        fight = mend(fight, target, int(one.values["restores"]), notes)
    return Outcome(acted(fight, actor), notes.so_far)


CONSUME: Action[Body, Round] = Action(
    "consume", _consume, _consume_inputs, _consume_check, icon="sparkles", of_the_turn=True, needs_actor=True
)

"""Weapons that are thrown: gone from the hand, they lie somewhere and are gathered again (TAP-VIS-04, TAP-TIME-01).

What was thrown outlasts the fight, so that it can be gathered when it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.equipment import checked
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Flag, Input, Option, Several
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.bodies import with_gear
from rules.systems.tapiz.gear.arms import mode_of, thing_fact, use_of
from rules.systems.tapiz.gear.entries import KINDS
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turns import acted, check_may_act


def is_thrown(weapon: Thing | None, wanted: str | None) -> bool:
    """Whether an attack with this weapon lets go of it."""
    return weapon is not None and use_of(weapon) == "thrown" and mode_of(weapon, wanted) == "ranged"


def let_go(fight: TapizFight, who: Id, weapon: Thing, notes: Notes) -> TapizFight:
    """Throw a weapon: it lies where it fell, and its thrower sees how many are left (TAP-VIS-04)."""
    one = fight.combatants[who]
    notes.tell("gear.throws", who=who, thing=weapon.name, rules=("TAP-VIS-04",))
    gear = one.gear.spend(weapon.id)
    left = gear.things[weapon.id].quantity
    if not left:
        # the hand is free: what is gathered goes to the belt
        gear = gear.put(replace(gear.things[weapon.id], place="worn"))
    notes.tell("gear.thrown_left", left, who=who, thing=weapon.name, left=left, audience=controllers_of(who))
    already = one.body.thrown[weapon.id].quantity if weapon.id in one.body.thrown else 0
    thrown = {**one.body.thrown, weapon.id: replace(weapon, quantity=already + 1)}
    return with_gear(_with_thrown(fight, who, thrown), who, gear)


def gather_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which of the things thrown are gathered, and whether the others are given up."""
    thrown = _thrown(fight, actor)
    options = tuple(
        Option(name, thing_fact(one), notes=(fact("plain_number", one.quantity),)) for name, one in thrown.items()
    )
    return (
        Several("things", "input.gathered", required=False, default=list(thrown), ordered=False, options=options),
        Flag("give_up", "input.give_up", required=False, default=False, fresh=True),
    )


def gather_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be something thrown to gather."""
    check_may_act(fight, command, viewer)
    if not _thrown(fight, command.actor):
        raise NotAllowed("tapiz.gear.nothing_to_gather")


def gather_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take it up again, to the belt where none is left in hand; it takes the asalto, as drawing does (TAP-TIME-01)."""
    yield from ()
    actor = cast(Id, command.actor)
    thrown, gear, notes = _thrown(fight, actor), fight.combatants[actor].gear, Notes()
    taken = [name for name in command.inputs["things"] if name in thrown]
    for name in taken:
        gear = _taken_up(gear, thrown[name])
        thing, count = thrown[name].name, thrown[name].quantity
        notes.tell("gear.gathers", who=actor, thing=thing, count=count, rules=("TAP-TIME-01",))
    rest = {} if command.inputs["give_up"] else {name: one for name, one in thrown.items() if name not in taken}
    if len(rest) + len(taken) < len(thrown):
        notes.tell("gear.gives_up", who=actor, audience=controllers_of(actor))
    fight = with_gear(_with_thrown(fight, actor, rest), actor, gear)
    return Outcome(acted(fight, actor) if taken else fight, notes.so_far)


def sound(thrown: Mapping[Id, Thing]) -> dict[Id, Thing]:
    """The thrown things, of stored ones, that are weapons with values as the rules take them."""
    return {name: one for name, one in thrown.items() if name == one.id and one.quantity and _is_weapon(one)}


def _is_weapon(thing: Thing) -> bool:
    try:
        return thing.kind == "weapon" and checked(KINDS["weapon"], thing.values) == thing.values
    except RuleError:
        return False


def _taken_up(gear: Gear, thing: Thing) -> Gear:
    here = gear.things.get(thing.id)
    if here is None or not here.quantity:
        return gear.put(replace(here or thing, quantity=thing.quantity, place="worn"))
    return gear.put(replace(here, quantity=here.quantity + thing.quantity))


def _thrown(fight: TapizFight, who: Id | None) -> Mapping[Id, Thing]:
    return fight.body(who).thrown if who is not None and who in fight.combatants else {}


def _with_thrown(fight: TapizFight, who: Id, thrown: Mapping[Id, Thing]) -> TapizFight:
    return fight.with_body(who, replace(fight.body(who), thrown=dict(thrown)))


GATHER: Action[Body, Round] = Action(
    "gather", gather_resolve, gather_inputs, gather_check, icon="archive", of_the_turn=True, needs_actor=True
)

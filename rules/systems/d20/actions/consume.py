"""Using up what has charges: bandages, stimulants, tools of one use (D20C-MVA-04, D20H-HEAL-01)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.gear import Thing
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here, others_than, people_input
from rules.systems.d20.actions.harm import mend
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.gear.carrying import uses_left, with_gear
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight

USE = Spent("move", "use_equipment")


def consumables(fight: D20Fight, who: Id | None) -> tuple[Thing, ...]:
    """What somebody has to be used up."""
    return () if who is None or who not in fight.combatants else fight.combatants[who].gear.of("consumable")


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is used, with the uses left, and on whom."""
    found = consumables(fight, actor)
    if actor is None or not found:
        return ()
    options = tuple(map(_option, found))
    people = others_than(fight, actor, viewer, itself=True)
    return (
        Choice("thing", "input.consumable", layout="grid", default=found[0].id, options=options),
        people_input(people, label="input.used_on", default=actor),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody must have something to use, and time for it."""
    actor = check_turn(fight, command, viewer)
    if not consumables(fight, actor):
        raise NotAllowed("d20.gear.no_consumable")
    check_spend(fight, actor, USE)


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Spend a charge; what it gives back comes at once."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    wanted = command.inputs["thing"]
    thing = next((one for one in consumables(fight, actor) if one.id == wanted), None)
    if thing is None:
        raise NotAllowed("d20.gear.no_consumable", field="thing")
    target: Id = command.inputs["target"]
    fight = spend(fight, actor, USE)
    gear = fight.combatants[actor].gear.use_charge(thing.id, int(thing.values["charges"]))
    fight = with_gear(fight, actor, gear)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "thing": thing.name}
    code = "gear.used" if target == actor else "gear.used_on"
    notes.add(Fact(code, params=params, rules=("D20C-MVA-04",)))
    restores = int(thing.values["restores"])
    if restores:
        fight = mend(fight, target, restores, notes)
    return Outcome(fight, notes.so_far)


def _option(thing: Thing) -> Option:
    uses = Fact("note.uses", value=uses_left(thing))
    return Option(thing.id, Fact("weapon.named", params={"name": thing.name}), notes=(uses,))


CONSUME: Action[Body, Round] = Action(
    "consume", resolve, inputs, check, icon="heart-pulse", of_the_turn=True, needs_actor=True
)

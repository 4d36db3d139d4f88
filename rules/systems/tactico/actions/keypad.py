"""Direct damage and healing, to one or several at once (TAC-DMG-01, TAC-DMG-04, TAC-DMG-05, TAC-HOUSE-14).

The same verb serves machines: their armour by location, and their heat.
"""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Choice, Flag, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.actions.harm import drain, mend, wound
from rules.systems.tactico.house import damage_through
from rules.systems.tactico.locations import LOCATIONS, Location
from rules.systems.tactico.sheet import options_of
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles import keypad as machines

SHARES = {"half": (1, 2), "full": (1, 1), "double": (2, 1)}
"""How much of an amount somebody takes, as a fraction; halves are rounded down."""

NOWHERE = "nowhere"
"""Poison, hunger, thirst, cold, heat: harm without a location (TAC-DMG-05)."""

OF_MACHINES = {
    machines.ANYWHERE: "torso",
    machines.HEAT: NOWHERE,
    "right_torso": "torso",
    "center_torso": "torso",
    "left_torso": "torso",
}
"""What a location of machines means for somebody, where both are in a fight."""


def inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, where, and who takes which share; players: those they control."""
    theirs = tuple(
        Option(who, Fact("core.combatant", params={"who": Ref(who)}))
        for who in fight.order
        if viewer.game_master or who in viewer.controls
    )
    known = (one for one in fight.combatants.values() if viewer.game_master or not one.hidden)
    kinds = {one.body.machine is not None for one in known}
    of_people = (*options_of("location", LOCATIONS), Option(NOWHERE, Fact("location.nowhere", rules=("TAC-DMG-05",))))
    of_machines = tuple(
        one for one in machines.places() if False not in kinds or one.value not in {each.value for each in of_people}
    )
    armour = Flag("protected", "input.protected", fresh=True, note=Fact("note.protected", rules=("TAC-HOUSE-14",)))
    return (
        Number("amount", "input.amount", minimum=1, maximum=999),
        Choice(
            "verb",
            "input.verb",
            default="harm",
            required=False,
            layout="segments",
            options=options_of("verb", ("harm", "heal")),
        ),
        Choice(
            "location",
            "input.location",
            default=machines.ANYWHERE if kinds == {True} else "torso",
            required=False,
            layout="select",
            options=(*(() if kinds == {True} else of_people), *(of_machines if True in kinds else ())),
        ),
        *(() if kinds == {True} else (armour,)),
        Allocation("targets", "input.targets", options=theirs, shares=options_of("share", SHARES)),
    )


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points at once, of one location and all, or of all alone (TAC-DMG-04, TAC-DMG-05).

    Of machines armour or heat (TAC-HOUSE-31, TAC-HEAT-01).
    """
    notes = Notes()
    shares: dict[Id, str] = command.inputs["targets"]
    chosen: str = command.inputs["location"]
    somewhere = OF_MACHINES.get(chosen, chosen)
    location = None if somewhere == NOWHERE else cast(Location, somewhere)
    for who in (one for one in fight.order if one in shares):
        part, whole = SHARES[shares[who]]
        amount = command.inputs["amount"] * part // whole
        heals = command.inputs["verb"] == "heal"
        if fight.combatants[who].body.machine is not None:
            if heals:
                fight = machines.mend(fight, who, chosen, amount, notes)
            else:
                fight = yield from machines.strike(fight, who, chosen, amount, notes)
        elif heals:
            before = fight
            fight = mend(fight, who, amount, notes, location=location)
            if fight == before:
                params: dict[str, Param] = {"who": Ref(who)}
                notes.add(Fact("heal.nothing", params=params, rules=("TAC-HEAL-04",)))
        elif location is None:
            fight = drain(fight, who, amount, notes)
        else:
            if command.inputs.get("protected"):
                amount = damage_through(amount, fight.combatants[who].body.protection.get(location, 0))
            fight = wound(fight, who, location, amount, notes, id_=f"{command.id}-{who}")
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", resolve, inputs, icon="calculator", interrupts=True)

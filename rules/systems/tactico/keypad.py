"""Points by hand, to one or several at once (TAC-DMG-01, TAC-DMG-04, TAC-DMG-05, TAC-HOUSE-14).

The same verb serves machines: their armour by location, and their heat.
"""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, options_of
from rules.core.people import may_name
from rules.core.requests import Steps
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.harm import drain, mend, wound
from rules.systems.tactico.locations import LOCATIONS, Location
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles import keypad as machines
from rules.systems.tactico.weapons import damage_through

NOWHERE = "nowhere"
"""Poison, hunger, thirst, cold, heat: harm without a location (TAC-DMG-05)."""

OF_MACHINES = {
    machines.ANYWHERE: "torso",
    machines.HEAT: NOWHERE,
    "right_torso": "torso",
    "center_torso": "torso",
    "left_torso": "torso",
}
"""What a location of machines means for a person, where both are in a fight."""


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, where, and the share of each; players: those they control."""
    kinds = {fight.body(who).machine is not None for who in may_name(fight, viewer)}
    of_people = (*options_of("location", LOCATIONS), Option(NOWHERE, fact("location.nowhere", rules=("TAC-DMG-05",))))
    of_machines = tuple(
        one for one in machines.places() if False not in kinds or one.value not in {each.value for each in of_people}
    )
    location = Choice(
        "location",
        "input.location",
        default=machines.ANYWHERE if kinds == {True} else "torso",
        required=False,
        layout="select",
        options=(*(() if kinds == {True} else of_people), *(of_machines if True in kinds else ())),
    )
    armour = Flag("protected", "input.protected", fresh=True, note=fact("note.protected", rules=("TAC-HOUSE-14",)))
    return (
        amount_input(),
        verb_input(),
        location,
        *(() if kinds == {True} else (armour,)),
        shares_input(fight, viewer),
    )


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points at once: of one location and all, or of all alone (TAC-DMG-04, TAC-DMG-05).

    Of machines armour or heat (TAC-HOUSE-31, TAC-HEAT-01).
    """
    notes = Notes()
    chosen: str = command.inputs["location"]
    somewhere = OF_MACHINES.get(chosen, chosen)
    location = None if somewhere == NOWHERE else cast(Location, somewhere)
    heals = command.inputs["verb"] == "heal"
    for who, amount in shared(fight, command):
        body = fight.body(who)
        if body.machine is not None:
            if heals:
                fight = machines.repair_by_hand(fight, who, chosen, amount, notes)
            else:
                fight = yield from machines.damage_by_hand(fight, who, chosen, amount, notes)
        elif heals:
            before = fight
            fight = mend(fight, who, amount, notes, location=location)
            if fight == before:
                notes.tell("heal.nothing", rules=("TAC-HEAL-04",), who=who)
        elif location is None:
            fight = drain(fight, who, amount, notes)
        else:
            worn = body.protection.get(location, 0) if command.inputs.get("protected") else 0
            through = damage_through(amount, worn)
            fight = wound(fight, who, location, through, notes, id_=f"{command.id}-{who}")
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", _resolve, _inputs, icon="calculator", interrupts=True)

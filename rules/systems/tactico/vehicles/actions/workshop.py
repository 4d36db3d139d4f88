"""What the game master does to machines: damage, states, repair and loading (TAC-HOUSE-27 to -32, TAC-SHOT-04)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.actions.board import people
from rules.systems.tactico.vehicles.actions.harm import ask_location, fall, take_hit
from rules.systems.tactico.vehicles.armour import MECH_LOCATIONS, VehicleLocation
from rules.systems.tactico.vehicles.hits import LOCATION_OF_FACE
from rules.systems.tactico.vehicles.situation import machine, machines, with_machine

AREAS = tuple(LOCATION_OF_FACE)
STATES = ("fall", "rise", "stop", "start", "land", "take_off")
"""A mech falls or is set up, a drive goes out or in, an aircraft lands or takes off."""


def check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be a machine."""
    if not machines(fight):
        raise NotAllowed("tactico.vehicle.none")


def hit_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who, how much, in which location or area."""
    places = (*AREAS, *MECH_LOCATIONS)
    options = tuple(Option(name, Fact(f"{'area' if name in AREAS else 'vehicle_location'}.{name}")) for name in places)
    return (
        Combatants("who", "input.who", layout="five", options=people(fight)),
        Number("amount", "input.amount", minimum=1, maximum=999),
        Choice("where", "input.where", required=False, default="any", layout="grid", options=options),
    )


def hit_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A hit of so many points, its location rolled or named (TAC-HOUSE-30, TAC-HOUSE-31)."""
    who, notes = cast(Id, command.inputs["who"]), Notes()
    where: str = command.inputs["where"] or "any"
    kind = machine(fight, who).kind
    if where in AREAS or kind != "mech":
        area = where if where in AREAS else "any"
        location = yield from ask_location(fight, who, area, f"location:{who}", None, notes)
    else:
        location = cast(VehicleLocation, where)
    fight = yield from take_hit(fight, who, location, command.inputs["amount"], f"hit:{who}", notes)
    return Outcome(fight, notes.so_far)


def state_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who, and what becomes of it."""
    options = tuple(Option(name, Fact(f"machine_change.{name}")) for name in STATES)
    return (
        Combatants("who", "input.who", layout="five", options=people(fight)),
        Choice("what", "input.machine_change", layout="grid", options=options),
    )


def state_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Change what the game master says of a machine (TAC-SHOT-04, TAC-SHOT-09, TAC-HOUSE-28)."""
    who, what, notes = cast(Id, command.inputs["who"]), str(command.inputs["what"]), Notes()
    one = machine(fight, who)
    if what in ("fall", "rise") and one.kind != "mech":
        raise NotAllowed("tactico.physical.mechs_only", field="what")
    if what in ("land", "take_off") and not one.may_fly:
        raise NotAllowed("tactico.vehicle.cannot_fly", field="what")
    if what == "fall":
        fight = yield from fall(fight, who, f"fall:{who}", notes)
        return Outcome(fight, notes.so_far)
    changed = {
        "rise": replace(one, fallen=False),
        "stop": replace(one, immobile=True),
        "start": replace(one, immobile=False, offline=False),
        "land": replace(one, flying=False),
        "take_off": replace(one, flying=True),
    }[what]
    params: dict[str, Param] = {"who": Ref(who), "what": Word(f"machine_change.{what}")}
    rules = ("TAC-SHOT-09",) if what in ("land", "take_off") else ("TAC-SHOT-04", "TAC-HOUSE-27")
    notes.add(Fact("machine.changed", params=params, rules=rules))
    return Outcome(with_machine(fight, who, changed), notes.so_far)


def repair_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which machines."""
    return (Combatants("people", "input.machines", options=people(fight), several=True),)


def repair_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Nothing is repaired or loaded during a combat (TAC-HOUSE-32)."""
    check(fight, command, viewer)
    if fight.ordered and fight.round.number:
        raise NotAllowed("tactico.vehicle.in_combat")


def repair_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Full armour and full magazines, between two combats (TAC-HOUSE-31, TAC-HOUSE-32)."""
    yield from ()
    notes = Notes()
    for who in (one for one in machines(fight) if one in command.inputs["people"]):
        one = machine(fight, who)
        weapons = {name: replace(fitted, fired=0) for name, fitted in sorted(one.weapons.items())}
        whole = replace(one, armour=dict(one.armour_max), weapons=weapons, heat=0, fallen=False, immobile=False)
        fight = with_machine(fight, who, replace(whole, offline=False, wild=False))
        notes.add(Fact("machine.repaired", params={"who": Ref(who)}, rules=("TAC-HOUSE-31", "TAC-HOUSE-32")))
    return Outcome(fight, notes.so_far)


HIT: Action[Body, Round] = Action(
    "machine_hit", hit_resolve, hit_inputs, check, icon="target", for_game_master=True, interrupts=True
)
STATE: Action[Body, Round] = Action(
    "machine_state", state_resolve, state_inputs, check, icon="anchor", for_game_master=True, interrupts=True
)
REPAIR: Action[Body, Round] = Action(
    "repair", repair_resolve, repair_inputs, repair_check, icon="life-buoy", for_game_master=True, interrupts=True
)

"""What the game master does to machines by hand: damage, repair, heat and states.

(TAC-HEAT-01, TAC-SHOT-04, TAC-SHOT-09, TAC-HOUSE-27 to -32)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Number, Option, options_of
from rules.core.people import numbers_for, person_options
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.harm import LOCATION_OF_FACE, HitArea, ask_location, fall, take_hit
from rules.systems.tactico.vehicles.machines import MECH_LOCATIONS, VehicleLocation
from rules.systems.tactico.vehicles.situation import machine, machines, with_machine
from rules.systems.tactico.vehicles.state import Machine

ANYWHERE = "any"
"""A hit lands where the die says; a repair begins with the location that has lost most (TAC-HOUSE-30)."""

HEAT = "heat"

OF_PEOPLE = {"torso": "center_torso", "nowhere": ANYWHERE}
"""What a location of people means for a machine, where both are in a fight."""

AREAS: tuple[HitArea, ...] = tuple(LOCATION_OF_FACE)

STATES = ("fall", "rise", "stop", "start", "land", "take_off")
"""A mech falls or stands up, a drive stops or starts, an aircraft lands or takes off."""


# The keypad


def places() -> tuple[Option, ...]:
    """The locations of a machine, and its heat."""
    return (
        Option(ANYWHERE, fact("keypad.anywhere", rules=("TAC-HOUSE-30",))),
        *(Option(name, fact(f"vehicle_location.{name}", rules=("TAC-HOUSE-31",))) for name in MECH_LOCATIONS),
        Option(HEAT, fact("keypad.heat", rules=("TAC-HEAT-01",)), extra={"measure": True}),
    )


def damage_by_hand(fight: TacticoFight, who: Id, where: str, amount: int, notes: Notes) -> Steps[TacticoFight]:
    """Take points off a location, or off the hull of a machine without locations, or heat the machine up."""
    where, one = OF_PEOPLE.get(where, where), machine(fight, who)
    if where == HEAT:
        return _heated(fight, who, one.heat + amount, notes)
    location = yield from _location(fight, who, where, notes)
    return (yield from take_hit(fight, who, location, amount, f"hit:{who}", notes))


def _location(fight: TacticoFight, who: Id, where: str, notes: Notes) -> Steps[VehicleLocation]:
    """The named location; for an area, and for a machine with a hull only, the die decides (TAC-HOUSE-30)."""
    if where in AREAS or machine(fight, who).kind != "mech":
        area = where if where in AREAS else "any"
        return (yield from ask_location(fight, who, area, f"location:{who}", None, notes))
    return cast(VehicleLocation, where)


def repair_by_hand(fight: TacticoFight, who: Id, where: str, amount: int, notes: Notes) -> TacticoFight:
    """Give points back to a location, or to those that have lost most first, or cool the machine down.

    No location gets more points than a whole machine has.
    """
    where, one = OF_PEOPLE.get(where, where), machine(fight, who)
    if where == HEAT:
        return _heated(fight, who, max(0, one.heat - amount), notes)
    lost = {place: most - one.armour_left[cast(VehicleLocation, place)] for place, most in one.armour_max.items()}
    named = [where] if where in lost else sorted(lost, key=lambda place: (-lost[place], place))
    left = amount
    for place in named:
        back = min(left, lost[place])
        if back:
            left -= back
            one = replace(one, armour=put(one.armour, place, max(0, one.armour[place]) + back))
            notes.add(_mended(fight, who, one, place, back))
    if left == amount:
        notes.tell("heal.nothing", who=who, rules=("TAC-HOUSE-31",))
        return fight
    return with_machine(fight, who, one)


def _mended(fight: TacticoFight, who: Id, after: Machine, place: str, points: int) -> Fact:
    seen, where = numbers_for(fight.combatants[who]), Word(f"vehicle_location.{place}")
    now = fact("machine.armour_left", left=after.armour[place], rules=("TAC-HOUSE-31",), audience=seen)
    return fact("machine.mended", points, who=who, where=where, points=points, rules=("TAC-HOUSE-31",), terms=(now,))


def _heated(fight: TacticoFight, who: Id, heat: int, notes: Notes) -> TacticoFight:
    """Set the heat of a machine; one that gathers none stays as it is (TAC-HEAT-01, TAC-HEAT-06)."""
    one = machine(fight, who)
    if not one.keeps_heat or heat == one.heat:
        notes.tell("keypad.no_heat", who=who, rules=("TAC-HEAT-01", "TAC-HEAT-06"))
        return fight
    notes.tell(
        "keypad.heat_now",
        heat,
        who=who,
        before=one.heat,
        rules=("TAC-HEAT-01", "TAC-HEAT-04"),
        audience=numbers_for(fight.combatants[who]),
        otherwise=fact("keypad.heat_changes", who=who, rules=("TAC-HEAT-01",)),
    )
    return with_machine(fight, who, replace(one, heat=heat))


# A hit, a state, a repair


def check_any_machine(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be a machine."""
    if not machines(fight):
        raise NotAllowed("tactico.vehicle.none")


def hit_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The machine, the points, and the location or area."""
    options = (
        *(Option(name, fact(f"area.{name}")) for name in AREAS),
        *(Option(name, fact(f"vehicle_location.{name}")) for name in MECH_LOCATIONS),
    )
    return (
        Combatants("who", "input.who", layout="five", options=person_options(machines(fight))),
        Number("amount", "input.amount", minimum=1, maximum=999),
        Choice("where", "input.where", required=False, default=ANYWHERE, layout="grid", options=options),
    )


def hit_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Hit a machine in a named location, or where the die says (TAC-HOUSE-30, TAC-HOUSE-31)."""
    who, notes = cast(Id, command.inputs["who"]), Notes()
    location = yield from _location(fight, who, command.inputs["where"] or ANYWHERE, notes)
    fight = yield from take_hit(fight, who, location, command.inputs["amount"], f"hit:{who}", notes)
    return Outcome(fight, notes.so_far)


def state_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The machine and its change of state."""
    options = options_of("machine_change", STATES)
    return (
        Combatants("who", "input.who", layout="five", options=person_options(machines(fight))),
        Choice("what", "input.machine_change", layout="grid", options=options),
    )


def state_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Change the state of a machine (TAC-SHOT-04, TAC-SHOT-09, TAC-HOUSE-27, TAC-HOUSE-28)."""
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
    rules = ("TAC-SHOT-09",) if what in ("land", "take_off") else ("TAC-SHOT-04", "TAC-HOUSE-27")
    notes.tell("machine.changed", who=who, what=Word(f"machine_change.{what}"), rules=rules)
    return Outcome(with_machine(fight, who, changed), notes.so_far)


def repair_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The machines."""
    return (Combatants("people", "input.machines", options=person_options(machines(fight)), several=True),)


def repair_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Nothing is repaired or loaded during a combat (TAC-HOUSE-32)."""
    check_any_machine(fight, command, viewer)
    if fight.ordered and fight.round.number:
        raise NotAllowed("tactico.vehicle.in_combat")


def repair_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give machines full armour and full magazines, between two combats (TAC-HOUSE-31, TAC-HOUSE-32)."""
    yield from ()
    notes = Notes()
    for who in (one for one in machines(fight) if one in command.inputs["people"]):
        one = machine(fight, who)
        weapons = {name: replace(fitted, fired=0) for name, fitted in sorted(one.weapons.items())}
        whole = replace(one, armour=dict(one.armour_max), weapons=weapons, heat=0, fallen=False, immobile=False)
        fight = with_machine(fight, who, replace(whole, offline=False, wild=False))
        notes.tell("machine.repaired", who=who, rules=("TAC-HOUSE-31", "TAC-HOUSE-32"))
    return Outcome(fight, notes.so_far)


HIT: Action[Body, Round] = Action(
    "machine_hit", hit_resolve, hit_inputs, check_any_machine, icon="target", for_game_master=True, interrupts=True
)
STATE: Action[Body, Round] = Action(
    "machine_state",
    state_resolve,
    state_inputs,
    check_any_machine,
    icon="anchor",
    for_game_master=True,
    interrupts=True,
)
REPAIR: Action[Body, Round] = Action(
    "repair", repair_resolve, repair_inputs, repair_check, icon="life-buoy", for_game_master=True, interrupts=True
)

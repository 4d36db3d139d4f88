"""Damage, repair and heat of machines by the keypad of the fight (TAC-HOUSE-30, TAC-HOUSE-31, TAC-HEAT-01)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.inputs import Option
from rules.core.requests import Steps
from rules.core.types import Id, put
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.actions.harm import ask_location, points_for, take_hit
from rules.systems.tactico.vehicles.armour import MECH_LOCATIONS, VehicleLocation
from rules.systems.tactico.vehicles.hits import HitArea
from rules.systems.tactico.vehicles.situation import machine, with_machine
from rules.systems.tactico.vehicles.state import Machine

ANYWHERE = "any"
"""Where the die says; what is repaired is then what has lost most (TAC-HOUSE-30)."""

HEAT = "heat"

OF_PEOPLE = {"torso": "center_torso", "nowhere": ANYWHERE}
"""What a location of people means for a machine, where both are in a fight."""


def places() -> tuple[Option, ...]:
    """Where a machine may be struck or repaired, and its heat."""
    return (
        Option(ANYWHERE, Fact("keypad.anywhere", rules=("TAC-HOUSE-30",))),
        *(Option(name, Fact(f"vehicle_location.{name}", rules=("TAC-HOUSE-31",))) for name in MECH_LOCATIONS),
        Option(HEAT, Fact("keypad.heat", rules=("TAC-HEAT-01",))),
    )


def strike(fight: TacticoFight, who: Id, where: str, amount: int, notes: Notes) -> Steps[TacticoFight]:
    """Take points off a location, the hull of what has no other, or heat a machine up."""
    where, one = OF_PEOPLE.get(where, where), machine(fight, who)
    if where == HEAT:
        return _heated(fight, who, one.heat + amount, notes)
    if where == ANYWHERE or one.kind != "mech":
        area: HitArea = "any"
        location = yield from ask_location(fight, who, area, f"location:{who}", None, notes)
    else:
        location = cast(VehicleLocation, where)
    return (yield from take_hit(fight, who, location, amount, f"hit:{who}", notes))


def mend(fight: TacticoFight, who: Id, where: str, amount: int, notes: Notes) -> TacticoFight:
    """Give points of armour back up to those of a whole machine, or cool it down; says so where there is nothing."""
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
        notes.add(Fact("heal.nothing", params={"who": Ref(who)}, rules=("TAC-HOUSE-31",)))
        return fight
    return with_machine(fight, who, one)


def _mended(fight: TacticoFight, who: Id, after: Machine, place: str, points: int) -> Fact:
    params: dict[str, Param] = {"who": Ref(who), "where": Word(f"vehicle_location.{place}"), "points": points}
    now = Fact("machine.armour_left", after.armour[place], rules=("TAC-HOUSE-31",), audience=points_for(fight, who))
    return Fact("machine.mended", points, params, ("TAC-HOUSE-31",), terms=(now,))


def _heated(fight: TacticoFight, who: Id, heat: int, notes: Notes) -> TacticoFight:
    """Heat or cool a machine; what gathers no heat, or has none, stays as it is (TAC-HEAT-01, TAC-HEAT-06)."""
    one = machine(fight, who)
    params: dict[str, Param] = {"who": Ref(who)}
    if not one.keeps_heat or heat == one.heat:
        notes.add(Fact("keypad.no_heat", params=params, rules=("TAC-HEAT-01", "TAC-HEAT-06")))
        return fight
    seen = points_for(fight, who)
    told = Fact("keypad.heat_changes", params=params, rules=("TAC-HEAT-01",))
    params = {**params, "before": one.heat}
    notes.add(Fact("keypad.heat_now", heat, params, ("TAC-HEAT-01", "TAC-HEAT-04"), seen, otherwise=told))
    return with_machine(fight, who, replace(one, heat=heat))

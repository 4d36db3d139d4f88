"""A machine in a row of the sheet of a fight; what is crossed out stands on its own record sheet."""

from __future__ import annotations

from rules.core.facts import Word, fact
from rules.core.paper import Line, Profile, Track
from rules.systems.tactico.vehicles.machines import LOCATIONS_OF_KIND
from rules.systems.tactico.vehicles.state import Machine


def machine_profile(one: Machine) -> Profile:
    """The armour by location as numbers, and the heat that the last turn left (TAC-HOUSE-31, TAC-HEAT-01)."""
    left = one.armour_left
    heat = (Line(Word("record.heat"), fact("paper.number", one.heat)),) if one.keeps_heat else ()
    return Profile(
        tracks=tuple(
            Track(
                fact("paper.place", location=Word(f"vehicle_location.{name}")),
                one.armour_max[name],
                one.armour_max[name] - left[name],
                part=True,
            )
            for name in LOCATIONS_OF_KIND[one.kind]
        ),
        attacks=(Line(Word(f"vehicle.{one.kind}"), fact("record.on_its_sheet", one.tonnage)), *heat),
    )

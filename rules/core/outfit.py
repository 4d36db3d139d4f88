"""Sheets and bodies as gear makes them; and gear as the JSON in which the app hands it to verbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.codec import codec
from rules.core.fight import Combatant
from rules.core.gear import NO_GEAR, Gear
from rules.core.system import AnySystem
from rules.core.types import Json

_GEAR = codec(Gear)


def dump_gear(gear: Gear) -> Json:
    """Gear as JSON, as the verbs `enlist` and `resheet` take it."""
    return _GEAR.dump(gear)


def load_gear(data: Json) -> Gear:
    """Gear from its JSON; nothing is no gear."""
    return _GEAR.load(data) if data else NO_GEAR


def outfitted(
    system: AnySystem, kind: str, sheet: Mapping[str, Json], gear: Gear, house: Mapping[str, Json]
) -> Mapping[str, Json]:
    """A loaded sheet as it counts with this gear."""
    return system.equipment.outfit(kind, sheet, gear, house)


def fresh_body(system: AnySystem, kind: str, sheet: Mapping[str, Json], gear: Gear, house: Mapping[str, Json]) -> Any:
    """The state at the start of a combatant with this loaded sheet and this gear."""
    return system.body(kind, outfitted(system, kind, sheet, gear, house), house)


def regeared(system: AnySystem, one: Combatant[Any], gear: Gear, house: Mapping[str, Json]) -> Combatant[Any]:
    """A combatant with other gear, and with everything that the fight has done to it."""
    sheet = system.sheet_kinds[one.kind].load(one.sheet)
    body = system.resheeted(one.body, fresh_body(system, one.kind, sheet, gear, house))
    return replace(one, gear=gear, body=body)

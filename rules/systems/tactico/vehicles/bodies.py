"""How the sheet of a machine becomes a body, what of it outlives the fight, and what an edited sheet keeps.

(TAC-HOUSE-19, TAC-HOUSE-31, TAC-HOUSE-32)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.overrides import overrides_of
from rules.core.types import Json
from rules.systems.tactico.state import Body
from rules.systems.tactico.vehicles.sheet import AVERAGE, machine_of
from rules.systems.tactico.vehicles.state import Machine

KEPT = ("at", "facing", "shaken", "heat", "offline", "wild", "fallen", "tactics")
"""The fields of a machine that belong to the fight at hand and stay when its sheet is edited."""


def machine_body(kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
    """The body of an undamaged machine, with the characteristics and skills of the pilot (TAC-HOUSE-19)."""
    one = machine_of(sheet)
    return Body(
        characteristics={
            **dict.fromkeys(("constitution", "strength", "will"), AVERAGE),
            "dexterity": sheet["dexterity"],
            "intelligence": sheet["intelligence"],
            "perception": sheet["perception"],
        },
        skills={"gunnery": sheet["gunnery"], "piloting": sheet["piloting"], "tactics": sheet["tactics"]},
        initiative=one.initiative,
        overrides=overrides_of(sheet),
        machine=one,
    )


def lasting(body: Body) -> Mapping[str, Json]:
    """What outlives the fight: armour lost, shots fired, a drive that is out (TAC-HOUSE-31, TAC-HOUSE-32)."""
    one = body.machine
    if one is None:
        return {}
    lost = {place: most - one.armour[place] for place, most in sorted(one.armour_max.items())}
    return {
        "lost": {place: points for place, points in lost.items() if points},
        "fired": {name: fitted.fired for name, fitted in sorted(one.weapons.items()) if fitted.fired},
        "immobile": one.immobile,
    }


def with_lasting(body: Body, condition: Mapping[str, Json]) -> Body:
    """A fresh body in the condition that an earlier fight left."""
    return replace(body, machine=_worn(body.machine, condition)) if body.machine is not None else body


def _worn(one: Machine, condition: Mapping[str, Json]) -> Machine:
    lost, fired = condition.get("lost") or {}, condition.get("fired") or {}
    return replace(
        one,
        armour={place: points - int(lost.get(place, 0)) for place, points in sorted(one.armour.items())},
        weapons={name: replace(fitted, fired=int(fired.get(name, 0))) for name, fitted in sorted(one.weapons.items())},
        immobile=bool(condition.get("immobile", False)),
    )


def resheeted(old: Body, fresh: Body) -> Body:
    """The body of an edited sheet with all that the fight has done to the old one."""
    before, after = old.machine, fresh.machine
    if before is None or after is None:
        return fresh
    worn = _worn(after, lasting(old))
    kept = {name: getattr(before, name) for name in KEPT}
    return replace(fresh, machine=replace(worn, **kept, flying=before.flying and after.may_fly))

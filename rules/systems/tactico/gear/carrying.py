"""What somebody carries in a fight, and how rules change it; the body follows (TAC-INV-04, TAC-INV-06)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.equipment import Values
from rules.core.errors import NotAllowed
from rules.core.gear import Gear
from rules.core.types import Id, Json
from rules.systems.tactico.bodies import person_body, resheeted
from rules.systems.tactico.gear.outfit import outfit
from rules.systems.tactico.gear.unpacking import unpack
from rules.systems.tactico.load import Load
from rules.systems.tactico.places import carried
from rules.systems.tactico.state import TacticoCombatant, TacticoFight


def counted(fight: TacticoFight, one: TacticoCombatant) -> Mapping[str, Json]:
    """Somebody's sheet as it counts with the gear (TAC-INV-04)."""
    return outfit(one.kind, one.sheet, one.gear, fight.house)


def lists_things(one: TacticoCombatant) -> bool:
    """Whether things are written on somebody's sheet, as on one of an old file, and not had as things."""
    return bool(unpack(one.kind, one.sheet)[1])


def remade(fight: TacticoFight, one: TacticoCombatant) -> TacticoFight:
    """The fight after somebody's sheet or gear has changed."""
    body = resheeted(one.body, person_body(counted(fight, one)))
    return fight.with_combatant(replace(one, body=body))


def with_carried(fight: TacticoFight, who: Id, gear: Gear) -> TacticoFight:
    """The fight in which somebody has these things."""
    return remade(fight, replace(fight.combatants[who], gear=gear))


def load_of(fight: TacticoFight, who: Id) -> Load:
    """What somebody carries against the Aguante (TAC-INV-06)."""
    one = fight.combatants[who]
    return carried(counted(fight, one), one.body.endurance)


def may_carry(kind: str, sheet: Values, before: Gear, after: Gear, house: Values) -> None:
    """Refuse whatever brings somebody further beyond the Aguante; figures and machines have no list (TAC-INV-06)."""
    if "containers" not in sheet:
        return
    sheets = [outfit(kind, sheet, gear, house) for gear in (before, after)]
    old, new = (carried(one, person_body(one).endurance) for one in sheets)
    if not new.within_limit and new.total_size > old.total_size:
        raise NotAllowed("tactico.load.too_much", field="size", params={"over": -new.room_left})

"""What a combatant carries, and how rules change it; the body follows (TAC-INV-04, TAC-INV-06)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.equipment import Values
from rules.core.errors import NotAllowed
from rules.core.gear import Gear
from rules.core.types import Id, Json
from rules.systems.tactico.bodies import person_body, resheeted
from rules.systems.tactico.gear.arms import drawn, is_thrown
from rules.systems.tactico.gear.outfit import outfit
from rules.systems.tactico.gear.unpacking import unpack
from rules.systems.tactico.load import Load, carried
from rules.systems.tactico.state import Hand, TacticoCombatant, TacticoFight


def counted(fight: TacticoFight, one: TacticoCombatant) -> Mapping[str, Json]:
    """A combatant's sheet as it counts with the gear (TAC-INV-04)."""
    return outfit(one.kind, one.sheet, one.gear, fight.house)


def lists_things(one: TacticoCombatant) -> bool:
    """Return whether a sheet lists things, as one of an old file does, instead of having them as things."""
    return bool(unpack(one.kind, one.sheet)[1])


def remade(fight: TacticoFight, one: TacticoCombatant) -> TacticoFight:
    """Return the fight after a combatant's sheet or gear has changed."""
    body = resheeted(one.body, person_body(counted(fight, one)))
    return fight.with_combatant(replace(one, body=body))


def with_carried(fight: TacticoFight, who: Id, gear: Gear) -> TacticoFight:
    """Return the fight in which a combatant has these things."""
    return remade(fight, replace(fight.combatants[who], gear=gear))


def into_hand(fight: TacticoFight, who: Id, weapon: Id, hand: Hand) -> TacticoFight:
    """Return the fight in which a combatant holds this weapon and no other; things go where that puts them.

    (TAC-ACT-02)
    """
    gear = fight.combatants[who].gear
    if weapon in gear.things:
        gear = drawn(gear, gear.things[weapon])
    else:
        for one in gear.at("hand"):
            if one.kind == "weapon":
                gear = gear.put(replace(one, place="worn"))
    fight = _with_places(fight, who, gear)
    return fight.with_body(who, replace(fight.body(who), in_hand=weapon, hand=hand))


def out_of_hand(fight: TacticoFight, who: Id, weapon: Id) -> TacticoFight:
    """Return the fight in which a weapon was put away or dropped (TAC-ACT-02, TAC-DMG-07)."""
    gear = fight.combatants[who].gear
    if weapon in gear.things:
        gear = gear.put(replace(gear.things[weapon], place="worn"))
    return _with_places(fight, who, gear)


def thrown(fight: TacticoFight, who: Id, weapon: Id) -> TacticoFight:
    """Return the fight after the use of a weapon; a grenade or the like is gone with it (TAC-HOUSE-13)."""
    gear = fight.combatants[who].gear
    if weapon not in gear.things or not is_thrown(gear.things[weapon]):
        return fight
    return with_carried(fight, who, gear.spend(weapon))


def _with_places(fight: TacticoFight, who: Id, gear: Gear) -> TacticoFight:
    return fight if gear == fight.combatants[who].gear else with_carried(fight, who, gear)


def load_of(fight: TacticoFight, who: Id) -> Load:
    """What a combatant carries against the Aguante (TAC-INV-06)."""
    one = fight.combatants[who]
    return carried(counted(fight, one), one.body.endurance)


def may_carry(kind: str, sheet: Values, before: Gear, after: Gear, house: Values) -> None:
    """Refuse gear that goes further beyond the Aguante; figures and machines have no list (TAC-INV-06)."""
    if "containers" not in sheet:
        return
    sheets = [outfit(kind, sheet, gear, house) for gear in (before, after)]
    old, new = (carried(one, person_body(one).endurance) for one in sheets)
    if not new.within_limit and new.total_size > old.total_size:
        raise NotAllowed("tactico.load.too_much", field="size", params={"over": -new.room_left})

"""Hits on machines: where they land, what they destroy, and falls (TAC-HOUSE-28, TAC-HOUSE-30, TAC-HOUSE-31)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps, roll
from rules.core.types import Id, put
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.actions.telling import dice_for
from rules.systems.tactico.vehicles.armour import VehicleLocation, is_destroyed
from rules.systems.tactico.vehicles.falls import fall_damage
from rules.systems.tactico.vehicles.hits import HitArea, damage_location, hit_dice, vehicle_location
from rules.systems.tactico.vehicles.situation import machine, with_machine


def area_on(fight: TacticoFight, who: Id, area: HitArea) -> HitArea:
    """The area that can be struck: what has only a hull has no parts (TAC-HOUSE-30)."""
    return area if machine(fight, who).kind == "mech" else "any"


def ask_location(
    fight: TacticoFight, who: Id, area: HitArea, key: str, by: Id | None, notes: Notes
) -> Steps[VehicleLocation]:
    """Where a hit on a machine lands; whoever strikes throws the die (TAC-HOUSE-30)."""
    kind, area = machine(fight, who).kind, area_on(fight, who, area)
    faces: tuple[int, ...] = ()
    if dice := hit_dice(kind):
        thrower = by if by in fight.combatants else who
        audience = dice_for(fight, thrower) if thrower is not None else TABLE
        faces = yield from roll(key, thrower, *dice, so_far=notes.so_far, audience=audience, label="dice.location")
    return vehicle_location(kind, area, faces)


def points_for(fight: TacticoFight, who: Id) -> Audience:
    """Who may read the armour of a machine as numbers."""
    return TABLE if fight.combatants[who].shows == "number" else controllers_of(who)


def take_hit(
    fight: TacticoFight, who: Id, location: VehicleLocation, damage: int, key: str, notes: Notes
) -> Steps[TacticoFight]:
    """Take a hit off the armour of a location, with what its loss brings (TAC-HOUSE-31)."""
    one = machine(fight, who)
    before = one.armour_left[location]
    hit = damage_location(one.armour_left, location, damage)
    after = hit.armour[location]
    params: dict[str, Param] = {"who": Ref(who), "where": Word(f"vehicle_location.{location}"), "points": damage}
    left = Fact("machine.armour_left", value=after, rules=("TAC-HOUSE-31",), audience=points_for(fight, who))
    notes.add(Fact("machine.hurt", value=damage, params=params, rules=("TAC-HOUSE-30", "TAC-HOUSE-31"), terms=(left,)))
    # what is taken is counted, so that an older hit can be taken back alone
    taken = before - after
    armour = put(one.armour, location, one.armour[location] - taken)
    fight = with_machine(fight, who, replace(one, armour=armour, shaken=one.shaken + taken))
    if is_destroyed(after) and not is_destroyed(before):
        notes.add(Fact("machine.destroyed", params=params, rules=("TAC-HOUSE-31",)))
        if machine(fight, who).out and not one.out:
            notes.add(Fact("machine.out", params={"who": Ref(who)}, rules=("TAC-HOUSE-31",)))
    if hit.falls and not machine(fight, who).out:
        fight = yield from fall(fight, who, key, notes)
    return fight


def fall(fight: TacticoFight, who: Id, key: str, notes: Notes) -> Steps[TacticoFight]:
    """A mech that stands falls, and takes the damage of it low (TAC-HOUSE-28, TAC-HOUSE-31)."""
    one = machine(fight, who)
    if one.fallen or one.kind != "mech":
        return fight
    notes.add(Fact("machine.falls", params={"who": Ref(who)}, rules=("TAC-HOUSE-28",)))
    fight = with_machine(fight, who, replace(one, fallen=True))
    location = yield from ask_location(fight, who, "lower", f"{key}:fall", who, notes)
    return (yield from take_hit(fight, who, location, fall_damage(one.tonnage), f"{key}:fall", notes))

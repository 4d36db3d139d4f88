"""Changing the frozen sheet of a combatant by a rule: gear, sessions, levels; the app writes it on to the character."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.types import Id, Json
from rules.systems.tumbas.bodies import person_body, resheeted
from rules.systems.tumbas.load import Inventory, carrying, check_carried
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.sheet import carried_of, load_person, with_inventory
from rules.systems.tumbas.state import TumbasFight


def people(fight: TumbasFight) -> list[Id]:
    """The characters of the table in the fight, in order: those whose gear and progress are kept."""
    return [who for who in fight.order if not fight.combatants[who].body.creature]


def with_sheet(fight: TumbasFight, who: Id, changes: Mapping[str, Json]) -> TumbasFight:
    """The fight in which somebody's sheet says this; the body follows, its condition stays."""
    one = fight.combatants[who]
    sheet = load_person({**one.sheet, **changes})
    body = resheeted(one.body, person_body(sheet, fight.house))
    return fight.with_combatant(replace(one, sheet=sheet, body=body))


def with_things(fight: TumbasFight, who: Id, after: Inventory) -> TumbasFight:
    """The fight in which somebody carries this, besides weapons and armour."""
    return with_sheet(fight, who, with_inventory(fight.combatants[who].sheet, after))


def check_load(fight: TumbasFight, who: Id) -> None:
    """Refuse more than twice the capacity of somebody (TUM-LOAD-04)."""
    one = fight.combatants[who]
    body = one.body
    load = carrying(
        body.value("strength"),
        body.value("resistance"),
        carried_of(one.sheet),
        capacity_bonus=body.bonus("pack_mule"),
        round_up=setting(fight.house, "round_load_up"),
    )
    # a capacity set by hand counts as it stands
    check_carried(replace(load, max_spaces=2 * body.capacity, allowed=load.spaces <= 2 * body.capacity))

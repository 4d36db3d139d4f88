"""Changing the frozen sheet of a combatant by a rule: sessions, levels; the app writes it on to the character."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.types import Id, Json
from rules.systems.tumbas.bodies import fresh_body, resheeted
from rules.systems.tumbas.sheet import load_person
from rules.systems.tumbas.state import TumbasFight


def people(fight: TumbasFight) -> list[Id]:
    """The characters of the table in the fight, in order: those whose gear and progress are kept."""
    return [who for who in fight.order if not fight.combatants[who].body.creature]


def with_sheet(fight: TumbasFight, who: Id, changes: Mapping[str, Json]) -> TumbasFight:
    """The fight in which somebody's sheet says this; the body follows, its condition stays."""
    one = fight.combatants[who]
    sheet = load_person({**one.sheet, **changes})
    body = resheeted(one.body, fresh_body(one.kind, sheet, one.gear, fight.house))
    return fight.with_combatant(replace(one, sheet=sheet, body=body))

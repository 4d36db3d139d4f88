"""Wounds that outlive a scene and can be healed at its end: of people by location, of machines their armour.

(TAC-HEAL-04, TAC-HOUSE-16, TAC-HOUSE-31)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.core.facts import Notes, Word, fact
from rules.core.types import Id
from rules.core.wounds import Wound
from rules.systems.tactico.fatigue import rest_fact
from rules.systems.tactico.harm import mend
from rules.systems.tactico.harm import wounds_of as hits_of
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.state import Wound as Hit
from rules.systems.tactico.vehicles.keypad import repair_by_hand
from rules.systems.tactico.vehicles.situation import machine


def wounds_of(fight: TacticoFight, who: Id) -> Sequence[Wound[Body, Round]]:
    """What a person that is not dead, or a machine, has lost."""
    body = fight.body(who)
    if body.machine is not None:
        return tuple(_of_machine(fight, who))
    return () if body.health == "dead" else tuple(_of_person(fight, who))


def _of_person(fight: TacticoFight, who: Id) -> Iterator[Wound[Body, Round]]:
    body, elsewhere = fight.body(who), 0
    for name, hit in hits_of(body):
        where = Word(f"location.{hit.location}")
        what = fact("wound.at", hit.points, location=where, points=hit.points, rules=("TAC-HEAL-04",))
        elsewhere += hit.points
        yield Wound(name, what, partial(_treated, who=who, name=name, hit=hit))
    points = body.life_max - body.life - elsewhere
    if points > 0:
        what = fact("wound.life", points, points=points, rules=("TAC-HEAL-04",))
        yield Wound("life", what, partial(_recovered, who=who, points=points))
    if body.fatigue > 0:
        what = fact("fatigue.level", body.fatigue, maximum=body.fatigue_attribute, rules=("TAC-FAT-04",))
        yield Wound("fatigue", what, partial(_fresh, who=who))


def _treated(fight: TacticoFight, notes: Notes, *, who: Id, name: Id, hit: Hit) -> TacticoFight:
    return mend(fight, who, hit.points, notes, location=hit.location, treated=name)


def _recovered(fight: TacticoFight, notes: Notes, *, who: Id, points: int) -> TacticoFight:
    return mend(fight, who, points, notes)


def _fresh(fight: TacticoFight, notes: Notes, *, who: Id) -> TacticoFight:
    fight = fight.with_body(who, replace(fight.body(who), fatigue=0))
    notes.add(rest_fact(fight, who))
    return fight


def _of_machine(fight: TacticoFight, who: Id) -> Iterator[Wound[Body, Round]]:
    one = machine(fight, who)
    for place, most in one.armour_max.items():
        points = most - max(0, one.armour[place])
        if points > 0:
            where = Word(f"vehicle_location.{place}")
            what = fact("wound.armour", points, where=where, points=points, rules=("TAC-HOUSE-31",))
            yield Wound(place, what, partial(_repaired, who=who, place=place, points=points))


def _repaired(fight: TacticoFight, notes: Notes, *, who: Id, place: str, points: int) -> TacticoFight:
    return repair_by_hand(fight, who, place, points, notes)

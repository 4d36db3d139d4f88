"""Wounds that outlive a scene and can be healed at its end, by location (TAC-HEAL-04, TAC-HOUSE-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.core.facts import Notes, Word, fact
from rules.core.types import Id
from rules.core.wounds import LastingWound
from rules.systems.tactico.fatigue import rest_fact
from rules.systems.tactico.harm import mend
from rules.systems.tactico.harm import wounds_of as hits_of
from rules.systems.tactico.state import Body, Round, TacticoFight, Wound
from rules.systems.tactico.vehicles.wounds import wounds_of_machine


def wounds_of(fight: TacticoFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
    """What a person that is not dead, or a machine, has lost."""
    body = fight.body(who)
    if body.machine is not None:
        return wounds_of_machine(fight, who)
    return () if body.health == "dead" else tuple(_of_person(fight, who))


def _of_person(fight: TacticoFight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    body, elsewhere = fight.body(who), 0
    for name, wound in hits_of(body):
        where = Word(f"location.{wound.location}")
        what = fact("wound.at", wound.points, location=where, points=wound.points, rules=("TAC-HEAL-04",))
        elsewhere += wound.points
        yield LastingWound(name, what, partial(_treated, who=who, name=name, hit=wound))
    points = body.life_max - body.life - elsewhere
    if points > 0:
        what = fact("wound.life", points, points=points, rules=("TAC-HEAL-04",))
        yield LastingWound("life", what, partial(_recovered, who=who, points=points))
    if body.fatigue > 0:
        what = fact("fatigue.level", body.fatigue, maximum=body.fatigue_attribute, rules=("TAC-FAT-04",))
        yield LastingWound("fatigue", what, partial(_fresh, who=who))


def _treated(fight: TacticoFight, notes: Notes, *, who: Id, name: Id, hit: Wound) -> TacticoFight:
    return mend(fight, who, hit.points, notes, location=hit.location, treated=name)


def _recovered(fight: TacticoFight, notes: Notes, *, who: Id, points: int) -> TacticoFight:
    return mend(fight, who, points, notes)


def _fresh(fight: TacticoFight, notes: Notes, *, who: Id) -> TacticoFight:
    fight = fight.with_body(who, replace(fight.body(who), fatigue=0))
    notes.add(rest_fact(fight, who))
    return fight

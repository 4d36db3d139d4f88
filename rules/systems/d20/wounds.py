"""Wounds that outlive a scene and can be healed at its end: hit points, conditions, lost abilities, what falls due.

(D20H-HEAL-01, D20H-COND-01, D20H-COND-06, D20H-COND-07)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import get_args

from rules.core.audience import TABLE
from rules.core.facts import Notes, Word, fact
from rules.core.people import words_for
from rules.core.types import Id
from rules.core.wounds import LastingWound
from rules.systems.d20.abilities import ABILITIES, Ability
from rules.systems.d20.bodies import outlives
from rules.systems.d20.cards import effect_fact, effect_name, timer_fact
from rules.systems.d20.effects import Effect, Timer
from rules.systems.d20.hazards import Loss, over, restore
from rules.systems.d20.healing import healing_ceiling, mend
from rules.systems.d20.state import Body, D20Fight, Round, without_effects

RULES_OF_LOSSES = ("D20H-COND-06", "D20H-COND-07")


def wounds_of(fight: D20Fight, who: Id) -> Sequence[LastingWound[Body, Round]]:
    """What a combatant that is not dead has lost and bears; lost abilities first, since they lower the hit points."""
    if fight.body(who).vital == "dead":
        return ()
    return (*_losses(fight, who), *_points(fight, who), *_effects(fight, who), *_timers(fight, who))


def _points(fight: D20Fight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    body = fight.body(who)
    if body.hp < _most(body):
        what = fact("wound.points", left=body.hp, maximum=body.hp_max, rules=("D20H-HEAL-01",))
        yield LastingWound("hp", what, partial(_whole, who=who))


def _most(body: Body) -> int:
    """What healing can bring back: the maximum less what a poison or disease locks (D20H-DIS-05)."""
    return healing_ceiling(body.hp_max, sum(max(0, points) for points in body.locked.values()))


def _whole(fight: D20Fight, notes: Notes, *, who: Id) -> D20Fight:
    body = fight.body(who)
    return mend(fight, who, _most(body) - body.hp, notes)


def _losses(fight: D20Fight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    for ability in ABILITIES:
        lost = fight.body(who).lost(ability)
        for kind in get_args(Loss):
            points = getattr(lost, kind)
            if points > 0:
                what = fact(f"wound.{kind}", points, ability=Word(f"ability.{ability}"), rules=RULES_OF_LOSSES)
                heal = partial(_restored, who=who, ability=ability, kind=kind)
                yield LastingWound(f"{ability}-{kind}", what, heal)


def _restored(fight: D20Fight, notes: Notes, *, who: Id, ability: Ability, kind: Loss) -> D20Fight:
    points = {ability: getattr(fight.body(who).lost(ability), kind)}
    return restore(fight, who, points, kind, notes, rules=RULES_OF_LOSSES)


def _effects(fight: D20Fight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    for effect in fight.body(who).effects.values():
        if outlives(effect):
            yield LastingWound(effect.id, effect_fact(effect), partial(_lifted, who=who, effect=effect))


def _lifted(fight: D20Fight, notes: Notes, *, who: Id, effect: Effect) -> D20Fight:
    seen, rules = words_for(fight.combatants[who]), ("D20H-COND-01",)
    notes.tell("condition.lifted", who=who, what=effect_name(effect), rules=rules, audience=seen)
    return without_effects(fight, who, effect.id)


def _timers(fight: D20Fight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    for timer in fight.body(who).timers.values():
        yield LastingWound(timer.id, timer_fact(timer, TABLE), partial(_over, who=who, timer=timer))


def _over(fight: D20Fight, notes: Notes, *, who: Id, timer: Timer) -> D20Fight:
    return over(fight, who, timer, notes, rules=("D20H-HEAL-01",))

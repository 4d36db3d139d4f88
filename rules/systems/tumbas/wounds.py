"""Wounds that outlive a scene and can be healed at its end: lost hit points, days without food (TUM-HOUSE-22, -23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, fact
from rules.core.types import Id
from rules.core.wounds import LastingWound
from rules.systems.tumbas.healing import mend
from rules.systems.tumbas.state import Body, Round, TumbasFight


def wounds_of(fight: TumbasFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
    """What a combatant that is not dead lacks in hit points, and its days without food."""
    body = fight.body(who)
    found: list[LastingWound[Body, Round]] = []
    if body.health == "dead":
        return found
    if body.hp < body.hp_max:
        what = fact("wound.points", left=body.hp, maximum=body.hp_max, rules=("TUM-HOUSE-22",))
        found.append(LastingWound("hp", what, partial(_whole, who=who)))
    if body.hungry_days:
        what = Fact("state.hungry", value=body.hungry_days, rules=("TUM-HOUSE-23",))
        found.append(LastingWound("hungry", what, partial(_fed, who=who)))
    return found


def _whole(fight: TumbasFight, notes: Notes, *, who: Id) -> TumbasFight:
    body = fight.body(who)
    return mend(fight, who, body.hp_max - body.hp, notes)


def _fed(fight: TumbasFight, notes: Notes, *, who: Id) -> TumbasFight:
    notes.tell("time.fed", who=who, rules=("TUM-HOUSE-23",), audience=controllers_of(who))
    return fight.with_body(who, replace(fight.body(who), hungry_days=0))

"""Wounds that outlive a scene and can be healed at its end: lost hit points and effects that stay (TAP-HOUSE-24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rules.core.facts import Notes, fact
from rules.core.types import Id
from rules.core.wounds import LastingWound
from rules.systems.tapiz.effects import OUTLAST, effect_fact, ends_fact
from rules.systems.tapiz.harm import mend
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.in_force import ended
from rules.systems.tapiz.state import Body, Round, TapizFight


def wounds_of(fight: TapizFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
    """The pools that are not full, unless they are lost for good, then the effects that outlast the scene."""
    return (*_pools(fight, who), *_effects(fight, who))


def _pools(fight: TapizFight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    body = fight.body(who)
    for name in POOLS:
        pool = body.pool(name)
        if pool.current < pool.maximum and body.status(name) not in ("dead", "lost"):
            code = "wound.physical" if name == "physical" else "wound.mental"
            what = fact(code, left=pool.current, maximum=pool.maximum, rules=("TAP-HP-01",))
            yield LastingWound(name, what, partial(_filled, who=who, name=name))


def _filled(fight: TapizFight, notes: Notes, *, who: Id, name: PoolName) -> TapizFight:
    pool = fight.body(who).pool(name)
    amount = pool.maximum - pool.current
    return mend(fight, who, name, amount, notes, rules=("TAP-HP-01",), uses_chance=False)


def _effects(fight: TapizFight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    for effect in fight.body(who).effects.values():
        if effect.duration in OUTLAST:
            heal = partial(_ended, effect=effect.id)
            yield LastingWound(effect.id, effect_fact(effect), heal, lasts=(ends_fact(effect),))


def _ended(fight: TapizFight, notes: Notes, *, effect: Id) -> TapizFight:
    return ended(fight, [effect], notes)

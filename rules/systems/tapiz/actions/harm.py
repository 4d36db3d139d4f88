"""Losing and regaining hit points, and telling it: numbers to those entitled, words to the table (TAP-HP-01 to -10)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.types import Id
from rules.systems.tapiz.cards import health_word
from rules.systems.tapiz.hit_points import PoolName, apply_damage, restore
from rules.systems.tapiz.state import Pool, TapizFight


def hurt(fight: TapizFight, who: Id, name: PoolName, amount: int, notes: Notes, *, by: Id | None = None) -> TapizFight:
    """Take hit points from one pool; `by` knows how many, since it spent them (TAP-HP-01, TAP-HP-10, TAP-EFF-07)."""
    body = fight.combatants[who].body
    pool = body.pool(name)
    damage = apply_damage(
        name, pool.current, amount, healing_available=pool.healing_available, stabilised=pool.stabilised
    )
    after = pool.struck(damage.current) if damage.applied else pool
    return _changed(fight, who, name, after, "harm", damage.applied, notes, by=by, rules=("TAP-HP-01", "TAP-EFF-07"))


def mend(
    fight: TapizFight,
    who: Id,
    name: PoolName,
    amount: int,
    notes: Notes,
    *,
    by: Id | None = None,
    rules: tuple[str, ...] = ("TAP-HP-10",),
    uses_chance: bool = True,
) -> TapizFight:
    """Give hit points back to one pool, never above its maximum (TAP-HP-10, TAP-HOUSE-17).

    `uses_chance`: it was a healing attempt, and until new damage there is no other. Points that lift a pool to zero or
    above end its loss for good.
    """
    pool = fight.combatants[who].body.pool(name)
    current = restore(pool.current, pool.maximum, amount)
    after = pool.raised(current, uses_chance=uses_chance)
    return _changed(fight, who, name, after, "heal", current - pool.current, notes, by=by, rules=rules)


def set_pool(
    fight: TapizFight, who: Id, name: PoolName, current: int, notes: Notes, *, rules: tuple[str, ...]
) -> TapizFight:
    """Lift a pool to a value that rest has brought; the chance of healing stays as it is."""
    pool = fight.combatants[who].body.pool(name)
    after = pool.raised(current, uses_chance=False)
    return _changed(fight, who, name, after, "heal", current - pool.current, notes, by=None, rules=rules)


def _changed(
    fight: TapizFight,
    who: Id,
    name: PoolName,
    after: Pool,
    verb: str,
    amount: int,
    notes: Notes,
    *,
    by: Id | None,
    rules: tuple[str, ...],
) -> TapizFight:
    one = fight.combatants[who]
    before = one.body.pool(name)
    fight = fight.with_body(who, one.body.with_pool(name, after))
    audience: Audience = TABLE if one.shows == "number" else controllers_of(who)
    params: dict[str, Param] = {"who": Ref(who), "amount": amount, "before": before.current, "after": after.current}
    otherwise = Fact(f"{verb}.plain", params={"who": Ref(who)})
    if one.shows == "word" and name == "physical":
        looks: dict[str, Param] = {"who": Ref(who), "word": Word(f"health.{health_word(after)}")}
        otherwise = Fact(f"{verb}.{name}_word", params=looks)
    if by is not None and by != who:
        # whoever spent the points knows how many, not where that leaves the one who was hit
        spent = Fact(f"{verb}.{name}_spent", value=amount, params={"who": Ref(who), "amount": amount}, rules=rules)
        otherwise = replace(spent, audience=controllers_of(by), otherwise=otherwise)
    notes.add(Fact(f"{verb}.{name}", value=amount, params=params, rules=rules, audience=audience, otherwise=otherwise))
    status = fight.combatants[who].body.status(name)
    if status != one.body.status(name):
        seen = controllers_of(who) if one.shows == "nothing" else TABLE
        told: dict[str, Param] = {"who": Ref(who), "status": Word(f"status.{status}")}
        notes.add(Fact("status.now", params=told, rules=("TAP-HP-02", "TAP-HP-05", "TAP-HP-09"), audience=seen))
    return fight

"""Hit points lost and given back, told in numbers to those entitled and in words to the table.

(TAP-HP-01 to -10, TAP-EFF-07, TAP-HOUSE-17)
"""

from __future__ import annotations

from rules.core.audience import controllers_of
from rules.core.facts import Notes, Word, fact
from rules.core.health import health_word
from rules.core.people import numbers_for, words_for
from rules.core.types import Id
from rules.systems.tapiz.hit_points import Pool, PoolName, restore
from rules.systems.tapiz.state import TapizFight


def hurt(fight: TapizFight, who: Id, name: PoolName, amount: int, notes: Notes, *, by: Id | None = None) -> TapizFight:
    """Take hit points from one pool (TAP-HP-01, TAP-HP-10, TAP-EFF-07).

    by: the combatant whose points they are; it knows how many it spent.
    """
    before = fight.body(who).pool(name)
    after = before.damaged(amount)
    rules = ("TAP-HP-01", "TAP-EFF-07")
    if name == "physical":
        codes = ("harm.physical", "harm.physical_spent", "harm.plain")
    else:
        codes = ("harm.mental", "harm.mental_spent", "harm.plain")
    return _changed(fight, who, name, after, codes, before.current - after.current, notes, by=by, rules=rules)


def mend(
    fight: TapizFight,
    who: Id,
    name: PoolName,
    amount: int,
    notes: Notes,
    *,
    by: Id | None = None,
    rules: tuple[str, ...],
    uses_chance: bool = True,
) -> TapizFight:
    """Give hit points back to one pool, never above its maximum (TAP-HP-10, TAP-HOUSE-17).

    uses_chance: it was a healing attempt, and until new damage there is no other. Points that lift a pool to zero or
    above end its loss for good.
    """
    pool = fight.body(who).pool(name)
    current = restore(pool.current, pool.maximum, amount)
    return set_pool(fight, who, name, current, notes, by=by, rules=rules, uses_chance=uses_chance)


def set_pool(
    fight: TapizFight,
    who: Id,
    name: PoolName,
    current: int,
    notes: Notes,
    *,
    by: Id | None = None,
    rules: tuple[str, ...],
    uses_chance: bool = False,
) -> TapizFight:
    """Lift a pool to a value; where no chance is used, as by rest, that of healing stays as it is."""
    pool = fight.body(who).pool(name)
    after = pool.raised(current, uses_chance=uses_chance)
    if name == "physical":
        codes = ("heal.physical", "heal.physical_spent", "heal.plain")
    else:
        codes = ("heal.mental", "heal.mental_spent", "heal.plain")
    return _changed(fight, who, name, after, codes, current - pool.current, notes, by=by, rules=rules)


def _changed(
    fight: TapizFight,
    who: Id,
    name: PoolName,
    after: Pool,
    codes: tuple[str, str, str],
    amount: int,
    notes: Notes,
    *,
    by: Id | None,
    rules: tuple[str, ...],
) -> TapizFight:
    """Put the pool in place and tell what has changed, with the state that it now brings.

    codes: what is told to those who read numbers, to the spender of the points, and to the table.
    """
    told, spent, plain = codes
    one = fight.combatants[who]
    before = one.body.pool(name)
    fight = fight.with_body(who, one.body.with_pool(name, after))
    if amount:
        otherwise = fact(plain, who=who)
        if one.shows == "word" and name == "physical":
            word = Word(f"health.{health_word(after.current, after.maximum)}")
            code = "harm.physical_word" if plain == "harm.plain" else "heal.physical_word"
            otherwise = fact(code, who=who, word=word)
        if by is not None and by != who:
            # the spender of the points knows how many, not where that leaves the combatant
            seen = controllers_of(by)
            otherwise = fact(spent, amount, who=who, amount=amount, rules=rules, audience=seen, otherwise=otherwise)
        notes.tell(
            told,
            amount,
            who=who,
            amount=amount,
            before=before.current,
            after=after.current,
            rules=rules,
            audience=numbers_for(one),
            otherwise=otherwise,
        )
    status = fight.body(who).status(name)
    # hit points alone do not wake a combatant that an effect keeps unconscious (TAP-ODD-28)
    if status != one.body.status(name) and not (status == "ok" and one.body.knocked_out):
        rows = ("TAP-HP-02", "TAP-HP-05", "TAP-HP-09")
        notes.tell("status.now", who=who, status=Word(f"status.{status}"), rules=rows, audience=words_for(one))
    return fight

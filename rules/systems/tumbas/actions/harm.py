"""Losing and regaining hit points, and telling it: numbers to some, words to all (TUM-HOUSE-20 to -24)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import TABLE, controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.types import Id, put
from rules.systems.tumbas.cards import health_word, numbers_for, words_for
from rules.systems.tumbas.hit_points import DEATH, apply_damage, restore
from rules.systems.tumbas.state import Body, Effect, TumbasFight, in_turn


def hurt(fight: TumbasFight, who: Id, amount: int, notes: Notes, *, by: Id | None = None) -> TumbasFight:
    """Take hit points; a stable character dies again, and `by` knows how many they were (TUM-HOUSE-20)."""
    body = fight.combatants[who].body
    after = apply_damage(body.hp, amount, creature=body.creature).hp
    reopened = body.reopened + 1 if body.steadied and amount else body.reopened
    return changed(fight, who, replace(body, hp=after, reopened=reopened), "harm", notes, by=by)


def mend(
    fight: TumbasFight, who: Id, amount: int, notes: Notes, *, rules: tuple[str, ...] = ("TUM-HOUSE-22",)
) -> TumbasFight:
    """Give hit points back, never above the maximum; on their feet again nobody has to be stable (TUM-HOUSE-22)."""
    body = fight.combatants[who].body
    return changed(fight, who, raised(body, restore(body.hp, body.hp_max, amount)), "heal", notes, rules=rules)


def raised(body: Body, hp: int) -> Body:
    """The body with so many hit points; above zero nothing is left to be stopped."""
    if hp > 0:
        return replace(body, hp=hp, steadied=False, reopened=0)
    return replace(body, hp=hp)


def steady(body: Body) -> Body:
    """The body whose dying is stopped (TUM-HOUSE-21)."""
    return replace(body, steadied=True, reopened=0)


def inflict(
    fight: TumbasFight, who: Id, amount: int, notes: Notes, *, by: Id, id_: Id, at_once: bool = False
) -> TumbasFight:
    """Let a hit take effect: at once, or with its whole group after the last of them (TUM-HOUSE-31)."""
    if at_once or not in_turn(fight):
        return hurt(fight, who, amount, notes, by=by)
    params: dict[str, Param] = {"who": Ref(who), "amount": amount}
    notes.add(
        Fact(
            "harm.waits",
            amount,
            params,
            ("TUM-HOUSE-31",),
            controllers_of(by, who),
            otherwise=Fact("harm.waits_plain", params={"who": Ref(who)}),
        )
    )
    return defer(fight, Effect(id_, "harm", who, other=by, amount=amount))


def defer(fight: TumbasFight, effect: Effect) -> TumbasFight:
    """Keep something until the group at hand is through (TUM-HOUSE-31)."""
    waiting = fight.round.deferred
    effect = replace(effect, order=1 + max((one.order for one in waiting.values()), default=0))
    return replace(fight, round=replace(fight.round, deferred=put(waiting, effect.id, effect)))


def changed(
    fight: TumbasFight,
    who: Id,
    after: Body,
    verb: str,
    notes: Notes,
    *,
    by: Id | None = None,
    rules: tuple[str, ...] = ("TUM-HOUSE-16", "TUM-HOUSE-20"),
) -> TumbasFight:
    """The fight with this body, the way of its hit points told to each as they may know it."""
    one = fight.combatants[who]
    before = one.body
    amount = abs(after.hp - before.hp)
    fight = fight.with_body(who, after)
    params: dict[str, Param] = {"who": Ref(who), "amount": amount, "before": before.hp, "after": after.hp}
    otherwise = Fact(f"{verb}.plain", params={"who": Ref(who)})
    if one.shows == "word":
        looks: dict[str, Param] = {"who": Ref(who), "word": Word(f"health.{health_word(after)}")}
        otherwise = Fact(f"{verb}.word", params=looks)
    if by is not None and by != who:
        # whoever rolled the damage knows how much, not where that leaves the one who was hit
        known = Fact(f"{verb}.amount", amount, {"who": Ref(who), "amount": amount}, rules, controllers_of(by))
        otherwise = replace(known, otherwise=otherwise)
    notes.add(Fact(f"{verb}.points", amount, params, rules, numbers_for(one), otherwise=otherwise))
    if after.health != before.health:
        told: dict[str, Param] = {"who": Ref(who), "status": Word(f"status.{after.health}")}
        notes.add(Fact("status.now", params=told, rules=("TUM-HOUSE-20", "TUM-HOUSE-21"), audience=words_for(one)))
    return fight


def dead(body: Body) -> Body:
    """The body of somebody who dies at once (TUM-HOUSE-21)."""
    return replace(body, hp=min(body.hp, DEATH))


def tell_stable(fight: TumbasFight, who: Id, notes: Notes) -> TumbasFight:
    """Stop somebody's dying and tell it (TUM-HOUSE-21)."""
    one = fight.combatants[who]
    seen = TABLE if one.shows != "nothing" else controllers_of(who)
    notes.add(Fact("care.stable", params={"who": Ref(who)}, rules=("TUM-HOUSE-21",), audience=seen))
    return fight.with_body(who, steady(one.body))

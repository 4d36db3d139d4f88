"""What is about to land on a combatant, and what a hero point makes of it before it does.

(TAP-HERO-01, TAP-HERO-03, TAP-HERO-04, TAP-HERO-09 to -11, TAP-HOUSE-31)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.errors import Missing, NotAllowed, at_least, one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.landing import Landing, Means
from rules.core.requests import Answer, Steps
from rules.core.types import Id
from rules.systems.tapiz.effects import (
    KNOCKED_OUT,
    MODIFIERS,
    PRICES,
    TIERS,
    Effect,
    Tier,
    best_tier,
    effect_fact,
    known_tier,
)
from rules.systems.tapiz.gear.losing import on_things
from rules.systems.tapiz.harm import hurt
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.hit_points import END, POOLS, PoolName, pool_status
from rules.systems.tapiz.in_force import give_effect
from rules.systems.tapiz.options import slots_taken, without_slot
from rules.systems.tapiz.state import Body, Round, TapizFight

Replacement = Literal["other_consequence", "hit_points", "unconscious", "none"]

REPLACEMENTS: tuple[Replacement, ...] = get_args(Replacement)
"""What may stand in the place of a consequence; none, which would cancel it, is refused (TAP-HERO-10)."""

GRAVE = PRICES["major"]
"""From this price on lying unconscious, which counts as a major effect, is no worse than what it replaces."""


@dataclass(frozen=True, slots=True)
class Described:
    """Consequences that the player has taken over."""

    hero_points: int
    """Those left."""
    player_described: int
    opponent_described: int


@dataclass(frozen=True, slots=True)
class Instead:
    """What stands in the place of one consequence."""

    consequence_tier: Tier | None
    """None where hit points are lost instead."""
    hit_points_lost: int


def describe_consequences(hero_points: int, suffered: int, taken: int) -> Described:
    """Describe consequences in place of the opponent, for a point each (TAP-HERO-03, TAP-HERO-09, TAP-HERO-11)."""
    at_least(suffered, 1, "tapiz.hero.consequences", field="consequences")
    at_least(taken, 1, "tapiz.hero.mitigate", field="mitigate")
    if taken > suffered:
        raise NotAllowed("tapiz.hero.mitigate_too_many", field="mitigate", params={"most": suffered})
    return Described(pay(hero_points, taken), taken, suffered - taken)


def instead_of(tier: Tier, replacement: Replacement) -> Instead:
    """Return what replaces a consequence of a tier (TAP-HERO-04, TAP-HERO-10, TAP-HOUSE-31).

    Another consequence of its tier, as many hit points as it cost, or falling unconscious, which is a major one.
    """
    known_tier(tier)
    match one_of(replacement, REPLACEMENTS, "tapiz.hero.replacement_unknown", field="replacement"):
        case "other_consequence":
            return Instead(tier, 0)
        case "hit_points":
            return Instead(None, PRICES[tier])
        case "unconscious":
            return Instead("major", 0)
        case "none":
            raise NotAllowed("tapiz.hero.cannot_cancel", field="replacement")


def falls_out(body: Body, name: PoolName, amount: int) -> bool:
    """Whether this loss takes the combatant out: a pool to zero or below, or one below zero to its end."""
    before = body.pool(name).current
    after = before - amount
    return after <= 0 < before or after <= END < before


def loss(
    fight: TapizFight,
    who: Id,
    name: PoolName,
    amount: int,
    command_id: Id,
    notes: Notes,
    *,
    by: Id | None = None,
    answered: bool = True,
) -> Landing[Body, Round]:
    """Hit points that are about to be lost (TAP-EFF-07); answered: hero points may soften them (TAP-HERO-10).

    What costs fewer points than the loss softens it, and so does lying unconscious instead of falling to zero.
    """

    def lands(now: TapizFight) -> Steps[TapizFight]:
        yield from ()
        return hurt(now, who, name, amount, notes, by=by)

    body = fight.body(who)
    out = falls_out(body, name, amount)
    means: list[Means[Body, Round]] = []
    if answered and fight.points_of(who):
        lying = Effect(
            f"{command_id}-loss", "major", -1, False, "lasting", KNOCKED_OUT, since=fight.round.number, about=name
        )
        if not body.lies_still and (out or amount >= GRAVE):
            means.append(_unconscious(who, replace(lying, redescribed=True), _lost(name), notes))
        tier = best_tier(amount)
        if tier != "none":
            other = replace(lying, tier=tier, numeric=True, duration="next_roll", listed="", redescribed=True)
            means.append(_other(who, other, _lost(name), notes))
    return Landing("loss", who, _change(body, name, amount), lands, _left_by(body, name, amount), tuple(means), out)


def consequence(
    fight: TapizFight, who: Id, effect: Effect, answer: Answer, notes: Notes, *, by: Id | None, answered: bool = True
) -> Landing[Body, Round]:
    """A consequence that is about to be suffered, a thing that breaks or drops among them (TAP-HERO-03, TAP-HERO-04).

    answer: names the thing that it falls on. answered: hero points may soften it.
    """

    def lands(now: TapizFight) -> Steps[TapizFight]:
        yield from ()
        return suffered(now, who, effect, by, answer, notes)

    means: list[Means[Body, Round]] = []
    if answered and effect.tier in TIERS and fight.points_of(who):
        tier = effect.tier
        other = replace(effect, listed="", name="", redescribed=True)
        if not effect.numeric:
            other = replace(other, numeric=True, duration="next_roll")
        means.append(_other(who, other, effect.called(), notes))
        means.append(_as_points(fight, who, effect, notes))
        if PRICES[tier] >= GRAVE and effect.listed != KNOCKED_OUT and not fight.body(who).lies_still:
            means.append(_unconscious(who, knocked_out(effect), effect.called(), notes))
    return Landing(
        f"consequence_{effect.id.rpartition('-')[2]}",
        who,
        effect_fact(effect),
        lands,
        (fact("modifier", effect.modifier),) if effect.modifier else (),
        tuple(means),
        effect.listed == KNOCKED_OUT,
    )


def knocked_out(effect: Effect) -> Effect:
    """Lying unconscious in the place of a consequence: a major one without number (TAP-HERO-10, TAP-HOUSE-31)."""
    return replace(
        effect, tier="major", numeric=False, duration="lasting", listed=KNOCKED_OUT, name="", left=0, redescribed=True
    )


def suffered(fight: TapizFight, who: Id, effect: Effect, by: Id | None, answer: Answer, notes: Notes) -> TapizFight:
    """The fight in which a combatant has an effect: in its slot, on its thing, or carried (TAP-EFF-02, TAP-OPT-04)."""
    for bearer, old in slots_taken(fight, [(who, effect)]):
        fight = without_slot(fight, bearer, old, notes)
    fight, carried = on_things(fight, [(who, effect)], by, answer, notes)
    for bearer, one in carried:
        fight = give_effect(fight, bearer, one, notes, by=by)
    return fight


def _paid(fight: TapizFight, who: Id, notes: Notes) -> TapizFight:
    """One hero point is spent on one consequence (TAP-HERO-02, TAP-HERO-11)."""
    fight = fight.with_points_of(who, pay(fight.points_of(who), 1))
    rules = ("TAP-HERO-03", "TAP-HERO-09", "TAP-HERO-11")
    notes.tell("hero.redescribes", who=who, points=1, rules=rules)
    return fight


def _unconscious(who: Id, lying: Effect, before: str | Word, notes: Notes) -> Means[Body, Round]:
    def take(now: TapizFight, said: str) -> Steps[TapizFight]:
        yield from ()
        now = _paid(now, who, notes)
        rules = ("TAP-HERO-10", "TAP-HOUSE-31")
        notes.tell("hero.described", who=who, before=before, after=lying.called(), rules=rules)
        return suffered(now, who, lying, None, {}, notes)

    outcome = (fact("landing_note.unconscious", rules=("TAP-HERO-10", "TAP-HOUSE-31")),)
    return Means("unconscious", fact("landing.unconscious"), outcome, take)


def _other(who: Id, other: Effect, before: str | Word, notes: Notes) -> Means[Body, Round]:
    def take(now: TapizFight, said: str) -> Steps[TapizFight]:
        yield from ()
        if not said:
            raise Missing("tapiz.hero.describe")
        now = _paid(now, who, notes)
        rules = ("TAP-HERO-03", "TAP-HERO-04")
        notes.tell("hero.described", who=who, before=before, after=said, rules=rules)
        return suffered(now, who, replace(other, name=said), None, {}, notes)

    weight = -MODIFIERS[other.tier]
    outcome = (fact("landing_note.other", tier=Word(f"tier.{other.tier}"), modifier=weight, rules=("TAP-HERO-03",)),)
    return Means("other_consequence", fact("landing.other_consequence"), outcome, take, in_words=True)


def _as_points(fight: TapizFight, who: Id, effect: Effect, notes: Notes) -> Means[Body, Round]:
    price = instead_of(cast(Tier, effect.tier), "hit_points").hit_points_lost
    pool = effect.about if effect.about in POOLS else "physical"

    def take(now: TapizFight, said: str) -> Steps[TapizFight]:
        yield from ()
        now = _paid(now, who, notes)
        rules = ("TAP-HERO-10", "TAP-HOUSE-31")
        notes.tell("hero.as_hit_points", who=who, before=effect.called(), rules=rules)
        return hurt(now, who, pool, price, notes)

    body = fight.body(who)
    outcome = (_change(body, pool, price), *_left_by(body, pool, price))
    return Means("hit_points", fact("landing.hit_points"), outcome, take)


_CHANGES: Mapping[PoolName, str] = {"physical": "landing.physical", "mental": "landing.mental"}
_LOSSES: Mapping[PoolName, str] = {"physical": "landing.lost_physical", "mental": "landing.lost_mental"}


def _change(body: Body, name: PoolName, amount: int) -> Fact:
    """What a loss makes of a pool."""
    before = body.pool(name).current
    return fact(_CHANGES[name], amount, before=before, after=before - amount, rules=("TAP-EFF-07",))


def _left_by(body: Body, name: PoolName, amount: int) -> tuple[Fact, ...]:
    """The state that a loss brings (TAP-HP-02, TAP-HP-03, TAP-HP-05, TAP-HP-06, TAP-HP-09)."""
    before = body.pool(name).current
    status = pool_status(name, before - amount)
    return () if status == pool_status(name, before) else (fact(f"status.{status}", rules=("TAP-HP-02",)),)


def _lost(name: PoolName) -> Word:
    return Word(_LOSSES[name])

"""Optional uses of a hero point after a failure, where the table has them (TAP-HERO-12, TAP-HERO-13, TAP-ODD-20)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, cast

from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, fact
from rules.core.inputs import Choice, Option
from rules.core.requests import Steps, choose
from rules.core.throws import ACTOR, Asking, Decision, Throws, asked, decide
from rules.core.types import Id
from rules.systems.tapiz.consequences import imposed
from rules.systems.tapiz.effects import PRICES, BestTier, Points, Tier, best_tier
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.spending import spend_points
from rules.systems.tapiz.state import TapizFight

Turn = Literal["none", "success", "besides"]
"""Let the failure be, turn it into a success, or have an effect of one's own besides."""


@dataclass(frozen=True, slots=True)
class TurnedFailure:
    """A failed roll after one of the two optional uses."""

    hero_points: int
    """Those left."""
    success: bool
    effect_tier: Tier
    consequence_tier: BestTier


def check_success(consequence_points: int) -> None:
    """Refuse to turn into a success what is no failure by a minor consequence (TAP-HERO-12)."""
    if best_tier(max(0, consequence_points)) != "minor":
        raise NotAllowed(
            "tapiz.hero.needs_minor_failure", field="consequence_points", params={"value": consequence_points}
        )


def turn_failure(hero_points: int, consequence_points: int, *, optional_uses: bool) -> Throws[TurnedFailure | None]:
    """Turn a failure with a hero point; None where it stays as it is (TAP-HERO-12, TAP-HERO-13).

    A failure by a minor consequence becomes a success with a major one, or a minor effect of one's own is added to a
    failure whose consequence stands.
    """
    use: Turn = yield from decide("turned", ACTOR, default="none")
    if use == "none":
        return None
    if not optional_uses:
        raise NotAllowed("tapiz.hero.optional_uses_off", field="use")
    if use == "success":
        check_success(consequence_points)
        return TurnedFailure(pay(hero_points, 1), success=True, effect_tier="minor", consequence_tier="major")
    suffered = best_tier(max(0, consequence_points))
    if suffered == "none":
        raise NotAllowed(
            "tapiz.hero.needs_consequence", field="consequence_points", params={"value": consequence_points}
        )
    return TurnedFailure(pay(hero_points, 1), success=False, effect_tier="minor", consequence_tier=suffered)


def turned_failure(
    fight: TapizFight,
    actor: Id,
    points: Points,
    command_id: Id,
    notes: Notes,
    *,
    succeeds: Callable[[TapizFight, Points], Steps[TapizFight]] | None = None,
) -> Steps[TapizFight | None]:
    """Offer the roller of a failure to turn it, and do so; None where it stays as it is (TAP-HERO-12, TAP-HERO-13).

    Proposed is to let it be. points: those of the failure, for the opponent. succeeds: what a success with the points
    of a minor effect brings; without it they are spent.
    """
    left, optional_uses = fight.points_of(actor), settings_of(fight.house).success_with_consequences
    offered = optional_uses and left > 0 and points.amount >= PRICES["minor"]

    def ask(decision: Decision) -> Steps[str]:
        if not offered:
            return "none"
        options = _options(points)
        answer = yield from choose(
            "turned",
            actor,
            Choice("use", "input.turned", default="none", required=False, layout="column", options=options),
            so_far=notes.so_far,
            audience=controllers_of(actor),
            default={"use": "none"},
            label="ask.turned",
        )
        return str(answer.get("use") or "none")

    rule = turn_failure(left, points.amount, optional_uses=optional_uses)
    turned = yield from asked(rule, Asking({ACTOR: actor}, choices={"turned": ask}))
    if turned is None:
        return None
    fight = fight.with_points_of(actor, turned.hero_points)
    amount, other = PRICES[turned.effect_tier], points.spender if points.spender != actor else None
    # a success by it buys what a success of the roll would have bought, hit points among it
    favour = Points(
        "effect", amount, spender=actor, opponent=other, pool=points.pool, harming=points.harming, about=points.about
    )
    if not turned.success:
        return (yield from _besides(fight, points, favour, command_id, notes))
    notes.tell("hero.turned_success", amount, who=actor, points=amount, rules=("TAP-HERO-12", "TAP-ODD-20"))
    if succeeds is None:
        fight = yield from spend_points(fight, favour, f"{command_id}-turned", notes)
    else:
        fight = yield from succeeds(fight, favour)
    told = fact("hero.turned_price", who=actor, rules=("TAP-HERO-12",))
    price = yield from imposed(
        fight, actor, None, "major", command_id, notes, told=told, about=points.about, answered=False
    )
    return fight if price is None else price


def _besides(fight: TapizFight, points: Points, favour: Points, command_id: Id, notes: Notes) -> Steps[TapizFight]:
    """The consequence stands as the opponent describes it, and a minor effect in one's favour follows (TAP-HERO-13).

    It may cost the opponent as many hit points as the failure cost oneself.
    """
    actor, pool = cast(Id, favour.spender), points.pool
    before = fight.body(actor).pool(pool).current if pool is not None else 0
    fight = yield from spend_points(fight, replace(points, answered=False), command_id, notes)
    lost = before - fight.body(actor).pool(pool).current if pool is not None else 0
    rules = ("TAP-HERO-13", "TAP-ODD-20")
    notes.tell("hero.turned_besides", favour.amount, who=actor, points=favour.amount, rules=rules)
    favour = replace(favour, mirrored=max(0, lost), harming=False)
    return (yield from spend_points(fight, favour, f"{command_id}-turned", notes, key="favour"))


def _options(points: Points) -> tuple[Option, ...]:
    reason = None
    try:
        check_success(points.amount)
    except NotAllowed as refused:
        reason = fact(f"error.{refused.reason}")
    success = (fact("turned_note.success", rules=("TAP-HERO-12",)),)
    besides = (fact("turned_note.besides", rules=("TAP-HERO-13",)),)
    return (
        Option("none", fact("turned.none")),
        Option("success", fact("turned.success"), notes=success, reason=reason),
        Option("besides", fact("turned.besides"), notes=besides),
    )

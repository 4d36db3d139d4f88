"""Optional uses of a hero point after a failure, where the table has them (TAP-HERO-12, TAP-HERO-13, TAP-ODD-20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    fight: TapizFight, actor: Id, points: Points, command_id: Id, notes: Notes
) -> Steps[TapizFight | None]:
    """Offer the roller of a failure to turn it, and do so; None where it stays as it is (TAP-HERO-12, TAP-HERO-13).

    Proposed is to let it be. points: those of the failure, for the opponent.
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
    other = points.spender if points.spender != actor else None
    favour = Points("effect", PRICES[turned.effect_tier], spender=actor, opponent=other, pool=None)
    if not turned.success:
        fight = yield from spend_points(fight, points, command_id, notes)
        notes.tell("hero.turned_besides", who=actor, rules=("TAP-HERO-13", "TAP-ODD-20"))
        return (yield from spend_points(fight, favour, f"{command_id}-turned", notes, key="favour"))
    notes.tell("hero.turned_success", who=actor, rules=("TAP-HERO-12", "TAP-ODD-20"))
    fight = yield from spend_points(fight, favour, f"{command_id}-turned", notes)
    told = fact("hero.turned_price", who=actor, rules=("TAP-HERO-12",))
    paid = yield from imposed(fight, actor, None, "major", command_id, notes, told=told)
    return fight if paid is None else paid


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

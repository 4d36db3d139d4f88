"""Optional uses of a hero point after a failure, where la carta has them (TAP-HERO-12, TAP-HERO-13, TAP-ODD-20)."""

from __future__ import annotations

from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.inputs import Choice, Option
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.actions.raised import imposed
from rules.systems.tapiz.actions.spending import spend_points
from rules.systems.tapiz.effects import PRICES
from rules.systems.tapiz.hero_points import consequences_with_success, success_with_consequences
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import TapizFight

NONE, SUCCESS, BESIDES = "none", "success", "besides"


def turned_failure(
    fight: TapizFight, actor: Id, points: Points, command_id: Id, notes: Notes
) -> Steps[TapizFight | None]:
    """Offer whoever failed to turn it with a hero point, and do so; None where the failure stays as it is.

    `points`: those of the failure, for the opponent. Nobody has to wait for it: proposed is to let it be.
    """
    if not settings_of(fight.house).success_with_consequences or fight.points_of(actor) < 1:
        return None
    if points.amount < PRICES["minor"]:
        return None
    answer = yield from choose(
        "turned",
        actor,
        Choice(
            "use", "input.turned", default=NONE, required=False, layout="column", options=_options(fight, actor, points)
        ),
        so_far=notes.so_far,
        audience=controllers_of(actor),
        default={"use": NONE},
        label="ask.turned",
    )
    use = answer.get("use") or NONE
    if use == NONE:
        return None
    params: dict[str, Param] = {"who": Ref(actor)}
    favour = Points("effect", PRICES["minor"], spender=actor, opponent=_other(points, actor), pool=None)
    left = fight.points_of(actor)
    if use == SUCCESS:
        turned = success_with_consequences(left, points.amount, optional_uses=True)
        notes.add(Fact("hero.turned_success", params=params, rules=("TAP-HERO-12", "TAP-ODD-20")))
        fight = fight.with_points_of(actor, turned.hero_points)
        fight = yield from spend_points(fight, favour, f"{command_id}-turned", notes)
        told = Fact("hero.turned_price", params=params, rules=("TAP-HERO-12",))
        paid = yield from imposed(fight, actor, None, "major", command_id, notes, told=told)
        return fight if paid is None else paid
    turned = consequences_with_success(left, points.amount, optional_uses=True)
    fight = yield from spend_points(fight.with_points_of(actor, turned.hero_points), points, command_id, notes)
    notes.add(Fact("hero.turned_besides", params=params, rules=("TAP-HERO-13", "TAP-ODD-20")))
    return (yield from spend_points(fight, favour, f"{command_id}-turned", notes, key="favour"))


def _options(fight: TapizFight, actor: Id, points: Points) -> tuple[Option, ...]:
    reason = None
    try:
        success_with_consequences(fight.points_of(actor), points.amount, optional_uses=True)
    except NotAllowed as refused:
        reason = Fact(f"error.{refused.reason}")
    return (
        Option(NONE, Fact("turned.none")),
        Option(
            SUCCESS, Fact("turned.success"), notes=(Fact("turned_note.success", rules=("TAP-HERO-12",)),), reason=reason
        ),
        Option(BESIDES, Fact("turned.besides"), notes=(Fact("turned_note.besides", rules=("TAP-HERO-13",)),)),
    )


def _other(points: Points, actor: Id) -> Id | None:
    return points.spender if points.spender != actor else None

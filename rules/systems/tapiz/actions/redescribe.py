"""Describing a consequence oneself, for a hero point each (TAP-HERO-03, -04, TAP-HERO-09 to -11, TAP-HOUSE-31).

Nobody waits for it: whoever has to bear a consequence may take it over while it is fresh.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import Missing, NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, Several, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, drop, put
from rules.systems.tapiz.actions.harm import hurt
from rules.systems.tapiz.effects import TIERS, Tier
from rules.systems.tapiz.hero_points import REPLACEMENTS, Replacement, choose_consequence
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.state import Body, Effect, Round, TapizFight, effect_fact

FRESH = 1
"""So many rounds after it came a consequence may still be described anew; in the free scene until something ends it."""

KNOCKED_OUT = "knocked_out"
"""The name of the consequence that stands for falling unconscious."""


def fresh_consequences(fight: TapizFight, who: Id) -> tuple[Effect, ...]:
    """The consequences that somebody has just been given, in the order in which they came."""
    carried = fight.combatants[who].body.effects.values()
    found = [
        effect
        for effect in carried
        if effect.sign < 0
        and effect.tier in TIERS
        and not effect.redescribed
        and effect.since >= fight.round.number - FRESH
    ]
    return tuple(sorted(found, key=lambda effect: (effect.since, effect.id)))


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which consequences, and what stands in their place."""
    if actor is None or actor not in fight.combatants:
        return ()
    found = fresh_consequences(fight, actor)
    options = tuple(Option(one.id, effect_fact(one), notes=(Fact(f"tier.{one.tier}"),)) for one in found)
    instead = tuple(Option(name, Fact(f"instead.{name}")) for name in REPLACEMENTS if name != "none")
    pools = tuple(Option(name, Fact(f"pool_name.{name}")) for name in POOLS)
    default = [found[0].id] if len(found) == 1 else []
    attacked = next((one.about for one in found if one.about in POOLS), "physical")
    return (
        Several("consequences", "input.consequences", options=options, default=default, ordered=False),
        Choice("instead", "input.instead", default=REPLACEMENTS[0], layout="column", options=instead),
        Text("name", "input.described_as", required=False, length=80),
        Choice("pool", "input.lost_from", default=attacked, required=False, layout="segments", options=pools),
    )


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A fresh consequence to describe and a point to pay for it (TAP-HERO-02, TAP-HERO-09)."""
    actor = command.actor
    if actor is None or actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    if not fresh_consequences(fight, actor):
        raise NotAllowed("tapiz.hero.no_consequence")
    points = fight.points_of(actor)
    if points < 1:
        raise NotAllowed("tapiz.hero.too_few", params={"points": points, "cost": 1})


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point for each consequence and put something less harmful in its place."""
    yield from ()
    actor = cast(Id, command.actor)
    instead = cast(Replacement, command.inputs["instead"])
    name = (command.inputs["name"] or "").strip()
    if instead == "other_consequence" and not name:
        raise Missing("tapiz.hero.describe", field="name")
    body = fight.combatants[actor].body
    taken = [body.effects[one] for one in command.inputs["consequences"] if one in body.effects]
    paid = choose_consequence(
        fight.points_of(actor),
        "opponent_success",
        consequences=len(taken),
        mitigate=len(taken),
        replacement=instead,
    )
    fight = fight.with_points_of(actor, paid.hero_points)
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "points": len(taken)}
    notes.add(Fact("hero.redescribes", params=params, rules=("TAP-HERO-03", "TAP-HERO-09", "TAP-HERO-11")))
    for effect in taken:
        fight = _replaced(fight, actor, effect, instead, name, command, notes)
    return Outcome(fight, notes.so_far)


def _replaced(
    fight: TapizFight, who: Id, effect: Effect, instead: Replacement, name: str, command: Command, notes: Notes
) -> TapizFight:
    """The fight with one consequence described anew."""
    body = fight.combatants[who].body
    before = effect.called()
    if instead == "hit_points":
        tier = cast(Tier, effect.tier)
        price = choose_consequence(1, "opponent_success", replacement=instead, tier=tier).hit_points_lost or 0
        fight = fight.with_body(who, replace(body, effects=drop(body.effects, effect.id)))
        told: dict[str, Param] = {"who": Ref(who), "before": before}
        notes.add(Fact("hero.as_hit_points", params=told, rules=("TAP-HERO-10", "TAP-HOUSE-31")))
        return hurt(fight, who, _lost_from(effect, command), price, notes)
    if instead == "unconscious":
        after = replace(
            effect, tier="major", numeric=False, duration="lasting", listed=KNOCKED_OUT, name="", redescribed=True
        )
        rules = ("TAP-HERO-10", "TAP-HOUSE-31")
    else:
        after = replace(effect, listed="", name=name, redescribed=True)
        rules = ("TAP-HERO-03", "TAP-HERO-04")
    params: dict[str, Param] = {"who": Ref(who), "before": before, "after": after.called()}
    notes.add(Fact("hero.described", params=params, rules=rules))
    return fight.with_body(who, replace(body, effects=put(body.effects, effect.id, after)))


def _lost_from(effect: Effect, command: Command) -> PoolName:
    """The pool that was attacked; where that is not known, the one that was named (TAP-HOUSE-31)."""
    return cast(PoolName, effect.about if effect.about in POOLS else command.inputs["pool"] or "physical")


REDESCRIBE: Action[Body, Round] = Action(
    "redescribe", resolve, inputs, check, icon="feather", interrupts=True, needs_actor=True
)

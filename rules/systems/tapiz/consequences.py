"""Consequences imposed whatever the points would have bought, and described by the sufferer for a hero point.

(TAP-STANCE-08, TAP-HERO-03, -04, TAP-HERO-09 to -12, TAP-HOUSE-31)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import Missing, NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, Several, Text, options_of
from rules.core.landing import landed
from rules.core.people import here
from rules.core.requests import Answer, Steps, choose
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tapiz.effects import (
    KNOCKED_OUT,
    LISTED_EFFECTS,
    MODIFIERS,
    TIERS,
    BestTier,
    Effect,
    Points,
    Tier,
    effect_fact,
)
from rules.systems.tapiz.gear.losing import lost_input
from rules.systems.tapiz.harm import hurt
from rules.systems.tapiz.hero_points import check_points
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.in_force import chosen_lasts, lasts_inputs, listed, listed_lasts, own_words, without_effect
from rules.systems.tapiz.softening import (
    REPLACEMENTS,
    Replacement,
    consequence,
    describe_consequences,
    instead_of,
    knocked_out,
)
from rules.systems.tapiz.state import Body, Round, TapizFight

POINTS = "points"
OWN = "own"

_LYING = Option(KNOCKED_OUT, fact("effect.knocked_out"), notes=(fact("note.no_number"),))
"""Lying unconscious, which counts as a major consequence (TAP-HERO-10, TAP-HERO-12)."""

FRESH = 1
"""Rounds for which a consequence may still be described anew; in the free scene, until something ends it."""


def raised_consequence(
    fight: TapizFight, points: Points, tier: BestTier, command_id: Id, notes: Notes
) -> Steps[TapizFight | None]:
    """Ask the target of a failed attack in focus on damage whether it imposes the one raised consequence.

    None where it rather spends the points. (TAP-STANCE-08)
    """
    if tier == "none" or points.opponent is None:
        return None
    rather = Option(POINTS, fact("raised.points", points=points.amount))
    told = fact("raised.imposed", rules=("TAP-STANCE-08",))
    return (
        yield from imposed(
            fight,
            points.opponent,
            points.spender,
            tier,
            command_id,
            notes,
            told=told,
            rather=rather,
            about=points.about,
        )
    )


def imposed(
    fight: TapizFight,
    bearer: Id,
    by: Id | None,
    tier: Tier,
    command_id: Id,
    notes: Notes,
    *,
    told: Fact,
    rather: Option | None = None,
    about: str = "",
    answered: bool = True,
) -> Steps[TapizFight | None]:
    """Ask what one consequence of this tier is, and let it land (TAP-STANCE-08, TAP-HERO-12).

    Proposed is a consequence of that tier without a name of its own. by: who imposes it; None is the game master.
    rather: an option that declines, with which None comes back. about: the pool that it concerns. answered: hero points
    may soften it.
    """
    weight = -MODIFIERS[tier]
    known = {name: one for name, one in LISTED_EFFECTS.items() if one.tier == tier and one.falls_on == "opponent"}
    options = (
        Option(OWN, fact("raised.own"), notes=(fact("modifier", weight),)),
        *(
            Option(
                name,
                fact(f"effect.{name}"),
                notes=(fact("modifier", weight) if one.numeric else fact("note.no_number"),),
            )
            for name, one in known.items()
        ),
        *((_LYING,) if tier == "major" else ()),
        *((rather,) if rather is not None else ()),
    )
    answer = yield from choose(
        "raised",
        by,
        Choice("consequence", f"raised.{tier}", default=OWN, required=False, layout="grid", options=options),
        Text("name", "input.effect_name", required=False, length=80),
        *(lost_input(fight, bearer) if tier != "minor" else ()),
        *lasts_inputs(usual=True),
        so_far=notes.so_far,
        default={"consequence": OWN, "name": ""},
        label="ask.raised",
    )
    chosen = str(answer.get("consequence") or OWN)
    if rather is not None and chosen == rather.value:
        return None
    notes.add(told)
    effect = replace(_chosen(fight, f"{command_id}-raised", chosen, tier, answer), about=about)
    landing = consequence(fight, bearer, effect, answer, notes, by=by, answered=answered)
    return (yield from landed(fight, [landing], notes, key="landing_raised"))


def _chosen(fight: TapizFight, effect_id: Id, chosen: str, tier: Tier, answer: Answer) -> Effect:
    """The consequence that was chosen: an example, lying unconscious, or own words."""
    lasts, now = chosen_lasts(answer), fight.round.number
    if chosen == KNOCKED_OUT:
        return Effect(effect_id, "major", -1, False, "lasting", KNOCKED_OUT, since=now)
    if chosen != OWN:
        return listed(effect_id, chosen, now, lasts or listed_lasts(fight.house, chosen))
    row = {**answer, "name": answer.get("name") or "", "tier": tier, "whom": "opponent", "numeric": True}
    effect = own_words(effect_id, row, now)
    return effect if effect.name else replace(effect, listed="raised_consequence")


def fresh_consequences(fight: TapizFight, who: Id) -> tuple[Effect, ...]:
    """The consequences that a combatant has just been given, in the order in which they came."""
    found = [
        effect
        for effect in fight.body(who).effects.values()
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
    options = tuple(Option(one.id, effect_fact(one), notes=(fact(f"tier.{one.tier}"),)) for one in found)
    instead = options_of("instead", REPLACEMENTS[:-1])
    pools = options_of("pool_name", POOLS)
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
    actor = here(fight, command)
    if not fresh_consequences(fight, actor):
        raise NotAllowed("tapiz.hero.no_consequence")
    check_points(fight, actor)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point for each consequence and put something less harmful in its place (TAP-HERO-03, TAP-HERO-11)."""
    yield from ()
    actor = cast(Id, command.actor)
    instead = cast(Replacement, command.inputs["instead"])
    name = (command.inputs["name"] or "").strip()
    if instead == "other_consequence" and not name:
        raise Missing("tapiz.hero.describe", field="name")
    effects = fight.body(actor).effects
    taken = [effects[one] for one in command.inputs["consequences"] if one in effects]
    suffered = len(fresh_consequences(fight, actor))
    described = describe_consequences(fight.points_of(actor), suffered, len(taken))
    fight = fight.with_points_of(actor, described.hero_points)
    notes = Notes()
    rules = ("TAP-HERO-03", "TAP-HERO-09", "TAP-HERO-11")
    notes.tell("hero.redescribes", who=actor, points=described.player_described, rules=rules)
    for effect in taken:
        fight = _replaced(fight, actor, effect, instead, name, command, notes)
    return Outcome(fight, notes.so_far)


def _replaced(
    fight: TapizFight, who: Id, effect: Effect, instead: Replacement, name: str, command: Command, notes: Notes
) -> TapizFight:
    """The fight with one consequence described anew (TAP-HERO-04, TAP-HERO-10, TAP-HOUSE-31)."""
    before = effect.called()
    new = instead_of(cast(Tier, effect.tier), instead)
    if new.consequence_tier is None:
        notes.tell("hero.as_hit_points", who=who, before=before, rules=("TAP-HERO-10", "TAP-HOUSE-31"))
        # from the pool that was attacked; where that is not known, the one that was named
        pool = cast(PoolName, effect.about if effect.about in POOLS else command.inputs["pool"] or "physical")
        return hurt(without_effect(fight, who, effect), who, pool, new.hit_points_lost, notes)
    if instead == "unconscious":
        after, rules = knocked_out(effect), ("TAP-HERO-10", "TAP-HOUSE-31")
    else:
        after, rules = replace(effect, listed="", name=name), ("TAP-HERO-03", "TAP-HERO-04")
    after = replace(after, tier=new.consequence_tier, redescribed=True)
    notes.tell("hero.described", who=who, before=before, after=after.called(), rules=rules)
    body = fight.body(who)
    return fight.with_body(who, replace(body, effects=put(body.effects, effect.id, after)))


REDESCRIBE: Action[Body, Round] = Action(
    "redescribe", resolve, inputs, check, icon="feather", interrupts=True, needs_actor=True
)

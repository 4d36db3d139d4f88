"""Consequences imposed whatever the points would have bought, and described by the sufferer for a hero point.

(TAP-STANCE-08, TAP-HERO-03, -04, TAP-HERO-09 to -12, TAP-HOUSE-31)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import Missing, NotAllowed, at_least, one_of
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, Several, Text, options_of
from rules.core.people import here
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tapiz.effects import (
    LISTED_EFFECTS,
    MODIFIERS,
    PRICES,
    TIERS,
    BestTier,
    Effect,
    Points,
    Tier,
    effect_fact,
    known_tier,
)
from rules.systems.tapiz.gear.losing import lost_input, on_things
from rules.systems.tapiz.harm import hurt
from rules.systems.tapiz.hero_points import check_points, pay
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.in_force import give_effect, listed, own_words, without_effect
from rules.systems.tapiz.state import Body, Round, TapizFight

Replacement = Literal["other_consequence", "hit_points", "unconscious", "none"]

REPLACEMENTS: tuple[Replacement, ...] = get_args(Replacement)
"""What may stand in the place of a consequence; none, which would cancel it, is refused (TAP-HERO-10)."""

POINTS = "points"
OWN = "own"

FRESH = 1
"""Rounds for which a consequence may still be described anew; in the free scene, until something ends it."""

KNOCKED_OUT = "knocked_out"
"""The name of the consequence that stands for falling unconscious."""


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
        yield from imposed(fight, points.opponent, points.spender, tier, command_id, notes, told=told, rather=rather)
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
) -> Steps[TapizFight | None]:
    """Ask what one consequence of this tier is, and let it be carried (TAP-STANCE-08, TAP-HERO-12).

    Proposed is a consequence of that tier without a name of its own. by: who imposes it; None is the game master.
    rather: an option that declines, with which None comes back.
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
        *((rather,) if rather is not None else ()),
    )
    answer = yield from choose(
        "raised",
        by,
        Choice("consequence", f"raised.{tier}", default=OWN, required=False, layout="grid", options=options),
        Text("name", "input.effect_name", required=False, length=80),
        *(lost_input(fight, bearer) if tier != "minor" else ()),
        so_far=notes.so_far,
        default={"consequence": OWN, "name": ""},
        label="ask.raised",
    )
    chosen = str(answer.get("consequence") or OWN)
    if rather is not None and chosen == rather.value:
        return None
    effect_id = f"{command_id}-raised"
    if chosen == OWN:
        row = {"name": answer.get("name") or "", "tier": tier, "whom": "opponent", "numeric": True, "lasting": False}
        effect = own_words(effect_id, row, fight.round.number)
        if not effect.name:
            effect = replace(effect, listed="raised_consequence")
    else:
        effect = listed(effect_id, chosen, fight.round.number)
    notes.add(told)
    fight, carried = on_things(fight, [(bearer, effect)], by, answer, notes)
    for bearer, one in carried:
        fight = give_effect(fight, bearer, one, notes, by=by)
    return fight


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
        knocked = replace(effect, numeric=False, duration="lasting", listed=KNOCKED_OUT, name="")
        after, rules = knocked, ("TAP-HERO-10", "TAP-HOUSE-31")
    else:
        after, rules = replace(effect, listed="", name=name), ("TAP-HERO-03", "TAP-HERO-04")
    after = replace(after, tier=new.consequence_tier, redescribed=True)
    notes.tell("hero.described", who=who, before=before, after=after.called(), rules=rules)
    body = fight.body(who)
    return fight.with_body(who, replace(body, effects=put(body.effects, effect.id, after)))


REDESCRIBE: Action[Body, Round] = Action(
    "redescribe", resolve, inputs, check, icon="feather", interrupts=True, needs_actor=True
)

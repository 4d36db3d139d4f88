"""Spending the points of a roll: hit points, effects, advantages, removals (TAP-EFF-01 to -08, TAP-HERO-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from rules.core.audience import Audience, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word, fact
from rules.core.inputs import Choice, Combatants, Flag, Input, Number, Option, Rows, Several
from rules.core.landing import landed
from rules.core.once import once
from rules.core.people import person_options
from rules.core.requests import Answer, Steps, choose
from rules.core.types import Id, Json, put
from rules.systems.tapiz.effects import (
    LISTED_EFFECTS,
    MODIFIERS,
    PRICES,
    REDUCTION_PRICE,
    BestTier,
    Effect,
    Points,
    Purchase,
    Spending,
    Tier,
    best_tier,
    effect_fact,
    ends_fact,
    momentary_allowed,
    spend,
    tier_below,
)
from rules.systems.tapiz.gear.losing import drawn_input, lost_input
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.in_force import (
    chosen_lasts,
    lasts_inputs,
    listed,
    listed_lasts,
    own_words,
    own_words_inputs,
    without_effect,
)
from rules.systems.tapiz.options import CAP_ROWS, capped, defended, part_input, slots_taken
from rules.systems.tapiz.settings import Settings, settings_of
from rules.systems.tapiz.softening import consequence, falls_out, loss
from rules.systems.tapiz.state import TapizFight, in_conflict

BUMPED = (4, 9, 14)
"""Effect points that are one short of a tier (TAP-HERO-05)."""

AFTER_A_MISS: Mapping[Tier, str] = {"major": "knock_down_enemy", "minor": "unbalance_opponent"}
"""The examples that are proposed against a combatant whose attack missed, dearest first."""

OWN_WORDS = 3
"""How many effects in own words one roll may buy."""


@dataclass(frozen=True, slots=True)
class BumpedEffect:
    """A roll with one effect point more."""

    hero_points: int
    """Those left."""
    effect_points: int
    tier: BestTier


def bump_effect(hero_points: int, effect_points: int) -> BumpedEffect:
    """Add the one effect point that a tier lacks (TAP-HERO-05)."""
    if effect_points not in BUMPED:
        raise NotAllowed("tapiz.hero.bump_points", field="effect_points", params={"value": effect_points})
    return BumpedEffect(pay(hero_points, 1), effect_points + 1, best_tier(effect_points + 1))


def spend_points(
    fight: TapizFight, points: Points, command_id: Id, notes: Notes, *, key: str = "spend"
) -> Steps[TapizFight]:
    """Ask the entitled side what the points buy, and do it; nothing is asked when there are none (TAP-EFF-04).

    What does not fit its cause the game master takes back, and it is asked anew (TAP-STORY-02). With the defence
    reserve the opponent spends hit points first, and the points left buy none (TAP-OPT-02).
    """
    settings = settings_of(fight.house)
    if points.kind == "consequence" and not settings.consequence_hit_points:
        points = replace(points, pool=None, cap=None)
    if settings.defence_reserve and points.opponent is not None and points.pool is not None:
        fight, points = yield from defended(fight, points, notes, "reserve" if key == "spend" else f"reserve_{key}")
    if not points.amount:
        return fight
    proposed, inputs = _offered(fight, points)
    answer = yield from choose(
        key,
        points.spender,
        *inputs,
        so_far=notes.so_far,
        default=proposed,
        label="ask.spend",
        about=points.opponent,
    )
    return (yield from apply_spending(fight, points, answer, command_id, notes, key=key))


# while the question is open, each page that looks resolves the act up to it again
@once
def _offered(fight: TapizFight, points: Points) -> tuple[Answer | None, tuple[Input, ...]]:
    proposed = proposal(fight, points)
    return proposed, spend_inputs(fight, points, proposed)


def proposal(fight: TapizFight, points: Points) -> Answer | None:
    """What is proposed to buy: never what takes the character of a player out (TAP-EFF-07, TAP-ODD-16).

    After an attack that hits, hit points, against a player's character as many as leave it standing; none is proposed
    there to a spender who may not read how many those are. After one that missed, being knocked down, a loss of balance
    or a disadvantage: that a failed shot sheds the archer's blood is allowed, but nothing to propose.
    """
    if points.preset:
        return {"remove": list(points.preset)}
    if not points.harming or points.opponent is None or not in_conflict(fight):
        return {}
    if points.kind == "consequence":
        return _after_a_miss(fight, points.amount)
    if points.pool is None:
        return {}
    if not fight.combatants[points.opponent].controllers:
        return {"rest": True}
    left = capped(points.amount, points.cap)
    if not falls_out(fight.body(points.opponent), points.pool, left):
        return {"rest": True} if _reads_numbers(fight, points.spender, points.opponent) else None
    if not _reads_numbers(fight, points.spender, points.opponent):
        return None
    return {"hit_points": max(0, fight.body(points.opponent).pool(points.pool).current - 1)}


def _after_a_miss(fight: TapizFight, amount: int) -> Answer:
    """What is proposed against a combatant whose attack missed: as much as throws off, and no blood."""
    if momentary_allowed(amount):
        return {"momentary": "opponent"} if amount >= settings_of(fight.house).momentary_price else {}
    effects: list[Json] = []
    for tier, example in AFTER_A_MISS.items():
        if amount >= PRICES[tier]:
            effects, amount = [*effects, example], amount - PRICES[tier]
    return {"effects": effects} if effects else {}


def _reads_numbers(fight: TapizFight, spender: Id | None, opponent: Id) -> bool:
    """Whether the player of the spender, or the game master, reads the opponent's hit points as numbers."""
    if spender is None or not fight.combatants[spender].controllers:
        return True
    return fight.combatants[opponent].shows == "number"


def spend_inputs(fight: TapizFight, points: Points, proposed: Answer | None) -> tuple[Input, ...]:
    """What the points may buy, as inputs (TAP-EFF-01, TAP-EFF-05 to -08, TAP-STORY-05, TAP-HERO-05)."""
    inputs: list[Input] = []
    most = points.amount + (1 if _may_bump(fight, points) else 0)
    for_self, for_opponent = points.spender is not None, points.opponent is not None
    if for_opponent and points.pool is not None:
        note = None if points.cap is None else fact("note.cap", most=points.cap, rules=CAP_ROWS)
        # without a proposal the form begins with what an attack that hits is for
        rest = points.harming if proposed is None else bool(proposed.get("rest"))
        inputs.append(Flag("rest", "input.rest", default=rest, note=note))
        inputs.append(_hit_points(points, most))
    rule = settings_of(fight.house).listed_duration
    examples = _examples(most, rule, for_self=for_self, for_opponent=for_opponent)
    inputs.append(Several("effects", "input.effects", required=False, layout="grid", options=examples))
    if most >= PRICES["minor"]:
        inputs.extend(lasts_inputs(usual=True))
        if for_opponent and most >= PRICES["extreme"]:
            inputs.extend(_bearers_input(fight, points))
        inputs.append(_own_words())
        inputs.extend((*lost_input(fight, points.opponent), *drawn_input(fight, points.spender)))
        if for_opponent:
            inputs.extend(part_input(fight))
    settings = settings_of(fight.house)
    offered = momentary_allowed(points.amount) or settings.momentary_leftovers
    if offered and most >= settings.momentary_price:
        inputs.append(_momentary(settings.momentary_price, for_self=for_self, for_opponent=for_opponent))
    carried = _removable_effects(fight, points.remove_from or points.spender)
    if carried:
        gone = tuple(_removable(effect, PRICES[cast(Tier, effect.tier)], most) for effect in carried)
        less = tuple(_removable(effect, REDUCTION_PRICE, most) for effect in carried)
        preset = list(points.preset)
        inputs.append(Several("remove", "input.remove", required=False, options=gone, default=preset))
        inputs.append(Several("reduce", "input.reduce", required=False, options=less))
    if _may_bump(fight, points):
        inputs.append(Flag("hero_point", "input.hero_point", note=fact("note.bump", points.amount + 1)))
    return tuple(inputs)


def apply_spending(
    fight: TapizFight, points: Points, answer: Answer, command_id: Id, notes: Notes, *, key: str
) -> Steps[TapizFight]:
    """Check the whole purchase and make it; what falls on opponents they may soften first (TAP-EFF-01, TAP-HERO-01).

    Raises NotAllowed when the points do not suffice.
    """
    amount = points.amount
    spender = points.spender
    if answer.get("hero_point") and spender is not None:
        bumped = bump_effect(fight.points_of(spender), amount)
        amount = bumped.effect_points
        fight = fight.with_points_of(spender, bumped.hero_points)
        notes.tell("hero.bumped", amount, who=spender, rules=("TAP-HERO-05",))
    bearer = points.remove_from or spender
    carried = fight.body(bearer).effects if bearer is not None else {}
    created = _created(fight, points, answer, command_id)
    # refuses two new ones that need the same slot, before anything is done
    slots_taken(fight, created)
    removed = [carried[name] for name in answer.get("remove") or () if name in carried]
    reduced = [carried[name] for name in answer.get("reduce") or () if name in carried]
    if {effect.id for effect in removed} & {effect.id for effect in reduced}:
        raise NotAllowed("tapiz.spend.removed_and_reduced", field="reduce")
    # an effect on several opponents is paid for once
    bought = {effect.id: effect for _, effect in created}.values()
    purchases = [
        *(Purchase("create", tier=effect.tier) for effect in bought if effect.tier != "momentary"),
        *(Purchase("momentary") for effect in bought if effect.tier == "momentary"),
        *(Purchase("remove", tier=cast(Tier, effect.tier)) for effect in removed),
        *(Purchase("reduce", tier=cast(Tier, effect.tier)) for effect in reduced),
    ]
    settings = settings_of(fight.house)
    spending = _spent(amount, points, purchases, answer, settings)
    hit_points = answer.get("hit_points")
    if hit_points is None:
        hit_points = capped(spending.remaining if answer.get("rest") else 0, points.cap)
    if hit_points:
        # as many as were lost oneself count as the minor effect that the points buy
        paid = amount if amount < hit_points <= points.mirrored else hit_points
        purchases.append(Purchase("hit_points", amount=paid))
        spending = _spent(amount, points, purchases, answer, settings)
    for effect in removed:
        fight = _removed(fight, cast(Id, bearer), effect, notes)
    for effect in reduced:
        fight = _reduced(fight, cast(Id, bearer), effect, notes)
    if points.cap is not None and hit_points == points.cap:
        notes.tell("spend.capped", points.cap, rules=CAP_ROWS, audience=_spenders(points))
    landings = [
        consequence(fight, who, effect, answer, notes, by=spender, answered=points.answered and who != spender)
        for who, effect in created
    ]
    if hit_points and points.opponent is not None and points.pool is not None:
        lost = loss(
            fight,
            points.opponent,
            points.pool,
            hit_points,
            command_id,
            notes,
            by=spender,
            answered=points.answered,
        )
        landings.append(lost)
    fight = yield from landed(fight, landings, notes, key=f"landing_{key}")
    if spending.remaining:
        notes.tell("spend.unspent", spending.remaining, points=spending.remaining, audience=_spenders(points))
    return fight


def _spent(amount: int, points: Points, purchases: Sequence[Purchase], answer: Answer, settings: Settings) -> Spending:
    """The whole purchase, or its refusal beside the field that asked for too much (TAP-EFF-01)."""
    try:
        return spend(
            amount,
            points.kind,
            purchases,
            in_combat=points.pool is not None,
            momentary_price=settings.momentary_price,
            leftovers=settings.momentary_leftovers,
        )
    except NotAllowed as refused:
        names = ("hit_points", "effects", "own", "momentary", "remove", "reduce")
        field = next((name for name in names if answer.get(name) not in (None, [], "none", 0)), None)
        raise NotAllowed(refused.reason, field=field, params=refused.params) from None


def _hit_points(points: Points, most: int) -> Number:
    """How many hit points are taken: at most the points, and the cap of a blow (TAP-EFF-07, TAP-OPT-06 to -08)."""
    label = f"input.hit_points.{points.pool}"
    most = max(most, points.mirrored)
    allowed = capped(most, points.cap)
    if allowed == most:
        return Number("hit_points", label, required=False, minimum=0, maximum=most)
    return Number("hit_points", label, required=False, minimum=0, maximum=allowed, above="tapiz.cap.more")


def _bearers_input(fight: TapizFight, points: Points) -> tuple[Input, ...]:
    """On which opponents an effect on several falls: all those of the opponent's side that are seen (TAP-ODD-27).

    A hidden opponent whose miss gave the points is the only one affected: a list of several would name it.
    """
    first = cast(Id, points.opponent)
    if fight.combatants[first].hidden:
        return ()
    alike = [
        who
        for who in fight.order
        if who != points.spender and fight.combatants[who].side == fight.combatants[first].side
    ]
    people = [first, *(who for who in alike if who != first and not fight.combatants[who].hidden)]
    if len(people) == 1:
        return ()
    standing = [who for who in people if who == first or fight.body(who).has_asalto]
    return (
        Combatants(
            "bearers",
            "input.bearers",
            required=False,
            layout="five",
            several=True,
            options=person_options(people),
            default=standing,
        ),
    )


@cache
def _own_words() -> Rows:
    return Rows("own", "input.own_words", maximum=OWN_WORDS, of=own_words_inputs())


@cache
def _momentary(price: int, *, for_self: bool, for_opponent: bool) -> Choice:
    cost = {"cost": price}
    options = [Option("none", fact("momentary.none"), extra=cost)]
    if for_self:
        options.append(Option("self", fact("momentary.self"), notes=(fact("modifier", 1),), extra=cost))
    if for_opponent:
        options.append(Option("opponent", fact("momentary.opponent"), notes=(fact("modifier", -1),), extra=cost))
    return Choice("momentary", "input.momentary", default="none", required=False, options=tuple(options))


@cache
def _examples(most: int, rule: str, *, for_self: bool, for_opponent: bool) -> tuple[Option, ...]:
    """The examples of effects that these points may buy, the dear ones with the reason why not (TAP-EFF-05).

    rule: how long examples last at this table (TAP-ODD-03).
    """
    options: list[Option] = []
    for name, example in LISTED_EFFECTS.items():
        on_self = example.falls_on == "self"
        if not (for_self if on_self else for_opponent):
            continue
        cost = PRICES[example.tier]
        modifier = MODIFIERS[example.tier] if on_self else -MODIFIERS[example.tier]
        lasts = ends_fact(listed("", name, 0, listed_lasts({"listed_duration": rule}, name)))
        options.append(
            Option(
                name,
                fact(f"effect.{name}"),
                notes=(fact("modifier", modifier) if example.numeric else fact("note.no_number"), lasts),
                reason=fact("reason.too_dear", cost=cost) if cost > most else None,
                extra={"tier": example.tier, "cost": cost},
            )
        )
    return tuple(options)


def _removable_effects(fight: TapizFight, bearer: Id | None) -> tuple[Effect, ...]:
    if bearer is None or bearer not in fight.combatants:
        return ()
    return tuple(effect for effect in fight.body(bearer).effects.values() if effect.tier != "momentary")


def _removable(effect: Effect, cost: int, most: int) -> Option:
    reason = fact("reason.too_dear", cost=cost) if cost > most else None
    return Option(effect.id, effect_fact(effect), notes=(fact("points", cost),), reason=reason, extra={"cost": cost})


def _created(fight: TapizFight, points: Points, answer: Answer, command_id: Id) -> list[tuple[Id, Effect]]:
    """The effects that an answer creates, each with the combatants who are to carry it."""
    created: list[tuple[Id, Effect]] = []
    about, since, lasts = answer.get("part") or points.about, fight.round.number, chosen_lasts(answer)
    for name in answer.get("effects") or ():
        example = LISTED_EFFECTS[name]
        bearer = points.spender if example.falls_on == "self" else points.opponent
        bearers = (answer.get("bearers") if example.several else None) or [bearer]
        effect = listed(f"{command_id}-{name}", name, since, lasts or listed_lasts(fight.house, name))
        created.extend((one, replace(effect, about=about)) for one in bearers if one is not None)
    for place, row in enumerate(answer.get("own") or ()):
        effect = own_words(f"{command_id}-own{place}", row, since)
        created.append((_bearer(points, row["whom"], "own"), replace(effect, about=about)))
    momentary = answer.get("momentary") or "none"
    if momentary != "none":
        sign = 1 if momentary == "self" else -1
        name = "momentary_advantage" if sign > 0 else "momentary_disadvantage"
        effect = Effect(f"{command_id}-momentary", "momentary", sign, True, "next_roll", name, since=since)
        created.append((_bearer(points, momentary, "momentary"), effect))
    return created


def _bearer(points: Points, side: str, field: str) -> Id:
    """The combatant that is meant by self or opponent; raises NotAllowed where there is none."""
    found = points.spender if side == "self" else points.opponent
    if found is None:
        raise NotAllowed("tapiz.spend.nobody", field=field)
    return found


def _removed(fight: TapizFight, bearer: Id, effect: Effect, notes: Notes) -> TapizFight:
    """Remove an effect that was paid for (TAP-EFF-06)."""
    notes.tell("effect.removed", whom=bearer, name=effect.called(), rules=("TAP-EFF-06",))
    return without_effect(fight, bearer, effect)


def _reduced(fight: TapizFight, bearer: Id, effect: Effect, notes: Notes) -> TapizFight:
    """Lower an effect by one tier (TAP-STORY-05, TAP-HOUSE-27)."""
    lower = tier_below(cast(Tier, effect.tier))
    if lower == "none":
        return _removed(fight, bearer, effect, notes)
    rules = ("TAP-STORY-05", "TAP-HOUSE-27")
    notes.tell("effect.reduced", whom=bearer, name=effect.called(), tier=Word(f"tier.{lower}"), rules=rules)
    body = fight.body(bearer)
    return fight.with_body(bearer, replace(body, effects=put(body.effects, effect.id, replace(effect, tier=lower))))


def _spenders(points: Points) -> Audience:
    return controllers_of(points.spender) if points.spender is not None else controllers_of()


def _may_bump(fight: TapizFight, points: Points) -> bool:
    if points.kind != "effect" or points.spender is None or points.amount not in BUMPED:
        return False
    return fight.points_of(points.spender) > 0
